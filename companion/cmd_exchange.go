package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/exchange"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// What people take along, and bring.

func runExport(_ context.Context, c *call) error {
	var format, session string
	c.flags.StringVar(&format, "format", "layout", "layout (everything, as directories), recorder, playwright or skill")
	c.flags.StringVar(&session, "session", "", "this session alone; needed by every format but layout")
	args, h, err := c.parse(0, 1)
	if err != nil {
		return err
	}
	if session == "" {
		if format != "layout" || len(args) == 0 {
			return usageError{"export"}
		}
		return c.transfer(h, control.WantExport, args[0])
	}
	core, err := control.AskCore(h, wire.CoreRequest{Op: wire.OpExport, Export: &wire.ExportRequest{SessionID: session, Format: format}})
	if err != nil {
		return err
	}
	if len(args) == 0 {
		if len(core.Files) != 1 {
			return usageError{"export"}
		}
		_, err := fmt.Fprint(c.out, core.Files[0].Text)
		return err
	}
	return c.writeFiles(args[0], core.Files)
}

// writeFiles writes below a directory, or the only file under the name that is
// given. Only the owner may read what is written.
func (c *call) writeFiles(to string, files []wire.ExportFile) error {
	if info, err := os.Stat(to); len(files) == 1 && (err != nil || !info.IsDir()) {
		if err := os.WriteFile(to, []byte(files[0].Text), 0o600); err != nil {
			return fmt.Errorf("export: %w", err)
		}
		_, err := fmt.Fprintln(c.out, "wrote", to)
		return err
	}
	hidden := 0
	for _, f := range files {
		if !fs.ValidPath(f.Name) {
			return types.Fault(types.CodeInternal, fmt.Sprintf("the daemon names a file %.80q", f.Name), "")
		}
		name := filepath.Join(to, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
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
	_, err := fmt.Fprintf(c.out, "wrote %s to %s\n", console.Counted(len(files), "file", "files"), to)
	return err
}

func runImport(_ context.Context, c *call) error {
	path, h, err := c.parse(1, 1)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path[0]); err != nil { // before a daemon is started for nothing
		return types.Fault(types.CodeNotFound, fmt.Sprintf("%s cannot be read: %v", path[0], errors.Unwrap(err)), "Give a recording, or a directory that cairn export wrote.")
	}
	return c.transfer(h, control.WantImport, path[0])
}

// transfer asks the daemon to read or write a path.
func (c *call) transfer(h home.Dir, want, name string) error {
	path, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	reply, err := control.AskOrStart(h, control.Request{Want: want, Path: path})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.out, reply.Done)
	return err
}
