package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// A drivenCase lists the messages of a wrapped driver and an extension about actions, in an order.
// Each event is a word and an id of the driver's (d1, d2 …) or the extension's (x1, x2
// …), at a second after noon.
type drivenCase struct {
	name   string
	events string
	driver func(s *types.Step)
	seen   func(s *types.Step) // the extension's different record
	want   string              // the stored steps with their test ids
}

// TestDrivenActionIsStoredOnce: for each order and each difference, exactly these steps
// are stored. expect, ok and failed are the driver's; sees the extension's records;
// gone is the end of the gateway.
func TestDrivenActionIsStoredOnce(t *testing.T) {
	type step = types.Step
	for _, c := range []drivenCase{
		{name: "the extension's is last", events: "expect d1 1, ok d1 2, sees x1 1", want: "d1"},
		{name: "the extension's is long after", events: "expect d1 1, ok d1 2, expect d2 30, ok d2 31, sees x1 1, sees x2 30", want: "d1 d2"},
		{name: "the extension's is first", events: "expect d1 1, sees x1 1, ok d1 2", want: "d1/go"},
		{name: "the extension's is before all", events: "sees x1 1, expect d1 1, ok d1 2", want: "d1 x1/go"},
		{name: "not announced", events: "ok d1 2, sees x1 1", want: "d1 x1/go"},
		{name: "the driver fails", events: "expect d1 1, sees x1 1, failed d1 2", want: "d1! x1/go"},
		{name: "the driver failed", events: "expect d1 1, failed d1 2, sees x1 1", want: "d1! x1/go"},
		{name: "the gateway ends", events: "expect d1 1, sees x1 1, gone", want: "x1/go"},
		{name: "the gateway ended after it", events: "expect d1 1, ok d1 2, gone, sees x1 1", want: "d1"},
		{name: "the extension sends it again", events: "expect d1 1, ok d1 2, sees x1 1, again x1 1", want: "d1"},
		{name: "twice the same, each seen", events: "expect d1 1, ok d1 2, expect d2 2, ok d2 3, sees x1 1, sees x2 2", want: "d1 d2"},
		{name: "a third that only a person made", events: "expect d1 1, ok d1 2, sees x1 1, sees x2 2", want: "d1 x2/go"},
		{name: "before the action", events: "expect d1 5, ok d1 6, sees x1 4", want: "d1 x1/go"},
		{name: "after the action", events: "expect d1 5, ok d1 6, sees x1 7", want: "d1 x1/go"},
		{name: "another tool", events: "expect d1 1, ok d1 2, sees x1 1", seen: func(s *step) { s.Tool.Name = "mm_type" }, want: "d1 x1/go"},
		{name: "another element", events: "expect d1 1, ok d1 2, sees x1 1", seen: func(s *step) { s.Tool.Target.Name = "Delete" }, want: "d1 x1/go"},
		{name: "another origin", events: "expect d1 1, ok d1 2, sees x1 1", seen: func(s *step) { s.Observation.State.Origin = "https://other.example" }, want: "d1 x1/go"},
		{name: "another role for the name", events: "expect d1 1, ok d1 2, sees x1 1", seen: func(s *step) { s.Tool.Target.Role = "link" }, want: "d1"},
		{name: "another name for the test id", events: "expect d1 1, ok d1 2, sees x1 1", driver: func(s *step) { s.Tool.Target.TestID = "go" }, seen: func(s *step) { s.Tool.Target.Name = "Go on" }, want: "d1/go"},
		{name: "only a selector", events: "expect d1 1, sees x1 1, ok d1 2", driver: func(s *step) { s.Tool.Target = &types.Target{Selector: "main > button"} }, want: "d1/go"},
		{name: "another agent's own", events: "expect d1 1, ok d1 2, sees x1 1", seen: func(s *step) { s.Actor = types.ActorAgent }, want: "d1 x1/go"},
		{name: "an address", events: "expect d1 1, ok d1 2, sees x1 1",
			driver: func(s *step) {
				s.Tool = types.Tool{Name: "mm_navigate", Input: map[string]any{"url": "https://wallet.example/send?a=1"}}
			},
			seen: func(s *step) {
				s.Tool = types.Tool{Name: "mm_navigate", Input: map[string]any{"url": "https://wallet.example/send"}}
			}, want: "d1"},
		{name: "another address", events: "expect d1 1, ok d1 2, sees x1 1",
			driver: func(s *step) {
				s.Tool = types.Tool{Name: "mm_navigate", Input: map[string]any{"url": "https://wallet.example/send"}}
			},
			seen: func(s *step) {
				s.Tool = types.Tool{Name: "mm_navigate", Input: map[string]any{"url": "https://wallet.example/home"}}
			}, want: "d1 x1"},
		{name: "another key", events: "expect d1 1, ok d1 2, sees x1 1",
			driver: func(s *step) { s.Tool = types.Tool{Name: "mm_press", Input: map[string]any{"key": "Enter"}} },
			seen:   func(s *step) { s.Tool.Name, s.Tool.Input = "mm_press", map[string]any{"key": "Escape"} }, want: "d1 x1/go"},
		{name: "typing that submits: the Enter", events: "expect d1 1, ok d1 2, sees x1 1",
			driver: func(s *step) { s.Tool.Name, s.Tool.Input = "mm_type", map[string]any{"submit": true} },
			seen:   func(s *step) { s.Tool.Name, s.Tool.Input = "mm_press", map[string]any{"key": "Enter"} }, want: "d1"},
		{name: "typing that submits: another key", events: "expect d1 1, ok d1 2, sees x1 1",
			driver: func(s *step) { s.Tool.Name, s.Tool.Input = "mm_type", map[string]any{"submit": true} },
			seen:   func(s *step) { s.Tool.Name, s.Tool.Input = "mm_press", map[string]any{"key": "Tab"} }, want: "d1 x1/go"},
		{name: "typing alone: the Enter", events: "expect d1 1, ok d1 2, sees x1 1",
			driver: func(s *step) { s.Tool.Name, s.Tool.Input = "mm_type", map[string]any{} },
			seen:   func(s *step) { s.Tool.Name, s.Tool.Input = "mm_press", map[string]any{"key": "Enter"} }, want: "d1 x1/go"},
		{name: "a click, and an Enter", events: "expect d1 1, ok d1 2, sees x1 1",
			seen: func(s *step) { s.Tool.Name, s.Tool.Input = "mm_press", map[string]any{"key": "Enter"} }, want: "d1 x1/go"},
		{name: "the address of another site", events: "expect d1 1, ok d1 2, sees x1 1",
			driver: func(s *step) {
				s.Tool = types.Tool{Name: "mm_navigate", Input: map[string]any{"url": "https://wallet.example/send"}}
			},
			seen: func(s *step) {
				s.Tool = types.Tool{Name: "mm_navigate", Input: map[string]any{"url": "https://other.example/send"}}
			}, want: "d1 x1"},
		{name: "an address that is opened from another site", events: "expect d1 1, ok d1 2, sees x1 1",
			driver: func(s *step) {
				s.Tool = types.Tool{Name: "mm_navigate", Input: map[string]any{"url": "https://wallet.example/send"}}
			},
			seen: func(s *step) {
				s.Tool = types.Tool{Name: "mm_navigate", Input: map[string]any{"url": "https://wallet.example/send"}}
				s.Observation.State.Origin = "https://other.example"
			}, want: "d1"},
		{name: "the driver's page is not known", events: "expect d1 1, ok d1 2, sees x1 1", driver: func(s *step) { s.Observation = nil }, want: "d1"},
		{name: "of the page alone", events: "expect d1 1, ok d1 2, sees x1 1", driver: func(s *step) { s.Tool.Target = nil }, want: "d1"},
		{name: "another test id alone", events: "expect d1 1, ok d1 2, sees x1 1", driver: func(s *step) { s.Tool.Target = &types.Target{TestID: "stop"} }, want: "d1/stop x1/go"},
		{name: "another role alone", events: "expect d1 1, ok d1 2, sees x1 1", driver: func(s *step) { s.Tool.Target = &types.Target{Role: "link"} },
			seen: func(s *step) { s.Tool.Target.Name = "" }, want: "d1 x1/go"},
		{name: "announced twice", events: "expect d1 1, expect d1 1, ok d1 2, sees x1 1, sees x2 1", want: "d1 x2/go"},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t) })
	}
}

func (c *drivenCase) run(t *testing.T) {
	clock := noon
	m, s := open(t, t.TempDir(), &clock)
	gateway, gone := context.WithCancel(t.Context())
	defer gone()
	session := testSession("mm-driver", "Continue")
	at := func(second string) types.Time {
		var n int
		if _, err := fmt.Sscan(second, &n); err != nil {
			t.Fatal(err)
		}
		return types.At(noon.Add(time.Duration(n) * time.Second))
	}
	steps := map[string]*types.Step{}
	step := func(id string) *types.Step {
		if steps[id] != nil {
			return steps[id]
		}
		one := click("mm-ambient", "step-"+id, "go", 0)
		if strings.HasPrefix(id, "d") {
			one = click("mm-driver", "step-"+id, "", 0)
			one.Actor, one.Observation.TestIDs, one.Observation.A11y.Nodes[0].TestID = types.ActorAgent, nil, ""
			if c.driver != nil {
				c.driver(one)
			}
		} else if c.seen != nil {
			c.seen(one)
		}
		steps[id] = one
		return one
	}
	seq, waiting := int64(0), make(chan error, 10)
	underWay, sent := map[string]bool{}, 0
	answer := func(id, second string, ok bool) {
		clock = at(second).Std()
		one := *step(id)
		one.Outcome.OK = ok
		if _, err := m.PutDriven(t.Context(), session, &one, types.KeepFull); err != nil {
			t.Fatal(err)
		}
		delete(underWay, id)
	}
	for _, event := range strings.Split(c.events, ", ") {
		words := append(strings.Fields(event), "", "")
		id, second := words[1], words[2]
		switch words[0] {
		case "expect":
			step(id).Timestamp = at(second)
			if err := m.Expect(gateway, []*types.Step{step(id)}); err != nil {
				t.Fatal(err)
			}
			underWay[id] = true
		case "ok", "failed":
			step(id).Timestamp = cmp.Or(step(id).Timestamp, at(second))
			answer(id, second, words[0] == "ok")
		case "gone":
			gone()
		case "sees", "again":
			seq++
			step(id).Timestamp = at(second)
			ambient := testSession("mm-ambient", "")
			ambient.Ambient = true
			recs := []wire.Record{{Seq: seq, Session: ambient, Step: step(id)}}
			sent++
			go func() {
				_, err := m.Accept(t.Context(), "install-a", "epoch-1", recs)
				waiting <- err
			}()
			if len(underWay) == 0 {
				if err := <-waiting; err != nil {
					t.Fatal(err)
				}
				sent--
				continue
			}
			for took := false; !took; time.Sleep(time.Millisecond) { // the records wait for the driver
				m.driven.mu.Lock()
				took = slices.ContainsFunc(m.driven.actions, func(a *drivenAction) bool { return len(a.assigned) > 0 })
				m.driven.mu.Unlock()
			}
		}
	}
	for range sent {
		if err := <-waiting; err != nil {
			t.Fatal(err)
		}
	}
	for id, one := range steps {
		dropped := strings.HasPrefix(id, "x") && !strings.Contains(c.want, id)
		if got := m.Driven([]wire.Record{{Step: one}}); dropped != slices.Equal(got, []string{one.StepID}) {
			t.Errorf("the extension is to remove %q of %s", got, id)
		}
	}
	var got []string
	if err := s.Load(func(r wire.Record) error {
		if r.Step == nil {
			return nil
		}
		one := strings.TrimPrefix(r.Step.StepID, "step-")
		if !r.Step.Outcome.OK {
			one += "!"
		}
		if target := r.Step.Tool.Target; target != nil && target.TestID != "" {
			one += "/" + target.TestID
		}
		got = append(got, one)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	if all := strings.Join(got, " "); all != c.want {
		t.Errorf("stored are %q, want %q", all, c.want)
	}
	if strings.Contains(c.want, "x") == (m.Session("mm-ambient") == nil) {
		t.Errorf("the extension's session is %+v", m.Session("mm-ambient"))
	}
	if hwm := m.HWM("install-a", "epoch-1"); hwm != seq {
		t.Errorf("the extension's records are acknowledged up to %d of %d", hwm, seq)
	}
}

// TestDrivenStepsKeepTheStricterForm stores only the used names of a step of a driver where the extension does so.
func TestDrivenStepsKeepTheStricterForm(t *testing.T) {
	for _, keep := range []types.Keep{types.KeepFull, types.KeepNeeded} {
		m, s := openKeyed(t, t.TempDir())
		step := clickBeside("s-one1", "purple sausages lantern")
		if err := m.Expect(t.Context(), []*types.Step{step}); err != nil {
			t.Fatal(err)
		}
		seen := clickBeside("s-two2", "")
		seen.Keep = keep
		if m.driven.assign(seen, m.sameElement) == nil {
			t.Fatal("the extension's step is of another action")
		}
		if _, err := m.PutDriven(t.Context(), nil, step, types.KeepFull); err != nil {
			t.Fatal(err)
		}
		if clear := strings.Contains(stored(t, s), "sausages"); clear != (keep == types.KeepFull) {
			t.Errorf("%s: a name that was only seen is stored in clear: %v", keep, clear)
		}
	}
}

// TestDrivenStepTakesEvidence: an extension's evidence completes the driver's step, a
// sensitive field takes its text away, and the stricter mode holds.
func TestDrivenStepTakesEvidence(t *testing.T) {
	driver := click("mm-driver", "step-d1", "", 0)
	driver.Tool = types.Tool{Name: "mm_type", Input: map[string]any{"text": "hunter2", "submit": true}, Target: &types.Target{Role: "textbox", Name: "Code"}}
	driver.Observation.TestIDs = nil
	seen := click("mm-ambient", "step-x1", "code", 0)
	seen.Tool = types.Tool{Name: "mm_type", Target: &types.Target{TestID: "code", Selector: "#code", Tag: "input", Role: "searchbox", Name: "Code", Sensitive: true}}
	seen.After = &types.After{Title: "Next"}
	addEvidence(driver, seen)
	if want := (types.Target{TestID: "code", Selector: "#code", Tag: "input", Role: "textbox", Name: "Code", Sensitive: true}); *driver.Tool.Target != want {
		t.Errorf("the target is %+v", driver.Tool.Target)
	}
	if driver.Tool.Input["text"] != nil || driver.Tool.Input["submit"] != true || !driver.Tool.TextRedacted {
		t.Errorf("the input is %+v", driver.Tool)
	}
	if len(driver.Observation.TestIDs) != 1 || driver.After.Title != "Next" || driver.SessionID != "mm-driver" {
		t.Errorf("the step is %+v", driver)
	}
}
