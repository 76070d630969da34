package pilot

import (
	"fmt"
	"net/url"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

func TestOwnAddressInEverySpelling(t *testing.T) {
	for _, tc := range []struct {
		port int
		url  string
		own  bool
	}{
		{17837, "http://127.0.0.1:17837/", true},
		{17837, "http://127.0.0.1:017837/", true},
		{17837, "http://localhost:17837/x", true},
		{17837, "http://LOCALHOST.:17837/", true},
		{17837, "http://a.localhost:17837/", true},
		{17837, "http://127.1:17837/", true},
		{17837, "http://127.8.8.8:17837/", true},
		{17837, "http://2130706433:17837/", true},
		{17837, "http://0x7f000001:17837/", true},
		{17837, "http://0177.0.0.1:17837/", true},
		{17837, "http://0.0.0.0:17837/", true},
		{17837, "http://0:17837/", true},
		{17837, "http://[::1]:17837/", true},
		{17837, "http://[::ffff:127.0.0.1]:17837/", true},
		{17837, "http://[::ffff:7f00:1]:17837/", true},
		{17837, "http://[::]:17837/", true},
		{17837, "http://１２７.0.0.1:17837/", true},
		{17837, "http://ｌocalhost:17837/", true},
		{17837, "http://a.例え:17837/", true},
		{17837, "http://:17837/", true},
		{17837, "https://user@127.0.0.1:17837/", true},
		{80, "http://127.0.0.1/", true},
		{443, "https://localhost/", true},
		{80, "https://127.0.0.1/", false},
		{17837, "http://127.0.0.1:17838/", false},
		{17837, "http://127.0.0.1/17837", false},
		{17837, "http://wallet.example:17837/", false},
		{17837, "http://127.0.0.1:17837@wallet.example/", false},
	} {
		u, err := url.Parse(tc.url)
		if err != nil {
			t.Fatal(err)
		}
		if got := ownAddress(u, tc.port); got != tc.own {
			t.Errorf("%s with port %d: own %v, want %v", tc.url, tc.port, got, tc.own)
		}
	}
}

// ownPage returns a page that the rig's agent may not look at: its port is 1234.
func ownPage() *types.Observation {
	o := home()
	o.State.CurrentURL, o.State.Origin = "http://localhost:1234/sample/", "http://localhost:1234"
	return o
}

// TestNothingIsDoneOnOurOwnAddress has the tab arrive there in ways that no check
// of a given address sees.
func TestNothingIsDoneOnOurOwnAddress(t *testing.T) {
	for _, tc := range []struct {
		name string
		do   func(*rig, int) error
	}{
		{"a click that leads there", func(r *rig, tab int) error {
			r.input.then = func() { r.browser.tabs[tab] = ownPage() }
			_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{TestID: "send"}})
			return err
		}},
		{"a look", func(r *rig, tab int) error {
			r.browser.tabs[tab] = ownPage()
			_, err := r.Describe(t.Context(), tool.DescribeInput{})
			return err
		}},
		{"a list", func(r *rig, tab int) error {
			r.browser.tabs[tab] = ownPage()
			_, err := r.ListTestIDs(t.Context(), tool.ListInput{})
			return err
		}},
		{"a click there", func(r *rig, tab int) error {
			r.browser.tabs[tab] = ownPage()
			_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{TestID: "send"}})
			return err
		}},
		{"a picture", func(r *rig, tab int) error {
			r.browser.answer[wire.KindTabList] = func(wire.Envelope) (*wire.Reply, error) {
				return &wire.Reply{Tabs: []wire.Tab{{TabID: tab, URL: ownPage().State.CurrentURL}}}, nil
			}
			_, err := r.Screenshot(t.Context(), tool.ScreenshotInput{})
			return err
		}},
		{"an element in a frame", func(r *rig, _ int) error {
			r.browser.answer[wire.KindLocate] = func(wire.Envelope) (*wire.Reply, error) {
				return &wire.Reply{Located: &wire.Located{Target: types.Target{TestID: "send", Origin: "http://127.0.0.1:1234"}, Matches: 1}}, nil
			}
			_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{TestID: "send"}})
			return err
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := newRig(t, func(c *Config) { c.Port = 1234 })
			launched, err := r.Launch(t.Context(), tool.LaunchInput{URL: "http://127.0.0.1:1/"})
			if err != nil {
				t.Fatal(err)
			}
			wantCode(t, tc.do(r, launched.Tab.TabID), types.CodeActionDenied)
		})
	}
	t.Run("a launch", func(t *testing.T) {
		r := newRig(t, func(c *Config) { c.Port = 1234 })
		r.browser.answer[wire.KindObserve] = func(e wire.Envelope) (*wire.Reply, error) {
			return &wire.Reply{Page: &wire.Page{TabID: e.Observe.TabID, Observation: *ownPage()}}, nil
		}
		_, err := r.Launch(t.Context(), tool.LaunchInput{URL: "http://127.0.0.1:1/"})
		if wantCode(t, err, types.CodeActionDenied); r.SessionID() != "" {
			t.Error("the session stands")
		}
	})
}

// TestFramesOfOurOwnAddressAreNotShown has one on a page beside another frame.
func TestFramesOfOurOwnAddressAreNotShown(t *testing.T) {
	a := &Agent{cfg: Config{Port: 1234}}
	o := home()
	for _, origin := range []string{"http://127.0.0.1:1234", "http://127.0.0.1:5678"} {
		o.Frames = append(o.Frames, types.State{Origin: origin})
		o.TestIDs = append(o.TestIDs, types.TestID{TestID: "there", Origin: origin})
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Role: "button", Name: "There", Origin: origin})
	}
	page := &wire.Page{Observation: *o, Outline: &types.Outline{Items: []types.OutlineItem{
		{Text: "Of the page"}, {Text: "Ours", Origin: "http://127.0.0.1:1234"}, {Text: "Theirs", Origin: "http://127.0.0.1:5678"},
	}}}
	a.withoutBarred(page)
	o = &page.Observation
	if got := fmt.Sprintf("%d %d %d %d %s", len(o.Frames), len(o.TestIDs), len(o.A11y.Nodes), len(page.Outline.Items), o.Frames[0].Origin); got != "1 2 5 2 http://127.0.0.1:5678" {
		t.Errorf("left are %s", got)
	}
}
