package prior

import (
	"slices"
	"testing"

	"cairn/shared/types"
)

const (
	shop     = "https://shop.example"
	provider = "https://pay.example"
)

// framedLook is the shop's page, with the provider's frame in it or without, and
// with a button of its own that is called as the provider's or without.
func framedLook(frame, decoy bool, origin string) types.Observation {
	o := types.Observation{State: types.State{CurrentURL: shop + "/basket", CurrentScreen: "/basket", Origin: shop},
		A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "button", Name: "Apply coupon"}, {Ref: "e2", Role: "link", Name: "Help"}}}}
	if decoy {
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: "e3", Role: "button", Name: "Pay now", TestID: "pay"})
		o.TestIDs = append(o.TestIDs, types.TestID{TestID: "pay", Visible: true, Role: "button", Name: "Pay now"})
	}
	if frame {
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: "f1e1", Role: "button", Name: "Pay now", TestID: "pay", Origin: origin})
		o.TestIDs = append(o.TestIDs, types.TestID{TestID: "pay", Visible: true, Role: "button", Name: "Pay now", Origin: origin})
		o.Frames = []types.State{{CurrentURL: origin + "/widget", CurrentScreen: "/widget", Origin: origin}}
	}
	return o
}

// taught is an engine that has seen four sessions click the coupon and then a
// button of that name: the shop's own, or one in a frame of the origin.
func taught(origin string) *Engine {
	e := New()
	for i := range 4 {
		at := types.Time(1_770_000_000_000 + int64(i)*3_600_000)
		id := string(rune('a' + i))
		e.PutSession(&types.Session{SessionID: "mm-" + id, CreatedAt: at, Goal: "pay for the basket"})
		look := framedLook(origin != "", origin == "", origin)
		put := func(n types.Time, id string, target types.Target) {
			e.PutStep(&types.Step{StepID: id, SessionID: "mm-" + id[2:3], Timestamp: at + n, Actor: types.ActorAgent, Outcome: types.Outcome{OK: true},
				Tool: types.Tool{Name: "mm_click", Target: &target}, Observation: look.Part(target.Origin)})
		}
		put(1000, "s-"+id+"1", types.Target{Role: "button", Name: "Apply coupon"})
		put(2000, "s-"+id+"2", types.Target{TestID: "pay", Role: "button", Name: "Pay now", Origin: origin})
	}
	return e
}

func TestWhatAFrameTaughtIsItsOwn(t *testing.T) {
	for name, c := range map[string]struct {
		taught, shown string // the origins of the frame then and now, empty for none
		decoy         bool   // the page has a button of that name now
		want          []string
	}{
		"the frame is there":                     {provider, provider, false, []string{provider}},
		"the frame and a decoy are there":        {provider, provider, true, []string{provider}},
		"a decoy alone is there":                 {provider, "", true, nil},
		"neither is there":                       {provider, "", false, nil},
		"the frame of another provider is there": {provider, "https://evil.example", false, nil},
		"an opaque frame is there":               {provider, types.OpaqueOrigin, false, nil},
		"an opaque frame taught it":              {types.OpaqueOrigin, types.OpaqueOrigin, false, nil},
		"the page taught it":                     {"", provider, true, []string{""}},
		"the page taught it, a frame has it now": {"", provider, false, nil},
	} {
		t.Run(name, func(t *testing.T) {
			e := taught(c.taught)
			look := framedLook(c.shown != "", c.decoy, c.shown)
			k := e.Suggest(1_770_000_100_000, types.PriorRequest{Observation: look, Goal: "pay for the basket"})
			var got []string
			if k != nil {
				for i, s := range k.SuggestedNextActions {
					if s.Rank != i+1 {
						t.Errorf("rank %d at %d", s.Rank, i)
					}
					if s.PreferredTarget.Text == "pay" {
						got = append(got, s.Origin)
					}
				}
				for _, s := range k.SimilarSteps {
					if s.Target != nil && s.Target.TestID == "pay" && s.Origin != c.taught {
						t.Errorf("a step of %q is shown as of %q", c.taught, s.Origin)
					}
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("suggested of %q, want %q", got, c.want)
			}
		})
	}
}

func TestTheOrderOfThingsGoesThroughFrames(t *testing.T) {
	e := taught(provider)
	look := framedLook(true, false, provider)
	e.PutSession(&types.Session{SessionID: "mm-me", CreatedAt: 1_770_000_090_000, Goal: "pay for the basket"})
	e.PutStep(&types.Step{StepID: "s-me", SessionID: "mm-me", Timestamp: 1_770_000_095_000, Actor: types.ActorAgent, Outcome: types.Outcome{OK: true},
		Tool: types.Tool{Name: "mm_click", Target: &types.Target{Role: "button", Name: "Apply coupon"}}, Observation: look.Part("")})
	k := e.Suggest(1_770_000_100_000, types.PriorRequest{Observation: look, SessionID: "mm-me"})
	if k == nil || len(k.SuggestedNextActions) == 0 || k.SuggestedNextActions[0].Origin != provider || k.SuggestedNextActions[0].Rationale[:10] != "Next after" {
		t.Errorf("after the page's button, the frame's is not next: %+v", k)
	}
}
