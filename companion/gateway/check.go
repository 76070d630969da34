package gateway

import (
	"context"
	"fmt"
	"slices"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// Checked is a driver's description of itself.
type Checked struct {
	Name, Version string
	Tools         int
	// Known is false for a driver without an adapter: the gateway forwards its
	// messages unread.
	Known bool
	// Renamed lists tools that its adapter knows and the driver does not offer.
	Renamed []string
}

// Check starts a driver, queries its name and tools, and ends it. It opens no page.
func Check(ctx context.Context, command []string) (found Checked, err error) {
	stdio := transport.NewStdio(command[0], nil, command[1:]...)
	c := client.NewClient(stdio)
	if err := c.Start(ctx); err != nil {
		return found, fmt.Errorf("start driver: %w", err)
	}
	defer c.Close()
	hello := mcp.InitializeRequest{Params: mcp.InitializeParams{ProtocolVersion: mcp.LATEST_PROTOCOL_VERSION, ClientInfo: mcp.Implementation{Name: "cairn doctor", Version: "1"}}}
	server, err := c.Initialize(ctx, hello)
	if err != nil {
		return found, fmt.Errorf("introduce to driver: %w", err)
	}
	found.Name, found.Version = server.ServerInfo.Name, server.ServerInfo.Version
	list, err := c.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return found, fmt.Errorf("list driver's tools: %w", err)
	}
	found.Tools = len(list.Tools)
	a := adapterOf(found.Name, func(string) []string { return nil })
	if found.Known = a != nil; found.Known {
		found.Renamed = lacking(a, func(tool string) bool {
			return slices.ContainsFunc(list.Tools, func(t mcp.Tool) bool { return t.Name == tool })
		})
	}
	return found, nil
}

// lacking lists the tools that an adapter looks and acts with and that its driver does not offer.
func lacking(a adapter, offers func(tool string) bool) (names []string) {
	look, _, _ := a.look("1")
	names = []string{look}
	for _, d := range []deed{{tool: "navigate", text: "x"}, {tool: "click", ref: "x"}, {tool: "type", ref: "x"}, {tool: "press", text: "Enter"}} {
		tool, _, _ := a.invoke(&d, "1")
		names = append(names, tool)
	}
	return slices.DeleteFunc(names, offers)
}
