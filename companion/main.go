package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/types"
)

// command is one verb of cairn.
type command struct {
	name  string
	args  string // what follows the verb, for the usage line
	about string // one line
	more  string // what `cairn help VERB` adds
	run   func(ctx context.Context, c *call) error
}

// call is one invocation of a command.
type call struct {
	flags *flag.FlagSet
	args  []string // as given; parse turns them into flags and operands
	data  string
	out   io.Writer
	// errOut takes what is said besides the answer.
	errOut io.Writer
	in     io.Reader
	lines  *bufio.Reader // of in, once a line was asked for
	// terminal reports whether a person can be asked.
	terminal func() bool
}

// atTerminal reports whether a person sits at both ends.
func atTerminal() bool {
	for _, f := range []*os.File{os.Stdin, os.Stdout} {
		if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
			return false
		}
	}
	return true
}

// parse reads the flags that the command has registered and --data, and opens
// the data directory. Between least and most operands may remain (most -1 for
// any number).
func (c *call) parse(least, most int) ([]string, home.Dir, error) {
	c.flags.StringVar(&c.data, "data", "", "directory that holds Cairn's data (default: $"+home.EnvHome+" or your user data directory)")
	rest, err := parseAnywhere(c.flags, c.args)
	if err != nil {
		return nil, "", err
	}
	if len(rest) < least || most >= 0 && len(rest) > most {
		return nil, "", usageError{c.flags.Name()}
	}
	h, err := home.Open(c.data)
	return rest, h, err
}

// count registers a flag for a number from 1 to most. Every verb has this one rule: 0 is an error, not the standard.
func (c *call) count(value *int, name string, standard, most int, about string) {
	*value = standard
	if standard > 0 {
		about += fmt.Sprintf(" (default %d)", standard)
	}
	c.flags.Func(name, fmt.Sprintf("%s, 1 to %d", about, most), func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > most {
			return fmt.Errorf("give a number from 1 to %d", most)
		}
		*value = n
		return nil
	})
}

// parseAnywhere lets flags stand before, between and after operands, as people
// type them. What follows "--" is operands.
func parseAnywhere(flags *flag.FlagSet, args []string) ([]string, error) {
	var operands []string
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		rest := flags.Args()
		if consumed := len(args) - len(rest); consumed > 0 && args[consumed-1] == "--" {
			return append(operands, rest...), nil
		}
		if len(rest) == 0 {
			return operands, nil
		}
		operands, args = append(operands, rest[0]), rest[1:]
	}
}

// usageError says that a command was called with the wrong operands.
type usageError struct{ verb string }

func (e usageError) Error() string { return "wrong operands for " + e.verb }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run carries out one command line and returns the exit status: 0 done, 1
// failed, 2 not understood; cairn flow run has more (cmd_flow.go).
func run(ctx context.Context, args []string, out, errw io.Writer) int {
	if len(args) == 0 || args[0] == "help" || args[0] == "--help" || args[0] == "-h" {
		return help(args, out, errw)
	}
	if args[0] == "--version" {
		args[0] = "version"
	}
	cmd := findCommand(args[0])
	if cmd == nil {
		fmt.Fprintf(errw, "cairn: there is no command %q\nhint: cairn help lists them\n", args[0])
		return 2
	}
	c := &call{flags: flag.NewFlagSet(cmd.name, flag.ContinueOnError), args: args[1:], out: out, errOut: errw, in: os.Stdin, terminal: atTerminal}
	c.flags.SetOutput(io.Discard)
	return report(cmd.run(ctx, c), cmd, c, errw)
}

// report turns an error into what a person reads: "cairn:", the message, and
// the next step where one is known.
func report(err error, cmd *command, c *call, errw io.Writer) int {
	var usage usageError
	var fault *types.Error
	var status exitStatus
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return int(status)
	case errors.Is(err, flag.ErrHelp):
		printHelp(cmd, c.flags, c.out)
		return 0
	case errors.As(err, &usage) || strings.HasPrefix(err.Error(), "flag provided but not defined") || strings.HasPrefix(err.Error(), "invalid value"):
		fmt.Fprintf(errw, "cairn: %v\nusage: cairn %s %s\n", err, cmd.name, cmd.args)
		return 2
	case errors.As(err, &fault):
		fmt.Fprintf(errw, "cairn: %s\n", strings.Replace(err.Error(), string(fault.Code)+": ", "", 1))
		if fault.Hint != "" {
			fmt.Fprintf(errw, "hint: %s\n", fault.Hint)
		}
		if cmd.name == "serve" && fault.Code == types.CodeStoreLocked {
			return control.ExitSecond
		}
	default:
		fmt.Fprintf(errw, "cairn: %v\n", err)
	}
	return 1
}
