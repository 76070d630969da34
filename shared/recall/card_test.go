package recall

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

func TestCardWritesItself(t *testing.T) {
	b := New()
	w := sendWalk(t, "mm-send-1", vectorNow)
	w.learn(b)
	sendWalk(t, "mm-send-2", vectorNow+1000_000).learn(b)
	res := recall(t, b, vectorNow+2000_000, types.RecallRequest{URL: wallet + "send", TaskHint: "send ETH"})
	const want = "## Site memory: 127.0.0.1:4000 [SPA]\n" +
		"- Login required: yes\n" +
		"\n### Tasks done here before (prefer these steps)\n" +
		"- Task: Send 0.1 ETH to another account | unlock → home → send → confirm/:id → activity | type \"Password\", click \"Unlock\", click \"Send\", type \"Amount\", click \"Continue\" | ends on activity\n"
	if !res.Found || res.Domain != "127.0.0.1:4000" || res.SiteType != "spa" || !*res.RequiresLogin || !strings.HasPrefix(res.Context, want[:60]) {
		t.Errorf("got %+v", res)
	}
	for _, piece := range []string{
		"- Task: Send 0.1 ETH to another account | home → unlock → home → send → confirm/:id → activity | ",
		"- Selector `[data-testid=\"coin-overview-send\"]` → button \"Send\" (confidence 0.70, used 2 times)",
		"- Path `home → send` → button \"Send\"",
		"- Login page `unlock`: asked to sign in on the way to home (confidence 1.00, used 2 times)",
		"- Single-page app: routes change without a page load; wait for the new screen",
		"- Page `send`: fields \"Amount\"; buttons \"Continue\"",
	} {
		if !strings.Contains(res.Context, piece) && !strings.Contains(res.Context, strings.Replace(piece, "home → unlock → ", "unlock → ", 1)) {
			t.Errorf("the context lacks %q:\n%s", piece, res.Context)
		}
	}
	if !strings.HasPrefix(res.AISummary, "Found site memory for 127.0.0.1:4000 (") {
		t.Errorf("summary: %s", res.AISummary)
	}
}

func TestFailureLosesConfidenceAtOnceAndSuccessRestoresIt(t *testing.T) {
	b := New()
	const page = "https://x.test/list"
	row := func() (string, float64) {
		card := b.Card("x.test")
		res := recall(t, b, vectorNow+types.Time(time.Hour.Milliseconds()), types.RecallRequest{Domain: "x.test"})
		for _, p := range card.Patterns {
			if p.Type == types.PatternSelector {
				return res.Context, p.Confidence
			}
		}
		return res.Context, 0
	}
	w := newWalk(t, "mm-aaaa", "", vectorNow)
	target := &types.Target{Role: "button", Name: "Save", TestID: "save", Selector: "form > button"}
	b.Learn(w.session, w.do("mm_click", target, page, ""))
	if ctx, c := row(); c != 0.6 || !strings.Contains(ctx, "save") {
		t.Errorf("fresh: %v\n%s", c, ctx)
	}
	w.fail(&types.Target{TestID: "save"}, page, types.CodePageGone)
	b.Learn(w.session, w.steps[1])
	if _, c := row(); c != 0.6 {
		t.Errorf("a lost page was held against the element: %v", c)
	}
	for i, want := range []float64{0.3, 0.15} {
		w.fail(&types.Target{TestID: "save"}, page, types.CodeTargetNotFound)
		b.Learn(w.session, w.steps[2+i])
		if _, c := row(); c != want {
			t.Errorf("after %d failures: %v", i+1, c)
		}
	}
	if ctx, _ := row(); strings.Contains(ctx, "save") {
		t.Errorf("a failing pattern is still offered:\n%s", ctx)
	}
	b.Learn(w.session, w.do("mm_click", target, page, ""))
	if ctx, c := row(); c != 0.25 || !strings.Contains(ctx, "save") {
		t.Errorf("restored: %v\n%s", c, ctx)
	}
}

func TestAFailureByNameCountsAgainstTheElementsSelector(t *testing.T) {
	b := New()
	w := newWalk(t, "mm-names", "Concatenate files", vectorNow)
	w.do("mm_click", &types.Target{Role: "menuitem", Name: "Concatenate", Selector: "#menu > button:nth-of-type(2)"}, "https://x.test/files", "https://x.test/mode")
	w.do("mm_click", &types.Target{Role: "button", Name: "Start", Selector: "#start"}, "https://x.test/mode", "https://x.test/done")
	w.fail(&types.Target{Role: "menuitem", Name: "Concatenate"}, "https://x.test/files", types.CodeTargetNotFound)
	w.fail(&types.Target{Role: "button", Name: "Start"}, "https://x.test/mode", types.CodeTargetNotFound)
	w.fail(&types.Target{Role: "button", Name: "Start"}, "https://x.test/elsewhere", types.CodeTargetNotFound)
	w.learn(b)
	got := map[string]float64{}
	for _, p := range b.Card("x.test").Patterns {
		if p.Type == types.PatternSelector {
			got[p.Value] = p.Confidence
		}
	}
	if want := map[string]float64{`role=menuitem[name="Concatenate"]`: 0.3, "#start": 0.3}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestMemoryFades(t *testing.T) {
	b := New()
	w := newWalk(t, "mm-aaaa", "", vectorNow)
	w.do("mm_click", button("Go", "go"), "https://x.test/", "")
	w.learn(b)
	for days, found := range map[int]bool{0: true, 20: true, 34: true, 36: false, 400: false} {
		now := vectorNow.Add(time.Duration(days)*day + time.Minute)
		if res := recall(t, b, now, types.RecallRequest{Domain: "x.test"}); res.Found != found {
			t.Errorf("after %d days found is %v", days, res.Found)
		}
	}
}

func TestSiteTypeAndLoginAreDetected(t *testing.T) {
	b := New()
	w := newWalk(t, "mm-aaaa", "", vectorNow)
	for i := range 3 {
		w.do("mm_click", &types.Target{Role: "link", Name: "More"}, fmt.Sprintf("https://old.test/p%d/a", i), fmt.Sprintf("https://old.test/q%d/b", i)).After.Load = "new"
	}
	password := types.A11yNode{Ref: "e1", Role: "textbox", Name: "Password", Sensitive: true}
	w.do("mm_click", &types.Target{Role: "link", Name: "Sign in"}, "https://open.test/", "https://open.test/login")
	w.do("mm_type", &types.Target{Role: "textbox", Name: "Password"}, "https://open.test/login", "", password)
	w.do("mm_click", button("Checkout", ""), "https://shop.test/cart", "https://shop.test/login")
	w.do("mm_type", &types.Target{Role: "textbox", Name: "Password"}, "https://shop.test/login", "", password)
	w.learn(b)
	for domain, want := range map[string]struct {
		kind  string
		login bool
	}{"old.test": {"ssr", false}, "open.test": {"", false}, "shop.test": {"", true}} {
		res := recall(t, b, vectorNow, types.RecallRequest{Domain: domain})
		if res.SiteType != want.kind || res.RequiresLogin == nil || *res.RequiresLogin != want.login {
			t.Errorf("%s: type %q, login %v", domain, res.SiteType, res.RequiresLogin)
		}
	}
}

func TestOrderOfArrivalDoesNotMatter(t *testing.T) {
	var steps []*types.Step
	sessions := map[string]*types.Session{}
	for i := range 4 {
		w := sendWalk(t, fmt.Sprintf("mm-send-%d", i), vectorNow+types.Time(i*500))
		if i == 2 {
			w.fail(button("Send", "coin-overview-send"), wallet, types.CodeTargetNotFound)
		}
		steps, sessions[w.session.SessionID] = append(steps, w.steps...), w.session
	}
	var want string
	for seed := range 10 {
		b := New()
		for _, i := range rand.New(rand.NewSource(int64(seed))).Perm(len(steps)) {
			b.Learn(sessions[steps[i].SessionID], steps[i])
			b.Card("127.0.0.1:4000")
		}
		got, _ := json.Marshal(b.Cards())
		if want == "" {
			want = string(got)
		}
		if string(got) != want {
			t.Fatalf("seed %d:\n%s\n%s", seed, got, want)
		}
	}
}

func TestForgetLeavesNoTrace(t *testing.T) {
	fill := func(b *localBook, without func(*types.Step) bool) {
		for _, w := range []*walk{sendWalk(t, "mm-send-1", vectorNow), sendWalk(t, "mm-send-2", vectorNow+90_000), otherWalk(t)} {
			for _, step := range w.steps {
				if !without(step) {
					b.Learn(w.session, step)
				}
			}
		}
	}
	for name, c := range map[string]struct {
		f       types.Forget
		without func(*types.Step) bool
	}{
		"step":    {types.Forget{StepID: "s-mm-send-1-3"}, func(s *types.Step) bool { return s.StepID == "s-mm-send-1-3" }},
		"session": {types.Forget{SessionID: "mm-send-1"}, func(s *types.Step) bool { return s.SessionID == "mm-send-1" }},
		"origin":  {types.Forget{Origin: "http://127.0.0.1:4000"}, func(s *types.Step) bool { return s.SessionID != "mm-other" }},
		"all":     {types.Forget{All: true}, func(*types.Step) bool { return true }},
		"nothing": {types.Forget{}, func(*types.Step) bool { return false }},
	} {
		got, want := New(), New()
		fill(got, func(*types.Step) bool { return false })
		got.Cards()
		got.Forget(c.f)
		fill(want, c.without)
		if !reflect.DeepEqual(got.Cards(), want.Cards()) || got.Len() != want.Len() {
			t.Errorf("%s: %+v\nwant %+v", name, got.Cards(), want.Cards())
		}
	}
}

func TestWrittenCardsJoinLearntOnes(t *testing.T) {
	b := New()
	otherWalk(t).learn(b)
	err := b.Put(&types.KnowledgeCard{Domain: "WWW.x.test", SiteType: "ssr", RequiresLogin: true, Patterns: []types.Pattern{
		{Type: types.PatternSelector, Value: `[data-testid="go"]`, Description: "the big\u202e button", URLPattern: "home", Confidence: 0.5, UseCount: 1, LastUsedAt: vectorNow, Source: "manual"},
		{Type: "nonsense", Value: "x"}, {Type: types.PatternSelector},
	}})
	if err != nil {
		t.Fatal(err)
	}
	card := b.Card("x.test")
	i := slices.IndexFunc(card.Patterns, func(p types.Pattern) bool { return p.Type == types.PatternSelector })
	if card.Version != 2 || card.SiteType != "ssr" || !card.RequiresLogin || card.Patterns[i].Description != "the big button" || card.Patterns[i].UseCount != 2 || card.Patterns[i].Confidence != 0.6 {
		t.Errorf("got %+v", card)
	}
	if b.Forget(types.Forget{Origin: "https://x.test"}); b.Card("x.test") != nil || b.Len() != 0 {
		t.Error("the written card outlived its site")
	}
}

// TestHandWrittenPatternsAreShown writes patterns with and without a description,
// on a card that is full of better-known ones.
func TestHandWrittenPatternsAreShown(t *testing.T) {
	cases := []struct {
		p       types.Pattern
		english string
		chinese string
	}{
		{types.Pattern{Type: types.PatternSPAHint, Value: "wait for the spinner to go"}, "- Single-page app: wait for the spinner to go (", "- SPA提示: wait for the spinner to go ("},
		{types.Pattern{Type: types.PatternSPAHint, Value: "spa", Description: "wait for the new screen"}, "- Single-page app: wait for the new screen (", "- SPA提示: wait for the new screen ("},
		{types.Pattern{Type: types.PatternSPAHint, Value: "hash routes", Description: "no load event"}, "- Single-page app: hash routes: no load event (", "- SPA提示: hash routes: no load event ("},
		{types.Pattern{Type: types.PatternSPAHint, Value: "SPA"}, "- Single-page app (", "- SPA提示 ("},
		{types.Pattern{Type: types.PatternSelector, Value: "#go"}, "- Selector `#go` (", "- 选择器 `#go` ("},
		{types.Pattern{Type: types.PatternNavigationPath, Value: "home → send"}, "- Path `home → send` (", "- 导航路径 `home → send` ("},
		{types.Pattern{Type: types.PatternLoginRequired, Value: "login"}, "- Login page `login` (", "- 登录页 `login` ("},
		{types.Pattern{Type: types.PatternLoginRequired, Value: "true", Description: "asks once a day"}, "- Login page: asks once a day (", "- 登录页: asks once a day ("},
		{types.Pattern{Type: types.PatternSPAHint, Value: "true", Description: "wait for the list"}, "- Single-page app: wait for the list (", "- SPA提示: wait for the list ("},
		{types.Pattern{Type: types.PatternPageStructure, Value: "home"}, "- Page `home` (", "- 页面结构 `home` ("},
		{types.Pattern{Type: types.PatternTaskIntent, Value: "pay a bill"}, "- Task: pay a bill\n", "- 任务: pay a bill\n"},
	}
	for _, c := range cases {
		b := New()
		w := newWalk(t, "mm-aaaa", "", vectorNow)
		for n := range 40 * 5 {
			w.do("mm_click", button(fmt.Sprint("A button with a long name, number ", n%40), fmt.Sprint("button-", n%40)), "https://x.test/#/home", "")
		}
		w.learn(b)
		if err := b.Edit(&types.Edit{EditID: "e1", At: vectorNow, Card: &types.CardEdit{Op: types.CardAdd, Domain: "x.test", Pattern: &c.p}}); err != nil {
			t.Fatal(err)
		}
		for language, want := range map[string]string{"en": c.english, "zh": c.chinese} {
			if res := recall(t, b, w.at, types.RecallRequest{Domain: "x.test", Language: language}); !strings.Contains(res.Context, want) {
				t.Errorf("%s in %s lacks %q:\n%s", c.p.Type, language, want, res.Context)
			}
		}
	}
}

// TestALaunchThatIsSentToSignInMeetsAWall opens a session by address, and the site
// shows its login page instead.
func TestALaunchThatIsSentToSignInMeetsAWall(t *testing.T) {
	password := types.A11yNode{Role: "textbox", Name: "Password", Sensitive: true}
	for _, c := range []struct {
		launch, first string
		want          bool
	}{
		{"https://x.test/orders", "https://x.test/login", true},
		{"https://x.test/#/orders", "https://x.test/#/login", true},
		{"https://x.test/login", "https://x.test/login", false},
		{"https://other.test/orders", "https://x.test/login", false},
		{"", "https://x.test/login", false},
		{"", "https://x.test/login?next=/orders", true},
		{":", "https://x.test/login", false},
	} {
		b := New()
		w := newWalk(t, "mm-aaaa", "Look at orders", vectorNow)
		if c.launch != "" {
			w.session.Launch = &types.Launch{URL: c.launch}
		}
		w.do("mm_type", &types.Target{Role: "textbox", Name: "Password"}, c.first, "", password)
		w.do("mm_click", button("Log in", "login"), c.first, "https://x.test/orders", password)
		w.learn(b)
		if card := b.Card("x.test"); card == nil || card.RequiresLogin != c.want {
			t.Errorf("launched at %q, shown %s: %+v", c.launch, c.first, card)
		}
		if res := recall(t, b, w.at, types.RecallRequest{Domain: "x.test"}); *res.RequiresLogin != c.want {
			t.Errorf("launched at %q, shown %s: %+v", c.launch, c.first, res)
		}
	}
}

func TestPutSessionRenamesTheTask(t *testing.T) {
	b := New()
	w := sendWalk(t, "mm-send-1", vectorNow)
	w.session.Ambient = true
	w.learn(b)
	if res := recall(t, b, vectorNow, types.RecallRequest{URL: wallet}); res.PatternTypes[types.PatternTaskIntent] != 0 {
		t.Error("ambient browsing has no task")
	}
	b.PutSession(&types.Session{SessionID: "mm-send-1", Goal: "Pay Bob", Statement: w.session.Statement})
	if res := recall(t, b, vectorNow, types.RecallRequest{URL: wallet}); !strings.Contains(res.Context, "- Task: Pay Bob | ") {
		t.Errorf("got %s", res.Context)
	}
}

// TestOnlyDoneSessionsHaveATask: a session that is not known to have reached its
// goal has no task pattern, and one that is stated to have failed speaks against
// an earlier one's actions (DESIGN 9.18).
func TestOnlyDoneSessionsHaveATask(t *testing.T) {
	for outcome, want := range map[types.SessionOutcome]int{types.SessionDone: 1, types.SessionFailed: 0, types.SessionAbandoned: 0, "": 0} {
		b := New()
		w := sendWalk(t, "mm-send-1", vectorNow)
		w.session.Outcome = outcome
		w.learn(b)
		if res := recall(t, b, vectorNow, types.RecallRequest{URL: wallet}); !res.Found || res.PatternTypes[types.PatternTaskIntent] != want {
			t.Errorf("outcome %q: %v tasks, want %d", outcome, res.PatternTypes[types.PatternTaskIntent], want)
		}
		if brief := b.Brief(vectorNow, wallet, ""); len(brief.Tasks) != want {
			t.Errorf("outcome %q: the brief tells %q", outcome, brief.Tasks)
		}
	}
	sure := func(second types.SessionOutcome) float64 {
		b := New()
		for i, o := range []types.SessionOutcome{types.SessionDone, second} {
			w := sendWalk(t, fmt.Sprintf("mm-send-%d", i), vectorNow.Add(time.Duration(i)*time.Hour))
			w.session.Outcome = o
			w.learn(b)
		}
		for _, p := range b.Card("127.0.0.1:4000").Patterns {
			if p.Type == types.PatternTaskIntent {
				return p.Confidence
			}
		}
		return 0
	}
	if done, silent, failed := sure(types.SessionDone), sure(""), sure(types.SessionFailed); !(done > silent && silent > failed) {
		t.Errorf("after a second session that is done, silent, failed: %v, %v, %v", done, silent, failed)
	}
}
