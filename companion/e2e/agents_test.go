package e2e

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

func (w *world) mcpURL() string { return "http://127.0.0.1:" + strconv.Itoa(w.port) + "/mcp" }

// token returns the token that a person copies into an HTTP client's configuration.
func (w *world) token() string {
	w.t.Helper()
	data, err := os.ReadFile(filepath.Join(w.home, "mcp.token"))
	if err != nil {
		w.t.Fatal(err)
	}
	return strings.TrimSpace(string(data))
}

// launch starts a session and returns its id.
func (a *agent) launch(args map[string]any) tool.LaunchResult {
	a.t.Helper()
	got := a.call("mm_launch", within(longTime, args))
	for end := time.Now().Add(patience); !got.OK && got.Error.Code == types.CodeNoBrowser && time.Now().Before(end); time.Sleep(time.Second) {
		got = a.call("mm_launch", within(longTime, args))
	}
	if !got.OK {
		a.t.Fatalf("mm_launch %v failed: %s", args, got.Text)
	}
	var launched tool.LaunchResult
	got.into(a.t, &launched)
	return launched
}

// unlock brings the sample wallet to its home screen.
func (a *agent) unlock() {
	a.t.Helper()
	a.do("mm_type", map[string]any{"testId": "unlock-password", "text": password})
	a.do("mm_click", map[string]any{"testId": "unlock-submit"})
	a.do("mm_wait_for", map[string]any{"testId": "coin-overview-send"})
}

func TestSeveralAgentsEachHaveTheirOwnSession(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	one := w.stdioAgent("one")
	two := w.httpAgent("two", w.token())
	first := one.launch(map[string]any{"url": w.site, "goal": "Look at the settings", "flowTags": []string{"settings"}, "tags": []string{"smoke"}})
	second := two.launch(map[string]any{"url": w.site, "goal": "Swap ETH for DAI", "flowTags": []string{"swap"}})
	if first.SessionID == second.SessionID || first.Tab.TabID == second.Tab.TabID {
		t.Fatalf("two agents share a session or a tab: %+v, %+v", first, second)
	}
	one.unlock()
	two.unlock()
	one.do("mm_click", map[string]any{"testId": "nav-settings"})
	two.do("mm_click", map[string]any{"testId": "coin-overview-swap"})

	for _, tc := range []struct {
		who     *agent
		session string
		target  string
		not     string
	}{{one, first.SessionID, "nav-settings", "coin-overview-swap"}, {two, second.SessionID, "coin-overview-swap", "nav-settings"}} {
		var last struct {
			Steps []types.StepSummary `json:"steps"`
		}
		tc.who.do("mm_knowledge_last", nil).into(t, &last)
		text := asJSON(t, last.Steps)
		if !strings.Contains(text, tc.target) || strings.Contains(text, tc.not) {
			t.Errorf("the last steps of %s are %s", tc.session, text)
		}
	}
	t.Run("sessions by flow tag, tag and branch", func(t *testing.T) {
		for _, tc := range []struct {
			filters map[string]any
			want    []string
		}{
			{nil, []string{second.SessionID, first.SessionID}},
			{map[string]any{"flowTag": "swap"}, []string{second.SessionID}},
			{map[string]any{"tag": "smoke"}, []string{first.SessionID}},
			{map[string]any{"gitBranch": "no-such-branch"}, nil},
		} {
			args := map[string]any{}
			if tc.filters != nil {
				args["filters"] = tc.filters
			}
			var got struct {
				Sessions []types.SessionSummary `json:"sessions"`
			}
			one.do("mm_knowledge_sessions", args).into(t, &got)
			var ids []string
			for _, s := range got.Sessions {
				ids = append(ids, s.SessionID)
			}
			if strings.Join(ids, " ") != strings.Join(tc.want, " ") {
				t.Errorf("filters %v give %v, want %v", tc.filters, ids, tc.want)
			}
		}
	})
	t.Run("a stranger over HTTP is refused", func(t *testing.T) {
		if err := w.tryHTTP("not the token"); err == nil {
			t.Error("a wrong token was let in")
		}
	})
}

func TestStepsReachShadowRootsAndFrames(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	a := w.stdioAgent("frames")
	a.launch(map[string]any{"url": w.site})
	a.unlock()
	a.do("mm_click", map[string]any{"testId": "nav-settings"})
	a.do("mm_type", map[string]any{"testId": "network-rpc", "text": "https://node.example/"})
	a.do("mm_click", map[string]any{"role": "button", "name": "Save network"})
	a.do("mm_wait_for", map[string]any{"role": "status", "name": "Network saved"})

	// The same by hand: a person's action in a frame is recorded too.
	p := w.takeTab(w.site)
	p.do(chromedp.Evaluate[chromedp.Void](`location.hash = '#/send'`))
	p.write(`[data-testid="send-recipient"]`, "0x1")
	p.write(`[data-testid="send-amount"]`, "1")
	p.click(`[data-testid="send-continue"]`)
	p.do(chromedp.Poll[chromedp.Void](`document.querySelector('fee-picker')`))
	x := evaluate[[]float64](p, `(() => { const r = document.querySelector('fee-picker').shadowRoot.querySelector('[data-testid=fee-low]').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
	p.do(chromedp.MouseClickXY(x[0], x[1]))
	w.eventually("the click in the shadow root is recorded", func() bool {
		for _, s := range w.exported(t) {
			if s.Actor == types.ActorObserved && s.Tool.Target != nil && s.Tool.Target.TestID == "fee-low" {
				return true
			}
		}
		return false
	})
}

func TestAPageThatVanishesMidAction(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	a := w.stdioAgent("unlucky")
	a.launch(map[string]any{"url": w.site})
	p := w.takeTab(w.site)
	go func() {
		time.Sleep(500 * time.Millisecond)
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		defer cancel()
		_, _ = chromedp.CallBrowser(ctx, target.CloseTarget, target.CloseTargetParams{TargetID: chromedp.FromContext(p.ctx).Target.TargetID})
	}()
	a.fails(types.CodePageGone, "mm_wait_for", map[string]any{"testId": "never-there", "timeoutMs": 20000})
	a.fails(types.CodePageGone, "mm_click", map[string]any{"testId": "unlock-submit"})

	// The process lives, the failures are remembered, and the agent can go on.
	a.launch(map[string]any{"url": w.site})
	a.unlock()
	failed := 0
	for _, s := range w.exported(t) {
		if !s.Outcome.OK && s.Outcome.Error.Code == types.CodePageGone {
			failed++
		}
	}
	if failed == 0 {
		t.Error("the failed actions are not remembered")
	}
}

func TestTargetsThatCannotBeHit(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	a := w.stdioAgent("clumsy")
	a.launch(map[string]any{"url": w.site})
	for _, tc := range []struct {
		name string
		code types.Code
		tool string
		args map[string]any
	}{
		{"no such test id", types.CodeTargetNotFound, "mm_click", map[string]any{"testId": "unlock-sumbit"}},
		{"no such name", types.CodeTargetNotFound, "mm_click", map[string]any{"role": "button", "name": "Unlok"}},
		{"two ways to name it", types.CodeInvalidInput, "mm_click", map[string]any{"testId": "unlock-submit", "selector": "button"}},
		{"no way to name it", types.CodeInvalidInput, "mm_click", map[string]any{}},
		{"an unknown argument", types.CodeInvalidInput, "mm_click", map[string]any{"testid": "unlock-submit"}},
		{"a ref from nowhere", types.CodeStaleRef, "mm_click", map[string]any{"a11yRef": "e9999"}},
		{"nothing to type", types.CodeInvalidInput, "mm_type", map[string]any{"testId": "unlock-password"}},
		{"a broken address", types.CodeInvalidInput, "mm_navigate", map[string]any{"url": "not a url"}},
		{"a forbidden address", types.CodeActionDenied, "mm_navigate", map[string]any{"url": "file:///etc/passwd"}},
		{"a limit beyond the schema", types.CodeInvalidInput, "mm_knowledge_search", map[string]any{"query": "x", "limit": 101}},
		{"summarize everything", types.CodeInvalidInput, "mm_knowledge_summarize", map[string]any{"scope": "all"}},
		{"recall of nothing", types.CodeInvalidInput, "recall_site_memory", map[string]any{}},
	} {
		t.Run(tc.name, func(t *testing.T) { a.fails(tc.code, tc.tool, tc.args) })
	}
	a.unlock() // after all that, the way it should be
}

func TestSearchUsesGitBranchAndLabels(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	dir := t.TempDir()
	for _, args := range [][]string{{"init", "-q", "-b", "feature/send"}, {"-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "--allow-empty", "-m", "x"}} {
		runIn(t, dir, nil, "git", args...)
	}
	a := w.stdioAgent("brancher")
	launched := a.launch(map[string]any{"url": w.site, "goal": "Check the branch", "cwd": dir})
	if launched.Git == nil || launched.Git.Branch != "feature/send" || launched.Git.Commit == "" {
		t.Fatalf("the session's git is %+v", launched.Git)
	}
	a.unlock()
	var found struct {
		Matches []types.StepSummary `json:"matches"`
	}
	a.do("mm_knowledge_search", map[string]any{"query": "unlock", "filters": map[string]any{"gitBranch": "feature/send", "screen": "unlock"}}).into(t, &found)
	if len(found.Matches) != 2 {
		t.Errorf("found %s, want the two steps of the unlock screen", asJSON(t, found.Matches))
	}
	for _, m := range found.Matches {
		if m.Screen != "unlock" || !strings.Contains(m.Snippet, "labels: interaction") {
			t.Errorf("match %+v", m)
		}
	}
}

// takeTab attaches a person to the tab whose address contains part.
func (w *world) takeTab(part string) *person {
	w.t.Helper()
	probe := w.attach("")
	var id target.ID
	w.eventually("a tab at "+part+" is open", func() bool {
		ctx, cancel := context.WithTimeout(probe.ctx, patience)
		defer cancel()
		infos, err := chromedp.Targets(ctx)
		for _, info := range infos {
			if info.Type == "page" && strings.Contains(info.URL, part) {
				id = info.TargetID
			}
		}
		return err == nil && id != ""
	})
	return w.attach(id)
}
