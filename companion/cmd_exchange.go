package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/exchange"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// Commands that export and import data.

func exportVerb(c *call) *cobra.Command {
	var session string
	format := exchange.Layout
	cmd := c.verb("export [TO]", "Export all sessions as JSON files, or one session", func(_ context.Context, h home.Dir, to []string) error {
		if session == "" {
			return c.transfer(h, control.Request{Want: control.WantExport}, to[0])
		}
		core, err := control.AskCore(h, c.errOut, wire.CoreRequest{Op: wire.OpExport, Export: &wire.ExportRequest{SessionID: session, Format: string(format)}})
		if err != nil {
			return err
		}
		if len(to) == 1 {
			return c.writeFiles(to[0], core.Files)
		}
		if len(core.Files) != 1 {
			return usageError{message: fmt.Sprintf("missing TO: %s makes %d files", format, len(core.Files)), hint: "name a directory for them"}
		}
		_, err = fmt.Fprint(c.out, core.Files[0].Text)
		return err
	})
	cmd.Long = `TO is a directory, or a file for formats of one file, which are printed without TO.
Exports are plain text, even if the store is encrypted. recorder is the JSON of
Chrome's DevTools Recorder, playwright a test for @playwright/test, skill a SKILL.md
for agents. Typed texts that were not stored become parameters: a test reads them from
the environment.`
	cmd.Example = `  cairn export ~/cairn-copy
  cairn export --session mm-1a2b --format playwright send.spec.ts`
	cmd.Flags().StringVar(&session, "session", "", "only the session of this `ID`; required by all formats except layout")
	choiceFlag(cmd, &format, "format", "format of a session (default layout: directories)", exchange.Layout, exchange.Recorder, exchange.Playwright, exchange.Skill)
	cmd.PreRunE = func(_ *cobra.Command, to []string) error {
		switch {
		case session == "" && format != exchange.Layout:
			return usageError{message: fmt.Sprintf("--format %s is for one session", format), hint: "name it with --session; cairn sessions lists them"}
		case session == "" && len(to) == 0:
			return usageError{message: "missing TO"}
		}
		return nil
	}
	return cmd
}

// writeFiles writes files below a directory, which may be a new one, or a single file under
// the given name. Only the owner may read them.
func (c *call) writeFiles(to string, files []wire.ExportFile) error {
	info, err := os.Stat(to)
	inside := err == nil && info.IsDir() || to != "" && os.IsPathSeparator(to[len(to)-1])
	alone := len(files) == 1 && !inside
	hidden := 0
	for _, f := range files {
		if !fs.ValidPath(f.Name) {
			return types.Fault(types.CodeInternal, fmt.Sprintf("the daemon names a file %.80q", f.Name), "")
		}
		name := filepath.Join(to, filepath.FromSlash(f.Name))
		if alone {
			name = to
		} else if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return fmt.Errorf("export: %w", err)
		}
		if err := os.WriteFile(name, []byte(f.Text), 0o600); err != nil {
			return fmt.Errorf("export: %w", err)
		}
		hidden += exchange.Hidden([]exchange.File{exchange.File(f)})
	}
	if hidden > 0 {
		fmt.Fprintln(c.out, exchange.HiddenNote(hidden))
	}
	if alone {
		return c.say("wrote %s\n", to)
	}
	return c.say("wrote %s to %s\n", console.Counted(len(files), "file", "files"), to)
}

func importVerb(c *call) *cobra.Command {
	cmd := c.verb("import FROM", "Import an export, or a recording of Chrome's DevTools Recorder", func(_ context.Context, h home.Dir, from []string) error {
		if _, err := os.Stat(from[0]); err != nil { // checked before a daemon is started in vain
			return types.Fault(types.CodeNotFound, fmt.Sprintf("%s cannot be read: %v", from[0], errors.Unwrap(err)), "Give a recording, or a directory that cairn export wrote.")
		}
		return c.transfer(h, control.Request{Want: control.WantImport}, from[0])
	})
	cmd.Example = `  cairn import ~/cairn-copy
  cairn import recording.json`
	return cmd
}
