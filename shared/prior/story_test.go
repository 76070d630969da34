package prior

import (
	"fmt"
	"testing"
	"time"

	"cairn/shared/types"
)

// app is a small wallet: screens with their elements, and where acting on an
// element leads.
type app struct {
	screens map[string][]element
	leads   map[string]string // "screen/testId" to screen
}

type element struct{ testID, role, name string }

var wallet = app{
	screens: map[string][]element{
		"unlock": {{"unlock-password", "textbox", "Password"}, {"unlock-submit", "button", "Unlock"}},
		"home": {{"nav-home", "link", "Home"}, {"nav-activity", "link", "Activity"}, {"nav-settings", "link", "Settings"},
			{"coin-send", "button", "Send"}, {"coin-receive", "button", "Receive"}, {"coin-swap", "button", "Swap"}},
		"send": {{"nav-home", "link", "Home"}, {"nav-activity", "link", "Activity"}, {"nav-settings", "link", "Settings"},
			{"send-recipient", "textbox", "Recipient"}, {"send-amount", "textbox", "Amount"}, {"send-continue", "button", "Continue"}, {"", "button", "Cancel"}},
		"confirm": {{"", "button", "Reject"}, {"", "button", "Confirm"}},
		"activity": {{"nav-home", "link", "Home"}, {"nav-activity", "link", "Activity"}, {"nav-settings", "link", "Settings"},
			{"activity-row", "listitem", "Sent 0.1 ETH"}},
	},
	leads: map[string]string{"unlock/unlock-submit": "home", "home/coin-send": "send", "send/send-continue": "confirm", "confirm/Confirm": "activity",
		"home/nav-activity": "activity", "activity/nav-home": "home"},
}

// sendFlow lists the actions of session A.
var sendFlow = []string{"unlock/type/unlock-password", "unlock/click/unlock-submit", "home/click/coin-send", "send/type/send-recipient",
	"send/type/send-amount", "send/click/send-continue", "confirm/click/Confirm"}

const walletOrigin = "http://127.0.0.1:4000"

func (a app) observe(screen string) *types.Observation {
	o := &types.Observation{State: types.State{CurrentURL: walletOrigin + "/#/" + screen, CurrentScreen: screen, Origin: walletOrigin, Title: "Wallet"}}
	for i, e := range a.screens[screen] {
		if e.testID != "" {
			o.TestIDs = append(o.TestIDs, types.TestID{TestID: e.testID, Visible: true, Role: e.role, Name: e.name})
		}
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: fmt.Sprintf("e%d", i+1), Role: e.role, Name: e.name, TestID: e.testID})
	}
	return o
}

// find is the element of a screen with a test id or a name.
func (a app) find(screen, label string) element {
	for _, e := range a.screens[screen] {
		if e.testID == label || e.testID == "" && e.name == label {
			return e
		}
	}
	return element{}
}

var day = types.Time(1_768_564_800_000) // 2026-01-16T12:00:00Z

// run is a session that acts in the app through an engine.
type run struct {
	engine *Engine
	id     string
	steps  int
	now    types.Time
}

func newRun(e *Engine, s types.Session) *run {
	e.PutSession(&s)
	return &run{engine: e, id: s.SessionID, now: s.CreatedAt}
}

func (r *run) act(a app, screen, action, label string, ok bool) {
	el := a.find(screen, label)
	r.now = r.now.Add(10 * time.Second)
	step := &types.Step{SchemaVersion: 1, StepID: fmt.Sprintf("%s-%d", r.id, r.steps), SessionID: r.id, Timestamp: r.now,
		Tool:    types.Tool{Name: "mm_" + action, Target: &types.Target{TestID: el.testID, Role: el.role, Name: el.name, A11yRef: "e9"}},
		Outcome: types.Outcome{OK: ok}, Observation: a.observe(screen)}
	if !ok {
		step.Outcome.Error = types.Fault(types.CodeClickFailed, "no", "")
	}
	r.steps++
	r.engine.PutStep(step)
}

func (r *run) play(a app, flow []string) {
	for _, f := range flow {
		screen, action, label := split(f)
		r.act(a, screen, action, label, true)
	}
}

func (r *run) ask(a app, screen string) *types.PriorKnowledge {
	return r.engine.Suggest(r.now.Add(time.Second), types.PriorRequest{Observation: *a.observe(screen), SessionID: r.id})
}

// labelOf names the element that a suggestion prefers.
func labelOf(s types.SuggestedAction) string {
	if s.PreferredTarget.Type == types.TargetA11yHint {
		return s.PreferredTarget.Hint.Name
	}
	return s.PreferredTarget.Text
}

func split(f string) (screen, action, label string) {
	var parts [3]string
	i := 0
	for _, c := range f {
		if c == '/' {
			i++
			continue
		}
		parts[i] += string(c)
	}
	return parts[0], parts[1], parts[2]
}

// follow lets a session do each first suggestion, from the first screen
// on, and returns its actions.
func (r *run) follow(t *testing.T, a app, screen string, steps int) []string {
	t.Helper()
	var did []string
	for range steps {
		p := r.ask(a, screen)
		if p == nil || len(p.SuggestedNextActions) == 0 {
			t.Fatalf("nothing suggested on %s after %v", screen, did)
		}
		s := p.SuggestedNextActions[0]
		did = append(did, screen+"/"+s.Action+"/"+labelOf(s))
		r.act(a, screen, s.Action, labelOf(s), true)
		if next := a.leads[screen+"/"+labelOf(s)]; next != "" {
			screen = next
		}
	}
	return did
}

var sessionA = types.Session{SessionID: "session-a", CreatedAt: day, Goal: "Send 0.1 ETH to another account", FlowTags: []string{"send"}, Statement: types.Statement{Outcome: types.SessionDone}}

// TestOneEarlierSuccessLeadsToTheEnd is the promise: the next session follows the
// way that one found, from the first screen to the last.
func TestOneEarlierSuccessLeadsToTheEnd(t *testing.T) {
	later := day.Add(time.Hour)
	askers := []types.Session{
		{SessionID: "session-b", CreatedAt: later},
		{SessionID: "session-b", CreatedAt: later, Ambient: true},
		{SessionID: "session-b", CreatedAt: later, Goal: "Send 0.1 ETH to another account", FlowTags: []string{"send"}},
		{SessionID: "session-b", CreatedAt: later, Goal: "Send 0.2 ETH to Alice"},
		{SessionID: "session-b", CreatedAt: later, Goal: "Transfer tokens to a friend"},
		{SessionID: "session-b", CreatedAt: later, Goal: "Send some ETH to an account", FlowTags: []string{"transfer"}},
		{SessionID: "session-b", CreatedAt: day.Add(20 * 24 * time.Hour), Goal: "pay bob"},
	}
	for _, b := range askers {
		t.Run(b.Goal+fmt.Sprint(b.FlowTags, b.Ambient), func(t *testing.T) {
			e := New()
			newRun(e, sessionA).play(wallet, sendFlow)
			did := newRun(e, b).follow(t, wallet, "unlock", len(sendFlow))
			if fmt.Sprint(did) != fmt.Sprint(sendFlow) {
				t.Errorf("followed %v\n want %v", did, sendFlow)
			}
		})
	}
}

// TestOtherFlowsDoNotLeadAstray has the memory know more than the one flow.
func TestOtherFlowsDoNotLeadAstray(t *testing.T) {
	e := New()
	newRun(e, sessionA).play(wallet, sendFlow)
	look := []string{"unlock/type/unlock-password", "unlock/click/unlock-submit", "home/click/nav-activity", "activity/click/activity-row"}
	for i := range 3 {
		newRun(e, types.Session{SessionID: fmt.Sprintf("look-%d", i), CreatedAt: day.Add(time.Duration(i+1) * time.Minute),
			Goal: "Look at the activity of the account", FlowTags: []string{"activity"}}).play(wallet, look)
	}
	b := newRun(e, types.Session{SessionID: "session-b", CreatedAt: day.Add(time.Hour), Goal: "Send 0.3 ETH to Bob", FlowTags: []string{"send"}})
	if did := b.follow(t, wallet, "unlock", len(sendFlow)); fmt.Sprint(did) != fmt.Sprint(sendFlow) {
		t.Errorf("followed %v\n want %v", did, sendFlow)
	}
}

// TestWhatAPersonDidByHandLeads has the flow in the middle of somebody's
// browsing: elsewhere first, other things in the wallet, a pause.
func TestWhatAPersonDidByHandLeads(t *testing.T) {
	e := New()
	p := newRun(e, types.Session{SessionID: "ambient", CreatedAt: day, Ambient: true})
	elsewhere := func() {
		for i := range 12 {
			p.now = p.now.Add(20 * time.Second)
			e.PutStep(step("ambient", fmt.Sprint("news-", p.now, i), p.now, "mm_click", press(fmt.Sprint("Story ", i)), page("https://news.example", "home", button(fmt.Sprint("Story ", i)))))
		}
	}
	elsewhere()
	p.play(wallet, []string{"home/click/nav-activity", "activity/click/nav-home", "home/click/nav-activity"})
	p.now = p.now.Add(2 * time.Hour)
	p.play(wallet, sendFlow)
	elsewhere()
	b := newRun(e, types.Session{SessionID: "session-b", CreatedAt: p.now.Add(time.Hour), Goal: "Send ETH to Bob"})
	if did := b.follow(t, wallet, "unlock", len(sendFlow)); fmt.Sprint(did) != fmt.Sprint(sendFlow) {
		t.Errorf("followed %v\n want %v", did, sendFlow)
	}
}

// TestFailuresOnTheWayAreNotRepeated has session A try things in vain before it
// finds the way.
func TestFailuresOnTheWayAreNotRepeated(t *testing.T) {
	e := New()
	a := newRun(e, sessionA)
	for _, f := range sendFlow {
		screen, action, label := split(f)
		if screen == "home" {
			a.act(wallet, "home", "click", "coin-swap", false)
			a.act(wallet, "home", "click", "coin-receive", false)
		}
		a.act(wallet, screen, action, label, true)
	}
	b := newRun(e, types.Session{SessionID: "session-b", CreatedAt: day.Add(time.Hour)})
	if did := b.follow(t, wallet, "unlock", len(sendFlow)); fmt.Sprint(did) != fmt.Sprint(sendFlow) {
		t.Errorf("followed %v\n want %v", did, sendFlow)
	}
}

// TestUnknownTaskIsNotLedInCircles asks after every step of a session with actions
// that nobody did before: nothing may be suggested over and over.
func TestUnknownTaskIsNotLedInCircles(t *testing.T) {
	e := New()
	first := newRun(e, types.Session{SessionID: "first-ever", CreatedAt: day, Goal: "Unlock the wallet"})
	for _, f := range sendFlow {
		screen, action, label := split(f)
		if p := first.ask(wallet, screen); p != nil {
			t.Fatalf("on %s an empty memory says %+v", screen, p.SuggestedNextActions)
		}
		first.act(wallet, screen, action, label, true)
	}
}
