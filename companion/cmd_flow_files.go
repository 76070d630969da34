package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"cairn/companion/control"
	"cairn/companion/flowfile"
	"cairn/companion/home"
	"cairn/shared/exchange"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func exportFlowsVerb(c *call) *cobra.Command {
	var dir string
	format := "yaml"
	given := &flowRun{given: map[string]string{}}
	cmd := c.verb("export [NAME...] [TO]", "Write flows as text", func(_ context.Context, h home.Dir, args []string) error {
		all, err := knownFlows(h, c.errOut)
		if err != nil {
			return err
		}
		if dir != "" {
			return c.exportDir(dir, all, args)
		}
		f, err := find(all, args[0])
		if err != nil {
			return err
		}
		files, err := flowText(f.Flow, format, given.given)
		if err != nil {
			return err
		}
		if len(args) == 2 {
			return c.writeFiles(args[1], files)
		}
		if len(files) != 1 {
			return types.Invalid(fmt.Sprintf("%s makes %d files", format, len(files)), "name a directory for them")
		}
		_, err = fmt.Fprint(c.out, files[0].Text)
		return err
	})
	cmd.Long = `With --dir, the flows that are named, or all of your own, become one file each; files
that say the same stay as they are. Else one flow is written TO a file or directory,
or printed.`
	cmd.Example = `  cairn flow export --dir .cairn
  cairn flow export invite-member invite.spec.ts --format playwright`
	cmd.Flags().StringVar(&dir, "dir", "", "write into this .cairn directory `DIR`")
	choiceFlag(cmd, &format, "format", "of the text (default yaml)", "yaml", "playwright", "recorder", "skill")
	setFlag(cmd, "param", "NAME=VALUE", "a value; may be repeated. A recording has no parameters", given.param)
	cmd.PreRunE = func(_ *cobra.Command, args []string) error {
		switch {
		case dir != "" && format != "yaml":
			return usageError{message: "--dir is for yaml alone", hint: "leave --dir out, and name one flow"}
		case dir == "" && len(args) == 0:
			return usageError{message: "missing NAME"}
		case dir == "" && len(args) > 2:
			return usageError{message: fmt.Sprintf("unexpected operand %q", args[2])}
		}
		return nil
	}
	cmd.ValidArgsFunction = completeFlows(c)
	return cmd
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

// exportDir writes the user's own flows, or only the named ones, as files of a
// repository.
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

func importFlowsVerb(c *call) *cobra.Command {
	var replace bool
	cmd := c.verb("import FROM", "Import a flow file, or a directory of them", func(_ context.Context, h home.Dir, args []string) error {
		if _, err := os.Stat(args[0]); err != nil { // checked before a daemon is started in vain
			return types.Fault(types.CodeNotFound, args[0]+" cannot be read: no such file or directory", "Name a file that cairn flow export wrote, or a .cairn directory.")
		}
		return c.transfer(h, control.Request{Want: control.WantFlowImport, Replace: replace}, args[0])
	})
	cmd.Flags().BoolVar(&replace, "replace", false, "a flow of the same name is replaced")
	return cmd
}
