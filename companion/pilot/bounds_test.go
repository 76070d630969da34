package pilot

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"cairn/shared/limits"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// bounded is a rig with a session whose agent may use http://127.0.0.1:1 and
// https://*.pay.test, but not https://admin.pay.test.
func bounded(t *testing.T) *rig {
	l, err := limits.Parse(limits.Given{Allow: "http://127.0.0.1:1, https://*.pay.test", Deny: "https://admin.pay.test"})
	if err != nil {
		t.Fatal(err)
	}
	return launched(t, func(c *Config) { c.Limits, c.Port = l, 1234 })
}

// outsidePage returns the page of a tab that was led out of the limits.
func outsidePage() *types.Observation {
	o := home()
	o.State.CurrentURL, o.State.Origin, o.State.Title = "https://admin.pay.test/users?q=1", "https://admin.pay.test", "Secret title"
	return o
}

// TestNothingIsDoneOutsideOfTheLimits has the tab arrive there in every way, and
// nothing of the page come out.
func TestNothingIsDoneOutsideOfTheLimits(t *testing.T) {
	target := tool.TargetInput{TestID: "send"}
	for name, do := range map[string]func(r *rig, led func()) (any, error){
		"a click that leads there": func(r *rig, led func()) (any, error) {
			r.input.then = led
			return r.Click(t.Context(), tool.ClickInput{TargetInput: target})
		},
		"a redirect": func(r *rig, led func()) (any, error) {
			r.input.then = led
			return r.Navigate(t.Context(), tool.NavigateInput{URL: "https://a.pay.test/"})
		},
		"a look": func(r *rig, led func()) (any, error) { led(); return r.Describe(t.Context(), tool.DescribeInput{}) },
		"a part": func(r *rig, led func()) (any, error) {
			led()
			return r.Describe(t.Context(), tool.DescribeInput{Find: "send"})
		},
		"a list":     func(r *rig, led func()) (any, error) { led(); return r.ListTestIDs(t.Context(), tool.ListInput{}) },
		"a snapshot": func(r *rig, led func()) (any, error) { led(); return r.Snapshot(t.Context(), tool.ListInput{}) },
		"a click there": func(r *rig, led func()) (any, error) {
			led()
			return r.Click(t.Context(), tool.ClickInput{TargetInput: target})
		},
		"typing there": func(r *rig, led func()) (any, error) {
			led()
			return r.Type(t.Context(), tool.TypeInput{TargetInput: tool.TargetInput{Role: "textbox", Name: "Amount"}, Text: "1"})
		},
		"waiting there": func(r *rig, led func()) (any, error) {
			led()
			return r.WaitFor(t.Context(), tool.WaitInput{TargetInput: target})
		},
		"waiting for news": func(r *rig, led func()) (any, error) {
			led()
			return r.WaitForNotification(t.Context(), tool.NotifyInput{ActInput: tool.ActInput{TimeoutMs: 2000}})
		},
		"a picture": func(r *rig, led func()) (any, error) {
			led()
			r.browser.answer[wire.KindTabList] = func(wire.Envelope) (*wire.Reply, error) {
				return &wire.Reply{Tabs: []wire.Tab{{TabID: r.tab.id, URL: "https://admin.pay.test/users"}}}, nil
			}
			return r.Screenshot(t.Context(), tool.ScreenshotInput{})
		},
		"a dialog there": func(r *rig, led func()) (any, error) {
			led()
			r.input.box = &types.Dialog{Type: "confirm", Message: "Secret title", Open: true, URL: "https://admin.pay.test/x"}
			return r.Describe(t.Context(), tool.DescribeInput{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := bounded(t)
			result, err := do(r, func() { r.browser.tabs[r.tab.id] = outsidePage() })
			fault := types.AsError(err)
			if err == nil || fault.Code != types.CodeActionDenied || fault.Message[strings.Index(fault.Message, "https"):] != `https://admin.pay.test", outside of the origins where this agent may look and act` {
				t.Fatalf("it answers %+v, %v", result, err)
			}
			if want := "mm_back or mm_navigate leads back to a page within them (allowed are http://127.0.0.1:1, https://*.pay.test; denied are https://admin.pay.test), or ask the person, who alone can change --allow-origins and --deny-origins"; fault.Hint != want {
				t.Errorf("it hints %q", fault.Hint)
			}
			tabs, err := r.Tabs(t.Context(), tool.TabsInput{Action: tool.TabsList})
			text, _ := json.Marshal([]any{tabs, r.memory.steps})
			if err != nil || strings.Contains(string(text), "Secret title") || strings.Contains(string(text), "users") {
				t.Errorf("the page shows in %s, %v", text, err)
			}
			r.input.then = func() { r.browser.tabs[r.tab.id] = home() }
			if _, err := r.Navigate(t.Context(), tool.NavigateInput{URL: "http://127.0.0.1:1/"}); err != nil {
				t.Errorf("there is no way back: %v", err)
			}
		})
	}
}

// TestWhichPagesAreWithinTheLimits judges a page by its address, and one without an address of its own by its origin.
func TestWhichPagesAreWithinTheLimits(t *testing.T) {
	r := bounded(t)
	for page, want := range map[[2]string]bool{
		{"https://a.pay.test/x", ""}: true, {"https://admin.pay.test/x", ""}: false, {"https://admin.pay.test/x", "https://a.pay.test"}: false,
		{"data:text/html,x", ""}: false, {"file:///etc/passwd", ""}: false, {"blob:https://a.pay.test/1", ""}: true,
		{"about:blank", ""}: true, {"about:blank", "null"}: true, {"about:blank", "https://a.pay.test"}: true, {"about:srcdoc", "https://admin.pay.test"}: false,
	} {
		if got := r.within(page[0], page[1]); got != want {
			t.Errorf("%q is within: %v", page, got)
		}
	}
	r.input.dialogs = []types.Dialog{{Message: "kept"}, {Message: "inside", URL: "https://a.pay.test/"}, {Message: "outside", URL: "https://admin.pay.test/"}}
	if got := r.dialogs(r.tab); len(got) != 2 || got[0].Message != "kept" || got[1].Message != "inside" {
		t.Errorf("it tells of %+v", got)
	}
	for address, denied := range map[string]bool{"": false, "https://a.pay.test/": false, "https://admin.pay.test/": true} {
		r.input.box, r.input.did = &types.Dialog{Type: "confirm", Open: true, URL: address}, nil
		d, err := r.dialog(t.Context(), r.tab)
		if (d == nil) != denied || types.HasCode(err, types.CodeActionDenied) != denied || (len(r.input.did) == 1) != denied {
			t.Errorf("a dialog of %q is %+v, %v; it did %q", address, d, err, r.input.did)
		}
	}
}

func TestAddressesOutsideOfTheLimitsAreNotOpened(t *testing.T) {
	r := bounded(t)
	before := len(r.input.did)
	for _, url := range []string{"https://admin.pay.test/", "https://pay.test/", "http://127.0.0.1:2/", "http://127.1:1/", "http://evil.test/?http://127.0.0.1:1/", "http://127.0.0.1:1@evil.test/"} {
		_, err := r.Navigate(t.Context(), tool.NavigateInput{URL: url})
		if wantCode(t, err, types.CodeActionDenied); !strings.Contains(err.Error(), "outside of the origins") {
			t.Errorf("%s: %v", url, err)
		}
		_, err = r.Launch(t.Context(), tool.LaunchInput{URL: url})
		wantCode(t, err, types.CodeActionDenied)
	}
	if len(r.input.did) != before {
		t.Errorf("it did %v", r.input.did[before:])
	}
}

// TestFramesOutsideOfTheLimits are neither shown, nor looked into, nor in a
// picture; others of the page are.
func TestFramesOutsideOfTheLimits(t *testing.T) {
	r := bounded(t)
	page := home()
	for i, origin := range []string{"https://a.pay.test", "https://admin.pay.test", "null"} {
		page.Frames = append(page.Frames, types.State{Origin: origin, Title: "in " + origin})
		page.TestIDs = append(page.TestIDs, types.TestID{TestID: "id " + origin, Origin: origin, Visible: true})
		page.A11y.Nodes = append(page.A11y.Nodes, types.A11yNode{Ref: string(rune('f'+i)) + "1", Role: "button", Name: "in " + origin, Origin: origin})
	}
	r.browser.answer[wire.KindObserve] = func(wire.Envelope) (*wire.Reply, error) {
		now := *page
		now.Frames, now.TestIDs, now.A11y.Nodes = slices.Clone(page.Frames), slices.Clone(page.TestIDs), slices.Clone(page.A11y.Nodes)
		return &wire.Reply{Page: &wire.Page{Observation: now}}, nil
	}
	for _, in := range []tool.DescribeInput{{}, {Find: "in"}} {
		got, err := r.Describe(t.Context(), in)
		text, _ := json.Marshal(got)
		if err != nil || strings.Contains(string(text), "admin") || strings.Contains(string(text), "in null") || !strings.Contains(string(text), "in https://a.pay.test") {
			t.Errorf("%+v shows %s, %v", in, text, err)
		}
	}
	_, err := r.Screenshot(t.Context(), tool.ScreenshotInput{})
	if wantCode(t, err, types.CodeActionDenied); !strings.Contains(err.Error(), "a picture would show a frame of") {
		t.Errorf("the picture is refused with %v", err)
	}
	var asked *wire.Locate
	r.browser.answer[wire.KindLocate] = func(e wire.Envelope) (*wire.Reply, error) {
		asked = e.Locate
		return &wire.Reply{Located: &wire.Located{Target: types.Target{TestID: "x", Origin: "https://admin.pay.test"}, Matches: 1}}, nil
	}
	_, err = r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{TestID: "x"}})
	wantCode(t, err, types.CodeActionDenied)
	if !slices.Equal(asked.Only, []string{"http://127.0.0.1:1", "https://a.pay.test"}) {
		t.Errorf("it is looked for in %q", asked.Only)
	}
}
