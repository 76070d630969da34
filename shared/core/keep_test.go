package core

import (
	"bytes"
	"strings"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/types"
)

var nameKey = bytes.Repeat([]byte{7}, capture.NameKeyBytes)

// visit is a click on a link of a page, as a person's profile reports it.
func visit(session, step, link string) *types.Step {
	return &types.Step{SessionID: session, StepID: step, Timestamp: noon, Actor: types.ActorObserved, Outcome: types.Outcome{OK: true},
		Tool: types.Tool{Name: "mm_click", Target: &types.Target{Role: "link", Name: link}},
		Observation: &types.Observation{State: types.State{CurrentURL: "https://shop.example/account", Title: "My account", Origin: "https://shop.example"},
			A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "link", Name: link}}}}}
}

func TestALinkIsKeptInClearOnceTwoSessionsUsedIt(t *testing.T) {
	c := New()
	if err := c.SetNameKey(nameKey); err != nil {
		t.Fatal(err)
	}
	put := func(session, step, link string) *types.Step {
		t.Helper()
		kept, err := c.Capture(noon, visit(session, step, link), types.KeepNeeded)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.PutStep(kept); err != nil {
			t.Fatal(err)
		}
		return kept
	}
	for _, try := range []struct {
		session, step, link string
		clear               bool
	}{
		{"mm-one", "s-001", "Orders", false},
		{"mm-one", "s-002", "Orders", false}, // the same session again
		{"mm-two", "s-003", "Orders", true},
		{"mm-two", "s-004", "Jan Bakker", false}, // another link of a familiar page
		{"mm-six", "s-005", "Order 4711", false},
		{"mm-ten", "s-006", "Order 4711", false}, // numbers never are
	} {
		kept := put(try.session, try.step, try.link)
		if got := kept.Tool.Target.Name == try.link; got != try.clear {
			t.Errorf("%s: %q is kept as %q", try.step, try.link, kept.Tool.Target.Name)
		}
		if first := try.session == "mm-one"; (kept.Observation.State.Title == "My account") == first || strings.HasSuffix(kept.Observation.State.CurrentURL, "/account") == first {
			t.Errorf("%s: title %q, address %q", try.step, kept.Observation.State.Title, kept.Observation.State.CurrentURL)
		}
		if name := kept.Observation.A11y.Nodes[0].Name; !capture.IsHidden(name) {
			t.Errorf("%s: the page holds %q", try.step, name)
		}
	}
	c.Forget(types.Forget{All: true})
	if kept := put("mm-new", "s-007", "Orders"); kept.Tool.Target.Name == "Orders" {
		t.Error("a link is familiar after all was forgotten")
	}
}

func TestAHiddenLinkIsSuggestedByThePage(t *testing.T) {
	c := New()
	if err := c.SetNameKey(nameKey); err != nil {
		t.Fatal(err)
	}
	if err := c.PutSession(&types.Session{SessionID: "mm-one", CreatedAt: noon}); err != nil {
		t.Fatal(err)
	}
	kept, err := c.Capture(noon, visit("mm-one", "s-001", "Jan Bakker"), types.KeepNeeded)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.PutStep(kept); err != nil {
		t.Fatal(err)
	}
	for link, want := range map[string]string{"Jan Bakker": "Jan Bakker", "Ann Visser": ""} {
		page := visit("mm-two", "s-002", link).Observation
		c.CaptureObservation(page)
		known, err := c.Prior(noon+1, types.PriorRequest{Observation: *page})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if known != nil && len(known.SuggestedNextActions) > 0 {
			got = known.SuggestedNextActions[0].PreferredTarget.Hint.Name
		}
		if got != want {
			t.Errorf("on a page with %q, %q is suggested, want %q", link, got, want)
		}
	}
}

func TestKeysOfAnotherLengthAreRefused(t *testing.T) {
	c := New()
	for _, n := range []int{0, 1, 31, 33} {
		if err := c.SetNameKey(make([]byte, n)); types.AsError(err).Code != types.CodeInvalidInput {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	if kept, err := c.Capture(noon, visit("mm-one", "s-001", "Orders"), types.KeepNeeded); err != nil || kept.Tool.Target.Name != capture.HiddenMark {
		t.Errorf("without a key: %q, %v", kept.Tool.Target.Name, err)
	}
}
