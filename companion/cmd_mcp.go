package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"cairn/companion/control"
	"cairn/companion/gateway"
	"cairn/companion/home"
	"cairn/companion/mcptools"
	"cairn/companion/relay"
)

func mcpVerb(c *call) *cobra.Command {
	hello := control.Request{Want: control.WantMCP, Announce: true, Tools: "all", Prefix: "mm_"}
	var uploads *uploadDirs
	var as *runnerFlags
	var given *home.AgentLimits
	var wrap bool
	goal := os.Getenv("CAIRN_GOAL")
	cmd := tidyingUp(c.verb("mcp [COMMAND...]", "Serve MCP on standard input and output; find or start the daemon", func(ctx context.Context, h home.Dir, driver []string) (err error) {
		c.status.End()
		c.enlist(h, as)
		if wrap {
			return runWrapped(ctx, c, h, driver, goal)
		}
		hello.Uploads = uploads.String()
		if hello.Limits = given.Over(hello.Limits); given.Any() {
			hello.Want = control.WantLimitedMCP
		}
		// Sessions are tagged with the git branch of the client's working directory.
		if hello.Dir, err = os.Getwd(); err != nil {
			hello.Dir = ""
		}
		r := &relay.Relay{Hello: hello, Out: c.out,
			Dial: func() (net.Conn, error) { return control.Dial(h, c.errOut) }}
		return r.Run(ctx, c.in)
	}))
	cmd.Long = `This is the command that an MCP client starts. --tools memory offers only the
memory tools, for use beside another browser driver; core offers the tools for a
task in the browser; all is the default. Over HTTP, use /mcp?tools=memory.
--allow-upload DIR lets the agent upload files below DIR (mm_upload). For HTTP
clients, pass it to cairn run or cairn serve.
--wrap -- npx @playwright/mcp@latest starts that server instead and passes everything
through; its answers then also say what worked on a page before.
` + limitsHelp + `
The limits apply to this client, in addition to those of cairn run.`
	toolsFlag(cmd, &hello.Tools)
	choiceFlag(cmd, &hello.Language, "language", "language of site memory (default: that of the task hint)", "en", "zh")
	cmd.Flags().StringVar(&hello.Prefix, "tool-prefix", hello.Prefix, "prefix of the tool names: `PREFIX`_click")
	uploads, given = uploadFlag(cmd), limitFlags(cmd)
	as = registerRunner(cmd)
	cmd.Flags().BoolVar(&wrap, "wrap", false, "wrap another MCP server, whose command follows --")
	cmd.Flags().StringVar(&goal, "goal", goal, "with --wrap: the `TASK` of the session (default: $CAIRN_GOAL)")
	cmd.PreRunE = func(_ *cobra.Command, driver []string) error {
		if wrap && (given.Any() || uploads.String() != "" || hello.Tools != "all") {
			return usageError{message: "--wrap passes the driver's own tools through: --tools, limits and uploads do not hold for them", hint: "give the driver its own options behind --"}
		}
		if wrap && len(driver) == 0 {
			return usageError{message: "no driver is named", hint: "name its command behind --, as in: cairn mcp --wrap -- npx @playwright/mcp@latest"}
		}
		if !wrap && len(driver) > 0 {
			return usageError{message: fmt.Sprintf("unexpected operand %q", driver[0]), hint: "to stand in front of another MCP server: cairn mcp --wrap -- COMMAND"}
		}
		return nil
	}
	cmd.Example = `  cairn mcp --tools core
  cairn mcp --wrap -- npx @playwright/mcp@latest`
	return cmd
}

// runWrapped connects the client to another browser driver (package gateway).
func runWrapped(ctx context.Context, c *call, h home.Dir, command []string, goal string) error {
	memory := &gateway.Remote{Dial: func() (net.Conn, error) { return control.Dial(h, nil) }}
	if _, err := exec.LookPath(command[0]); err == nil { // no daemon is started for a driver that is not there
		memory.Connect()
	}
	defer memory.Close()
	// The driver handles signals itself: the gateway ends when the driver does.
	status, err := gateway.Run(context.WithoutCancel(ctx), gateway.Options{Command: command, In: c.in, Out: os.Stdout, Err: c.errOut, Memory: memory, Goal: goal})
	if err != nil || status == 0 {
		return err
	}
	return exitStatus(status)
}

// toolsFlag registers --tools, which selects a set of tools.
func toolsFlag(cmd *cobra.Command, set *string) {
	choiceFlag(cmd, set, "tools", "set of tools for agents (default all)", mcptools.MemoryTools, mcptools.CoreTools, mcptools.AllTools)
}
