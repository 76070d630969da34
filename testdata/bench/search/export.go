package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/testdata/stores/gen"
)

// An export is four files, which store.js and testdata/bench/bleve read:
//
//	records.jsonl  wire.Record, one a step; a session comes with its first step
//	docs.jsonl     doc, one a step in the same order: the words of its fields
//	queries.jsonl  question
//	about.json     about
//
// Steps and sessions are known by their numbers, from 0, in that order.

// doc is a step as the other engines index it, with its session's fields: by
// field its words, as often as it has them. Identifiers are there whole and in their parts,
// so that engines without an eye for camelCase find the same as Cairn.
type doc map[string]string

// question is a query. Words are the text as docs are written, without
// stopwords; Relevant are numbers of sessions.
type question struct {
	Kind     gen.Kind `json:"kind"`
	Text     string   `json:"text"`
	Words    []string `json:"words"`
	Relevant []int    `json:"relevant"`
}

// about holds the common facts of an export: the session of each step, the
// instant at which to ask, and the weights of the fields.
type about struct {
	Sessions []int          `json:"sessions"`
	Now      types.Time     `json:"now"`
	Weights  map[string]int `json:"weights"`
}

// weights are spec 001's; those of fields that it does not know are the
// default ranker's.
var weights = map[string]int{
	"tool": 10, "screen": 8, "target": 6, "label": 5, "seen": 3, "name": 2, "role": 2, "page": 3, "error": 8,
	"flow": 12, "goal": 6, "tag": 4, "branch": 2,
}

func export(dir string, made []gen.Session, asked []gen.Query) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	to := &lines{dir: dir}
	info := about{Now: gen.Now, Weights: weights, Sessions: []int{}}
	number := map[string]int{}
	for _, s := range made {
		for range s.Steps {
			info.Sessions = append(info.Sessions, len(number))
		}
		number[s.Meta.SessionID] = len(number)
	}
	to.file("records.jsonl", func(write func(any)) {
		for _, r := range records(made) {
			write(r)
		}
	})
	to.file("docs.jsonl", func(write func(any)) {
		for _, s := range made {
			for _, step := range s.Steps {
				write(document(s.Meta, step))
			}
		}
	})
	to.file("queries.jsonl", func(write func(any)) {
		for _, q := range asked {
			write(ask(q, number))
		}
	})
	to.file("about.json", func(write func(any)) { write(info) })
	return to.err
}

// ask puts a query in the export's terms.
func ask(q gen.Query, number map[string]int) question {
	out := question{Kind: q.Kind, Text: q.Text}
	for _, w := range both(q.Text) {
		if !text.Stopword(w) {
			out.Words = append(out.Words, w)
		}
	}
	for id := range q.Relevant {
		out.Relevant = append(out.Relevant, number[id])
	}
	slices.Sort(out.Relevant)
	return out
}

func document(meta *types.Session, step *types.Step) doc {
	t, o := step.Tool.Target, step.Observation
	page := []string{o.State.CurrentURL, o.State.Title}
	var seen, names, roles, failure, branch []string
	for i := range o.TestIDs {
		seen = append(seen, o.TestIDs[i].TestID)
	}
	for i := range o.A11y.Nodes {
		names, roles = append(names, o.A11y.Nodes[i].Name), append(roles, o.A11y.Nodes[i].Role)
	}
	if err := step.Outcome.Error; err != nil {
		failure = []string{string(err.Code), err.Message}
	}
	if meta.Git != nil {
		branch = []string{meta.Git.Branch}
	}
	d := doc{}
	for field, texts := range map[string][]string{
		"tool": {step.Tool.Name}, "screen": {o.State.CurrentScreen}, "target": {t.TestID, t.Role, t.Name}, "label": step.Labels,
		"seen": seen, "name": names, "role": roles, "page": page, "error": failure,
		"flow": meta.FlowTags, "goal": {meta.Goal}, "tag": meta.Tags, "branch": branch,
	} {
		var words []string
		for _, t := range texts {
			words = append(words, both(t)...)
		}
		d[field] = strings.Join(words, " ")
	}
	return d
}

// both are the words of texts, each once: as they are written, and the parts of
// identifiers among them.
func both(texts ...string) []string {
	all := strings.Join(texts, " ")
	var out []string
	had := map[string]bool{}
	for _, w := range append(text.Words(all), text.TokenizeIdentifier(all)...) {
		if !had[w] {
			had[w] = true
			out = append(out, w)
		}
	}
	return out
}

// lines writes files of JSON lines and keeps the first error.
type lines struct {
	dir string
	err error
}

func (l *lines) file(name string, fill func(write func(any))) {
	if l.err != nil {
		return
	}
	f, err := os.Create(filepath.Join(l.dir, name))
	if err != nil {
		l.err = fmt.Errorf("export: %w", err)
		return
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	encode := json.NewEncoder(w)
	fill(func(v any) {
		if err := encode.Encode(v); err != nil && l.err == nil {
			l.err = fmt.Errorf("export %s: %w", name, err)
		}
	})
	if err := w.Flush(); err != nil && l.err == nil {
		l.err = fmt.Errorf("export %s: %w", name, err)
	}
}
