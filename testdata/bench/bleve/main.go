// Command bleve measures bleve 2 on disk on a store that ./build.sh bench
// search has exported, and prints the same figures as its measure.js prints of others. It is
// a module of its own: nothing of Cairn needs bleve.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/standard"
	"github.com/blevesearch/bleve/v2/search/query"
)

// As in the bench's native.go.
const (
	asked  = 10
	deep   = 400
	rounds = 5
)

const perBatch = 1000

// The export is indexed in two ways: with its fields as they are, each boosted
// by its weight, as the other engines have them; and with fewer, so that a query
// costs two look-ups a word and weights still count a little.

// strong are the fields of weight 4 and more in the export.
var strong = []string{"flow", "tool", "screen", "error", "target", "goal", "label", "tag"}

const strongBoost = 3

type question struct {
	Words []string `json:"words"`
}

type about struct {
	Sessions []int              `json:"sessions"`
	Weights  map[string]float64 `json:"weights"`
}

type result struct {
	Engine  string  `json:"engine"`
	BuildMS float64 `json:"buildMs"`
	Answers [][]int `json:"answers"`

	Times     []float64 `json:"times"`
	DeepTimes []float64 `json:"deepTimes"`
}

func main() {
	dir := flag.String("store", ".", "folder of the export")
	budget := flag.Duration("budget", 5*time.Second, "time for the queries")
	flag.Parse()
	var all []*result
	var err error
	for _, way := range []string{"by field", "two fields"} {
		var r *result
		if r, err = run(*dir, way, *budget); err != nil {
			break
		}
		all = append(all, r)
	}
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(all)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bleve:", err)
		os.Exit(1)
	}
}

func run(dir, way string, budget time.Duration) (*result, error) {
	docs, err := read[map[string]string](filepath.Join(dir, "docs.jsonl"))
	if err != nil {
		return nil, err
	}
	questions, err := read[question](filepath.Join(dir, "queries.jsonl"))
	if err != nil {
		return nil, err
	}
	abouts, err := read[about](filepath.Join(dir, "about.json"))
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp("", "bleve")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	e := engine{boosts: map[string]float64{"strong": strongBoost, "weak": 1}}
	if way == "by field" {
		e.boosts = abouts[0].Weights
	}
	start := cpu()
	e.Index, err = build(filepath.Join(home, "index"), docs, way == "by field")
	if err != nil {
		return nil, err
	}
	defer e.Close()
	out := &result{Engine: "bleve 2, disk, " + way, BuildMS: ms(cpu() - start)}
	if err := out.answer(e, questions, abouts[0].Sessions, budget); err != nil {
		return nil, err
	}
	if out.Times, err = timed(e, questions, asked, budget); err != nil {
		return nil, err
	}
	out.DeepTimes, err = timed(e, questions, deep, budget/2)
	return out, err
}

func build(path string, docs []map[string]string, byField bool) (bleve.Index, error) {
	mapping := bleve.NewIndexMapping()
	mapping.DefaultAnalyzer = standard.Name
	mapping.StoreDynamic, mapping.DocValuesDynamic = false, false
	index, err := bleve.New(path, mapping)
	if err != nil {
		return nil, err
	}
	batch := index.NewBatch()
	for i, d := range docs {
		text := map[string]string{}
		for field, words := range d {
			if byField {
				text[field] = words
			} else if slices.Contains(strong, field) {
				text["strong"] += " " + words
			} else {
				text["weak"] += " " + words
			}
		}
		if err := batch.Index(strconv.Itoa(i), text); err != nil {
			return nil, err
		}
		if batch.Size() == perBatch || i == len(docs)-1 {
			if err := index.Batch(batch); err != nil {
				return nil, err
			}
			batch.Reset()
		}
	}
	return index, nil
}

// engine is an index with the weight of each field.
type engine struct {
	bleve.Index
	boosts map[string]float64
}

func (e engine) search(q question, limit int) (steps []int, err error) {
	words := strings.Join(q.Words, " ")
	var any []query.Query
	for field, boost := range e.boosts {
		match := bleve.NewMatchQuery(words)
		match.SetField(field)
		match.SetBoost(boost)
		any = append(any, match)
	}
	request := bleve.NewSearchRequestOptions(query.NewDisjunctionQuery(any), limit, 0, false)
	found, err := e.Search(request)
	if err != nil {
		return nil, err
	}
	for _, hit := range found.Hits {
		step, err := strconv.Atoi(hit.ID)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// answer ranks sessions by their best steps.
func (r *result) answer(e engine, questions []question, sessions []int, budget time.Duration) error {
	end := cpu() + budget
	for _, q := range questions {
		if cpu() > end {
			break
		}
		steps, err := e.search(q, deep)
		if err != nil {
			return err
		}
		best := []int{}
		for _, step := range steps {
			if s := sessions[step]; len(best) < asked && !slices.Contains(best, s) {
				best = append(best, s)
			}
		}
		r.Answers = append(r.Answers, best)
	}
	return nil
}

// timed is, by query, the median of the rounds that the budget allows.
func timed(e engine, questions []question, limit int, budget time.Duration) ([]float64, error) {
	took := make([][]float64, len(questions))
	end := cpu() + budget
	for range rounds {
		for i, q := range questions {
			if cpu() > end {
				break
			}
			start := cpu()
			if _, err := e.search(q, limit); err != nil {
				return nil, err
			}
			took[i] = append(took[i], ms(cpu()-start))
		}
	}
	var out []float64
	for _, t := range took {
		if len(t) > 0 {
			slices.Sort(t)
			out = append(out, t[len(t)/2])
		}
	}
	return out, nil
}

// read reads a file of JSON lines.
func read[T any](file string) ([]T, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []T
	for d := json.NewDecoder(bufio.NewReader(f)); d.More(); {
		var v T
		if err := d.Decode(&v); err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		out = append(out, v)
	}
	return out, nil
}

func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only a wrong argument fails
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func ms(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }
