package pilot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// An element whose test id or selector is gone may still be there under other
// names. It is acted on only when memory proves that it is the same one: the
// same role and name as recorded on this screen of this origin, a compatible
// neighbourhood, and nobody else who fits as well. The answer says so, and the
// step keeps both names; nothing that was learned is overwritten.

const (
	// healAfter is how long the element that was asked for is waited for
	// before others are considered: most late elements come sooner.
	healAfter = 2 * time.Second
	// healTime is what a wait leaves of its time to healing.
	healTime = 500 * time.Millisecond
	// reach is how far around a candidate, in the order of the page, recorded
	// neighbours are looked for: twice as far as they were noted.
	reach = 6
	// maxCandidates bounds how many an error lists.
	maxCandidates = 5
)

// candidate is an element that fits what was recorded of another name.
type candidate struct {
	node  *types.A11yNode
	known *types.Anchored
	// near is how many of the recorded neighbours are still near it.
	near int
}

// anchors is what memory knows of a target that is not on the page by the name
// it was asked for.
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

// heal looks for the one element that is proved to be the target. Nil without
// an error means that there is none.
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
	if hasCode(err, types.CodeStaleRef) || hasCode(err, types.CodeTargetNotFound) {
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
	at.result.Healed = &types.Heal{From: at.target.Target(), To: *to, Why: c.why()}
	at.step.Tool.Input["healed"] = at.result.Healed.Why
	return located, nil
}

// candidates are the elements that fit one of the recorded descriptions.
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

// same reports whether node i is, by all that is known, the recorded element.
// One that was there beside it under a name of its own is not. Where the page
// had others of the same role and name, the place must tell them apart.
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
			around[label(&nodes[j])] = true
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
		// Many pages have a Save or a Delete in more than one of their parts.
		return near, near >= 2 && 3*near >= 2*len(known.Beside)
	}
	return near, 3*near >= len(known.Beside)
}

// sameRow reports whether an element stands in the row in which it was recorded.
func sameRow(was, now *types.Target) bool {
	return was.Row == "" || was.Row == now.Row || was.RowRole == now.RowRole && slices.Contains(strings.Split(now.Row, capture.RowJoin), was.Row)
}

// landmarks are the roles of the parts of a page in a path. Their names are
// texts, which change.
func landmarks(path []string) (roles []string) {
	for _, p := range path {
		role, _, _ := strings.Cut(p, " ")
		if slices.Contains([]string{"banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search"}, role) {
			roles = append(roles, role)
		}
	}
	return roles
}

// dialogs are the dialogs of a path: an element in one is not the element
// behind it.
func dialogs(path []string) []string {
	return slices.DeleteFunc(slices.Clone(path), func(p string) bool {
		return !strings.HasPrefix(p, "dialog") && !strings.HasPrefix(p, "alertdialog")
	})
}

// why says what proves the candidate.
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

// usurped reports that a name which is still on the page has passed to another
// element: by its role and name it is none of those that were recorded under
// it, and one that was is there under another name. Then nobody knows which of
// the two is meant. An element that only changed its text usurps nothing.
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
		fmt.Sprintf("%s is now %s, and what it was before is elsewhere on the page", wayOf(asked), label(&types.A11yNode{Role: now.Role, Name: now.Name})),
		"name the one that you mean by its a11yRef: "+list(fit))
}

// crossed reports that a name which was the page's own is now that of an element
// in a frame of another origin alone. Whoever wrote that frame may have chosen
// the name, so the agent has to say that it means the frame.
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

// wayOf is how an element was asked for, in words.
func wayOf(asked types.Target) string {
	if asked.TestID != "" {
		return fmt.Sprintf("the test id %q", asked.TestID)
	}
	return fmt.Sprintf("the selector %.120q", asked.Selector)
}

// list names candidates by what an agent can use.
func list(fit []candidate) string {
	var words []string
	for i, c := range fit {
		if i == maxCandidates {
			words = append(words, "…")
			break
		}
		w := c.node.Ref + " " + label(c.node)
		if c.node.TestID != "" {
			w += " [" + c.node.TestID + "]"
		}
		words = append(words, w)
	}
	return strings.Join(words, ", ")
}
