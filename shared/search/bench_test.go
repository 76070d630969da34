package search

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/testdata/stores/gen"
)

// benchSizes are the stores of the benchmarks, in steps. The largest takes a
// while and is left out of short runs.
var benchSizes = []int{1_000, 10_000, 100_000}

func benchStores(b *testing.B, run func(b *testing.B, made *gen.Store, e *Engine)) {
	for _, size := range benchSizes {
		if size > 10_000 && testing.Short() {
			continue
		}
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			made := gen.Real(7, size)
			e := New()
			load(e, made.Sessions)
			run(b, made, e)
		})
	}
}

// BenchmarkQuery is the time of one query over all sessions with its ten
// answers, over 200 queries of all kinds.
func BenchmarkQuery(b *testing.B) {
	for name, ranker := range rankers {
		b.Run(name, func(b *testing.B) {
			benchStores(b, func(b *testing.B, made *gen.Store, e *Engine) {
				queries := made.Queries(11, 200)
				times := make([]time.Duration, 0, b.N)
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					start := time.Now()
					e.Query(gen.Now, types.SearchRequest{Query: queries[i%len(queries)].Text, Limit: 10, Ranker: ranker, Scope: types.Scope{Kind: types.ScopeAll}})
					times = append(times, time.Since(start))
					i++
				}
				slices.Sort(times)
				b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1e3, "p50-µs")
				b.ReportMetric(float64(times[len(times)*95/100].Nanoseconds())/1e3, "p95-µs")
			})
		})
	}
}

// BenchmarkAddStep is the time until a new step is searchable.
func BenchmarkAddStep(b *testing.B) {
	benchStores(b, func(b *testing.B, made *gen.Store, e *Engine) {
		more := gen.Real(8, 5000)
		var steps []*types.Step
		for _, s := range more.Sessions {
			meta := *s.Meta
			meta.SessionID = "new-" + meta.SessionID
			e.PutSession(&meta)
			for _, step := range s.Steps {
				step.SessionID = meta.SessionID
				steps = append(steps, step)
			}
		}
		i := 0
		for b.Loop() {
			step := *steps[i%len(steps)]
			step.StepID = fmt.Sprint("n", i)
			e.PutStep(&step)
			i++
		}
	})
}

// BenchmarkScan is the same query without an index, for comparison.
func BenchmarkScan(b *testing.B) {
	made := gen.Real(7, 1000)
	e := New()
	load(e, made.Sessions)
	queries := made.Queries(11, 20)
	i := 0
	for b.Loop() {
		s := newScan(e)
		req := types.SearchRequest{Query: queries[i%len(queries)].Text, Limit: 10, Scope: types.Scope{Kind: types.ScopeAll}}
		s.top(newPlan(req, s.vocab), gen.Now, req)
		i++
	}
}
