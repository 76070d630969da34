package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"cairn/companion/console"
	"cairn/companion/home"
	"cairn/shared/types"
)

// call is one command line: its streams, and the flags that several commands have.
type call struct {
	out io.Writer
	// errOut takes what is said besides the answer.
	errOut io.Writer
	in     io.Reader
	lines  *bufio.Reader // of in, once a line was asked for
	// terminal reports whether a person can be asked.
	terminal func() bool

	data string // --data
	json bool   // --json
}

// atTerminal reports whether a person sits at both ends.
func atTerminal() bool {
	return term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd()))
}

// action is what a command does, in a data directory.
type action func(ctx context.Context, h home.Dir, args []string) error

// verb makes a command. The operands in use are checked before it begins: see operands.
func (c *call) verb(use, about string, do action) *cobra.Command {
	return plainVerb(use, about, func(ctx context.Context, args []string) error {
		h, err := home.Open(c.data)
		if err != nil {
			return err
		}
		return do(ctx, h, args)
	})
}

// plainVerb makes a command that opens no data directory.
func plainVerb(use, about string, do func(ctx context.Context, args []string) error) *cobra.Command {
	return &cobra.Command{Use: use, Short: about, Args: operands, DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error { return do(cmd.Context(), args) }}
}

// group makes a command that has commands of its own and does nothing by itself.
func group(name, about string, verbs ...*cobra.Command) *cobra.Command {
	g := &cobra.Command{Use: name + " COMMAND", Short: about, Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true, RunE: unknownCommand}
	g.AddCommand(verbs...)
	return g
}

// reads gives a command that only reads the flag --json.
func (c *call) reads(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&c.json, "json", false, "print JSON with stable fields")
	return cmd
}

// show prints an answer: as JSON where that is asked for, else as text does.
func (c *call) show(answer any, text func() error) error {
	if c.json {
		return console.PrintJSON(c.out, answer)
	}
	return text()
}

// agree asks a person whether to go on with what would be lost.
func (c *call) agree(loss string) error {
	if !c.terminal() {
		return types.Fault(types.CodeInvalidInput, strings.ToLower(loss[:1])+loss[1:], "this is not a terminal: confirm with --yes")
	}
	fmt.Fprintf(c.out, "%s. Go on? [y/N] ", loss)
	line, _ := bufio.NewReader(c.in).ReadString('\n') // an end of the input is a no
	if answer := strings.ToLower(strings.TrimSpace(line)); answer != "y" && answer != "yes" {
		return types.Fault(types.CodeInvalidInput, "nothing was forgotten", "answer y to go on")
	}
	return nil
}
