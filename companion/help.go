package main

import (
	"fmt"
	"io"
	"strings"

	"cairn/companion/console"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func usageLine(cmd *cobra.Command) string {
	path := cmd.CommandPath()
	if ownFlags(cmd).HasAvailableFlags() {
		path += " [options]"
	}
	if _, operands, ok := strings.Cut(cmd.Use, " "); ok {
		path += " " + operands
	}
	return path
}

// ownFlags returns the flags of a command, without --help.
func ownFlags(cmd *cobra.Command) *pflag.FlagSet {
	own := pflag.NewFlagSet(cmd.Name(), pflag.ContinueOnError)
	own.SortFlags = false
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
			own.AddFlag(f)
		}
	})
	return own
}

// printHelp prints the output of `cairn help` and --help.
func printHelp(cmd *cobra.Command, out io.Writer) {
	title := func(text string) { fmt.Fprintf(out, "\n%s\n", console.Coloured(out, console.Bold, text)) }
	if cmd.IsAdditionalHelpTopicCommand() {
		fmt.Fprintf(out, "%s\n", cmd.Long)
		return
	}
	fmt.Fprintf(out, "usage: %s\n\n%s\n", usageLine(cmd), sentence(cmd.Short))
	if cmd.Long != "" {
		fmt.Fprintf(out, "%s\n", cmd.Long)
	}
	for _, g := range cmd.Groups() {
		title(g.Title)
		printCommands(cmd, out, func(sub *cobra.Command) bool { return sub.GroupID == g.ID && sub.IsAvailableCommand() })
	}
	if cmd.HasAvailableSubCommands() && len(cmd.Groups()) == 0 {
		title("Commands")
		printCommands(cmd, out, func(sub *cobra.Command) bool { return sub.IsAvailableCommand() })
	}
	if cmd.HasExample() {
		title("Examples")
		fmt.Fprintln(out, cmd.Example)
	}
	if flags := ownFlags(cmd).FlagUsagesWrapped(console.Columns(out)); flags != "" && cmd.HasParent() {
		title("Options")
		fmt.Fprint(out, flags)
	}
	if !cmd.HasParent() {
		title("More")
		printCommands(cmd, out, (*cobra.Command).IsAdditionalHelpTopicCommand)
		fmt.Fprintln(out, "\ncairn help COMMAND shows details. Every command takes --data DIR.")
	}
}

// sentence ends a command's description with a full stop.
func sentence(about string) string { return strings.TrimSuffix(about, ".") + "." }

// printCommands lists the commands that wanted accepts. Their descriptions are wrapped to
// the width of a terminal, as those of options are.
func printCommands(cmd *cobra.Command, out io.Writer, wanted func(*cobra.Command) bool) {
	wide := 0
	for _, sub := range cmd.Commands() {
		wide = max(wide, len(sub.Name()))
	}
	indent := wide + 4
	for _, sub := range cmd.Commands() {
		if wanted(sub) {
			fmt.Fprintf(out, "  %-*s  %s\n", wide, sub.Name(), brokenLines(sub.Short, console.Columns(out)-indent, indent))
		}
	}
}

// brokenLines breaks text into lines of width columns, of which all but the first are indented.
// It leaves text whole where no line of some words has room, as outside a terminal.
func brokenLines(text string, width, indent int) string {
	if width < 20 {
		return text
	}
	var lines strings.Builder
	used := 0
	for _, word := range strings.Fields(text) {
		switch {
		case used == 0:
		case used+1+len(word) > width:
			lines.WriteString("\n" + strings.Repeat(" ", indent))
			used = 0
		default:
			lines.WriteByte(' ')
			used++
		}
		lines.WriteString(word)
		used += len(word)
	}
	return lines.String()
}
