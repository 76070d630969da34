package dispatch

import (
	"slices"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// capturing is a raw step on a page that shows a vault, as a call that captures it.
func capturing(stepID string) wire.CoreRequest {
	at := types.Time(1770091506000)
	return wire.CoreRequest{Op: wire.OpCapture, Now: at, Capture: &types.Step{
		StepID: stepID, SessionID: "mm-one", Timestamp: at, Actor: types.ActorObserved, Outcome: types.Outcome{OK: true},
		Tool: types.Tool{Name: "click", Target: &types.Target{TestID: "pay", Role: "button", Name: "Pay"}},
		Observation: &types.Observation{State: types.State{CurrentURL: "https://a.example/", Title: "Wallet", Origin: "https://a.example"},
			TestIDs: []types.TestID{{TestID: "pay", Visible: true}, {TestID: "vault", Visible: true}}, A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "button", Name: "Pay"}}}},
	}}
}

func TestOneCallTakesAStepIn(t *testing.T) {
	session := &types.Session{SchemaVersion: 1, SessionID: "mm-one", CreatedAt: 1, FlowTags: []string{}, Tags: []string{}}
	forget := func(at types.Time, f types.Forget) []types.Forget {
		f.At = at
		return []types.Forget{f}
	}
	began := capturing("s-one").Capture.Timestamp
	vault := types.Forget{Element: types.Element{Origin: "https://a.example", TestID: "vault"}}
	for name, tt := range map[string]struct {
		session *types.Session
		orders  []types.Forget
		bare    bool
		gone    bool
		testIDs []string // of the step that is returned
		steps   int      // that the core has then
	}{
		"without its session":                  {testIDs: []string{"pay", "vault"}},
		"with its session":                     {session: session, testIDs: []string{"pay", "vault"}, steps: 1},
		"bare":                                 {session: session, bare: true, steps: 1},
		"its session was forgotten":            {session: session, orders: forget(began, types.Forget{SessionID: "mm-one"}), gone: true},
		"its session was forgotten before":     {session: session, orders: forget(began-1, types.Forget{SessionID: "mm-one"}), testIDs: []string{"pay", "vault"}, steps: 1},
		"its element was forgotten":            {session: session, orders: forget(began, types.Forget{Element: types.Element{Origin: "https://a.example", TestID: "pay"}}), gone: true},
		"an element beside was forgotten":      {session: session, orders: forget(began, vault), testIDs: []string{"pay"}, steps: 1},
		"an element beside, not to be put":     {orders: forget(began, vault), testIDs: []string{"pay"}},
		"it was forgotten, not to be put":      {orders: forget(began, types.Forget{All: true}), gone: true},
		"a forgetting that was taken back":     {session: session, orders: forget(began, types.Forget{All: true, Undo: true}), testIDs: []string{"pay", "vault"}, steps: 1},
		"of another session, and then of this": {session: session, orders: append(forget(began, types.Forget{SessionID: "mm-two"}), forget(began, types.Forget{StepID: "s-one"})...), gone: true},
	} {
		t.Run(name, func(t *testing.T) {
			d := New()
			req := capturing("s-one")
			req.Session, req.Orders, req.Bare = tt.session, tt.orders, tt.bare
			for range 2 { // said twice it is one step
				reply := call(t, d, toJSON(t, req))
				if reply.Error != nil || reply.Gone != tt.gone || (reply.Step == nil) != tt.gone {
					t.Fatalf("got %s", toJSON(t, reply))
				}
				if tt.gone {
					continue
				}
				var testIDs []string
				for _, id := range reply.Step.Observation.TestIDs {
					testIDs = append(testIDs, id.TestID)
				}
				o := reply.Step.Observation
				if !slices.Equal(testIDs, tt.testIDs) || o.Truncated != tt.bare || len(o.A11y.Nodes) > 0 == tt.bare || o.State.Title != "Wallet" || reply.Step.Tool.Name != "mm_click" {
					t.Errorf("returned %s", toJSON(t, reply.Step))
				}
				if tt.steps == 0 {
					continue
				}
				kept := call(t, d, `{"op":"step","step":{"stepId":"s-one"}}`).Step
				if toJSON(t, kept) != toJSON(t, reply.Step) {
					t.Errorf("the core has\n%s\nand returned\n%s", toJSON(t, kept), toJSON(t, reply.Step))
				}
			}
			if got := call(t, d, `{"op":"status"}`).Status.Steps; got != tt.steps {
				t.Errorf("the core has %d steps, want %d", got, tt.steps)
			}
		})
	}
}

// TestAStepThatIsRefusedIsNotPut sends steps that are none, with a session.
func TestAStepThatIsRefusedIsNotPut(t *testing.T) {
	for name, change := range map[string]func(*wire.CoreRequest){
		"no tool":       func(r *wire.CoreRequest) { r.Capture.Tool.Name = "" },
		"no session id": func(r *wire.CoreRequest) { r.Capture.SessionID = "" },
		"a path as id":  func(r *wire.CoreRequest) { r.Capture.StepID = "../x" },
		"a session without an id": func(r *wire.CoreRequest) {
			r.Session = &types.Session{}
		},
	} {
		d := New()
		req := capturing("s-one")
		req.Session = &types.Session{SchemaVersion: 1, SessionID: "mm-one", CreatedAt: 1}
		change(&req)
		reply := call(t, d, toJSON(t, req))
		if reply.Error == nil || reply.Error.Code != types.CodeInvalidInput || reply.Step != nil {
			t.Errorf("%s: got %s", name, toJSON(t, reply))
		}
		if status := call(t, d, `{"op":"status"}`).Status; status.Steps != 0 || status.Sessions != 0 {
			t.Errorf("%s: the core has %+v", name, status)
		}
	}
}
