package pilot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// An element whose test id or selector changed may still exist under other names. It
// is used only with proof: the recorded role and name, similar neighbours, and no
// other element that fits. The answer reports it, and the step stores both names.

const (
	// healAfter is the wait for the named element before others are considered: most
	// late elements appear sooner.
	healAfter = 2 * time.Second
	// healTime is the part of a wait that is reserved for healing.
	healTime = 500 * time.Millisecond
	// reach is the distance, in elements, within which recorded neighbours must be:
	// twice the recorded distance.
	reach = 6
	// maxCandidates bounds the candidates in an error.
	maxCandidates = 5
)

// candidate is an element that fits the record of another name.
type candidate struct {
	node  *types.A11yNode
	known *types.Anchored
	// near counts the recorded neighbours that are still near it.
	near int
}

// anchors returns the records of a target whose name is not on the page.
func (a *Agent) anchors(ctx context.Context, at *attempt) []types.Anchored {
	t := at.target
	if at.before == nil || t.TestID == "" && t.Selector == "" {
		return nil
	}
	part := at.before.Part(t.Frame)
	if t.TestID != "" && slices.ContainsFunc(part.TestIDs, func(id types.TestID) bool { return id.TestID == t.TestID }) {
		return nil
	}
	state := part.State
	return a.cfg.Memory.Anchors(ctx, types.AnchorRequest{Origin: state.Origin, Screen: state.CurrentScreen, TestID: t.TestID, Selector: t.Selector})
}

// heal returns the one element that is proved to be the target, nil if there is none.
func (a *Agent) heal(ctx context.Context, t *tab, at *attempt, known []types.Anchored) (*wire.Located, error) {
	now, err := a.look(ctx)
	if err != nil {
		return nil, err
	}
	frame := at.target.Frame
	before := at.before.Part(frame)
	if now = now.Part(frame); now.State.Origin != before.State.Origin || now.State.CurrentScreen != before.State.CurrentScreen {
		return nil, nil
	}
	fit := candidates(known, now.A11y.Nodes)
	switch len(fit) {
	case 0:
		return nil, nil
	case 1:
	default:
		return nil, ambiguous(at.target.Target(), fit)
	}
	c := fit[0]
	located, err := t.locate(ctx, at, types.Target{A11yRef: c.node.Ref}, int(healTime.Milliseconds()), a.only(t))
	if types.HasCode(err, types.CodeStaleRef) || types.HasCode(err, types.CodeTargetNotFound) {
		return nil, nil // it went while it was looked at, or is not where it should be within
	}
	if err != nil {
		return nil, err
	}
	if located.Target.Role != c.known.Target.Role || located.Target.Name != c.known.Target.Name {
		return nil, nil // it changed while it was looked at
	}
	if !sameRow(&c.known.Target, &located.Target) {
		return nil, nil // the same button of another row is another button
	}
	to := stored(located.Target)
	at.result.Healed = &tool.Heal{From: at.target.Target(), To: *to, Why: c.why()}
	at.step.Tool.Input["healed"] = at.result.Healed.Why
	return located, nil
}

// candidates returns the elements that fit one of the records.
func candidates(known []types.Anchored, nodes []types.A11yNode) (fit []candidate) {
	for i := range nodes {
		for k := range known {
			near, ok := same(&known[k], nodes, i)
			if ok {
				fit = append(fit, candidate{&nodes[i], &known[k], near})
				break
			}
		}
	}
	return fit
}

// same reports whether node i is the recorded element. A recorded neighbour with its
// own name is not. If the page had equal elements, the place must match.
func same(known *types.Anchored, nodes []types.A11yNode, i int) (near int, ok bool) {
	n, was := &nodes[i], &known.Target
	if n.Role != was.Role || n.Name != was.Name || n.TestID != "" && slices.Contains(known.Others, n.TestID) {
		return 0, false
	}
	if !slices.Equal(dialogs(n.Path), dialogs(known.Path)) {
		return 0, false
	}
	around := map[string]bool{}
	for j := max(0, i-reach); j < min(len(nodes), i+reach+1); j++ {
		if j != i {
			around[nodes[j].Label()] = true
		}
	}
	for _, l := range known.Beside {
		if around[l] {
			near++
		}
	}
	if known.Twins > 0 {
		return near, slices.Equal(n.Path, known.Path) && len(known.Beside) > 0 && 2*near >= len(known.Beside)
	}
	if len(known.Beside) == 0 {
		return 0, slices.Equal(n.Path, known.Path)
	}
	if !slices.Equal(landmarks(n.Path), landmarks(known.Path)) {
		// Many pages have several Save or Delete buttons.
		return near, near >= 2 && 3*near >= 2*len(known.Beside)
	}
	return near, 3*near >= len(known.Beside)
}

// sameRow reports whether an element is in its recorded row.
func sameRow(was, now *types.Target) bool {
	return was.Row == "" || was.Row == now.Row || was.RowRole == now.RowRole && slices.Contains(strings.Split(now.Row, capture.RowJoin), was.Row)
}

// landmarks are the landmark roles in a path. Their names are texts and may change.
func landmarks(path []string) (roles []string) {
	for _, p := range path {
		role, _, _ := strings.Cut(p, " ")
		if slices.Contains([]string{"banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search"}, role) {
			roles = append(roles, role)
		}
	}
	return roles
}

// dialogs returns the dialogs of a path: an element in a dialog is not the one behind it.
func dialogs(path []string) []string {
	return slices.DeleteFunc(slices.Clone(path), func(p string) bool {
		return !strings.HasPrefix(p, "dialog") && !strings.HasPrefix(p, "alertdialog")
	})
}

// why describes the proof for a candidate.
func (c *candidate) why() string {
	steps := "1 earlier step"
	if c.known.Times > 1 {
		steps = fmt.Sprintf("%d earlier steps", c.known.Times)
	}
	place := "in the same place of the page"
	if n := len(c.known.Beside); n > 0 {
		place = fmt.Sprintf("%d of its %d neighbours are still beside it", c.near, n)
	}
	return fmt.Sprintf("the only element here with the role and name of %s on this screen; %s", steps, place)
}

// usurped reports whether another element took over a test id or selector: it has
// another role and name than all records, while a recorded element exists under
// another name. Then the target is ambiguous. A changed text alone is no takeover.
func usurped(asked, now types.Target, known []types.Anchored, nodes []types.A11yNode) error {
	for i := range known {
		if known[i].Target.Role == now.Role && known[i].Target.Name == now.Name {
			return nil
		}
	}
	fit := candidates(known, nodes)
	if len(fit) == 0 {
		return nil
	}
	for i := range nodes {
		if n := &nodes[i]; n.Role == now.Role && n.Name == now.Name && n.TestID == now.TestID {
			fit = append([]candidate{{node: n}}, fit...)
			break
		}
	}
	return types.Fault(types.CodeTargetAmbiguous,
		fmt.Sprintf("%s is now %s, and what it was before is elsewhere on the page", wayOf(asked), types.A11yNode{Role: now.Role, Name: now.Name}.Label()),
		"name the one that you mean by its a11yRef: "+list(fit))
}

// crossed reports whether a name of the page now exists only in a frame of another
// origin. That frame's author may have chosen the name, so the agent must name the frame.
func crossed(asked, now types.Target) error {
	return types.Fault(types.CodeTargetAmbiguous,
		fmt.Sprintf("%s was the page's own on this screen before; now only the frame of %s has it", wayOf(asked), now.Origin),
		fmt.Sprintf("if you mean the element in that frame, give frame %q or its a11yRef; else call mm_describe_screen", now.Origin))
}

func ambiguous(asked types.Target, fit []candidate) *types.Error {
	return types.Fault(types.CodeTargetAmbiguous,
		fmt.Sprintf("nothing has %s any more, and %d elements are as the one that had it", wayOf(asked), len(fit)),
		"name one of them by its a11yRef: "+list(fit))
}

// wayOf describes how the target was given.
func wayOf(asked types.Target) string {
	if asked.TestID != "" {
		return fmt.Sprintf("the test id %q", asked.TestID)
	}
	return fmt.Sprintf("the selector %.120q", asked.Selector)
}

// list names candidates as an agent can target them.
func list(fit []candidate) string {
	var words []string
	for i, c := range fit {
		if i == maxCandidates {
			words = append(words, "…")
			break
		}
		w := c.node.Ref + " " + c.node.Label()
		if c.node.TestID != "" {
			w += " [" + c.node.TestID + "]"
		}
		words = append(words, w)
	}
	return strings.Join(words, ", ")
}
