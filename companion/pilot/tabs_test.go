package pilot

import (
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// withTabs is a rig whose browser tells which session a tab belongs to.
func withTabs(t *testing.T) *rig {
	r := launched(t)
	r.browser.answer[wire.KindTabList] = func(wire.Envelope) (*wire.Reply, error) {
		reply := &wire.Reply{Tabs: []wire.Tab{{TabID: 1, URL: "http://private.example/"}}}
		for id := range r.browser.tabs {
			reply.Tabs = append(reply.Tabs, wire.Tab{TabID: id, URL: "http://127.0.0.1:1/", Title: "Wallet", SessionID: r.SessionID(), WindowID: id / 10})
		}
		return reply, nil
	}
	return r
}

// popUp opens a tab of the session by itself.
func (r *rig) popUp(id int) { r.browser.tabs[id] = home() }

func TestTabsOfTheSession(t *testing.T) {
	r := withTabs(t)
	r.popUp(20)
	got, err := r.Tabs(t.Context(), tool.TabsInput{Action: tool.TabsList})
	if err != nil || len(got.Tabs) != 2 || got.Others != 1 || got.Tab.TabID != 8 {
		t.Fatalf("list is %+v, %v", got, err)
	}
	if got, err = r.Tabs(t.Context(), tool.TabsInput{Action: tool.TabsSwitch, TabID: 20}); err != nil || got.Tab.TabID != 20 || got.Tab.Screen != "home" {
		t.Fatalf("after switching: %+v, %v", got, err)
	}
	for _, c := range r.browser.calls {
		if c.Bind != nil && (!c.Bind.Show || c.Bind.TabID != 20 || c.Bind.Session == nil) {
			t.Errorf("bind is %+v", c.Bind)
		}
	}
	if got, err = r.Tabs(t.Context(), tool.TabsInput{Action: tool.TabsClose}); err != nil || got.Tab.TabID != 8 || len(got.Tabs) != 1 {
		t.Fatalf("after closing: %+v, %v", got, err)
	}
	if got, err = r.Tabs(t.Context(), tool.TabsInput{Action: tool.TabsClose, TabID: 8}); err != nil || got.Tab != nil || len(got.Tabs) != 0 {
		t.Errorf("after closing the last: %+v, %v", got, err)
	}
}

func TestTabsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		in   tool.TabsInput
		code types.Code
	}{
		"of others":  {tool.TabsInput{Action: tool.TabsSwitch, TabID: 1}, types.CodeNotFound},
		"unknown":    {tool.TabsInput{Action: tool.TabsClose, TabID: 99}, types.CodeNotFound},
		"no such":    {tool.TabsInput{Action: tool.TabsSwitch}, types.CodeNotFound},
		"no action":  {tool.TabsInput{}, types.CodeInvalidInput},
		"no session": {tool.TabsInput{Action: tool.TabsList}, types.CodeNoSession},
	} {
		t.Run(name, func(t *testing.T) {
			r := withTabs(t)
			if c.code == types.CodeNoSession {
				r = newRig(t)
			}
			_, err := r.Tabs(t.Context(), c.in)
			wantCode(t, err, c.code)
		})
	}
}

func TestAnActionTellsWhatItOpened(t *testing.T) {
	r := withTabs(t)
	r.input.then = func() { r.popUp(20) }
	got, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")})
	if err != nil || len(got.Opened) != 1 || got.Opened[0].TabID != 20 || got.Tab.TabID != 8 {
		t.Fatalf("opened %+v, %v", got, err)
	}
	news, err := r.WaitForNotification(t.Context(), tool.NotifyInput{})
	if err != nil || len(news.Found) != 1 || news.Found[0].Kind != tool.NotifyTab || news.Found[0].Tab.TabID != 20 {
		t.Fatalf("found %+v, %v", news, err)
	}
	_, err = r.WaitForNotification(t.Context(), tool.NotifyInput{ActInput: tool.ActInput{TimeoutMs: 20}})
	wantCode(t, err, types.CodeWaitTimeout)
	if n := len(r.memory.steps); n != 3 || r.memory.steps[1].Tool.Name != "mm_wait_for_notification" || r.memory.steps[2].Outcome.OK {
		t.Errorf("%d steps are recorded", n)
	}
}

func TestAClosedTabLeadsBack(t *testing.T) {
	r := withTabs(t)
	r.popUp(20)
	if _, err := r.Tabs(t.Context(), tool.TabsInput{Action: tool.TabsSwitch, TabID: 20}); err != nil {
		t.Fatal(err)
	}
	r.input.then = func() { delete(r.browser.tabs, 20) }
	got, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")})
	if err != nil || !got.TabClosed || got.ClosedTabID != 20 || got.Tab.TabID != 8 {
		t.Errorf("after the tab closed: %+v, %v", got, err)
	}
}
