package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cairn/companion/version"
)

func manVerb() *cobra.Command {
	cmd := plainVerb("man DIR", "Write the manual pages to DIR", nil)
	cmd.Hidden = true
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := os.MkdirAll(args[0], 0o755); err != nil {
			return fmt.Errorf("make directory: %w", err)
		}
		return writeManuals(cmd.Root(), args[0])
	}
	return cmd
}

// writeManuals writes the pages of a command and of all its subcommands to dir.
func writeManuals(cmd *cobra.Command, dir string) error {
	if err := os.WriteFile(filepath.Join(dir, manualName(cmd)+".1"), []byte(manual(cmd)), 0o644); err != nil {
		return fmt.Errorf("write manual page: %w", err)
	}
	for _, sub := range cmd.Commands() {
		if !sub.IsAvailableCommand() {
			continue
		}
		if err := writeManuals(sub, dir); err != nil {
			return err
		}
	}
	return nil
}

func manualName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manual returns a command's page in the macros of man(7). It holds what printHelp shows,
// so that both agree.
func manual(cmd *cobra.Command) string {
	var page strings.Builder
	section := func(title, text string) { fmt.Fprintf(&page, ".SH %s\n%s\n", title, text) }
	entry := func(name, about string) { fmt.Fprintf(&page, ".TP\n.B %s\n%s\n", name, about) }
	fmt.Fprintf(&page, ".TH %s 1 %q \"cairn %s\" Cairn\n", strings.ToUpper(manualName(cmd)), version.Date, version.Number())
	section("NAME", manualName(cmd)+` \- `+roff(strings.TrimSuffix(cmd.Short, ".")))
	section("SYNOPSIS", ".B "+roff(usageLine(cmd)))
	section("DESCRIPTION", roff(sentence(cmd.Short)))
	if cmd.Long != "" {
		fmt.Fprintf(&page, ".PP\n%s\n", roff(cmd.Long))
	}
	if cmd.HasAvailableSubCommands() {
		section("COMMANDS", "")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				entry(roff(sub.Name()), roff(sentence(sub.Short))+" See\n.BR "+manualName(sub)+" (1).")
			}
		}
	}
	section("OPTIONS", "")
	flags := ownFlags(cmd)
	flags.AddFlagSet(cmd.Root().PersistentFlags())
	flags.VisitAll(func(f *pflag.Flag) {
		value, about := pflag.UnquoteUsage(f)
		if !slices.Contains([]string{"", "false", "0", "0s", "[]"}, f.DefValue) {
			about += " (default " + f.DefValue + ")"
		}
		entry(roff(strings.TrimSpace("--"+f.Name+" "+value)), roff(about))
	})
	if cmd.HasExample() {
		section("EXAMPLES", asTyped(cmd.Example))
	}
	for _, topic := range cmd.Commands() {
		if topic.IsAdditionalHelpTopicCommand() {
			section(strings.ToUpper(strings.ReplaceAll(topic.Name(), "-", " ")), asTyped(topic.Long))
		}
	}
	if cmd.HasParent() {
		section("SEE ALSO", ".BR "+manualName(cmd.Parent())+" (1)")
	}
	return page.String()
}

// asTyped keeps the lines of a text as they are.
func asTyped(text string) string { return ".nf\n" + roff(text) + "\n.fi" }

// roff returns text with the characters escaped that begin a macro or would be printed as
// others.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	for _, first := range []string{".", "'"} {
		text = strings.ReplaceAll("\n"+text, "\n"+first, "\n"+`\&`+first)[1:]
	}
	return text
}
