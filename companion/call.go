package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/types"
)

// call holds the streams of one command line and the flags that several commands
// share.
type call struct {
	out io.Writer
	// status shows that a command is working; out and errOut print above it.
	status *console.Status
	// errOut receives all output except the answer.
	errOut io.Writer
	in     io.Reader
	lines  *bufio.Reader // of in, set on the first read of a line
	// terminal reports whether a person can be asked.
	terminal func() bool

	data string // --data
	json bool   // --json
	yes  bool   // --yes
}

// atTerminal reports whether both standard input and output are a terminal.
func atTerminal() bool {
	return term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd()))
}

// action carries out a command in a data directory.
type action func(ctx context.Context, h home.Dir, args []string) error

// verb returns a new command. It checks the operands against the usage line before the
// command begins: see operands.
func (c *call) verb(use, about string, do action) *cobra.Command {
	return plainVerb(use, about, func(ctx context.Context, args []string) error {
		h, err := home.Open(c.data)
		if err != nil {
			return err
		}
		return do(ctx, h, args)
	})
}

// plainVerb returns a new command that opens no data directory.
func plainVerb(use, about string, do func(ctx context.Context, args []string) error) *cobra.Command {
	return &cobra.Command{Use: use, Short: about, Args: operands, DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error { return do(cmd.Context(), args) }}
}

// group returns a command that only contains other commands.
func group(name, about string, verbs ...*cobra.Command) *cobra.Command {
	g := &cobra.Command{Use: name + " COMMAND", Short: about, Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true, RunE: unknownCommand}
	g.AddCommand(verbs...)
	return g
}

func (c *call) reads(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&c.json, "json", false, "print JSON with stable fields")
	return cmd
}

// show prints an answer: as JSON if the user asked for it, else with text.
func (c *call) show(answer any, text func() error) error {
	if c.json {
		return console.PrintJSON(c.out, answer)
	}
	return text()
}

// say prints text for people.
func (c *call) say(format string, values ...any) error {
	_, err := fmt.Fprintf(c.out, format, values...)
	return err
}

// transfer has the daemon read or write a file or directory, and prints the result.
func (c *call) transfer(h home.Dir, req control.Request, name string) (err error) {
	if req.Path, err = filepath.Abs(name); err != nil {
		return err
	}
	reply, err := control.AskOrStart(h, req)
	if err != nil {
		return err
	}
	return c.say("%s\n", reply.Done)
}

// asks adds the flag --yes to a command that calls [call.agree].
func (c *call) asks(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&c.yes, "yes", false, "do not ask")
	return cmd
}

// agree asks the user to confirm something that cannot be taken back.
func (c *call) agree(loss string) error {
	if c.yes {
		return nil
	}
	if !c.terminal() {
		return types.Invalid(strings.ToLower(loss[:1])+loss[1:], "this is not a terminal: confirm with --yes")
	}
	fmt.Fprintf(c.out, "%s. Go on? [y/N] ", loss)
	if yes, _ := c.answersYes(context.Background()); !yes {
		return types.Invalid("nothing was done", "answer y to go on")
	}
	return nil
}

// answersYes reads the answer to a question. It does not wait for one after ctx has ended.
func (c *call) answersYes(ctx context.Context) (bool, error) {
	read := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(c.in).ReadString('\n') // the end of the input counts as a no
		read <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(c.out)
		return false, ctx.Err()
	case answer := <-read:
		return answer == "y" || answer == "yes", nil
	}
}
