package mcptools

import (
	"regexp"
	"strings"
)

// prefixForm keeps the longest name under 60 characters with what clients put
// before it (mcp__cairn__).
var prefixForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,15}$`)

// renamer puts another prefix where mm_ stands. Names in what was recorded
// stay as they are: the specs fix them.
type renamer string

// tool is the published name of a tool.
func (r renamer) tool(name string) string {
	if rest, ok := strings.CutPrefix(name, DefaultPrefix); ok {
		return string(r) + rest
	}
	return name
}

var ownName = regexp.MustCompile(`\bmm_([a-z])`)

// text is a text of ours with the tools under their published names.
func (r renamer) text(s string) string {
	if r == DefaultPrefix {
		return s
	}
	return ownName.ReplaceAllString(s, string(r)+"$1")
}
