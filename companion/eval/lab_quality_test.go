package eval

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"cairn/shared/prior"
)

// traceSets lists the recorded sessions that measure suggestions, with their targets:
// hit@1 and hit@5, with all of memory and with other tasks only; 0 if there is no
// target.
var traceSets = []struct {
	name        string
	bySite      bool
	all, others [2]float64
}{
	{"dev", false, [2]float64{.66, .75}, [2]float64{.45, .64}},
	{"sites2", false, [2]float64{.64, .81}, [2]float64{.39, .62}},
	{"apps", true, [2]float64{.80, .88}, [2]float64{.56, .72}},
	{"apps2", true, [2]float64{.78, .88}, [2]float64{.55, .68}},
	{"forms", true, [2]float64{.64, .87}, [2]float64{}},
}

// retrievalSets lists the sets of texts that measure search.
var retrievalSets = []string{"goals", "english", "chinese", "manuals", "retold", "sites"}

// Targets.
const (
	aimOff, aimOffOthers   = .05, .07
	aimKept, aimKeptOthers = .93, .85
	aimOverBM25            = .02
)

// surely is the confidence from which a suggestion counts as sure.
const surely = .8

// quality measures suggestions and search on all sets of a directory with traces/ and
// retrieval/ in it, beside the baselines (bigram, BM25) and the targets: a change is
// judged on all of them. It names missing sets.
func quality(dir string, out io.Writer) error {
	w := &table{out: out}
	if err := qualityOfSuggestions(filepath.Join(dir, "traces"), w); err != nil {
		return err
	}
	return qualityOfSearch(filepath.Join(dir, "retrieval"), w)
}

func qualityOfSuggestions(dir string, w *table) error {
	w.printf("suggestions, immediate repeats and failed attempts left out: hit@1/hit@5; off: how far the confidence of first\nsuggestions is from what came of them (aim %.2f, other tasks %.2f); sure: precision of those given %.1f and more (aim %.2f, %.2f)\n\n",
		aimOff, aimOffOthers, surely, aimKept, aimKeptOthers)
	w.printf("%-22s %6s  %-11s  %-11s  %-11s  %5s  %s\n", "", "asked", "aim", "ours", "bigram", "off", "sure")
	for _, set := range traceSets {
		rows, err := readTrial(filepath.Join(dir, set.name+".jsonl.gz"))
		if errors.Is(err, os.ErrNotExist) {
			w.printf("%-22s missing: %s\n", set.name, filepath.Join(dir, set.name+".jsonl.gz"))
			continue
		}
		if err != nil {
			return err
		}
		suggestionsRow(w, set.name, rows, setting{BySite: set.bySite, Dedupe: true}, set.all)
		if set.others[0] > 0 {
			suggestionsRow(w, set.name+", other tasks", rows, setting{BySite: set.bySite, OtherFlows: true, Dedupe: true}, set.others)
		}
	}
	return w.err
}

func suggestionsRow(w *table, name string, rows []*trialRow, set setting, aim [2]float64) {
	ours := trial(rows, set, modelled(prior.DefaultModel()))
	base := trial(rows, set, func() memory { return newBigram() })
	sure, kept := 0, 0
	for _, p := range ours.promises {
		if p.given >= surely {
			sure++
			if p.kept {
				kept++
			}
		}
	}
	w.printf("%-22s %6d  %.3f/%.3f  %.3f/%.3f  %.3f/%.3f  %5.3f  %.3f of %d\n", name, ours.asked, aim[0], aim[1],
		share(ours.first, ours.asked), share(ours.five, ours.asked), share(base.first, base.asked), share(base.five, base.asked),
		off(ours.firsts), share(kept, sure), sure)
}

// relevance names the documents that answer a query.
type relevance struct {
	QID      string   `json:"qid"`
	Relevant []string `json:"relevant"`
	DocIDs   []string `json:"docids"`
	DocID    string   `json:"docid"`
}

func (r relevance) check() error {
	if r.QID == "" {
		return errors.New(`a line needs a "qid"`)
	}
	return nil
}

func qualityOfSearch(dir string, w *table) error {
	w.printf("\nsearch: mean reciprocal rank (aim: BM25 + %.2f)\n\n%-22s %6s  %6s  %6s  %s\n", aimOverBM25, "", "asked", "ours", "BM25", "over it")
	for _, name := range retrievalSets {
		at := func(file string) string { return filepath.Join(dir, name, file+".jsonl") }
		docs, err := readLines(at("docs"), document.check)
		if errors.Is(err, os.ErrNotExist) {
			w.printf("%-22s missing: %s\n", name, filepath.Join(dir, name))
			continue
		}
		if err != nil {
			return err
		}
		queries, err := readLines(at("queries"), query.check)
		if err != nil {
			return err
		}
		relevant, err := readLines(at("qrels"), relevance.check)
		if err != nil {
			return err
		}
		ours, base, n, err := searchRow(docs, queries, relevant)
		if err != nil {
			return err
		}
		w.printf("%-22s %6d  %.4f  %.4f  %+.4f\n", name, n, ours, base, ours-base)
	}
	return w.err
}

// searchRow returns the mean reciprocal ranks of our ranking and of BM25's, and the
// number of queries.
func searchRow(docs []document, queries []query, relevant []relevance) (ours, base float64, n int, err error) {
	want := map[string]map[string]bool{}
	for _, r := range relevant {
		if want[r.QID] == nil {
			want[r.QID] = map[string]bool{}
		}
		for _, id := range append(append(r.Relevant, r.DocIDs...), r.DocID) {
			want[r.QID][id] = id != ""
		}
	}
	set, err := index(docs, func(string, int, int) {})
	if err != nil {
		return 0, 0, 0, err
	}
	texts := make([]string, len(docs))
	for i, d := range docs {
		texts[i] = d.Text
	}
	plain := newBM25(texts)
	for _, q := range queries {
		ranked, err := set.rank(q, "")
		if err != nil {
			return 0, 0, 0, fmt.Errorf("query %s: %w", q.QID, err)
		}
		var byWords []string
		for _, i := range plain.rank(q.Text) {
			if d := docs[i]; len(byWords) < maxRanked && d.ID != q.Exclude && (q.Site == "" || d.Site == "" || d.Site == q.Site) {
				byWords = append(byWords, d.ID)
			}
		}
		n++
		ours += reciprocal(ranked, want[q.QID])
		base += reciprocal(byWords, want[q.QID])
	}
	return ours / float64(max(1, n)), base / float64(max(1, n)), n, nil
}

// reciprocal returns one over the rank of the first wanted document.
func reciprocal(ranked []string, want map[string]bool) float64 {
	at := slices.IndexFunc(ranked, func(id string) bool { return want[id] })
	if at < 0 {
		return 0
	}
	return 1 / float64(at+1)
}
