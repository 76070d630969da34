package eval

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"cairn/shared/core"
	"cairn/shared/types"
)

// document is a text to be found: the goal of a session that did it.
type document struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// query is a text to search for. Exclude names the document it was made from.
type query struct {
	QID     string `json:"qid"`
	Text    string `json:"text"`
	Exclude string `json:"exclude"`
}

// ranking is the answer to a query: ids of documents, best first.
type ranking struct {
	QID    string   `json:"qid"`
	Ranked []string `json:"ranked"`
}

const (
	maxRanked = 100 // the most that a search gives
	maxQuery  = 200 // characters of a query; what is longer is cut
)

// indexed is when every document was remembered, and asked when it is searched
// for: long enough apart that age says nothing.
var (
	indexed = types.At(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	asked   = indexed.Add(100 * 24 * time.Hour)
)

// Search indexes the documents of a file, each as a session whose goal is its
// text, and writes a ranking for each query of another. ranker is empty for
// the default one or "spec" (see types.SearchRequest).
func Search(docsFile, queriesFile, ranker string, out io.Writer) error {
	docs, err := readLines[document](docsFile)
	if err != nil {
		return err
	}
	queries, err := readLines[query](queriesFile)
	if err != nil {
		return err
	}
	set, err := index(docs)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	for _, q := range queries {
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

// indexedSet is a core with documents as sessions. Sessions have ids of their
// own: a document's may be anything.
type indexedSet struct {
	core *core.Core
	ids  map[string]string // session to document
}

func index(docs []document) (*indexedSet, error) {
	set := &indexedSet{core: core.New(), ids: map[string]string{}}
	for i, d := range docs {
		session := fmt.Sprintf("doc-%06d", i)
		set.ids[session] = d.ID
		if err := set.core.PutSession(&types.Session{SchemaVersion: types.SchemaVersion, SessionID: session, CreatedAt: indexed, Goal: d.Text}); err != nil {
			return nil, fmt.Errorf("index %s: %w", d.ID, err)
		}
		// Searches find steps: one that says nothing of its own stands for all.
		step := &types.Step{SchemaVersion: types.SchemaVersion, StepID: session + "-step", SessionID: session, Timestamp: indexed,
			Tool: types.Tool{Name: "mm_wait_for"}, Outcome: types.Outcome{OK: true}}
		if err := set.core.PutStep(step); err != nil {
			return nil, fmt.Errorf("index %s: %w", d.ID, err)
		}
	}
	return set, nil
}

// rank lists the documents that a query finds.
func (s *indexedSet) rank(q query, ranker string) ([]string, error) {
	text := []rune(q.Text)
	hits, err := s.core.Search(asked, types.SearchRequest{Query: string(text[:min(len(text), maxQuery)]), Limit: maxRanked,
		Scope: types.Scope{Kind: types.ScopeAll}, Ranker: ranker})
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

// readLines reads a file of JSON lines.
func readLines[T any](file string) ([]T, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("read set: %w", err)
	}
	defer f.Close()
	var list []T
	lines := bufio.NewScanner(f)
	lines.Buffer(make([]byte, 1<<16), maxLine)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return nil, fmt.Errorf("read %s line %d: %w", file, n, err)
		}
		list = append(list, v)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	return list, nil
}
