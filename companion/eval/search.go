package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"cairn/shared/core"
	"cairn/shared/types"
)

// document is a text to be found: the goal of a session that achieved it, on a site if
// one is named.
type document struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	Site string `json:"site"`
}

// query is a text to search for, on a site if one is named. Exclude names the document
// from which it was written.
type query struct {
	QID     string `json:"qid"`
	Text    string `json:"text"`
	Site    string `json:"site"`
	Exclude string `json:"exclude"`
}

// ranking is the answer to a query: ids of documents, best first.
type ranking struct {
	QID    string   `json:"qid"`
	Ranked []string `json:"ranked"`
}

// maxRanked bounds the results of a search.
const maxRanked = 100

// indexed is the recording time of every document, and asked the time of the search:
// long enough apart that age does not matter.
var (
	indexed = types.At(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	asked   = indexed.Add(100 * 24 * time.Hour)
)

// Search indexes the documents of a file, each as a session whose goal is its text,
// and writes a ranking for each query of another. ranker is empty for the default one
// or "spec" (see types.SearchRequest). If this takes longer than a few seconds, it
// writes its state to progress.
func Search(docsFile, queriesFile, ranker string, out, progress io.Writer) error {
	docs, err := readLines(docsFile, document.check)
	if err != nil {
		return err
	}
	queries, err := readLines(queriesFile, query.check)
	if err != nil {
		return err
	}
	said := time.Now()
	tell := func(what string, n, of int) {
		if now := time.Now(); now.Sub(said) > tellEvery {
			said = now
			fmt.Fprintf(progress, "%s: %d of %d\n", what, n, of)
		}
	}
	set, err := index(docs, tell)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	for i, q := range queries {
		tell("queries", i, len(queries))
		ranked, err := set.rank(q, ranker)
		if err != nil {
			return fmt.Errorf("query %s: %w", q.QID, err)
		}
		if err := json.NewEncoder(w).Encode(ranking{QID: q.QID, Ranked: ranked}); err != nil {
			return fmt.Errorf("write ranking: %w", err)
		}
	}
	return w.Flush()
}

// tellEvery is the interval of progress messages.
const tellEvery = 3 * time.Second

func (d document) check() error {
	if d.ID == "" {
		return errors.New(`a document needs an "id"`)
	}
	return nil
}

func (q query) check() error {
	if q.QID == "" {
		return errors.New(`a query needs a "qid"`)
	}
	return nil
}

// indexedSet is a core with documents as sessions. Sessions have separate ids, because
// a document's may be any text.
type indexedSet struct {
	core  *core.Core
	ids   map[string]string // session to document
	sites map[string]string // neutral host names, by the sites that they stand for
}

func index(docs []document, tell func(what string, n, of int)) (*indexedSet, error) {
	set := &indexedSet{core: core.New(), ids: map[string]string{}, sites: map[string]string{}}
	for i, d := range docs {
		tell("documents", i, len(docs))
		session := fmt.Sprintf("doc-%06d", i)
		set.ids[session] = d.ID
		if err := set.core.PutSession(&types.Session{SchemaVersion: types.SchemaVersion, SessionID: session, CreatedAt: indexed, Goal: d.Text}); err != nil {
			return nil, fmt.Errorf("index %s: %w", d.ID, err)
		}
		// Searches find steps: one without text stands for the whole session.
		step := &types.Step{SchemaVersion: types.SchemaVersion, StepID: session + "-step", SessionID: session, Timestamp: indexed,
			Tool: types.Tool{Name: "mm_wait_for"}, Outcome: types.Outcome{OK: true}}
		if d.Site != "" {
			if set.sites[d.Site] == "" {
				set.sites[d.Site] = fmt.Sprintf("s%d.invalid", len(set.sites))
			}
			step.Observation = &types.Observation{State: types.State{Origin: "https://" + set.sites[d.Site]}}
		}
		if err := set.core.PutStep(step); err != nil {
			return nil, fmt.Errorf("index %s: %w", d.ID, err)
		}
	}
	return set, nil
}

// rank lists the documents that a query finds.
func (s *indexedSet) rank(q query, ranker string) ([]string, error) {
	hits, err := s.core.Search(asked, types.SearchRequest{Query: q.Text, Limit: maxRanked,
		Scope: types.Scope{Kind: types.ScopeAll}, Filters: types.Filters{Site: s.sites[q.Site]}, Ranker: ranker})
	if err != nil {
		return nil, err
	}
	ranked := []string{}
	for _, h := range hits {
		if id := s.ids[h.SessionID]; id != q.Exclude && !slices.Contains(ranked, id) {
			ranked = append(ranked, id)
		}
	}
	return ranked, nil
}

func readLines[T any](file string, check func(v T) error) ([]T, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("read set: %w", err)
	}
	defer f.Close()
	var list []T
	lines := bufio.NewScanner(f)
	lines.Buffer(make([]byte, 1<<16), maxLine)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var v T
		err := json.Unmarshal(lines.Bytes(), &v)
		if err == nil {
			err = check(v)
		}
		if err != nil {
			return nil, fmt.Errorf("read %s line %d: %w", file, n, err)
		}
		list = append(list, v)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read %s after line %d: %w", file, len(list), err)
	}
	return list, nil
}
