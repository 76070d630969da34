package pilot

import (
	"context"
	"errors"
	"testing"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

func TestLaunchStartsATaggedSession(t *testing.T) {
	dirs := []string{}
	r := newRig(t, func(c *Config) {
		c.Git = func(_ context.Context, dir string) *types.Git {
			dirs = append(dirs, dir)
			return &types.Git{Branch: "main", Commit: "abc", Dirty: true}
		}
	})
	result, err := r.Launch(t.Context(), tool.LaunchInput{Goal: "send ETH", FlowTags: []string{"send"}, URL: "http://127.0.0.1:1/"})
	if err != nil {
		t.Fatal(err)
	}
	if err := capture.SessionID(result.SessionID); err != nil {
		t.Error(err)
	}
	s := r.memory.sessions[0]
	if s.Goal != "send ETH" || s.FlowTags[0] != "send" || s.Tags == nil || s.Git.Branch != "main" || s.Client != "tester" || s.Launch.URL == "" || s.EndedAt != 0 {
		t.Errorf("session is %+v", s)
	}
	if result.Tab.Screen != "home" || r.SessionID() != result.SessionID {
		t.Errorf("result is %+v", result)
	}
	if open := r.browser.calls[0].TabOpen; open.Session == nil || open.Session.SessionID != result.SessionID {
		t.Error("the tab does not belong to the session")
	}
	if _, err := r.Launch(t.Context(), tool.LaunchInput{Dir: "/elsewhere"}); err != nil {
		t.Fatal(err)
	}
	if len(dirs) != 2 || dirs[0] != "/home/x" || dirs[1] != "/elsewhere" {
		t.Errorf("git was read in %v", dirs)
	}
}

func TestSecondLaunchEndsTheFirst(t *testing.T) {
	r := launched(t)
	first := r.SessionID()
	result, err := r.Launch(t.Context(), tool.LaunchInput{})
	if err != nil {
		t.Fatal(err)
	}
	if result.EndedSessionID != first || result.SessionID == first {
		t.Errorf("result is %+v", result)
	}
	if len(r.browser.tabs) != 1 {
		t.Errorf("%d tabs are open", len(r.browser.tabs))
	}
}

func TestCleanupEndsSessionAndTab(t *testing.T) {
	r := launched(t)
	if _, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Describe(t.Context(), tool.DescribeInput{}); err != nil {
		t.Fatal(err)
	}
	result, err := r.Cleanup(t.Context(), tool.CleanupInput{Outcome: types.SessionDone, Evidence: "it says sent"})
	if err != nil || result.Steps != 1 || !result.TabClosed || len(r.browser.tabs) != 0 || r.SessionID() != "" {
		t.Errorf("result is %+v, %v", result, err)
	}
	last := r.memory.sessions[len(r.memory.sessions)-1]
	if last.EndedAt == 0 {
		t.Error("the session's end is not kept")
	}
	if last.Looks == nil || *last.Looks != 1 {
		t.Errorf("the looks are counted as %v, want 1", last.Looks)
	}
	want := types.Statement{Outcome: types.SessionDone, OutcomeBy: types.StatedByAgent, OutcomeAt: last.EndedAt, Evidence: "it says sent"}
	if last.Statement != want || result.Outcome != types.SessionDone {
		t.Errorf("the outcome is kept as %+v and answered as %q, want %+v", last.Statement, result.Outcome, want)
	}
}

func TestEveryToolNeedsASession(t *testing.T) {
	r := newRig(t)
	ctx := t.Context()
	for name, call := range map[string]func() error{
		"cleanup":    func() error { _, err := r.Cleanup(ctx, tool.CleanupInput{}); return err },
		"describe":   func() error { _, err := r.Describe(ctx, tool.DescribeInput{}); return err },
		"testids":    func() error { _, err := r.ListTestIDs(ctx, tool.ListInput{}); return err },
		"snapshot":   func() error { _, err := r.Snapshot(ctx, tool.ListInput{}); return err },
		"screenshot": func() error { _, err := r.Screenshot(ctx, tool.ScreenshotInput{}); return err },
		"click":      func() error { _, err := r.Click(ctx, tool.ClickInput{TargetInput: byTestID("x")}); return err },
		"navigate":   func() error { _, err := r.Navigate(ctx, tool.NavigateInput{URL: "http://x/"}); return err },
	} {
		t.Run(name, func(t *testing.T) { wantCode(t, call(), types.CodeNoSession) })
	}
}

func TestLaunchWithoutABrowser(t *testing.T) {
	none := func(c *Config) {
		c.Browser = func(context.Context, string) (Browser, error) {
			return nil, types.Fault(types.CodeNoBrowser, "no browser is connected", "")
		}
	}
	r := newRig(t, none)
	_, err := r.Launch(t.Context(), tool.LaunchInput{})
	wantCode(t, err, types.CodeNoBrowser)
	if r.SessionID() != "" || len(r.memory.sessions) != 0 {
		t.Error("a session was begun all the same")
	}

	started := newBrowser()
	r = newRig(t, none, func(c *Config) {
		c.EnsureBrowser = func(context.Context) (Browser, error) { return started, nil }
	})
	if _, err := r.Launch(t.Context(), tool.LaunchInput{}); err != nil {
		t.Errorf("launch with a browser to start: %v", err)
	}
	if len(started.tabs) != 1 {
		t.Error("the started browser has no tab")
	}
}

func TestTabThatCannotOpenLeavesNoSession(t *testing.T) {
	r := newRig(t)
	r.browser.on(wire.KindTabOpen, func() error { return types.Fault(types.CodeNavigationFailed, "refused", "") })
	_, err := r.Launch(t.Context(), tool.LaunchInput{URL: "http://127.0.0.1:1/"})
	wantCode(t, err, types.CodeNavigationFailed)
	if r.SessionID() != "" {
		t.Error("the session goes on")
	}
	if last := r.memory.sessions[len(r.memory.sessions)-1]; last.EndedAt == 0 {
		t.Error("the session's end is not kept")
	}
}

func TestClientThatLeavesEndsItsSessionAndKeepsTheTab(t *testing.T) {
	r := launched(t)
	r.Close()
	if r.SessionID() != "" || len(r.browser.tabs) != 1 {
		t.Errorf("session %q, %d tabs", r.SessionID(), len(r.browser.tabs))
	}
	if last := r.browser.calls[len(r.browser.calls)-1]; last.Kind != wire.KindBind || last.Bind.Session != nil {
		t.Errorf("the last call is %+v, want the tab unbound", last)
	}
	_, err := r.Launch(t.Context(), tool.LaunchInput{})
	wantCode(t, err, types.CodeNoSession)
}

func TestBrowserThatReconnectsKeepsItsTabs(t *testing.T) {
	links := []*fakeBrowser{newBrowser()}
	inputs := 0
	r := newRig(t, func(c *Config) {
		c.Browser = func(context.Context, string) (Browser, error) { return links[len(links)-1], nil }
		c.Input = func(Browser, int) Input { inputs++; return &fakeInput{} }
	})
	if _, err := r.Launch(t.Context(), tool.LaunchInput{}); err != nil {
		t.Fatal(err)
	}
	second := newBrowser()
	second.tabs = links[0].tabs
	links = append(links, second)
	if _, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")}); err != nil {
		t.Fatal(err)
	}
	if len(second.calls) == 0 || inputs != 2 {
		t.Errorf("%d calls over the new link, %d inputs", len(second.calls), inputs)
	}
}

func TestCallsTakeTurns(t *testing.T) {
	r := launched(t)
	inside, proceed := make(chan struct{}), make(chan struct{})
	r.input.then = func() { close(inside); <-proceed }
	clicked := make(chan error, 1)
	go func() {
		_, err := r.Click(context.Background(), tool.ClickInput{TargetInput: byTestID("send")})
		clicked <- err
	}()
	<-inside
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := r.Describe(ctx, tool.DescribeInput{}); err == nil {
		t.Error("a look came in between")
	}
	close(proceed)
	if err := <-clicked; err != nil {
		t.Error(err)
	}
}

func TestDescribeAsksMemoryWithWhatIsKnown(t *testing.T) {
	r := launched(t, func(c *Config) {
		c.Git = func(context.Context, string) *types.Git { return &types.Git{Branch: "topic"} }
	})
	r.memory.prior = &types.PriorKnowledge{SchemaVersion: 1}
	result, err := r.Describe(t.Context(), tool.DescribeInput{IncludeScreenshotBase64: true})
	if err != nil {
		t.Fatal(err)
	}
	asked := r.memory.asked
	if asked.SessionID != r.SessionID() || asked.Goal != "send" || asked.GitBranch != "topic" {
		t.Errorf("asked %+v", asked)
	}
	if result.PriorKnowledge == nil || result.State.CurrentScreen != "home" || len(result.A11y.Nodes) != 4 || *result.Screenshot.Base64 != "cG5n" {
		t.Errorf("result is %+v", result)
	}
	if len(r.memory.steps) != 0 {
		t.Error("a look was recorded")
	}
}

func TestListsAreFoundInAndLimited(t *testing.T) {
	r := launched(t)
	for name, c := range map[string]struct {
		in           tool.ListInput
		nodes, total int
	}{
		"all":     {tool.ListInput{}, 4, 4},
		"limit":   {tool.ListInput{Limit: 1}, 1, 4},
		"find":    {tool.ListInput{Find: "TEXTBOX"}, 2, 2},
		"testId":  {tool.ListInput{Find: "send"}, 1, 1},
		"nothing": {tool.ListInput{Find: "absent"}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := r.Snapshot(t.Context(), c.in)
			if err != nil || len(got.Nodes) != c.nodes || got.Total != c.total || got.Nodes == nil {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

func TestScreenshotThatCannotBeSavedFails(t *testing.T) {
	r := launched(t, func(c *Config) {
		c.SaveImage = func(string, string, tool.Image) (string, error) { return "", errors.New("read-only") }
	})
	r.browser.keeping = &wire.Keeping{Mode: types.KeepFull}
	_, err := r.Screenshot(t.Context(), tool.ScreenshotInput{})
	wantCode(t, err, types.CodeScreenshotFailed)
}
