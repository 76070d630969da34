package mcptools

import (
	"context"
	"fmt"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"cairn/shared/types"
)

// The sets of tools that a client can choose.
const (
	AllTools    = "all"
	CoreTools   = "core"   // the tools of a task in the browser
	MemoryTools = "memory" // for use beside another driver of the browser
)

// CheckTools returns an error for an unknown set. Empty is the default.
func CheckTools(set string) error {
	switch set {
	case "", AllTools, CoreTools, MemoryTools:
		return nil
	}
	return types.Invalid(fmt.Sprintf("there is no set of tools %.40q", set), "use memory, core or all")
}

// outside lists the tools that a set excludes.
func outside(set string) (names []string) {
	for _, t := range tools {
		if set == MemoryTools && !t.memory || set == CoreTools && t.extra {
			names = append(names, t.name)
		}
	}
	return names
}

// hide removes tools from the list. They stay registered, so that a call returns the
// reason.
func hide(names renamer, withheld []string) server.OnAfterListToolsFunc {
	var published []string
	for _, name := range withheld {
		published = append(published, names.tool(name))
	}
	return func(_ context.Context, _ any, _ *mcp.ListToolsRequest, result *mcp.ListToolsResult) {
		result.Tools = slices.DeleteFunc(slices.Clone(result.Tools), func(t mcp.Tool) bool { return slices.Contains(published, t.Name) })
	}
}

// refuse answers calls of a tool outside of the client's set.
func refuse(t *definition, names renamer, set string) server.ToolHandlerFunc {
	in := AllTools
	if !t.extra && set != CoreTools {
		in = CoreTools + " or " + AllTools
	}
	return func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return failed(names, types.Fault(types.CodeActionDenied, fmt.Sprintf("%s is not among the %s tools, which this client was started with", t.name, set),
			fmt.Sprintf("do without it; the person can start Cairn with --tools %s instead of --tools %s", in, set))), nil
	}
}
