package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"cairn/companion/home"
	"cairn/companion/mcptools"
	"cairn/companion/setup"
)

func runSetup(_ context.Context, c *call) error {
	s := setup.Setup{In: os.Stdin, Out: c.out}
	c.flags.BoolVar(&s.Yes, "yes", false, "write without asking")
	c.flags.BoolVar(&s.Remove, "remove", false, "take the entry out again")
	c.flags.BoolVar(&s.Print, "print", false, "show what to paste, and change nothing")
	tools := c.flags.String("tools", "all", "memory, core or all")
	given := limitFlags(c.flags)
	data := c.flags.String("data", "", "directory that holds Cairn's data, when it is not the usual one")
	names, err := parseAnywhere(c.flags, c.args)
	if err != nil {
		return err
	}
	if s.Remove && s.Print {
		return usageError{"setup"}
	}
	if s.Server, err = ownServer(*tools, *data, *given); err != nil {
		return err
	}
	return s.Run(names)
}

// ownServer is how a client starts this very binary. Clients do not inherit
// the environment of this shell, so a data directory of one's own is spelt out.
func ownServer(tools, data string, given home.AgentLimits) (setup.Server, error) {
	if err := mcptools.CheckTools(tools); err != nil {
		return setup.Server{}, err
	}
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
