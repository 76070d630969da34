package learn

import (
	"fmt"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"cairn/shared/types"
)

// A simulation of agents that do tasks from KB items on sites whose pages
// drift. The agents know nothing but the text of kb_search.

const (
	simTasks   = 600
	simGood    = 12 // items that are right, but for elements that move now and then
	simBad     = 12 // items about elements that are elsewhere at most visits
	driftGood  = 0.05
	driftBad   = 0.7
	forgetful  = 0.1  // of actions lack their kb_source
	transient  = 0.02 // of actions fail for once, whatever was said
	evilOrigin = "https://evil.test"
)

var simOrigins = []string{"https://a.test", "https://b.test", "https://c.test", evilOrigin}

var simWords = []string{"concatenate", "filter", "resample", "export", "stack", "cut", "merge", "rename", "encrypt", "compress", "sort", "group",
	"archive", "publish", "invoice", "approve", "assign", "escalate", "translate", "validate", "calibrate", "annotate", "schedule", "replicate"}

// place is where a command is on a page.
type place struct{ role, name string }

type simWorld struct {
	rnd   *rand.Rand
	at    map[string]place // by origin and item
	clock types.Time
	base  *Base
	learn bool // whether the agents read the learnings
	steps int

	failing  map[string]bool // ways that failed and have not worked since, by origin, item and place
	chances  int             // visits at which a way that failed before still fails
	repeated int             // of these, where it was tried again
	spread   int             // texts that held another origin's advice
}

func newSimWorld(seed int64, learn bool) *simWorld {
	w := &simWorld{rnd: rand.New(rand.NewSource(seed)), at: map[string]place{}, clock: 1768564800000, base: New(), learn: learn, failing: map[string]bool{}}
	for i, word := range simWords {
		item := &types.KBItem{KnowledgeID: word + "_mode", Description: "How to " + word + " files", UILocation: "Menu", TrustScore: 1,
			ActionSequence: []string{fmt.Sprintf("click(role=%q, name=%q)", "menuitem", docName(word))}}
		e := &types.Edit{EditID: fmt.Sprint("put-", i), At: types.Time(i + 1), KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: item.KnowledgeID, Item: item}}
		if err := w.base.Edit(e); err != nil {
			panic(err)
		}
	}
	return w
}

func docName(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// visit says where a command is today; now and then it has moved.
func (w *simWorld) visit(origin string, i int) place {
	key, drift := origin+simWords[i], driftGood
	if i >= simGood {
		drift = driftBad
	}
	p, known := w.at[key]
	if !known {
		p = place{"menuitem", docName(simWords[i])}
	}
	if w.rnd.Float64() < drift {
		was := p
		for p == was {
			p.role = []string{"menuitem", "tab", "button", "link"}[w.rnd.Intn(4)]
			p.name = []string{docName(simWords[i]), docName(simWords[i]) + " now", "Run " + simWords[i]}[w.rnd.Intn(3)]
			if origin == evilOrigin {
				p.name = "EVIL " + p.name
			}
		}
	}
	w.at[key] = p
	return p
}

var (
	simSequence = regexp.MustCompile(`  - click\(role="(\w+)", name="([^"]+)"\)`)
	simRecovery = regexp.MustCompile(`✓ Recovery Approach: (?:Worked instead|Worked when it was tried again): click (\w+) "([^"]+)"`)
)

// task does one task: looks for an item, goes its way or the recovered one, and
// finds the right one by itself where that fails.
func (w *simWorld) task(n int) {
	origin, i := simOrigins[w.rnd.Intn(len(simOrigins))], w.rnd.Intn(len(simWords))
	today := w.visit(origin, i)
	word := simWords[i]
	found, err := w.base.Answer(types.KBSearchRequest{Query: "how to " + word + " files", URL: origin + "/x"})
	if err != nil {
		panic(err)
	}
	_, section, ok := strings.Cut(found.Text, "KB ID: "+word+"_mode\n")
	if !ok {
		panic("the item is not found: " + found.Text)
	}
	section, _, _ = strings.Cut(section, "\n---\nKB ID: ")
	if origin != evilOrigin && strings.Contains(found.Text, "EVIL") {
		w.spread++
	}
	m := simSequence.FindStringSubmatch(section)
	if better := simRecovery.FindStringSubmatch(section); w.learn && better != nil {
		m = better
	}
	plan := place{m[1], m[2]}
	w.note(origin, word, plan, today)

	session := &types.Session{SessionID: fmt.Sprintf("mm-sim-%d", n), Goal: fmt.Sprintf("Please %s file %d", word, n), Statement: done}
	w.base.PutSession(session)
	if plan != today || w.rnd.Float64() < transient {
		w.act(session, origin, plan, false, word)
		w.act(session, origin, today, true, word)
	} else {
		w.act(session, origin, plan, true, word)
	}
	ended := *session
	ended.EndedAt = w.clock
	w.base.PutSession(&ended)
	w.clock += 3600_000
}

// note counts whether a way that is known to fail is tried again.
func (w *simWorld) note(origin, word string, plan, today place) {
	prefix := origin + " " + word + " "
	delete(w.failing, prefix+today.role+today.name)
	chance := false
	for way := range w.failing {
		chance = chance || strings.HasPrefix(way, prefix)
	}
	tried := prefix + plan.role + plan.name
	if chance {
		w.chances++
		if w.failing[tried] {
			w.repeated++
		}
	}
	if plan != today {
		w.failing[tried] = true
	}
}

func (w *simWorld) act(session *types.Session, origin string, p place, ok bool, word string) {
	w.steps++
	w.clock += 2000
	source := word + "_mode"
	if w.rnd.Float64() < forgetful {
		source = ""
	}
	step := &types.Step{StepID: fmt.Sprintf("s-%d", w.steps), SessionID: session.SessionID, Timestamp: w.clock, Actor: types.ActorAgent, KBSource: source,
		Tool: types.Tool{Name: "mm_click", Target: &types.Target{Role: p.role, Name: p.name}}, Outcome: types.Outcome{OK: ok},
		Observation: &types.Observation{State: types.State{Origin: origin, CurrentScreen: "main"}}}
	if ok {
		step.After = &types.After{CurrentScreen: word}
	} else {
		step.Outcome.Error = types.Fault(types.CodeTargetNotFound, "no element has role "+p.role+" and name "+p.name, "")
	}
	w.base.Learn(session, step)
}

// auc is how likely a good item is trusted more than a bad one.
func (w *simWorld) auc() float64 {
	sum := 0.0
	for g := range simGood {
		for b := range simBad {
			good, bad := w.base.Item(simWords[g]+"_mode").TrustScore, w.base.Item(simWords[simGood+b]+"_mode").TrustScore
			switch {
			case good > bad:
				sum++
			case good == bad:
				sum += 0.5
			}
		}
	}
	return sum / (simGood * simBad)
}

func TestLearningsEndTheRecurrenceOfFailures(t *testing.T) {
	with, without := newSimWorld(1, true), newSimWorld(1, false)
	for n := range simTasks {
		with.task(n)
		without.task(n)
	}
	recurs := func(w *simWorld) float64 { return float64(w.repeated) / float64(w.chances) }
	r := with.base.Report()
	t.Logf("the same failure recurs in %.1f %% of %d chances, without learnings in %.1f %% of %d; AUC of trust %.2f; advice spread %d times; %+v",
		100*recurs(with), with.chances, 100*recurs(without), without.chances, with.auc(), with.spread, r)
	if with.chances < 100 || recurs(with) >= 0.05 {
		t.Errorf("with learnings the same failure recurs in %.1f %% of %d chances, want under 5 %%", 100*recurs(with), with.chances)
	}
	if recurs(without) < 0.9 {
		t.Errorf("without learnings it recurs in %.1f %% only: the simulation proves nothing", 100*recurs(without))
	}
	if with.auc() < 0.8 {
		t.Errorf("trust separates good from bad items with an AUC of %.2f, want 0.8", with.auc())
	}
	if with.spread != 0 {
		t.Errorf("the advice of one origin was shown for another %d times", with.spread)
	}
	if r.Attribution == nil || *r.Attribution < 0.8 || r.Reuse == nil || *r.Reuse < 3 || r.TrustCorrelation == nil || *r.TrustCorrelation <= 0 || r.Enriched == nil || *r.Enriched < 0.4 {
		t.Errorf("the report says %+v", r)
	}
}
