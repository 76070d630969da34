package main

import (
	"context"
	"fmt"
	"net"
	"os"

	"cairn/companion/control"
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
	_, h, err := c.parse(0, 0)
	if err != nil {
		return err
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
