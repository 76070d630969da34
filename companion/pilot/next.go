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
	// leastAwaited is the confidence from which an element is waited for that a page
	// does not show as it opens; what is not seen is surer once it is.
	leastAwaited = 0.3
	// nextTime bounds the question. An answer without the line is right all the same.
	nextTime = 300 * time.Millisecond
	// arriveTime is how long a page is given to show where a known way begins.
	arriveTime = 2 * time.Second
	// maxNextName bounds, in bytes, what names the element of a next step: longer
	// names are texts, and dearer than the look that they save.
	maxNextName = 70
)

// next is the step after an action, nil where none is to be shown.
func (a *Agent) next(ctx context.Context, at *attempt) *types.SuggestedAction {
	if !at.given.Next || at.shows == nil || a.tab == nil || a.tab.input.Dialog() != nil {
		return nil
	}
	step, _ := a.nextOn(ctx, at.shows)
	return step
}

// firstStep is the next step of a session that has just begun. A page that does not
// show its element yet is looked at again for as long as arriveTime.
func (a *Agent) firstStep(ctx context.Context, o *types.Observation) *types.SuggestedAction {
	ctx, cancel := context.WithTimeout(ctx, arriveTime)
	defer cancel()
	for {
		step, mayCome := a.nextOn(ctx, o)
		if step != nil || !mayCome || a.tab.input.Dialog() != nil {
			return step
		}
		select {
		case <-time.After(pollTime):
		case <-ctx.Done():
			return nil
		}
		later, err := a.look(ctx)
		if err != nil || a.tab == nil {
			return nil
		}
		o = later
	}
}

// nextOn is the next step on a page, nil where none is sure, or where one is but the
// page does not show its element: it may come then. What is given is noted as advice.
func (a *Agent) nextOn(ctx context.Context, o *types.Observation) (step *types.SuggestedAction, mayCome bool) {
	q := a.inquire(types.DescribeInput{}).question
	q.Briefed, q.Likened = o.State.Origin, o.State.Origin // suggestions alone
	side, cancel := sideContext(ctx, nextTime)
	defer cancel()
	answer, err := a.cfg.Memory.Ask(side, q, o)
	if err != nil || answer.PriorKnowledge == nil || len(answer.PriorKnowledge.SuggestedNextActions) == 0 {
		return nil, false
	}
	first := answer.PriorKnowledge.SuggestedNextActions[0]
	if nameLength(&first) > maxNextName {
		return nil, false
	}
	if !proved(o, &first) {
		return nil, first.Confidence >= leastAwaited
	}
	if first.Confidence < leastNext {
		return nil, false
	}
	a.advice = []types.SuggestedAction{first}
	return &first, true
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
	return len(nodes) > 1 || !nodes[0].Disabled && (nodes[0].Unseen == "" || nodes[0].Unseen == types.Transparent)
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
