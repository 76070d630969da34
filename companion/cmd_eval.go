package main

import (
	"bufio"
	"context"

	"github.com/spf13/cobra"

	"cairn/companion/eval"
	"cairn/shared/types"
)

// evalGroup measures the engines of this binary on recorded sets, so that users can
// evaluate it on their own sessions, texts and logs. It needs no daemon and stores
// nothing. Measurements for engine developers only are tests (TestLab of companion/eval).
func evalGroup(c *call) *cobra.Command {
	return group("eval", "Measure suggestions, search and redaction on recorded sets", evalSuggestVerb(c), evalSearchVerb(c), evalRedactVerb(c))
}

func evalSuggestVerb(c *call) *cobra.Command {
	keep := types.KeepFull
	cmd := plainVerb("suggest", "Answer a replay of recorded sessions on standard input, line by line", func(context.Context, []string) error {
		return eval.Suggest(c.in, c.out, string(keep)) // no buffer: the caller waits for each answer
	})
	choiceFlag(cmd, &keep, "keep", "how much of a step is remembered (default full)", types.KeepNeeded, types.KeepFull)
	return cmd
}

func evalSearchVerb(c *call) *cobra.Command {
	var docs, queries, ranker string
	cmd := plainVerb("search", "Rank documents for queries, and print {\"qid\", \"ranked\"} lines", func(context.Context, []string) error {
		out := bufio.NewWriter(c.out)
		defer out.Flush()
		return eval.Search(docs, queries, ranker, out, c.errOut)
	})
	cmd.Flags().StringVar(&docs, "docs", "", "`FILE` of {\"id\", \"text\"} lines")
	cmd.Flags().StringVar(&queries, "queries", "", "`FILE` of {\"qid\", \"text\", \"exclude\"} lines")
	choiceFlag(cmd, &ranker, "ranker", "spec: rank only by spec 001's weights", "spec")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if docs == "" || queries == "" {
			return usageError{message: "missing --docs or --queries"}
		}
		return nil
	}
	return cmd
}

func evalRedactVerb(c *call) *cobra.Command {
	var secrets, ordinary string
	var show int
	keep := types.KeepFull
	cmd := plainVerb("redact", "Show which secrets remain, and how many ordinary lines change", func(context.Context, []string) error {
		out := bufio.NewWriter(c.out)
		defer out.Flush()
		return eval.Redact(secrets, ordinary, string(keep), show, out)
	})
	cmd.Long = `Every text of a file of secrets ({"class", "where", "text", "secret"} lines; lines
of a text are neighbouring elements; where is url, attr, typed or text) is
remembered as a step.`
	cmd.Flags().StringVar(&secrets, "classes", "", "`FILE` of {\"class\", \"where\", \"text\", \"secret\"} lines")
	cmd.Flags().StringVar(&ordinary, "ordinary", "", "`FILE` of lines that hold no secret")
	choiceFlag(cmd, &keep, "keep", "how much of a step is remembered (default full)", types.KeepNeeded, types.KeepFull)
	cmd.Flags().IntVar(&show, "show", 0, "how many examples of each to show: `N`")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if secrets+ordinary == "" {
			return usageError{message: "missing --classes or --ordinary"}
		}
		return nil
	}
	return cmd
}
