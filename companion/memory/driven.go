package memory

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// driven holds the actions of wrapped drivers (package gateway), so that an action which
// an extension records too is stored once.
//
// The driver's step is the one that is stored: it has the session, the goal and the
// outcome. A gateway announces an action before the driver acts (Expect) and stores it
// when the driver has answered (PutDriven). The extension's step of it may arrive
// before or after that:
//
//   - before: Accept waits for the driver's answer. If the action succeeded, the
//     extension's evidence (test id, selector, sensitive field) goes into the driver's
//     step.
//   - after: the driver's step is stored already and stays as it is.
//
// In both cases the extension's record becomes a gap, and the extension removes its own
// copy. An action that the driver reports as failed, or never reports, takes nothing:
// both steps are stored, because each may be true.
type driven struct {
	mu      sync.Mutex
	actions []*drivenAction // the oldest first
}

// drivenAction is one action of a wrapped driver.
type drivenAction struct {
	step *types.Step // as announced, then as stored; not redacted, so never stored from here
	to   types.Time  // when the driver answered, 0 before
	ok   bool        // the driver reports success
	// done is closed when the driver has answered or is not expected to.
	done chan struct{}
	// seen is the extension's step, whose evidence the driver's step receives; took has the
	// ids of all its steps, by tool.
	seen     *types.Step
	assigned map[string]string
	stop     func() bool // ends the wait for the end of the gateway's connection
}

const (
	// maxDriven bounds the known actions.
	maxDriven = 512
	// drivenWait bounds the wait of an extension's records for a driver's answer. The
	// extension closes its connection after longer waits.
	drivenWait = 10 * time.Second
	// drivenSlack is the tolerance for times: both come from the clock of one machine.
	drivenSlack = 250 * time.Millisecond
)

// Expect announces actions of a wrapped driver, until ctx ends. A step has its id, time,
// tool, target and the page's state.
func (m *Memory) Expect(ctx context.Context, steps []*types.Step) error {
	for _, step := range steps {
		if err := capture.StepID(step.StepID); err != nil {
			return err
		}
		a := &drivenAction{step: step, done: make(chan struct{}), assigned: map[string]string{}}
		a.stop = context.AfterFunc(ctx, func() { m.driven.end(a, 0, false) })
		m.driven.add(a)
	}
	return nil
}

// PutDriven stores a step of a wrapped driver, with the evidence that an extension
// recorded of the same action.
func (m *Memory) PutDriven(ctx context.Context, session *types.Session, raw *types.Step, keep types.Keep) (*types.Step, error) {
	a := m.driven.expected(raw.StepID)
	if a == nil {
		return m.PutStep(ctx, session, raw, keep)
	}
	step := *raw
	if seen := m.driven.evidence(a); seen != nil && raw.Outcome.OK {
		addEvidence(&step, seen)
		if seen.Keep == types.KeepNeeded {
			keep = types.KeepNeeded
		}
	}
	kept, err := m.PutStep(ctx, session, &step, keep)
	m.driven.end(a, m.clock(), err == nil && raw.Outcome.OK)
	return kept, err
}

// addEvidence adds to a driver's step the evidence that only an extension can observe.
func addEvidence(step, seen *types.Step) {
	if from := seen.Tool.Target; from != nil {
		to := types.Target{}
		if step.Tool.Target != nil {
			to = *step.Tool.Target
		}
		for _, part := range []struct{ into, of *string }{{&to.TestID, &from.TestID}, {&to.Selector, &from.Selector}, {&to.Role, &from.Role},
			{&to.Name, &from.Name}, {&to.Tag, &from.Tag}, {&to.Origin, &from.Origin}} {
			if *part.into == "" {
				*part.into = *part.of
			}
		}
		if to.Sensitive = to.Sensitive || from.Sensitive; to.Sensitive && step.Tool.Input["text"] != nil {
			input := map[string]any{}
			for name, value := range step.Tool.Input {
				if name != "text" {
					input[name] = value
				}
			}
			step.Tool.Input, step.Tool.TextRedacted = input, true
		}
		step.Tool.Target = &to
	}
	switch from := seen.Observation; {
	case from == nil:
	case step.Observation == nil:
		step.Observation = from
	case len(step.Observation.TestIDs) == 0:
		o := *step.Observation
		o.TestIDs = from.TestIDs
		step.Observation = &o
	}
	if step.After == nil {
		step.After = seen.After
	}
}

// takenByDrivers reports for each record whether it is an action that a wrapped driver's
// step contains. It waits for drivers that have not answered yet.
func (m *Memory) takenByDrivers(ctx context.Context, recs []wire.Record) []bool {
	taken := make([]bool, len(recs))
	ctx, cancel := context.WithTimeout(ctx, drivenWait)
	defer cancel()
	for i, rec := range recs {
		if rec.Step == nil || rec.Step.Actor != types.ActorObserved {
			continue
		}
		a := m.driven.assign(rec.Step, m.sameElement)
		if a == nil {
			continue
		}
		select {
		case <-a.done:
		case <-ctx.Done():
		}
		taken[i] = m.driven.settle(a, rec.Step)
	}
	return taken
}

// Driven returns the ids of the steps among an extension's records that drivers' steps
// contain.
func (m *Memory) Driven(recs []wire.Record) (ids []string) {
	m.driven.mu.Lock()
	defer m.driven.mu.Unlock()
	for _, rec := range recs {
		if rec.Step != nil && slices.ContainsFunc(m.driven.actions, func(a *drivenAction) bool {
			return a.assigned[rec.Step.Tool.Name] == rec.Step.StepID && rec.Step.StepID != ""
		}) {
			ids = append(ids, rec.Step.StepID)
		}
	}
	return ids
}

// sameElement reports whether an extension's target, whose name may be hidden, and a
// driver's are one element.
func (m *Memory) sameElement(extension, driver *types.Target) bool {
	if extension.Empty() || driver.Empty() || driver.Role == "" && driver.Name == "" && driver.TestID == "" {
		return true // the page's, or one that only a selector names: time, tool and page decide
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.SameTarget(extension, driver)
}

func (d *driven) add(a *drivenAction) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if slices.ContainsFunc(d.actions, func(o *drivenAction) bool { return o.step.StepID == a.step.StepID }) {
		return
	}
	d.actions = append(d.actions, a)
	if n := len(d.actions) - maxDriven; n > 0 {
		for _, o := range d.actions[:n] {
			o.stop()
			o.close()
		}
		d.actions = slices.Delete(d.actions, 0, n)
	}
}

// close wakes those who wait for the action. d.mu is held.
func (a *drivenAction) close() {
	select {
	case <-a.done:
	default:
		close(a.done)
	}
}

// expected returns the announced action of a step, nil if there is none or it has ended.
func (d *driven) expected(id string) *drivenAction {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, a := range d.actions {
		if a.step.StepID == id && a.to == 0 {
			return a
		}
	}
	return nil
}

func (d *driven) evidence(a *drivenAction) *types.Step {
	d.mu.Lock()
	defer d.mu.Unlock()
	return a.seen
}

// end notes the driver's answer, or that none is expected (at is 0), once.
func (d *driven) end(a *drivenAction, at types.Time, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	select {
	case <-a.done:
		return
	default:
	}
	a.to, a.ok = at, ok
	a.stop()
	a.close()
	if !ok { // it takes no records
		d.actions = slices.DeleteFunc(d.actions, func(o *drivenAction) bool { return o == a })
	}
}

// assign finds the action that an extension's step records, and assigns the step to it.
func (d *driven) assign(step *types.Step, same func(extension, driver *types.Target) bool) *drivenAction {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, a := range d.actions {
		tool := a.tool(step)
		if tool == "" || a.assigned[tool] != "" && a.assigned[tool] != step.StepID || !a.during(step.Timestamp) || !samePage(step, a.step) || !same(step.Tool.Target, a.step.Tool.Target) {
			continue
		}
		a.assigned[tool] = step.StepID
		if a.seen == nil && a.to == 0 && tool == a.step.Tool.Name {
			a.seen = step
		}
		return a
	}
	return nil
}

// settle reports whether an action that took an extension's step is stored; otherwise it
// gives the step back.
func (d *driven) settle(a *drivenAction, step *types.Step) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if a.ok {
		return true
	}
	delete(a.assigned, step.Tool.Name)
	if a.seen == step {
		a.seen = nil
	}
	return false
}

// tool returns the name of an extension's step if it can be a record of the action, or
// "". Typing with a submission is recorded as two steps.
func (a *drivenAction) tool(step *types.Step) string {
	does, name := &a.step.Tool, step.Tool.Name
	switch {
	case name == "mm_press" && does.Name == "mm_type" && does.Input["submit"] == true && step.Tool.Input[capture.InputKey] == capture.KeyEnter:
		return name
	case name != does.Name:
		return ""
	case name == "mm_press" && step.Tool.Input[capture.InputKey] != does.Input[capture.InputKey]:
		return ""
	case name == "mm_navigate" && !sameAddress(step.Tool.Input["url"], does.Input["url"]):
		return ""
	}
	return name
}

// during reports whether a time lies within the action.
func (a *drivenAction) during(at types.Time) bool {
	return at.Add(drivenSlack) >= a.step.Timestamp && (a.to == 0 || at <= a.to.Add(drivenSlack))
}

// samePage reports whether two steps can have begun on one page. Only origins are
// compared: a driver may not have read the page's newest address.
func samePage(a, b *types.Step) bool {
	if a.Tool.Name == "mm_navigate" || a.Observation == nil || b.Observation == nil {
		return true
	}
	return a.Observation.State.Origin == b.Observation.State.Origin
}

// sameAddress compares addresses without query and fragment, which may be redacted.
func sameAddress(a, b any) bool {
	x, err := url.Parse(fmt.Sprint(a))
	y, err2 := url.Parse(fmt.Sprint(b))
	return err == nil && err2 == nil && x.Host != "" && strings.EqualFold(x.Host, y.Host) && strings.TrimSuffix(x.Path, "/") == strings.TrimSuffix(y.Path, "/")
}
