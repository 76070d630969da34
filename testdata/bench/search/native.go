package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"cairn/shared/search"
	"cairn/shared/types"
	"cairn/shared/wire"
	"cairn/testdata/bench/process"
	"cairn/testdata/stores/gen"
	"cairn/wasm/dispatch"
)

// result holds one engine's measurements. Other engines give the same as JSON.
type result struct {
	Engine    string    `json:"engine"`
	BuildMS   float64   `json:"buildMs"`
	Answers   [][]int   `json:"answers,omitempty"` // by query, sessions by their best steps, at most ten
	Top       [][]int   `json:"top,omitempty"`     // by query, the ten best steps; Cairn's only
	Times     []float64 `json:"times"`             // by query, milliseconds of CPU for ten steps, median of the rounds
	DeepTimes []float64 `json:"deepTimes"`         // the same for as many steps as make ten sessions
}

const (
	wanted = 10  // answers to a measured query
	deep   = 400 // steps that are sure to be of ten sessions: none has 40
	rounds = 5   // the median of so many is a query's time

	perBatch   = 250 // records of one request
	mostByWire = 100 // steps that one request may ask for
)

// native measures the engine by both rankers, as the other engines are (the best
// steps by their numbers) and with the product's text of each; and the whole
// core behind JSON, the measure for its Wasm build.
func native(made []gen.Session, queries []gen.Query, budget time.Duration) ([]result, error) {
	start := process.CPU()
	engine := search.New()
	for _, s := range made {
		engine.PutSession(s.Meta)
		for _, step := range s.Steps {
			engine.PutStep(step)
		}
	}
	built := ms(process.CPU() - start)
	session, step := numbers(made)
	// The engine keeps the words of queries as long as the store stays as it is,
	// and the rounds ask the same again: a change between makes each find them
	// again. (A session that is put as it was is no change.)
	changed := *made[0].Meta
	forget := func() {
		changed.EndedAt++
		engine.PutSession(&changed)
	}
	var out []result
	for _, ranker := range []string{"", search.RankerSpec} {
		r := result{Engine: "Cairn native", BuildMS: built}
		if ranker != "" {
			r.Engine += ", spec ranker"
		}
		for i := range queries {
			hits := engine.Rank(gen.Now, request(queries[i], deep, ranker))
			r.Answers = append(r.Answers, sessionsOf(hits, session))
			r.Top = append(r.Top, stepsOf(hits, step))
		}
		snippets := result{Engine: r.Engine + ", with snippets", BuildMS: built}
		timed := func(r *result, ask func(req types.SearchRequest)) {
			r.Times = measure(len(queries), budget, forget, func(i int) { ask(request(queries[i], wanted, ranker)) })
			r.DeepTimes = measure(len(queries), budget/2, forget, func(i int) { ask(request(queries[i], deep, ranker)) })
		}
		timed(&r, func(req types.SearchRequest) { engine.Rank(gen.Now, req) })
		timed(&snippets, func(req types.SearchRequest) { engine.Query(gen.Now, req) })
		out = append(out, r, snippets)
		if ranker == "" {
			again := result{Engine: r.Engine + ", words asked before", BuildMS: built, DeepTimes: r.DeepTimes}
			again.Times = measure(len(queries), budget, func() {}, func(i int) { engine.Rank(gen.Now, request(queries[i], wanted, ranker)) })
			out = append(out, again)
		}
	}
	behind, err := behindJSON(made, queries, budget)
	return append(out, behind), err
}

func request(q gen.Query, limit int, ranker string) types.SearchRequest {
	return types.SearchRequest{Query: q.Text, Limit: limit, Ranker: ranker, Scope: types.Scope{Kind: types.ScopeAll}}
}

// behindJSON makes natively the calls that wasm.js makes to the Wasm core.
func behindJSON(made []gen.Session, queries []gen.Query, budget time.Duration) (result, error) {
	r := result{Engine: "Cairn native, JSON both ways"}
	core := dispatch.New()
	call := func(req wire.CoreRequest) error {
		req.Now = gen.Now
		line, err := json.Marshal(req)
		if err != nil {
			return fmt.Errorf("write request: %w", err)
		}
		var reply wire.CoreReply
		if err := json.Unmarshal(core.Call(line), &reply); err != nil {
			return fmt.Errorf("read reply: %w", err)
		}
		if reply.Error != nil {
			return reply.Error
		}
		return nil
	}
	start := process.CPU()
	for batch := range slices.Chunk(records(made), perBatch) {
		if err := call(wire.CoreRequest{Op: wire.OpPut, Records: batch}); err != nil {
			return r, err
		}
	}
	r.BuildMS = ms(process.CPU() - start)
	var failed error
	ask := func(limit int) func(i int) {
		return func(i int) {
			req := request(queries[i], limit, "")
			if err := call(wire.CoreRequest{Op: wire.OpSearch, Search: &req}); err != nil {
				failed = err
			}
		}
	}
	asIs := func() {}
	r.Times = measure(len(queries), budget, asIs, ask(wanted))
	r.DeepTimes = measure(len(queries), budget/2, asIs, ask(mostByWire))
	return r, failed
}

// records are a store as it travels: a session comes with its first step.
func records(made []gen.Session) []wire.Record {
	var out []wire.Record
	for _, s := range made {
		for i, step := range s.Steps {
			r := wire.Record{Seq: int64(len(out) + 1), Step: step}
			if i == 0 {
				r.Session = s.Meta
			}
			out = append(out, r)
		}
	}
	return out
}

// measure asks every query so many times, one after the other, as long as the
// budget of CPU lasts. It does not measure the call of before.
func measure(queries int, budget time.Duration, before func(), ask func(i int)) []float64 {
	took := make([][]float64, queries)
	end := process.CPU() + budget
	for range rounds {
		for i := range queries {
			if process.CPU() > end {
				break
			}
			before()
			start := process.CPU()
			ask(i)
			took[i] = append(took[i], ms(process.CPU()-start))
		}
	}
	var out []float64
	for _, t := range took {
		if len(t) > 0 {
			slices.Sort(t)
			out = append(out, t[len(t)/2])
		}
	}
	return out
}

// numbers are the sessions and steps of an export by their ids.
func numbers(made []gen.Session) (session, step map[string]int) {
	session, step = map[string]int{}, map[string]int{}
	for _, s := range made {
		session[s.Meta.SessionID] = len(session)
		for _, x := range s.Steps {
			step[x.StepID] = len(step)
		}
	}
	return session, step
}

// sessionsOf are the first ten sessions of a ranking of steps.
func sessionsOf(hits []search.Ranked, number map[string]int) []int {
	best := []int{}
	for _, h := range hits {
		if at := number[h.SessionID]; len(best) < wanted && !slices.Contains(best, at) {
			best = append(best, at)
		}
	}
	return best
}

func stepsOf(hits []search.Ranked, number map[string]int) []int {
	top := []int{}
	for _, h := range hits[:min(wanted, len(hits))] {
		top = append(top, number[h.StepID])
	}
	return top
}

func ms(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }
