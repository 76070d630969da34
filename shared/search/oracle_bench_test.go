package search

import (
	"fmt"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/stores/gen"
)

// BenchmarkOracle is a query without an index: the plain scan, under both
// rankers, as it would be done ("reading": every text is split into words again)
// and with all words kept in memory ("kept").
func BenchmarkOracle(b *testing.B) {
	for _, size := range []int{1_000, 10_000} {
		made := gen.Real(41, size)
		queries := made.Queries(42, 200)
		e := New()
		load(e, made.Sessions)
		kept := newScan(e)
		for _, ranker := range []string{"", RankerSpec} {
			name := fmt.Sprintf("%d/%s", size, map[string]string{"": "default", RankerSpec: "spec"}[ranker])
			i := 0
			ask := func(s *scan) {
				req := types.SearchRequest{Query: queries[i%len(queries)].Text, Limit: 10, Ranker: ranker, Scope: types.Scope{Kind: types.ScopeAll}}
				s.top(newPlan(req, s.vocab), gen.Now, req)
				i++
			}
			b.Run(name+"/reading", func(b *testing.B) {
				for b.Loop() {
					ask(newScan(e))
				}
			})
			b.Run(name+"/kept", func(b *testing.B) {
				for b.Loop() {
					ask(kept)
				}
			})
		}
	}
}
