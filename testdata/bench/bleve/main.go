// Command bleve measures bleve 2 on disk on a store that ./build.sh bench
// search has exported, and prints what its measure.js prints of others. It is
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

// strong are the fields of weight 4 and more in the export. Fields go into two
// of bleve's, so that a query costs two look-ups a word and weights still count.
var strong = []string{"flow", "tool", "screen", "error", "target", "goal", "label", "tag"}

const strongBoost = 3

type question struct {
	Words []string `json:"words"`
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
	r, err := run(*dir, *budget)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode([]*result{r})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bleve:", err)
		os.Exit(1)
	}
}

func run(dir string, budget time.Duration) (*result, error) {
	docs, err := read[map[string]string](filepath.Join(dir, "docs.jsonl"))
	if err != nil {
		return nil, err
	}
	questions, err := read[question](filepath.Join(dir, "queries.jsonl"))
	if err != nil {
		return nil, err
	}
	abouts, err := read[struct{ Sessions []int }](filepath.Join(dir, "about.json"))
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp("", "bleve")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	start := cpu()
	index, err := build(filepath.Join(home, "index"), docs)
	if err != nil {
		return nil, err
	}
	defer index.Close()
	out := &result{Engine: "bleve 2, disk", BuildMS: ms(cpu() - start)}
	if err := out.answer(index, questions, abouts[0].Sessions, budget); err != nil {
		return nil, err
	}
	if out.Times, err = timed(index, questions, asked, budget); err != nil {
		return nil, err
	}
	out.DeepTimes, err = timed(index, questions, deep, budget/2)
	return out, err
}

func build(path string, docs []map[string]string) (bleve.Index, error) {
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
			if slices.Contains(strong, field) {
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

func search(index bleve.Index, q question, limit int) (steps []int, err error) {
	words := strings.Join(q.Words, " ")
	heavy, light := bleve.NewMatchQuery(words), bleve.NewMatchQuery(words)
	heavy.SetField("strong")
	heavy.SetBoost(strongBoost)
	light.SetField("weak")
	request := bleve.NewSearchRequestOptions(query.NewDisjunctionQuery([]query.Query{heavy, light}), limit, 0, false)
	found, err := index.Search(request)
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
func (r *result) answer(index bleve.Index, questions []question, sessions []int, budget time.Duration) error {
	end := time.Now().Add(budget)
	for _, q := range questions {
		if time.Now().After(end) {
			break
		}
		steps, err := search(index, q, deep)
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
func timed(index bleve.Index, questions []question, limit int, budget time.Duration) ([]float64, error) {
	took := make([][]float64, len(questions))
	end := time.Now().Add(budget)
	for range rounds {
		for i, q := range questions {
			if time.Now().After(end) {
				break
			}
			start := cpu()
			if _, err := search(index, q, limit); err != nil {
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
