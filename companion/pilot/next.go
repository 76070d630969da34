package pilot

import (
	"context"
	"slices"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// An action's answer ends with the next step if memory is confident for the session's
// goal, so that an agent needs no description between known steps. The companion's core
// answers, because only it has the step by then. It uses the observation that the
// action took anyway.

const (
	// leastNext is the least confidence of a next step, because agents follow it without
	// a description.
	leastNext = 0.6
	// leastAwaited is the least confidence for which an element that is not on the page
	// yet is awaited.
	leastAwaited = 0.3
	// nextTime bounds the query. Without the line the answer is still correct.
	nextTime = 300 * time.Millisecond
	// arriveTime bounds the wait for the first element of a known task.
	arriveTime = 2 * time.Second
	// redirectTime bounds the wait for a page to go by itself to the address where a known task begins.
	redirectTime = time.Second
	// maxNextName bounds, in bytes, the name of the element: longer names cost more
	// tokens than the description that they save.
	maxNextName = 70
)

// next returns the step after an action, nil for none.
func (a *Agent) next(ctx context.Context, at *attempt) *types.SuggestedAction {
	if !at.given.Next || at.shows == nil || a.tab == nil || a.tab.input.Dialog() != nil {
		return nil
	}
	step, _ := a.nextOn(ctx, at.shows)
	return step
}

// firstStep returns the first step of a new session. It observes the page repeatedly,
// for up to arriveTime, until the element appears.
func (a *Agent) firstStep(ctx context.Context, o *types.Observation) *types.SuggestedAction {
	ctx, cancel := context.WithTimeout(ctx, arriveTime)
	defer cancel()
	for begun := time.Now(); ; {
		step, mayCome := a.nextOn(ctx, o)
		mayGo := step != nil && step.PreferredTarget.Type == types.TargetURL && time.Since(begun) < redirectTime
		if step != nil && !mayGo || step == nil && !mayCome || a.tab.input.Dialog() != nil {
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

// nextOn returns the next step on a page and notes it as advice. It is nil if none is
// confident or the element is not on the page; the latter may still appear.
func (a *Agent) nextOn(ctx context.Context, o *types.Observation) (step *types.SuggestedAction, mayCome bool) {
	q := a.inquire(tool.DescribeInput{}).question
	q.Briefed, q.Likened = o.State.Origin, o.State.Origin // suggestions alone
	side, cancel := sideContext(ctx, nextTime)
	defer cancel()
	answer, err := a.cfg.Memory.Ask(side, q, o)
	if err != nil || answer.PriorKnowledge == nil || len(answer.PriorKnowledge.SuggestedNextActions) == 0 {
		return nil, false
	}
	first := named(o, answer.PriorKnowledge.SuggestedNextActions[0])
	if nameLength(&first) > maxNextName {
		return nil, false
	}
	if !proved(o, &first) {
		return nil, first.Confidence >= leastAwaited && mayProve(o, &first)
	}
	if first.Confidence < leastNext {
		return nil, false
	}
	a.advice = []types.SuggestedAction{first}
	return &first, true
}

// named returns a suggestion by the name that it has besides its selector, if exactly one element on the page has that role
// and name. Memory prefers the selector where an element of another role has the same name, as the item around a link.
func named(o *types.Observation, s types.SuggestedAction) types.SuggestedAction {
	if s.PreferredTarget.Type != types.TargetSelector || s.Within != nil {
		return s
	}
	for i, t := range s.FallbackTargets {
		by := s
		by.PreferredTarget = t
		if t.Type == types.TargetA11yHint && proved(o, &by) {
			by.FallbackTargets = slices.Concat(s.FallbackTargets[:i], s.FallbackTargets[i+1:], []types.PriorTarget{s.PreferredTarget})
			return by
		}
	}
	return s
}

// proved reports whether exactly one element on the page can be the suggestion's. A
// selector proves nothing, because observations do not list its matches.
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

// mayProve reports whether the page could come to prove the element of a suggestion: waiting
// makes no element unique that is there more than once, and a selector proves nothing.
func mayProve(o *types.Observation, s *types.SuggestedAction) bool {
	switch p := s.PreferredTarget; p.Type {
	case types.TargetTestID:
		return len(inFrameOf(o, s, func(n *types.A11yNode) bool { return n.TestID == p.Text })) < 2
	case types.TargetA11yHint:
		return len(inFrameOf(o, s, func(n *types.A11yNode) bool { return n.Role == p.Hint.Role && n.Name == p.Hint.Name })) < 2
	}
	return false
}

// inFrameOf returns the elements of a suggestion's frame that pass a test.
func inFrameOf(o *types.Observation, s *types.SuggestedAction, is func(*types.A11yNode) bool) (nodes []*types.A11yNode) {
	for i := range o.A11y.Nodes {
		if n := &o.A11y.Nodes[i]; n.Origin == s.Origin && is(n) {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// shownOnce reports whether there is exactly one usable element. For targets in a row
// there may be more: the tools then find the one in the row, or return an error.
func shownOnce(s *types.SuggestedAction, nodes []*types.A11yNode) bool {
	if len(nodes) == 0 || len(nodes) > 1 && s.Within == nil {
		return false
	}
	return len(nodes) > 1 || !nodes[0].Disabled && (nodes[0].Unseen == "" || nodes[0].Unseen == types.Transparent)
}

// labelled reports whether a test id occurs once on the page, on an element without
// other names.
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
