package pilot

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"cairn/shared/capture"
	"cairn/shared/flow"
	"cairn/shared/risk"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

const (
	// confirmTime bounds how long a token is valid and the person is asked.
	confirmTime = 5 * time.Minute
	// maxPending bounds the unconfirmed actions of one agent.
	maxPending = 8
	tokenSize  = 10
)

// pending is a risky action that was stopped before it was done.
type pending struct {
	token string
	print string // of the action, its element and the page
	// element is the digest of the element.
	element string
	until   types.Time
	// verdict is the person's decision, empty until then.
	verdict atomic.Value
	// withdraw removes the question from panel and popup.
	withdraw context.CancelFunc
}

func (p *pending) is(verdict string) bool { return p.verdict.Load() == verdict }

// confirmed returns an error for a risky action without confirmation. A token is valid
// once, for the same tool, arguments, element, surrounding texts and page content.
func (a *Agent) confirmed(t *tab, at *attempt, doing ...risk.Action) error {
	for _, do := range doing {
		kind := risk.Of(do)
		if proof := at.given.Proof; kind == risk.None && proof != nil {
			kind = risk.Kind(proof.Risk)
		}
		if kind == risk.None {
			continue
		}
		at.input[capture.InputDoes] = string(kind)
		if !a.asks(at.given.Proof, kind) {
			continue
		}
		element := printOf(do, at.step.Tool.Target)
		if at.cleared == element { // it is tried again
			return nil
		}
		if err := a.clear(t, at, kind, do); err != nil {
			return err
		}
		at.cleared = element
		return nil
	}
	return nil
}

// asks reports whether an action of that kind needs confirmation: if the person set
// it, and in a run of a flow without permission for it.
func (a *Agent) asks(proof *tool.Proof, kind risk.Kind) bool {
	if proof == nil {
		return a.cfg.Limits.Confirms()
	}
	proof.Does = string(kind)
	if a.cfg.Limits.Confirms() && (a.cfg.Limits.ByPerson() || !proof.ByWord) {
		return true
	}
	return proof.May != string(kind)
}

// clear consumes the action's confirmation, or returns an error that names the missing one.
func (a *Agent) clear(t *tab, at *attempt, kind risk.Kind, do risk.Action) error {
	a.expire()
	print := a.printOfAttempt(t, at, do)
	var p *pending
	for _, one := range a.waiting {
		if one.print == print {
			p = one
		}
	}
	given := at.given.Confirm
	named := a.waiting[given]
	switch {
	case p != nil && p.is(wire.VerdictDenied):
		at.denied = true
		return types.Fault(types.CodeActionDenied, "the person denied this action", "do without it, or ask the person what they want instead")
	case p != nil && (p.is(wire.VerdictApproved) || named == p && !a.cfg.Limits.ByPerson()):
		a.settle(p)
		return nil
	case named != nil && named != p:
		a.settle(named) // it was used, for something else
	}
	wrong := ""
	if given != "" && (p == nil || named != p) {
		wrong = "; the token that was given is of another action, of the page before it changed, or was used"
	}
	if p == nil {
		p = a.wait(t, at, print, kind, do)
	}
	return a.unconfirmed(p, kind, do, wrong)
}

func (a *Agent) unconfirmed(p *pending, kind risk.Kind, do risk.Action, wrong string) error {
	what := strings.TrimSpace(fmt.Sprintf("%s %q", cmp.Or(do.Role, "element"), do.Name))
	if do.Key != "" {
		what = do.Key + " on " + what
	}
	hint := fmt.Sprintf("if the task asks for just this, make the same call again with confirm %s: it counts once, within %d minutes, on the page as it is. The person can approve or deny it in the panel of Cairn", p.token, int(confirmTime.Minutes()))
	if a.cfg.Limits.ByPerson() {
		hint = fmt.Sprintf("the person must approve it in the panel or popup of Cairn. Ask for that; then make the same call again with confirm %s, within %d minutes", p.token, int(confirmTime.Minutes()))
	}
	return types.Fault(types.CodeConfirmation, fmt.Sprintf("it was not done, for it %s something: %s%s", kind, what, wrong), hint)
}

// wait registers an action for confirmation and asks the person.
func (a *Agent) wait(t *tab, at *attempt, print string, kind risk.Kind, do risk.Action) *pending {
	element := printOf(at.tool, do.Key, at.step.Tool.Target)
	for _, one := range a.waiting {
		stays := one.is(wire.VerdictDenied) || one.element != element && len(a.waiting) < maxPending // else of the page before it changed
		if !stays || len(a.waiting) >= 2*maxPending {
			a.settle(one)
		}
	}
	p := &pending{token: strings.ToLower(rand.Text()[:tokenSize]), print: print, element: element, until: a.cfg.Now().Add(confirmTime)}
	if a.waiting == nil {
		a.waiting = map[string]*pending{}
	}
	a.waiting[p.token] = p
	var ctx context.Context
	ctx, p.withdraw = context.WithTimeout(context.Background(), confirmTime)
	go p.ask(ctx, t.browser, wire.Approve{
		ID: p.token, TabID: t.id, Client: a.client.Name, Tool: at.tool, Does: string(kind), Role: do.Role, Name: do.Name, Key: do.Key, Onto: do.Onto,
		Around: cmp.Or(do.Dialog, do.Row, do.Form, do.Heading), Origin: whose(at.step.Tool.Target, t.origin), TimeoutMs: int(confirmTime.Milliseconds()),
	})
	return p
}

func whose(target *types.Target, page string) string {
	if target != nil && target.Origin != "" {
		return target.Origin
	}
	return page
}

// ask shows the question in the browser until it is answered or withdrawn.
func (p *pending) ask(ctx context.Context, b Browser, what wire.Approve) {
	defer p.withdraw()
	reply, err := b.Call(ctx, wire.Envelope{Kind: wire.KindApprove, Approve: &what})
	if err == nil && (reply.Verdict == wire.VerdictApproved || reply.Verdict == wire.VerdictDenied) {
		p.verdict.Store(reply.Verdict)
		return
	}
	if ctx.Err() != nil {
		side, cancel := sideContext(ctx, closeTime)
		defer cancel()
		_, _ = b.Call(side, wire.Envelope{Kind: wire.KindApprove, Approve: &wire.Approve{ID: what.ID, Over: true}}) // it is over there in time
	}
}

// settle removes an action that waited.
func (a *Agent) settle(p *pending) {
	p.withdraw()
	delete(a.waiting, p.token)
}

// expire removes actions whose time is over.
func (a *Agent) expire() {
	now := a.cfg.Now()
	for _, p := range a.waiting {
		if now >= p.until {
			a.settle(p)
		}
	}
}

// noneWaits removes all actions that wait.
func (a *Agent) noneWaits() {
	for _, p := range a.waiting {
		a.settle(p)
	}
}

// printOfAttempt digests everything that a confirmation is bound to.
func (a *Agent) printOfAttempt(t *tab, at *attempt, do risk.Action) string {
	input := map[string]any{}
	for key, value := range at.input {
		if key != "timeoutMs" {
			input[key] = value
		}
	}
	return printOf(a.session.SessionID, at.tool, input, do, at.step.Tool.Target, t.id, t.documents, at.before.State.CurrentURL, plainNodes(at.before))
}

// plainNodes returns the elements without refs, which change with every observation.
func plainNodes(o *types.Observation) []types.A11yNode {
	nodes := make([]types.A11yNode, len(o.A11y.Nodes))
	for i, n := range o.A11y.Nodes {
		n.Ref = ""
		nodes[i] = n
	}
	return nodes
}

func printOf(parts ...any) string {
	text, err := json.Marshal(parts)
	if err != nil {
		return rand.Text() // like nothing else
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// doing describes the action for the risk check. The element is nil if a key goes to
// the page as a whole.
func (at *attempt) doing(l *wire.Located) []risk.Action {
	do := risk.Action{}
	if l == nil {
		l = at.focus
	}
	if l != nil {
		do = risk.Action{Role: l.Target.Role, Name: cmp.Or(l.Target.Name, l.Target.TestID), Row: l.Target.Row, Editable: l.Editable}
		if o := at.before; o != nil {
			if i := slices.IndexFunc(o.A11y.Nodes, func(n types.A11yNode) bool { return n.Ref == l.Ref }); i >= 0 {
				do.Row = flow.RowTexts(do.Row, o.A11y.Nodes, i)
			}
		}
		if around := l.Around; around != nil {
			do.Dialog, do.Heading, do.Form, do.Address, do.Submits = around.Dialog, around.Heading, around.Form, around.Address, around.Submits
		}
	}
	entered := do
	entered.Key, entered.Editable = "Enter", true
	chosen := do
	switch at.tool {
	case "mm_click":
		if at.input["button"] != "right" {
			return []risk.Action{do}
		}
	case "mm_type":
		var all []risk.Action
		if text, _ := at.input["text"].(string); l != nil && l.FillRef != "" && text != "" {
			chosen.Onto = text
			all = append(all, chosen)
		}
		if at.input["submit"] == true {
			all = append(all, entered)
		}
		return all
	case "mm_press":
		do.Key = at.key
		return []risk.Action{do}
	case "mm_drag":
		chosen.Onto = cmp.Or(at.onto(), "elsewhere")
		return []risk.Action{chosen}
	}
	return nil
}

// onBoxPart describes an action on a part of a JavaScript dialog for the risk check.
func (at *attempt) onBoxPart(d *types.Dialog, node *types.A11yNode) []risk.Action {
	do := risk.Action{Role: "button", Name: node.Name, Dialog: d.Message}
	if at.tool == "mm_type" {
		if at.input["submit"] != true {
			return nil
		}
		do.Name = boxOK
	}
	return []risk.Action{do}
}
