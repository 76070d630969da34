package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cairn/companion/home"
	"cairn/companion/origin"
	"cairn/companion/setup"
)

func setupVerb(c *call) *cobra.Command {
	s := setup.Setup{In: c.in, Out: c.out}
	tools, inProject := "all", false
	var given *home.AgentLimits
	cmd := plainVerb("setup [CLIENT...]", "Write Cairn into the configuration of MCP clients, after showing the change", func(_ context.Context, names []string) (err error) {
		if inProject {
			if s.Project, err = os.Getwd(); err != nil {
				return fmt.Errorf("find the project: %w", err)
			}
		}
		if s.Server, err = ownServer(tools, c.data, *given, inProject); err != nil {
			return err
		}
		if inProject && filepath.IsAbs(s.Server.Command) && !s.Remove {
			fmt.Fprintf(c.errOut, "cairn: the project will name a path of this machine: %s\nhint: with cairn on PATH, its name is written instead\n", s.Server.Command)
		}
		if s.Wrap {
			s.Server.Args = append(s.Server.Args, "--wrap", "--")
		}
		return s.Run(names)
	})
	cmd.Long = "Clients: " + wrapped(strings.Join(setup.Clients(), ", ")+".") + `
Without a name, all clients that are found. The original of each file is saved once.
--project writes files of the project in the working directory, such as .mcp.json and
.vscode/mcp.json. --remove removes the entry. --wrap puts Cairn before the browser
drivers that are configured there (Playwright MCP, Chrome DevTools MCP,
agent-browser); --wrap --remove undoes it.`
	cmd.Example = `  cairn setup
  cairn setup --yes claude-code cursor
  cairn setup --project claude-code vscode
  cairn setup --wrap
  cairn setup --print vscode`
	cmd.ValidArgs = setup.Clients()
	cmd.Flags().BoolVar(&s.Yes, "yes", false, "write without asking")
	cmd.Flags().BoolVar(&s.Remove, "remove", false, "remove the entry")
	cmd.Flags().BoolVar(&s.Wrap, "wrap", false, "put Cairn before the browser drivers that are there")
	cmd.Flags().BoolVar(&inProject, "project", false, "write the files of this project instead of yours")
	cmd.Flags().BoolVar(&s.Print, "print", false, "print the entry, and change nothing")
	cmd.PreRunE = func(_ *cobra.Command, names []string) error {
		for _, name := range names {
			if !slices.Contains(setup.Clients(), name) {
				hint := "cairn help setup lists the clients; for another one, paste what cairn setup --print shows"
				if near := nearestOf(setup.Clients(), name); len(near) > 0 {
					hint = fmt.Sprintf("did you mean: %s? %s", strings.Join(near, ", "), hint)
				}
				return usageError{message: fmt.Sprintf("unknown client %q", name), hint: hint}
			}
		}
		if s.Remove && s.Print {
			return usageError{message: "--remove and --print exclude each other"}
		}
		if s.Wrap && (tools != "all" || given.Any()) {
			return usageError{message: "--wrap passes the driver's own tools through: --tools and limits do not hold for them"}
		}
		return nil
	}
	toolsFlag(cmd, &tools)
	given = limitFlags(cmd)
	return cmd
}

// helpColumns is the width of the texts of help.
const helpColumns = 86

// wrapped breaks a list into lines of help.
func wrapped(text string) string {
	var lines strings.Builder
	column := len("Clients: ")
	for i, word := range strings.Fields(text) {
		if column+1+len(word) > helpColumns {
			lines.WriteString("\n")
			column = 0
		} else if i > 0 {
			lines.WriteString(" ")
			column++
		}
		lines.WriteString(word)
		column += len(word)
	}
	return lines.String()
}

// ownServer returns the command with which a client starts Cairn; shared is for a file
// that is used on other machines too. Clients do not inherit the environment of this
// shell, so the command names a non-default data directory.
func ownServer(tools, data string, given home.AgentLimits, shared bool) (setup.Server, error) {
	self, err := origin.This()
	if err != nil {
		return setup.Server{}, fmt.Errorf("find own binary: %w", err)
	}
	words := self.Command()
	if general := self.Shared(); shared && general != nil {
		words = general
	}
	server := setup.Server{Command: words[0], Args: append(words[1:], "mcp")}
	if tools != "all" {
		server.Args = append(server.Args, "--tools", tools)
	}
	server.Args = append(server.Args, given.Args()...)
	if data == "" && !shared {
		data = os.Getenv(home.EnvHome)
	}
	if data != "" {
		if data, err = filepath.Abs(data); err != nil {
			return setup.Server{}, fmt.Errorf("data directory: %w", err)
		}
		server.Args = append(server.Args, "--data", data)
	}
	return server, nil
}
