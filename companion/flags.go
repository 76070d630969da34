package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cairn/companion/home"
	"cairn/shared/limits"
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

// portFlag registers a flag for a port. Its least number may be one that has a meaning of its own.
func portFlag(cmd *cobra.Command, value *int, name string, least int, about string) {
	setFlag(cmd, name, "PORT", about, func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > 65535 {
			return fmt.Errorf("give a port from %d to 65535", least)
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

// wrongFlag returns an error in the value of a flag as one in the command line. Others, such
// as a browser that is not on this machine, stay as they are.
func wrongFlag(err error) error {
	if fault := types.AsError(err); fault != nil && fault.Code == types.CodeInvalidInput {
		return usageError{message: fault.Message, hint: fault.Hint}
	}
	return err
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
	var flags []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			flags = append(flags, f.Name)
		}
	})
	fault := usageError{message: fmt.Sprintf("%s has no flag %s%s", cmd.CommandPath(), dashes, name)}
	if near := nearestOf(flags, name); len(near) > 0 {
		fault.hint = "did you mean --" + strings.Join(near, ", --") + "?"
	}
	return fault
}

// keepFlag registers --keep, which selects the page names that steps store in clear
// text. Without the flag the mode is empty.
func keepFlag(cmd *cobra.Command) *types.Keep {
	keep := new(types.Keep)
	choiceFlag(cmd, keep, "keep", "names stored in clear: needed (of used elements; others as hashes) or full (all)", types.KeepNeeded, types.KeepFull)
	return keep
}

// limitsHelp describes the limits of agents.
const limitsHelp = `--allow-origins and --deny-origins limit where agents may look and act. They take
comma-separated patterns such as https://*.example.com (hosts below example.com) or
http://127.0.0.1:*; denied origins take precedence. --confirm risky requires a
confirmation of actions that pay, send, delete, grant, sign or publish: by a token
that the agent repeats, or by you in the panel. With --confirm person, only you can
confirm.`

// limitFlags registers --allow-origins, --deny-origins and --confirm. given holds
// those that the user set.
func limitFlags(cmd *cobra.Command) (given *home.AgentLimits) {
	given = &home.AgentLimits{}
	setFlag(cmd, "allow-origins", "LIST", "allowed origins for agents, such as https://*.example.com,http://127.0.0.1:* (default: all)", given.List(&given.Allow))
	setFlag(cmd, "deny-origins", "LIST", "denied origins, also if they are allowed", given.List(&given.Deny))
	setFlag(cmd, "confirm", "risky|person|never", "confirm actions that pay, send, delete, grant, sign or publish: risky (by a token or a person), person, or never", func(word string) error {
		return given.Set(&given.Confirm, limits.Given{Confirm: word}, word)
	})
	_ = cmd.RegisterFlagCompletionFunc("confirm", cobra.FixedCompletions([]string{limits.ConfirmRisky, limits.ConfirmPerson, limits.ConfirmNever}, cobra.ShellCompDirectiveNoFileComp)) // the flag is there
	return given
}

// uploadDirs holds the directories whose files agents may upload to pages, as absolute
// paths without links.
type uploadDirs []string

// uploadFlag registers --allow-upload, which may be given several times.
func uploadFlag(cmd *cobra.Command) *uploadDirs {
	dirs := new(uploadDirs)
	setFlag(cmd, "allow-upload", "DIR", "directory from which agents may upload files; none by default", dirs.Set)
	_ = cmd.MarkFlagDirname("allow-upload") // the flag exists
	return dirs
}

// String joins the directories as in PATH.
func (d *uploadDirs) String() string { return strings.Join(*d, string(os.PathListSeparator)) }

// Set adds a directory.
func (d *uploadDirs) Set(dir string) error {
	const hint = "name a directory of files that agents may give to pages"
	whole, err := filepath.Abs(dir)
	if err == nil {
		whole, err = filepath.EvalSymlinks(whole)
	}
	if err != nil {
		return types.Invalid(fmt.Sprintf("--allow-upload %s: there is no such directory", dir), hint)
	}
	info, err := os.Stat(whole)
	switch {
	case err != nil || !info.IsDir():
		return types.Invalid(fmt.Sprintf("--allow-upload %s is no directory", dir), hint)
	case strings.ContainsRune(whole, os.PathListSeparator):
		return types.Invalid(fmt.Sprintf("--allow-upload %s has a %c in its path", dir, os.PathListSeparator), "give its files another directory")
	case filepath.Dir(whole) == whole:
		return types.Invalid(fmt.Sprintf("--allow-upload %s would allow every file", dir), hint)
	}
	*d = append(*d, whole)
	return nil
}
