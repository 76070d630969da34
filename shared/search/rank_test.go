package search

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/golden"
	"cairn/testdata/stores/gen"
	"cairn/testdata/stores/heldout"
)

// TestRankGolden shows every change of the order of results as a diff.
func TestRankGolden(t *testing.T) {
	e, now := fixture(t)
	queries, err := os.ReadFile("../../testdata/rank/queries.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, q := range strings.Split(strings.TrimSpace(string(queries)), "\n") {
		fmt.Fprintf(&b, "%s\n", q)
		for _, h := range e.Query(now, types.SearchRequest{Query: q, Limit: 5, Explain: true, Scope: types.Scope{Kind: types.ScopeAll}}) {
			fmt.Fprintf(&b, "%8.0f  %s  %s\n", h.Score, h.StepID, h.Snippet)
		}
	}
	golden.Check(t, "../../testdata/rank/results.txt", b.String())
}

// TestRankStats keeps the quality of both rankers under version control, in the
// world for which weights were first chosen and in another.
func TestRankStats(t *testing.T) {
	const steps, queries = 1000, 100
	var b strings.Builder
	fmt.Fprintf(&b, "%d steps, %d queries; A paraphrase, B identifier part, C screen and error, D noise, E typo\n", steps, queries)
	fmt.Fprintf(&b, "%-8s %-8s %-5s %8s %8s %8s %8s\n", "world", "ranker", "kind", "recall@1", "recall@5", "mrr", "ndcg@10")
	made, far := gen.New(7, steps), heldout.New(7, steps)
	stats(&b, "gen", made.Sessions, made.Queries(11, queries))
	stats(&b, "heldout", far.Sessions, far.Queries(11, queries))
	golden.Check(t, "../../testdata/rank/stats.txt", b.String())
}

func stats(b *strings.Builder, world string, sessions []gen.Session, queries []gen.Query) {
	e := New()
	load(e, sessions)
	_, steps := e.Size()
	for _, ranker := range []string{"", RankerSpec} {
		kinds := map[gen.Kind]*quality{"all": {}}
		for _, q := range queries {
			req := types.SearchRequest{Query: q.Text, Limit: steps, Ranker: ranker, Scope: types.Scope{Kind: types.ScopeAll}}
			hits := e.index.top(newPlan(req, e.index), gen.Now, req)
			if kinds[q.Kind] == nil {
				kinds[q.Kind] = &quality{}
			}
			kinds[q.Kind].add(sessionsOf(hits), q.Relevant)
			kinds["all"].add(sessionsOf(hits), q.Relevant)
		}
		for _, k := range []gen.Kind{"all", gen.Paraphrase, gen.Identifier, gen.Place, gen.Noisy, gen.Typo} {
			fmt.Fprintf(b, "%-8s %-8s %-5s %s\n", world, map[string]string{"": "default", RankerSpec: "spec"}[ranker], k, kinds[k])
		}
	}
}

func load(e *Engine, made []gen.Session) {
	for _, s := range made {
		e.PutSession(s.Meta)
		for _, step := range s.Steps {
			e.PutStep(step)
		}
	}
}

// sessionsOf are the sessions of the hits, each once.
func sessionsOf(hits []match) []string {
	seen := map[string]bool{}
	var out []string
	for _, h := range hits {
		if id := h.session.meta.SessionID; !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

// quality sums up how well sessions were ranked.
type quality struct{ n, at1, at5, mrr, ndcg float64 }

func (q *quality) add(ranked []string, relevant map[string]bool) {
	q.n++
	first, at5, gain, ideal := 0, 0, 0.0, 0.0
	for i, id := range ranked[:min(len(ranked), 10)] {
		if relevant[id] {
			gain += 1 / math.Log2(float64(i+2))
			if i < 5 {
				at5++
			}
		}
	}
	for i, id := range ranked {
		if relevant[id] {
			first = i + 1
			break
		}
	}
	for i := range min(10, len(relevant)) {
		ideal += 1 / math.Log2(float64(i+2))
	}
	q.at5 += float64(at5) / float64(min(5, len(relevant)))
	q.ndcg += gain / ideal
	if first == 1 {
		q.at1++
	}
	if first > 0 {
		q.mrr += 1 / float64(first)
	}
}

func (q *quality) String() string {
	return fmt.Sprintf("%8.3f %8.3f %8.3f %8.3f", q.at1/q.n, q.at5/q.n, q.mrr/q.n, q.ndcg/q.n)
}
