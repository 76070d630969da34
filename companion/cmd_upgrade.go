package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/spf13/cobra"

	"cairn/companion/origin"
	"cairn/companion/upgrade"
	"cairn/companion/version"
	"cairn/shared/types"
)

// upgradeAnswer is the answer of cairn upgrade --json.
type upgradeAnswer struct {
	Version string        `json:"version"`
	Newest  string        `json:"newest"`
	Newer   bool          `json:"newer"`
	Method  origin.Method `json:"method"`
	Path    string        `json:"path"`
	Steps   string        `json:"steps,omitempty"` // to the newest version, if it is newer
}

func upgradeVerb(c *call) *cobra.Command {
	var yes bool
	cmd := tidyingUp(c.reads(plainVerb("upgrade", "Show the newest version and how to install it; ask before doing so", func(ctx context.Context, _ []string) error {
		in, err := origin.This()
		if err != nil {
			return fmt.Errorf("find own binary: %w", err)
		}
		registry := cmp.Or(os.Getenv("npm_config_registry"), upgrade.Registry)
		newest, err := upgrade.Newest(ctx, registry)
		if err != nil {
			return cmp.Or(ctx.Err(), err)
		}
		answer := upgradeAnswer{Version: version.Number(), Newest: newest, Newer: upgrade.Newer(newest, version.Number()), Method: in.Method, Path: in.Path}
		steps := upgrade.To(in, newest)
		if answer.Newer {
			answer.Steps = steps.Text
		}
		return c.show(answer, func() error {
			fmt.Fprintf(c.out, "Cairn %s (%s): %s\nnewest version: %s\n", answer.Version, in.Method, in.Path, newest)
			switch {
			case !answer.Newer && newest != answer.Version:
				fmt.Fprintln(c.out, "This one is newer.")
			case !answer.Newer:
				fmt.Fprintln(c.out, "Nothing to do.")
			default:
				return c.upgrade(ctx, steps, newest, yes)
			}
			return nil
		})
	})))
	cmd.Long = `Knows npm, npx, Homebrew, scoop, winget, deb, rpm, Docker, .mcpb, archives, go install and
checkouts. It reads one public entry of the npm registry and sends nothing about you or
this machine; Cairn never looks for a new version by itself. npm_config_registry and
HTTPS_PROXY are respected.`
	cmd.Flags().BoolVar(&yes, "yes", false, "run the command without asking")
	return cmd
}

// upgradeEnd bounds the wait for the end of an upgrade that was interrupted.
const upgradeEnd = 10 * time.Second

// upgrade shows the steps to a version and, if a command does them, runs it.
func (c *call) upgrade(ctx context.Context, steps upgrade.Steps, newest string, yes bool) error {
	fmt.Fprintf(c.out, "to upgrade: %s\n", steps.Text)
	if len(steps.Command) == 0 {
		return nil
	}
	if !yes {
		if !c.terminal() {
			fmt.Fprintln(c.out, "Nothing was changed: this is not a terminal. cairn upgrade --yes runs that command.")
			return nil
		}
		fmt.Fprint(c.out, "Run this command now? [y/N] ")
		yes, err := c.answersYes(ctx)
		if err != nil {
			return err
		}
		if !yes {
			fmt.Fprintln(c.out, "Nothing was changed.")
			return nil
		}
	}
	cmd := exec.CommandContext(ctx, steps.Command[0], steps.Command[1:]...)
	cmd.Stdout, cmd.Stderr = c.errOut, c.errOut
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // npm restores what was there
	cmd.WaitDelay = upgradeEnd
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return types.Fault(types.CodeInternal, fmt.Sprintf("%s failed: %v", steps.Text, err), "its messages are above; Cairn is as it was, or run the command by hand")
	}
	return c.say("Version %s is installed. What runs keeps the old one until it starts again: run cairn stop, restart your MCP clients, and reload the extension if you loaded it by hand.\n", newest)
}
