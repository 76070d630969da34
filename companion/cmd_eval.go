package main

import (
	"bufio"
	"context"
	"os"

	"cairn/companion/eval"
)

// runEval measures the engines of this very binary on recorded sets, so that anybody can
// tell what it is worth on sessions, texts and logs of theirs. It needs no daemon and
// keeps nothing. What only who changes the engines needs is in companion/eval/lab.
func runEval(_ context.Context, c *call) error {
	keep := c.flags.String("keep", "full", "suggest, redact: how much of a step is remembered: \"full\" or \"needed\"")
	docs := c.flags.String("docs", "", "search: a file of {\"id\", \"text\"} lines")
	queries := c.flags.String("queries", "", "search: a file of {\"qid\", \"text\", \"exclude\"} lines")
	ranker := c.flags.String("ranker", "", "search: \"spec\" ranks by spec 001's weights alone")
	secrets := c.flags.String("classes", "", "redact: a file of {\"class\", \"where\", \"text\", \"secret\"} lines")
	ordinary := c.flags.String("ordinary", "", "redact: a file of lines that hold no secret")
	show := c.flags.Int("show", 0, "redact: how many examples of each to show")
	what, err := parseAnywhere(c.flags, c.args)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(c.out)
	defer out.Flush()
	switch {
	case len(what) == 1 && what[0] == "suggest":
		return eval.Suggest(os.Stdin, c.out, *keep) // each answer is waited for: no buffer
	case len(what) == 1 && what[0] == "search" && *docs != "" && *queries != "":
		return eval.Search(*docs, *queries, *ranker, out, os.Stderr)
	case len(what) == 1 && what[0] == "redact" && *secrets+*ordinary != "":
		return eval.Redact(*secrets, *ordinary, *keep, *show, out)
	}
	return usageError{"eval"}
}
