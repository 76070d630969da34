package eval

import (
	"fmt"
	"io"
	"math"
	"strings"

	"cairn/shared/search"
	"cairn/shared/types"
	"cairn/testdata/stores/gen"
	"cairn/testdata/stores/heldout"
)

// Seeds and number of queries of generated stores.
const (
	storeSeed    = 7
	querySeed    = 11
	storeQueries = 200
)

// aimStores holds the targets for nDCG@10, by number of steps.
var aimStores = map[int]float64{1_000: .95, 10_000: .83, 100_000: .67}

// qualityOfStores measures search on generated stores of two worlds. The word tables
// were written for neither; the weights were chosen only on the first.
func qualityOfStores(sizes []int, w io.Writer) {
	if len(sizes) == 0 {
		return
	}
	fmt.Fprintf(w, "\nsearch in generated stores, %d queries: nDCG@10\n\n%-22s %6s  %5s  %5s  %5s", storeQueries, "", "steps", "aim", "ours", "BM25")
	for _, k := range kinds {
		fmt.Fprintf(w, "  %5s", k)
	}
	fmt.Fprintf(w, "\n")
	for _, size := range sizes {
		made, far := gen.Real(storeSeed, size), heldout.New(storeSeed, size)
		storeRow(w, "gen", size, made.Sessions, made.Queries(querySeed, storeQueries))
		storeRow(w, "heldout", size, far.Sessions, far.Queries(querySeed, storeQueries))
	}
}

// kinds lists the kinds of queries: paraphrase, identifier, place, noise, typing
// error.
var kinds = []gen.Kind{gen.Paraphrase, gen.Identifier, gen.Place, gen.Noisy, gen.Typo}

func storeRow(w io.Writer, name string, size int, sessions []gen.Session, queries []gen.Query) {
	e := search.New()
	texts := make([]string, len(sessions))
	for i, s := range sessions {
		e.PutSession(s.Meta)
		for _, step := range s.Steps {
			e.PutStep(step)
		}
		texts[i] = sessionText(s)
	}
	plain := newBM25(texts)
	_, steps := e.Size()
	ours, base, asked := map[gen.Kind]float64{}, 0.0, map[gen.Kind]float64{}
	for _, q := range queries {
		var ranked, byWords []string
		for _, hit := range e.Rank(gen.Now, types.SearchRequest{Query: q.Text, Limit: min(steps, maxStoreHits), Scope: types.Scope{Kind: types.ScopeAll}}) {
			ranked = append(ranked, hit.SessionID)
		}
		for _, i := range plain.rank(q.Text) {
			byWords = append(byWords, sessions[i].Meta.SessionID)
		}
		ours[q.Kind] += gain(ranked, q.Relevant)
		base += gain(byWords, q.Relevant)
		asked[q.Kind]++
	}
	sum, n := 0.0, 0.0
	for _, k := range kinds {
		sum, n = sum+ours[k], n+asked[k]
	}
	fmt.Fprintf(w, "%-22s %6d  %5.2f  %.3f  %.3f", name, size, aimStores[size], sum/math.Max(1, n), base/math.Max(1, n))
	for _, k := range kinds {
		fmt.Fprintf(w, "  %.3f", ours[k]/math.Max(1, asked[k]))
	}
	fmt.Fprintf(w, "\n")
}

// maxStoreHits is the number of requested steps, among which ten sessions are found.
const maxStoreHits = 2000

// sessionText returns all text of a session, for a ranking of whole texts.
func sessionText(s gen.Session) string {
	var b strings.Builder
	b.WriteString(s.Meta.Goal + " " + strings.Join(s.Meta.FlowTags, " ") + " " + strings.Join(s.Meta.Tags, " "))
	for _, step := range s.Steps {
		t := step.Tool.Target
		b.WriteString(" " + t.TestID + " " + t.Name + " " + step.Observation.State.CurrentScreen)
		if step.Outcome.Error != nil {
			b.WriteString(" " + string(step.Outcome.Error.Code))
		}
	}
	return b.String()
}

// gain returns the nDCG@10 of sessions, each of which counts once.
func gain(ranked []string, relevant map[string]bool) float64 {
	seen := map[string]bool{}
	at, got, best := 0, 0.0, 0.0
	for _, id := range ranked {
		if seen[id] {
			continue
		}
		if seen[id] = true; relevant[id] {
			got += 1 / math.Log2(float64(at+2))
		}
		if at++; at == 10 {
			break
		}
	}
	for i := range min(10, len(relevant)) {
		best += 1 / math.Log2(float64(i+2))
	}
	return got / best
}
