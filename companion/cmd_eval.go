package main

import (
	"bufio"
	"context"
	"os"

	"cairn/companion/eval"
)

// runEval measures the engines on recorded sets. It needs no daemon and keeps
// nothing.
func runEval(_ context.Context, c *call) error {
	keep := c.flags.String("keep", "full", "suggest, redact: how much of a step is remembered: \"full\" or \"needed\"")
	docs := c.flags.String("docs", "", "search: a file of {\"id\", \"text\"} lines")
	queries := c.flags.String("queries", "", "search: a file of {\"qid\", \"text\", \"exclude\"} lines")
	ranker := c.flags.String("ranker", "", "search: \"spec\" ranks by spec 001's weights alone")
	var set eval.Setting
	c.flags.BoolVar(&set.BySite, "by-site", false, "signals: sessions belong together by site, else by domain")
	c.flags.BoolVar(&set.OtherFlows, "other-flows", false, "signals: only sessions of other tasks are remembered")
	c.flags.BoolVar(&set.Dedupe, "dedupe", false, "signals: immediate repeats and failed attempts are not scored")
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
	case len(what) == 2 && what[0] == "signals":
		return eval.Signals(what[1], set, out)
	case len(what) >= 2 && what[0] == "calibrate":
		return eval.Calibrate(what[1:], out)
	}
	return usageError{"eval"}
}
