package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

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
		return doc.GenManTree(root, header, args[0])
	}
	return cmd
}
