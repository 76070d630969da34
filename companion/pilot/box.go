package pilot

import (
	"context"
	"fmt"
	"strings"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// A JavaScript dialog (confirm, prompt) blocks its page until it is answered. Agents
// see it like any other dialog: a description shows only the dialog, with its buttons OK and
// Cancel and the field of a prompt, and the acting tools accept their names and refs.

const (
	boxOK     = "OK" // the names of a dialog's buttons, as browsers have them
	boxCancel = "Cancel"
	boxRef    = "box1" // the dialog itself
	okRef     = "box3"
	cancelRef = "box4"
)

// boxed returns the observation of a tab whose page is blocked by the dialog d.
func (t *tab) boxed(d *types.Dialog) *types.Observation {
	nodes := []types.A11yNode{{Ref: boxRef, Role: "alertdialog", Name: d.Message}}
	path := []string{nodes[0].Label()}
	if d.Type == "prompt" {
		nodes = append(nodes, types.A11yNode{Ref: "box2", Role: "textbox", Name: d.Message, Path: path, Filled: t.boxText(d) != ""})
	}
	nodes = append(nodes,
		types.A11yNode{Ref: okRef, Role: "button", Name: boxOK, Path: path},
		types.A11yNode{Ref: cancelRef, Role: "button", Name: boxCancel, Path: path})
	return &types.Observation{
		State: types.State{CurrentURL: t.info.URL, Title: t.info.Title, Origin: t.origin},
		A11y:  types.A11y{Nodes: nodes},
	}
}

// boxText returns the text with which a prompt is accepted.
func (t *tab) boxText(d *types.Dialog) string {
	if t.typed != nil && t.typedInto == t.input.Boxed() { // else into one that was dismissed meanwhile
		return *t.typed
	}
	return d.Default
}

func (a *Agent) onBox(ctx context.Context, t *tab, at *attempt, d *types.Dialog) error {
	if at.focused {
		return a.keyOnBox(ctx, t, at, d)
	}
	node := boxNode(*at.target, at.before)
	if node == nil || at.fit == "hover" {
		return coveredBy(d)
	}
	at.found = true
	at.step.Tool.Target = &types.Target{Role: node.Role, Name: node.Name}
	at.result.Target = at.step.Tool.Target
	if err := proves(at.given.Proof, at.result.Target); err != nil {
		return err
	}
	if !inPlace(at) {
		return flow.Moved()
	}
	if at.do == nil { // it was waited for, and is there
		return a.afterwards(ctx, t, at)
	}
	if at.box == nil || at.fit == "type" && node.Role != "textbox" {
		return types.Fault(types.CodeTargetNotActable, fmt.Sprintf("%s takes no text", node.Label()), "name the dialog's textbox, or answer it: mm_click with role button and name OK or Cancel")
	}
	if err := a.confirmed(t, at, at.onBoxPart(d, node)...); err != nil {
		return err
	}
	return a.inBracket(ctx, t, at, func() error {
		if err := at.box(ctx, t, d, node); err != nil {
			return a.missed(ctx, t, err)
		}
		return a.afterwards(ctx, t, at)
	})
}

// boxNode returns the part of a dialog that a target names.
func boxNode(want tool.TargetInput, view *types.Observation) *types.A11yNode {
	for i := range view.A11y.Nodes {
		n := &view.A11y.Nodes[i]
		byRef := want.A11yRef != "" && n.Ref == want.A11yRef
		byName := want.Role != "" && strings.EqualFold(n.Role, want.Role) && strings.EqualFold(n.Name, want.Name)
		if byRef || byName {
			return n
		}
	}
	return nil
}

func pressBox(ctx context.Context, t *tab, d *types.Dialog, node *types.A11yNode) error {
	switch node.Ref { // a message may be the name of a button
	case okRef:
		return t.answerBox(ctx, true, t.boxText(d))
	case cancelRef:
		return t.answerBox(ctx, false, "")
	}
	return nil // the dialog itself, or its field: a click there changes nothing
}

func (t *tab) answerBox(ctx context.Context, accept bool, text string) error {
	t.typed = nil
	return t.input.Answer(ctx, accept, text)
}

// fillBox fills the field of a prompt.
func fillBox(in tool.TypeInput) func(context.Context, *tab, *types.Dialog, *types.A11yNode) error {
	return func(ctx context.Context, t *tab, d *types.Dialog, _ *types.A11yNode) error {
		text := in.Text
		if in.Append {
			text = t.boxText(d) + text
		}
		t.typed, t.typedInto = &text, t.input.Boxed()
		if in.Submit {
			return t.answerBox(ctx, true, text)
		}
		return nil
	}
}

func coveredBy(d *types.Dialog) *types.Error {
	hint := "answer it first: mm_click with role button and name OK or Cancel"
	if d.Type == "prompt" {
		hint += "; mm_type with role textbox and the dialog's text as name fills its field"
	}
	return types.Fault(types.CodeTargetNotActable, fmt.Sprintf("the page is covered by its %s dialog %.200q", d.Type, d.Message), hint)
}

// ask sends a call that the page itself must answer. While a dialog is open, no page
// answers: then ask returns an error at once.
func (t *tab) ask(ctx context.Context, e wire.Envelope) (*wire.Reply, error) {
	ctx, cancel := t.unlessBoxed(ctx)
	defer cancel()
	reply, err := t.call(ctx, e)
	if err != nil {
		if d := t.input.Dialog(); d != nil {
			return nil, coveredBy(d)
		}
	}
	return reply, err
}

// unlessBoxed returns a context that ends when a dialog opens, because the page then
// answers no calls.
func (t *tab) unlessBoxed(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	boxed := t.input.Boxed()
	go func() {
		select {
		case <-boxed:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}
