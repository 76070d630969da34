package pilot

import (
	"context"
	"time"

	"cairn/shared/types"
)

// An action's answer ends with the next step, where memory is sure of it for the
// session's goal: who goes a known way needs no look between its steps. It is asked
// of the companion's core, which alone has the step by then, about the look that the
// action took anyway, so that nothing more is asked of the page.

const (
	// leastNext is the confidence from which a next step is worth its line: what
	// is named there is done without a look.
	leastNext = 0.6
	// nextTime bounds the question. An answer without the line is right all the same.
	nextTime = 300 * time.Millisecond
	// maxNextName bounds, in bytes, what names the element of a next step: longer
	// names are texts, and dearer than the look that they save.
	maxNextName = 70
)

// next is the next step, nil where none is sure or the page does not show its
// element. It is noted as advice.
func (a *Agent) next(ctx context.Context, at *attempt) *types.SuggestedAction {
	o := at.shows
	if !at.given.Next || o == nil || a.tab == nil || a.tab.input.Dialog() != nil {
		return nil
	}
	q := a.inquire(types.DescribeInput{}).question
	q.Briefed, q.Likened = o.State.Origin, o.State.Origin // suggestions alone
	side, cancel := sideContext(ctx, nextTime)
	defer cancel()
	known, err := a.cfg.Memory.Ask(side, q, o)
	if err != nil || known.PriorKnowledge == nil || len(known.PriorKnowledge.SuggestedNextActions) == 0 {
		return nil
	}
	first := known.PriorKnowledge.SuggestedNextActions[0]
	if first.Confidence < leastNext || nameLength(&first) > maxNextName || !proved(o, &first) {
		return nil
	}
	a.advice = []types.SuggestedAction{first}
	return &first
}

// proved reports whether the page shows the element of a suggestion, and no other
// that it could mean. A selector proves nothing: a look does not say what it matches.
func proved(o *types.Observation, s *types.SuggestedAction) bool {
	switch p := s.PreferredTarget; p.Type {
	case types.TargetTestID:
		return shownOnce(s, inFrameOf(o, s, func(n *types.A11yNode) bool { return n.TestID == p.Text })) || labelled(o, s, p.Text)
	case types.TargetA11yHint:
		return shownOnce(s, inFrameOf(o, s, func(n *types.A11yNode) bool { return n.Role == p.Hint.Role && n.Name == p.Hint.Name }))
	case types.TargetSelector:
		return p.Text == types.PageSelector // a shortcut, or going back
	}
	return s.PreferredTarget.Type == types.TargetURL
}

// inFrameOf are the listed elements of a suggestion's frame that a test lets pass.
func inFrameOf(o *types.Observation, s *types.SuggestedAction, is func(*types.A11yNode) bool) (nodes []*types.A11yNode) {
	for i := range o.A11y.Nodes {
		if n := &o.A11y.Nodes[i]; n.Origin == s.Origin && is(n) {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// shownOnce reports whether there is one element, which can be used. Within a row
// there may be others: the tools find the one of the row, or refuse.
func shownOnce(s *types.SuggestedAction, nodes []*types.A11yNode) bool {
	if len(nodes) == 0 || len(nodes) > 1 && s.Within == nil {
		return false
	}
	return len(nodes) > 1 || !nodes[0].Disabled && nodes[0].Unseen != types.Hidden
}

// labelled reports whether a test id stands once on the page, on an element that is
// listed by it alone.
func labelled(o *types.Observation, s *types.SuggestedAction, testID string) bool {
	if len(inFrameOf(o, s, func(n *types.A11yNode) bool { return n.TestID == testID })) > 0 {
		return false // it said all
	}
	shown := 0
	for i := range o.TestIDs {
		if id := &o.TestIDs[i]; id.TestID == testID && id.Origin == s.Origin && id.Visible {
			shown++
		}
	}
	return shown == 1
}

// nameLength is how long what names a suggestion's element is.
func nameLength(s *types.SuggestedAction) (n int) {
	n = len(s.PreferredTarget.Text)
	if h := s.PreferredTarget.Hint; h != nil {
		n += len(h.Name)
	}
	if s.Within != nil {
		n += len(s.Within.Name)
	}
	if s.To != nil {
		n += len(s.To.TestID) + len(s.To.Selector) + len(s.To.Name)
	}
	return n + len(s.Origin)
}
