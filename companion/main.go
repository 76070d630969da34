package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/shared/types"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run executes one command line and returns its exit status: see exitHelp.
func run(ctx context.Context, args []string, out, errw io.Writer) int {
	status := console.NewStatus(errw)
	c := &call{out: status.Above(out), errOut: status.Above(errw), status: status, in: os.Stdin, terminal: atTerminal}
	root := newRoot(c)
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) { status.Begin(cmd.CommandPath()) }
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errw)
	cmd, err := root.ExecuteContextC(ctx)
	status.End()
	return c.report(cmd, err)
}

// Exit statuses besides 0 (done) and 1 (failed).
const (
	exitUsage      exitStatus = 2
	exitStopped    exitStatus = 3
	exitUnverified exitStatus = 4
)

// exitStatus ends a command that has already printed all its output.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// usageError reports an invalid command line.
type usageError struct{ message, hint string }

func (e usageError) Error() string { return e.message }

// report prints an error for people: "cairn:", the message, and the next step if one
// is known.
func (c *call) report(cmd *cobra.Command, err error) int {
	var usage usageError
	var fault *types.Error
	var status exitStatus
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &usage):
		fmt.Fprintf(c.errOut, "cairn: %s\n", usage.message)
		if usage.hint != "" {
			fmt.Fprintf(c.errOut, "hint: %s\n", usage.hint)
		}
		if cmd.HasParent() {
			fmt.Fprintf(c.errOut, "usage: %s\n", usageLine(cmd))
		}
		return int(exitUsage)
	case errors.As(err, &fault):
		fmt.Fprintf(c.errOut, "cairn: %s\n", strings.Replace(err.Error(), string(fault.Code)+": ", "", 1))
		if fault.Hint != "" {
			fmt.Fprintf(c.errOut, "hint: %s\n", fault.Hint)
		}
		if cmd.Name() == "serve" && fault.Code == types.CodeStoreLocked {
			return control.ExitSecond
		}
	default:
		fmt.Fprintf(c.errOut, "cairn: %v\n", err)
	}
	return 1
}
