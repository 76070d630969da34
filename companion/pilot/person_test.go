package pilot

import (
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// TestASessionInAPersonsTabLeavesItOpen works in a tab that is open, and gives it back.
func TestASessionInAPersonsTabLeavesItOpen(t *testing.T) {
	r := newRig(t)
	r.popUp(20)
	r.browser.answer[wire.KindTabList] = func(wire.Envelope) (*wire.Reply, error) {
		return &wire.Reply{Tabs: []wire.Tab{{TabID: 20, URL: "http://127.0.0.1:1/", Title: "Wallet"}}}, nil
	}
	got, err := r.Launch(t.Context(), tool.LaunchInput{TabID: 20, Goal: "send"})
	if err != nil || got.Tab.TabID != 20 || got.Tab.Screen != "home" {
		t.Fatalf("launched in %+v, %v", got, err)
	}
	if err := r.Leave(t.Context(), tool.CleanupInput{Outcome: types.SessionDone, Evidence: "it is sent"}); err != nil {
		t.Fatal(err)
	}
	if len(r.browser.tabs) != 1 || r.SessionID() != "" {
		t.Errorf("%d tabs are open, session %q", len(r.browser.tabs), r.SessionID())
	}
	if last := r.browser.calls[len(r.browser.calls)-1]; last.Kind != wire.KindBind || last.Bind.Session != nil {
		t.Errorf("the last call is %+v, want the tab given back", last)
	}
	if s := r.memory.sessions[len(r.memory.sessions)-1]; s.Outcome != types.SessionDone || s.EndedAt == 0 {
		t.Errorf("the session is %+v", s)
	}
	for _, c := range r.browser.calls {
		if c.Kind == wire.KindTabOpen || c.Kind == wire.KindTabClose {
			t.Errorf("it made the call %s", c.Kind)
		}
	}
	_, err = r.Launch(t.Context(), tool.LaunchInput{TabID: 21})
	wantCode(t, err, types.CodePageGone)
	if r.SessionID() != "" {
		t.Error("a session without a tab goes on")
	}
}
