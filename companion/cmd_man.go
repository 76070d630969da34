package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
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
		header := &doc.GenManHeader{Section: "1", Source: "cairn " + version.Number(), Manual: "Cairn"}
		if date, err := time.Parse(time.DateOnly, version.Date); err == nil {
			header.Date = &date // so that two builds of a commit are identical
		}
		root := cmd.Root()
		root.DisableAutoGenTag = true
		escape(root)
		return doc.GenManTree(root, header, args[0])
	}
	return cmd
}

// asWritten escapes the characters that the generator of manual pages takes for Markdown: it
// left the stars of patterns out.
var asWritten = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`)

// escape has the manual pages of a command and its subcommands show texts as help does.
func escape(cmd *cobra.Command) {
	cmd.Long = asWritten.Replace(cmd.Long)
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) { f.Usage = asWritten.Replace(f.Usage) })
	cmd.PersistentFlags().VisitAll(func(f *pflag.Flag) { f.Usage = asWritten.Replace(f.Usage) })
	for _, sub := range cmd.Commands() {
		escape(sub)
	}
}
