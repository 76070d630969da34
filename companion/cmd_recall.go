package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func recallVerb(c *call) *cobra.Command {
	var req types.RecallRequest
	cmd := c.verb("recall DOMAIN", "Show site memory, as agents receive it", func(_ context.Context, h home.Dir, args []string) error {
		req.URL, req.Domain = addressOrDomain(args[0])
		core, err := control.AskCore(h, c.errOut, wire.CoreRequest{Op: wire.OpRecall, Recall: &req})
		if err != nil {
			return err
		}
		return c.show(core.Recall, func() error {
			if !core.Recall.Found {
				return unknownSite(h, args[0])
			}
			if core.Recall.Context != "" {
				fmt.Fprintln(c.out, core.Recall.Context)
			}
			return c.say("%s\n", core.Recall.AISummary)
		})
	})
	cmd.Long = "DOMAIN is a host, an address, or the name that cairn site gave."
	cmd.Example = `  cairn recall wallet.example --hint "send money"`
	cmd.Flags().StringVar(&req.TaskHint, "hint", "", "`TASK` by which the answer is ordered")
	choiceFlag(cmd, &req.Language, "language", "language of the answer (default: that of the hint)", "en", "zh")
	return c.reads(cmd)
}

func addressOrDomain(operand string) (url, domain string) {
	if strings.Contains(operand, "://") {
		return operand, ""
	}
	return "", operand
}
