// Package gen generates stores that resemble real ones, for benchmarks and for tests that need many steps: forty
// imaginary applications, a skewed vocabulary, sessions of about 26 steps, 10 to 60 test ids and 10 to 80
// accessibility nodes per step, and queries with known answers.
//
// The same seed gives the same store on every machine. [New] creates the applications, [Real] those whose pages show
// records as real ones do; [Store.Sessions] and [Store.Queries] return the results.
package gen

import (
	"fmt"
	"time"

	"cairn/shared/types"
)

// Sizes of the world.
const (
	apps            = 40
	tasksPerApp     = 12
	stepsPerSession = 26 // on average
	spanDays        = 90 // the number of days over which sessions are spread
)

// Start is the instant of the newest session; queries are asked an hour later.
var Start = types.At(time.Date(2026, 1, 16, 12, 0, 0, 0, time.UTC))

// Now is the time at which queries are asked.
var Now = Start.Add(time.Hour)

// Session is one session with its steps, oldest first.
type Session struct {
	Meta  *types.Session
	Steps []*types.Step

	app  *app
	task *task
}

// Store is a generated store.
type Store struct {
	Sessions []Session // oldest first

	rand *random
	apps []*app
}

// New generates a store with at least this number of steps.
func New(seed uint64, steps int) *Store { return world(seed, steps, 0) }

// Real is New with pages that show people, products, sums and dates: a step takes
// about 500 packed bytes, like steps recorded on real sites; with New it takes 230.
// Benchmarks use Real. Ranking is measured on New, whose answers are unambiguous.
func Real(seed uint64, steps int) *Store { return world(seed, steps, recordsMost) }

func world(seed uint64, steps, records int) *Store {
	s := &Store{rand: newRandom(seed)}
	for i := range apps {
		s.apps = append(s.apps, newApp(s.rand, i))
		s.apps[i].records = records
	}
	sessions := max(1, steps/stepsPerSession)
	for made := 0; made < steps; {
		at := len(s.Sessions)
		age := time.Duration(sessions-at) * spanDays * 24 * time.Hour / time.Duration(sessions)
		session := s.session(at, Start.Add(-age))
		s.Sessions = append(s.Sessions, session)
		made += len(session.Steps)
	}
	return s
}

// session generates a run of one task of one application.
func (s *Store) session(at int, created types.Time) Session {
	r := s.rand
	a := s.apps[r.skewed(len(s.apps))]
	t := a.tasks[r.skewed(len(a.tasks))]
	id := fmt.Sprintf("mm-%06d-%s", at, a.name)
	out := Session{app: a, task: t, Meta: &types.Session{
		SchemaVersion: types.SchemaVersion,
		SessionID:     id,
		CreatedAt:     created,
		Goal:          t.goal(r, a),
		FlowTags:      []string{t.verb.word},
		Tags:          []string{pick(r, freeTags)},
		Git:           &types.Git{Branch: "feature/" + t.noun + "-" + pick(r, freeTags)},
	}}
	want := stepsPerSession/2 + r.below(stepsPerSession)
	for i := 0; i < want; i++ {
		move := t.path[i%len(t.path)]
		if r.chance(20) { // people take detours
			move = move.screen.wander(r)
		}
		step := move.step(r, a)
		step.SessionID = id
		step.StepID = fmt.Sprintf("s-%06d-%03d", at, i)
		step.Timestamp = created.Add(time.Duration(i) * 7 * time.Second)
		out.Steps = append(out.Steps, step)
	}
	return out
}
