package eval

import (
	"encoding/json"
	"fmt"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// traceSession is the head of a recorded session. It omits data that only scorers use
// (the flow).
type traceSession struct {
	SessionID string   `json:"sessionId"`
	Goal      string   `json:"goal"`
	Tags      []string `json:"tags"`
	FlowTags  []string `json:"flowTags"`
	CreatedAt string   `json:"createdAt"`
	// Claimed is the agent's statement on its run, and Success a judge's verdict.
	// Cairn uses the agent's statement (mm_cleanup).
	Claimed *bool `json:"selfReportedSuccess"`
	Success bool  `json:"success"`
}

// outcome returns the outcome that the session's agent would have stated at its end.
func (t *traceSession) outcome() types.SessionOutcome {
	if t.Claimed != nil && *t.Claimed || t.Claimed == nil && t.Success {
		return types.SessionDone
	}
	return types.SessionFailed
}

func (t *traceSession) session() *types.Session {
	s := &types.Session{SchemaVersion: types.SchemaVersion, SessionID: t.SessionID, Goal: t.Goal, FlowTags: t.FlowTags, Tags: t.Tags}
	// A session without a time counts as the oldest.
	if at, err := types.ParseTime(t.CreatedAt); err == nil {
		s.CreatedAt = at
	}
	return s
}

// traceStep is one recorded action with the page before it.
type traceStep struct {
	Timestamp string        `json:"timestamp"`
	Tool      string        `json:"tool"`
	Target    *types.Target `json:"target"`
	Outcome   types.Outcome `json:"outcome"`
	tracePage
}

// tracePage is a page in the form of traces. A page without A11y is the one of the
// previous step.
type tracePage struct {
	URL     string        `json:"url"`
	Screen  string        `json:"screen"`
	Title   string        `json:"title"`
	TestIDs []traceTestID `json:"testIds"`
	A11y    []traceNode   `json:"a11y"`
}

type traceNode struct {
	Role string `json:"role"`
	Name string `json:"name"`
}

// traceTestID is a bare string or an object.
type traceTestID string

func (t *traceTestID) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*t = traceTestID(s)
		return nil
	}
	var o struct {
		TestID string `json:"testId"`
	}
	if err := json.Unmarshal(b, &o); err != nil {
		return fmt.Errorf("read test id: %w", err)
	}
	*t = traceTestID(o.TestID)
	return nil
}

// observation converts a page to the extension's form. before is the page of the
// previous step, which supplies the elements if this one has none.
func (p *tracePage) observation(before *types.Observation) *types.Observation {
	o := &types.Observation{State: types.State{CurrentURL: p.URL, CurrentScreen: p.Screen, Title: p.Title}}
	if p.A11y == nil && before != nil {
		o.TestIDs, o.A11y = before.TestIDs, before.A11y
		return o
	}
	for _, id := range p.TestIDs {
		o.TestIDs = append(o.TestIDs, types.TestID{TestID: string(id), Visible: true})
	}
	for i, n := range p.A11y {
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: fmt.Sprintf("e%d", i+1), Role: n.Role, Name: n.Name})
	}
	return o
}

// step converts a recorded action to its stored form.
func (t *traceStep) step(sessionID string, n int, before *types.Observation, last types.Time) *types.Step {
	at, err := types.ParseTime(t.Timestamp)
	if err != nil {
		at = last.Add(time.Millisecond)
	}
	return &types.Step{
		SchemaVersion: types.SchemaVersion,
		StepID:        fmt.Sprintf("%s-%05d", sessionID, n),
		SessionID:     sessionID,
		Timestamp:     at,
		Tool:          types.Tool{Name: capture.NormalizeTool(t.Tool), Target: t.Target},
		Outcome:       t.Outcome,
		Observation:   t.observation(before),
	}
}
