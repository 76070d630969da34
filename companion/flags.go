package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cairn/shared/types"
)

// flagValue is a flag value with its own parser.
type flagValue struct {
	form string // of the value, for help
	set  func(text string) error
}

func (v flagValue) Set(text string) error { return v.set(text) }
func (v flagValue) Type() string          { return v.form }
func (v flagValue) String() string        { return "" }

// setFlag registers a flag whose value set parses; it may be given several times.
func setFlag(cmd *cobra.Command, name, form, about string, set func(text string) error) {
	cmd.Flags().Var(flagValue{form, set}, name, about)
}

// countFlag registers a flag for a number from 1 to most. All commands share this
// rule: 0 is an error, not the default.
func countFlag(cmd *cobra.Command, value *int, name string, standard, most int, about string) {
	*value = standard
	about += fmt.Sprintf(", 1 to %d", most)
	if standard > 0 {
		about += fmt.Sprintf(" (default %d)", standard)
	}
	setFlag(cmd, name, "N", about, func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > most {
			return fmt.Errorf("give a number from 1 to %d", most)
		}
		*value = n
		return nil
	})
}

// choiceFlag registers a flag that takes one of the given words, which shells
// complete.
func choiceFlag[T ~string](cmd *cobra.Command, value *T, name, about string, words ...T) {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	setFlag(cmd, name, strings.Join(all, "|"), about, func(text string) error {
		if !slices.Contains(all, text) {
			return errors.New("give " + strings.TrimPrefix(strings.Join(all[:len(all)-1], ", ")+" or "+all[len(all)-1], " or "))
		}
		*value = T(text)
		return nil
	})
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(all, cobra.ShellCompDirectiveNoFileComp)) // the flag exists
}

// flagError describes the error in a flag, and suggests a flag with a similar name.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	var fault *types.Error
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(cmd, unknown)
	case errors.As(err, &fault):
		return usageError{message: fault.Message, hint: fault.Hint}
	case errors.As(err, &invalid):
		return usageError{message: fmt.Sprintf("--%s %s: %v", invalid.GetFlag().Name, invalid.GetValue(), plainCause(invalid))}
	case errors.As(err, &missing):
		return usageError{message: fmt.Sprintf("--%s needs a value", missing.GetSpecifiedName())}
	}
	return usageError{message: err.Error()}
}

// plainCause returns why a value is invalid, without the words of Go's parsers.
func plainCause(invalid *pflag.InvalidValueError) error {
	switch invalid.GetFlag().Value.Type() {
	case "bool":
		return errors.New("give true or false, or no value")
	case "int":
		return errors.New("give a whole number")
	case "duration":
		return errors.New("give a time such as 90s or 5m")
	}
	return invalid.Unwrap()
}

func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError) error {
	name, dashes := unknown.GetSpecifiedName(), "--"
	if letters := unknown.GetSpecifiedShortnames(); letters != "" {
		name, _, _ = strings.Cut(letters, "=")
		dashes = "-"
	}
	if cmd.Flags().Lookup(name) != nil {
		return usageError{message: fmt.Sprintf("-%s is written with two dashes: --%s", name, name)}
	}
	// Flags are suggested like commands.
	flags := &cobra.Command{SuggestionsMinimumDistance: 2}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			flags.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
		}
	})
	fault := usageError{message: fmt.Sprintf("%s has no flag %s%s", cmd.CommandPath(), dashes, name)}
	if near := flags.SuggestionsFor(name); len(near) > 0 {
		fault.hint = "did you mean --" + strings.Join(near, ", --") + "?"
	}
	return fault
}
