package prior

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/testdata/golden"
)

// event is a record that a test puts into an engine, in any order.
type event struct {
	session *types.Session
	step    *types.Step
}

func (ev event) put(e *Engine) {
	if ev.session != nil {
		e.PutSession(ev.session)
		return
	}
	e.PutStep(ev.step)
}

// history is a few sessions in the wallet as records.
func history() []event {
	var list []event
	for i := range 6 {
		s := &types.Session{SessionID: fmt.Sprintf("session-%d", i), CreatedAt: day.Add(time.Duration(i) * time.Minute), Goal: "Send ETH", FlowTags: []string{"send"}}
		list = append(list, event{session: s})
		for j, f := range sendFlow {
			screen, action, label := split(f)
			el := wallet.find(screen, label)
			st := step(s.SessionID, fmt.Sprintf("%s-%d", s.SessionID, j), s.CreatedAt.Add(time.Duration(j)*time.Second), "mm_"+action,
				&types.Target{TestID: el.testID, Role: el.role, Name: el.name}, wallet.observe(screen))
			if (i+j)%5 == 4 {
				failing(st, types.CodeClickFailed)
			}
			list = append(list, event{step: st})
		}
	}
	return list
}

func answers(t *testing.T, e *Engine) string {
	t.Helper()
	var out strings.Builder
	for _, screen := range []string{"unlock", "home", "send", "confirm", "activity"} {
		for _, asker := range []string{"", "session-3"} {
			p := e.Suggest(day.Add(time.Hour), types.PriorRequest{Observation: *wallet.observe(screen), SessionID: asker, Goal: "send some"})
			checkAnswer(t, p)
			b, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "%s\n", b)
		}
	}
	return out.String()
}

// TestOrderOfArrivalDoesNotMatter has replicas agree whatever came first.
func TestOrderOfArrivalDoesNotMatter(t *testing.T) {
	e := New()
	list := history()
	for _, ev := range list {
		ev.put(e)
	}
	want := answers(t, e)
	for seed := range int64(8) {
		shuffled := append([]event(nil), list...)
		rand.New(rand.NewSource(seed)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		e := New()
		for _, ev := range shuffled {
			ev.put(e)
		}
		if got := answers(t, e); got != want {
			t.Fatalf("order %d gives other answers:\n%s\nwant\n%s", seed, got, want)
		}
	}
}

// TestPutTwiceIsPutOnce repeats every record.
func TestPutTwiceIsPutOnce(t *testing.T) {
	once, twice := New(), New()
	for _, ev := range history() {
		ev.put(once)
		ev.put(twice)
	}
	for _, ev := range history() {
		ev.put(twice)
	}
	if a, b := answers(t, once), answers(t, twice); a != b {
		t.Errorf("repeated records change the answers:\n%s\nwant\n%s", b, a)
	}
}

// TestForgettingIsExact removes sessions and steps: the rest answers as if they
// had never been, and with the last record nothing is left.
func TestForgettingIsExact(t *testing.T) {
	all, some := New(), New()
	for _, ev := range history() {
		ev.put(all)
		switch {
		case ev.session != nil && ev.session.SessionID == "session-4":
		case ev.step != nil && (ev.step.SessionID == "session-4" || strings.HasSuffix(ev.step.StepID, "-2")):
		default:
			ev.put(some)
		}
	}
	all.RemoveSession("session-4")
	for i := range 6 {
		all.RemoveStep(fmt.Sprintf("session-%d", i), fmt.Sprintf("session-%d-2", i))
	}
	if a, b := answers(t, all), answers(t, some); a != b {
		t.Errorf("forgetting leaves traces:\n%s\nwant\n%s", a, b)
	}
	for i := range 6 {
		all.RemoveSession(fmt.Sprintf("session-%d", i))
	}
	if len(all.sessions)+len(all.origins) != 0 {
		t.Errorf("%d sessions and %d origins are left", len(all.sessions), len(all.origins))
	}
}

// TestInternerForgets has the words of forgotten pages gone.
func TestInternerForgets(t *testing.T) {
	e := New()
	for _, ev := range history() {
		ev.put(e)
	}
	o := e.origins[walletOrigin]
	e.PutSession(&types.Session{SessionID: "secret", CreatedAt: day, Goal: "Hide the treasure"})
	e.PutStep(step("secret", "1", day, "mm_click", press("Treasure"), page(walletOrigin, "treasury", button("Treasure"))))
	e.RemoveSession("secret")
	left := fmt.Sprint(slices.Collect(maps.Keys(o.elements.names)), o.naming, o.words, o.screens, o.places)
	if strings.Contains(strings.ToLower(left), "treasur") {
		t.Error("the forgotten page's words are still there")
	}
}

// TestTypedTextIsNotSaid keeps an agent's typed text out of the answer.
func TestTypedTextIsNotSaid(t *testing.T) {
	e := New()
	e.PutSession(&types.Session{SessionID: "earlier", CreatedAt: day})
	s := step("earlier", "1", day, "mm_type", &types.Target{TestID: "send-amount", Role: "textbox", Name: "Amount"}, wallet.observe("send"))
	s.Tool.Input = map[string]any{"text": "xyzzy-0.1", "testId": "send-amount"}
	e.PutStep(s)
	b, err := json.Marshal(e.Suggest(day, types.PriorRequest{Observation: *wallet.observe("send")}))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(b), "send-amount") || strings.Contains(string(b), "xyzzy") {
		t.Errorf("answer %s", b)
	}
}

// TestTargetNames has every name that a suggestion offers, in order, as the
// page now bears it out.
func TestTargetNames(t *testing.T) {
	id := func(s string) types.TestID { return types.TestID{TestID: s, Visible: true} }
	full := &types.Target{TestID: "save", Role: "button", Name: "Save", Selector: "#save"}
	cases := []struct {
		name   string
		target *types.Target
		ids    []types.TestID
		nodes  []types.A11yNode
		want   string
	}{
		{"all there", full, []types.TestID{id("save")}, []types.A11yNode{button("Save")}, "testId:save a11yHint:Save selector:#save"},
		{"test id lost", full, nil, []types.A11yNode{button("Save")}, "a11yHint:Save selector:#save"},
		{"test id hidden", full, []types.TestID{{TestID: "save"}}, []types.A11yNode{button("Save")}, "a11yHint:Save selector:#save"},
		{"name changed", full, []types.TestID{id("save")}, []types.A11yNode{button("Saved")}, "testId:save selector:#save"},
		{"name changed and tied to the test id", full, []types.TestID{{TestID: "save", Visible: true, Role: "button", Name: "Saved"}}, []types.A11yNode{button("Saved")},
			"testId:save a11yHint:Saved selector:#save"},
		{"test id on every row", full, []types.TestID{id("save"), id("save")}, []types.A11yNode{button("Save")}, "a11yHint:Save selector:#save testId:save"},
		{"two could be meant", &types.Target{TestID: "coin-send"}, []types.TestID{id("coin-send")}, []types.A11yNode{button("Send"), button("Coin")}, "testId:coin-send"},
		{"selector alone", &types.Target{Selector: "button.primary"}, nil, []types.A11yNode{button("Other")}, "selector:button.primary"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e := New()
			e.PutSession(&types.Session{SessionID: "earlier", CreatedAt: day})
			e.PutStep(step("earlier", "1", day, "mm_click", c.target, page(walletOrigin, "home")))
			now := page(walletOrigin, "home", c.nodes...)
			now.TestIDs = c.ids
			p := e.Suggest(day, types.PriorRequest{Observation: *now})
			if p == nil || len(p.SuggestedNextActions) == 0 {
				t.Fatal("nothing suggested")
			}
			s := p.SuggestedNextActions[0]
			var got []string
			for _, target := range append([]types.PriorTarget{s.PreferredTarget}, s.FallbackTargets...) {
				name := target.Text
				if target.Hint != nil {
					name = target.Hint.Name
				}
				got = append(got, target.Type+":"+name)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("targets %v, want %s", got, c.want)
			}
		})
	}
}

// TestWindowWidens asks further back only when two days yield too little.
func TestWindowWidens(t *testing.T) {
	for _, c := range []struct {
		age  time.Duration
		want int
	}{{time.Hour, 48}, {72 * time.Hour, 720}, {29 * 24 * time.Hour, 720}, {31 * 24 * time.Hour, 0}} {
		e := New()
		newRun(e, sessionA).play(wallet, sendFlow)
		p := e.Suggest(day.Add(c.age), types.PriorRequest{Observation: *wallet.observe("unlock"), Goal: sessionA.Goal})
		got := 0
		if p != nil {
			got = p.Query.WindowHours
		}
		if got != c.want {
			t.Errorf("after %v: window %d h, want %d", c.age, got, c.want)
		}
	}
}

// TestGoldenAnswer shows one whole answer, byte for byte.
func TestGoldenAnswer(t *testing.T) {
	e := New()
	newRun(e, sessionA).play(wallet, sendFlow)
	b := newRun(e, types.Session{SessionID: "session-b", CreatedAt: day.Add(time.Hour), Goal: "Send 0.2 ETH to Alice", FlowTags: []string{"send"}})
	b.play(wallet, sendFlow[:2])
	got, err := json.MarshalIndent(b.ask(wallet, "home"), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "../../testdata/prior/home.json", strings.TrimSpace(string(got))+"\n")
}
