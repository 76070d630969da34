package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/demo"
	"cairn/companion/home"
)

func demoVerb(c *call) *cobra.Command {
	var headed, keep bool
	cmd := tidyingUp(plainVerb("demo", "Do a task on the sample wallet without and with memory, side by side", func(ctx context.Context, _ []string) error {
		dir, err := demoDir(c.data)
		if err != nil {
			return err
		}
		if keep = keep || c.data != ""; !keep {
			defer os.RemoveAll(dir)
		}
		h, err := home.Open(dir)
		if err != nil {
			return err
		}
		if err := demo.Play(ctx, h, c.out, !headed); err != nil {
			return err
		}
		if keep {
			fmt.Fprintf(c.out, "\nThe data is in %s; look into it with: cairn search --data %s send\n", dir, console.QuoteArg(dir))
		}
		return nil
	}))
	cmd.Long = "It uses a temporary data directory, which is deleted at the end unless --keep or\n--data is given."
	cmd.Flags().BoolVar(&headed, "headed", false, "show the browser")
	cmd.Flags().BoolVar(&keep, "keep", false, "keep the demo's data directory")
	return cmd
}

// demoDir returns the named data directory, or a new one.
func demoDir(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	return os.MkdirTemp("", "cairn-demo-")
}
