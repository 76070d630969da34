package main

import (
	"context"
	"fmt"
	"net"
	"os"

	"cairn/companion/control"
	"cairn/companion/gateway"
	"cairn/companion/home"
	"cairn/companion/mcptools"
	"cairn/companion/relay"
	"cairn/shared/types"
)

func runMCP(ctx context.Context, c *call) error {
	hello := control.Request{Want: control.WantMCP, Announce: true}
	c.flags.StringVar(&hello.Tools, "tools", "all", "memory for the memory tools alone, core for what a task needs, or all")
	c.flags.StringVar(&hello.Language, "language", "", "of site memory: en or zh (default: that of the task hint)")
	c.flags.StringVar(&hello.Prefix, "tool-prefix", "mm_", "what the tool names begin with")
	uploads := uploadFlag(c.flags)
	given := limitFlags(c.flags)
	wrap := c.flags.Bool("wrap", false, "stand in front of another MCP server, whose command follows --")
	goal := c.flags.String("goal", os.Getenv("CAIRN_GOAL"), "with --wrap: the task of the session (default: $CAIRN_GOAL)")
	operands, h, err := c.parse(0, -1)
	if err != nil {
		return err
	}
	if *wrap {
		return runWrapped(ctx, c, h, operands, *goal)
	}
	if len(operands) > 0 {
		return usageError{c.flags.Name()}
	}
	if hello.Language != "" && hello.Language != "en" && hello.Language != "zh" {
		return types.Fault(types.CodeInvalidInput, fmt.Sprintf("--language %s is not known", hello.Language), "use en or zh")
	}
	if err := mcptools.CheckTools(hello.Tools); err != nil {
		return err
	}
	hello.Uploads = uploads.String()
	if hello.Limits = given.Over(hello.Limits); given.Any() {
		hello.Want = control.WantLimitedMCP
	}
	// Sessions are tagged with the git branch of where the client works.
	if hello.Dir, err = os.Getwd(); err != nil {
		hello.Dir = ""
	}
	r := &relay.Relay{Hello: hello, Out: c.out,
		Dial: func() (net.Conn, error) { return control.Dial(h, os.Stderr) }}
	return r.Run(ctx, os.Stdin)
}

// runWrapped stands between the client and another browser driver (package gateway).
func runWrapped(ctx context.Context, c *call, h home.Dir, command []string, goal string) error {
	memory := &gateway.Remote{Dial: func() (net.Conn, error) { return control.Dial(h, nil) }}
	memory.Connect()
	defer memory.Close()
	// A signal is the driver's to answer: the gateway ends when that ends.
	status, err := gateway.Run(context.WithoutCancel(ctx), gateway.Options{Command: command, In: os.Stdin, Out: os.Stdout, Err: c.errOut, Memory: memory, Goal: goal})
	if err != nil || status == 0 {
		return err
	}
	return exitStatus(status)
}
