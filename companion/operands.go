package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// operands checks the operands of a command against its usage line: NAME is required,
// [NAME] is optional, and operands that end in "..." may be repeated. An invalid
// command line is thus refused before anything starts, and the help always matches the
// check.
func operands(cmd *cobra.Command, args []string) error {
	given := len(args)
	for _, name := range strings.Fields(cmd.Use)[1:] {
		optional := strings.HasPrefix(name, "[")
		switch {
		case given == 0 && !optional:
			return usageError{message: "missing " + strings.TrimSuffix(name, "...")}
		case strings.HasSuffix(strings.TrimSuffix(name, "]"), "..."):
			return nil
		case given > 0:
			given--
		}
	}
	if given > 0 {
		return usageError{message: fmt.Sprintf("unexpected operand %q", args[len(args)-given])}
	}
	return nil
}

// unknownCommand refuses a word that names no command of cmd, and suggests similar
// commands.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usageError{message: fmt.Sprintf("%s needs a command", cmd.CommandPath()), hint: "it has: " + strings.Join(names(cmd), ", ")}
	}
	hint := fmt.Sprintf("%s help lists them", cmd.Root().Name())
	if cmd.HasParent() {
		hint = "it has: " + strings.Join(names(cmd), ", ")
	}
	if near := nearest(cmd, args[0]); len(near) > 0 {
		hint = fmt.Sprintf("did you mean: %s? %s", strings.Join(near, ", "), hint)
	}
	return usageError{message: fmt.Sprintf("%s has no command %q", cmd.CommandPath(), args[0]), hint: hint}
}

// nearest returns the names of cmd's commands that are one change of a letter from word, or
// those two changes from it if there are none.
func nearest(cmd *cobra.Command, word string) (near []string) {
	for distance := 1; distance <= 2 && len(near) == 0; distance++ {
		cmd.SuggestionsMinimumDistance = min(distance, len(word)-1) // a change of every letter makes any word of any other
		near = cmd.SuggestionsFor(word)
	}
	return near
}

// nearestOf returns the words that are as near to word as commands would be.
func nearestOf(words []string, word string) []string {
	list := &cobra.Command{}
	for _, w := range words {
		list.AddCommand(&cobra.Command{Use: w, Run: func(*cobra.Command, []string) {}})
	}
	return nearest(list, word)
}

func names(cmd *cobra.Command) (all []string) {
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			all = append(all, sub.Name())
		}
	}
	return all
}
