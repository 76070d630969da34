package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/shared/types"
)

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() { cancel(signalled{<-signals}) }()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// signalled is the cause of a context that a signal ended.
type signalled struct{ os.Signal }

func (s signalled) Error() string { return s.String() }

// Is makes it a cancellation: some packages return the cause of one as their error.
func (s signalled) Is(target error) bool { return target == context.Canceled }

// run executes one command line and returns its exit status: cairn help exit-status lists them. A signal ends
// it at once, unless the command has to tidy up first.
func run(ctx context.Context, args []string, out, errw io.Writer) int {
	status := console.NewStatus(errw)
	c := &call{out: status.Above(out), errOut: status.Above(errw), status: status, in: os.Stdin, terminal: atTerminal}
	root := newRoot(c)
	var tidying atomic.Bool
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		tidying.Store(cmd.Annotations[tidies] != "")
		status.Begin(cmd.CommandPath())
	}
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errw)
	code := make(chan int, 1)
	go func() {
		cmd, err := root.ExecuteContextC(ctx)
		status.End()
		code <- endedBy(context.Cause(ctx), c.report(cmd, err))
	}()
	select {
	case code := <-code:
		return code
	case <-ctx.Done():
	}
	if tidying.Load() {
		return <-code
	}
	status.End()
	return endedBy(context.Cause(ctx), c.report(root, ctx.Err()))
}

// endedBy returns the exit status of a command that a signal may have ended: that of the
// signal instead of 1. Other statuses say more, and 0 is that of a command which ends so.
func endedBy(cause error, code int) int {
	var by signalled
	switch {
	case code != 1 || !errors.As(cause, &by):
		return code
	case by.Signal == os.Interrupt:
		return int(exitInterrupted)
	}
	return int(exitTerminated)
}

// tidies annotates commands that watch their context and leave nothing behind.
const tidies = "tidies"

// tidyingUp marks a command that a signal asks to end.
func tidyingUp(cmd *cobra.Command) *cobra.Command {
	cmd.Annotations = map[string]string{tidies: "yes"}
	return cmd
}

// Exit statuses besides 0 (done) and 1 (failed).
const (
	exitUsage      exitStatus = 2
	exitStopped    exitStatus = 3
	exitUnverified exitStatus = 4

	exitInterrupted exitStatus = 128 + 2  // as shells show the end by Ctrl-C
	exitTerminated  exitStatus = 128 + 15 // and by SIGTERM
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
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(c.errOut, "cairn: interrupted")
	default:
		fmt.Fprintf(c.errOut, "cairn: %v\n", err)
	}
	return 1
}
