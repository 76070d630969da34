package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"cairn/companion/control"
	"cairn/companion/flowfile"
	"cairn/shared/exchange"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func exportFlows(_ context.Context, c *call) error {
	dir := c.flags.String("dir", "", "write into this .cairn directory, one file a flow; files that say the same stay as they are")
	format := c.flags.String("format", "yaml", "yaml, playwright, recorder or skill")
	given := &flowRun{given: map[string]string{}}
	c.flags.Func("param", "a value, as NAME=VALUE; may be repeated. A recording has no parameters", given.param)
	args, h, err := c.parse(0, -1)
	if err != nil {
		return err
	}
	all, err := knownFlows(h, c.errOut)
	if err != nil {
		return err
	}
	if *dir != "" {
		if *format != "yaml" {
			return types.Fault(types.CodeInvalidInput, "--dir is for yaml alone", "leave --dir out, and name one flow")
		}
		return c.exportDir(*dir, all, args)
	}
	if len(args) < 1 || len(args) > 2 {
		return usageError{"flow export"}
	}
	f, err := find(all, args[0])
	if err != nil {
		return err
	}
	files, err := flowText(f.Flow, *format, given.given)
	if err != nil {
		return err
	}
	if len(args) == 2 {
		return c.writeFiles(args[1], files)
	}
	if len(files) != 1 {
		return types.Fault(types.CodeInvalidInput, fmt.Sprintf("%s makes %d files", *format, len(files)), "name a directory for them")
	}
	_, err = fmt.Fprint(c.out, files[0].Text)
	return err
}

// flowText writes a flow in a format, with the values that a recording needs.
func flowText(f *types.Flow, format string, values map[string]string) ([]wire.ExportFile, error) {
	if format == "yaml" {
		text, err := flowfile.Encode(f)
		return []wire.ExportFile{{Name: f.ID + ".yaml", Text: string(text)}}, err
	}
	files, err := exchange.WriteFlow(exchange.Format(format), f, values)
	if err != nil {
		return nil, err
	}
	var out []wire.ExportFile
	for _, file := range files {
		out = append(out, wire.ExportFile(file))
	}
	return out, nil
}

// exportDir writes one's own flows, or those that are named, as files of a repository.
func (c *call) exportDir(dir string, all []knownFlow, names []string) error {
	var flows []*types.Flow
	for _, name := range names {
		f, err := find(all, name)
		if err != nil {
			return err
		}
		flows = append(flows, f.Flow)
	}
	if len(names) == 0 {
		for _, f := range all {
			if f.Path == "" {
				flows = append(flows, f.Flow)
			}
		}
	}
	if len(flows) == 0 {
		return types.Fault(types.CodeNotFound, "there are no flows of yours to write", "a session that ends as done leaves one")
	}
	wrote, err := flowfile.Write(dir, flows)
	if wrote != nil {
		for _, list := range []struct {
			did   string
			paths []string
		}{{"added", wrote.Added}, {"changed", wrote.Changed}, {"unchanged", wrote.Unchanged}} {
			for _, path := range list.paths {
				fmt.Fprintf(c.out, "%-9s %s\n", list.did, path)
			}
		}
	}
	return err
}

func importFlows(_ context.Context, c *call) error {
	replace := c.flags.Bool("replace", false, "a flow of the same name is replaced")
	args, h, err := c.parse(1, 1)
	if err != nil {
		return err
	}
	if _, err := os.Stat(args[0]); err != nil { // before a daemon is started for nothing
		return types.Fault(types.CodeNotFound, args[0]+" cannot be read: no such file or directory", "Name a file that cairn flow export wrote, or a .cairn directory.")
	}
	path, err := filepath.Abs(args[0])
	if err != nil {
		return err
	}
	reply, err := control.AskOrStart(h, control.Request{Want: control.WantFlowImport, Path: path, Replace: *replace})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.out, reply.Done)
	return err
}
