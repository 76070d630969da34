package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"cairn/companion/home"
	"cairn/companion/setup"
)

func setupVerb(c *call) *cobra.Command {
	s := setup.Setup{In: c.in, Out: c.out}
	tools := "all"
	var given *home.AgentLimits
	cmd := plainVerb("setup [CLIENT...]", "Write Cairn into the configuration of MCP clients, after showing the change", func(_ context.Context, names []string) (err error) {
		if s.Server, err = ownServer(tools, c.data, *given); err != nil {
			return err
		}
		if s.Wrap {
			s.Server.Args = append(s.Server.Args, "--wrap", "--")
		}
		return s.Run(names)
	})
	cmd.Long = "Clients: " + strings.Join(setup.Clients(), ", ") + `.
Without a name, all clients that are found. The original of each file is saved once.
--remove removes the entry. --wrap puts Cairn before the browser drivers that are
configured there (Playwright MCP, Chrome DevTools MCP); --wrap --remove undoes it.`
	cmd.Example = `  cairn setup
  cairn setup --yes claude-code cursor
  cairn setup --wrap
  cairn setup --print vscode`
	cmd.ValidArgs = setup.Clients()
	cmd.Flags().BoolVar(&s.Yes, "yes", false, "write without asking")
	cmd.Flags().BoolVar(&s.Remove, "remove", false, "remove the entry")
	cmd.Flags().BoolVar(&s.Wrap, "wrap", false, "put Cairn before the browser drivers that are there")
	cmd.Flags().BoolVar(&s.Print, "print", false, "print the entry, and change nothing")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if s.Remove && s.Print {
			return usageError{says: "--remove and --print exclude each other"}
		}
		if s.Wrap && (tools != "all" || given.Any()) {
			return usageError{says: "--wrap passes the driver's own tools through: --tools and limits do not hold for them"}
		}
		return nil
	}
	toolsFlag(cmd, &tools)
	given = limitFlags(cmd)
	return cmd
}

// ownServer returns the command with which a client starts this binary. Clients do not
// inherit the environment of this shell, so it names a non-default data directory.
func ownServer(tools, data string, given home.AgentLimits) (setup.Server, error) {
	self, err := os.Executable()
	if err != nil {
		return setup.Server{}, fmt.Errorf("find own binary: %w", err)
	}
	server := setup.Server{Command: self, Args: []string{"mcp"}}
	if tools != "all" {
		server.Args = append(server.Args, "--tools", tools)
	}
	server.Args = append(server.Args, given.Args()...)
	if data == "" {
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
