package mcptools

import (
	"regexp"
	"strings"
	"sync"
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

// withoutTools is a text without the names of Cairn's tools.
func withoutTools(s string) string { return toolNames().ReplaceAllString(s, "") }

// toolWord is the name of a recorded step's tool.
func toolWord(name string) string {
	if withoutTools(name) == "" {
		return name
	}
	return word(name, 60)
}

// toolNames finds the names of tools in a text: those that have a schema.
var toolNames = sync.OnceValue(func() *regexp.Regexp {
	files, err := schemaFiles.ReadDir("schema")
	if err != nil {
		panic(err) // they are embedded
	}
	names := []string{"mm_knowledge"} // as hints call the four of them
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".json"))
	}
	return regexp.MustCompile(`\b(?:` + strings.Join(names, "|") + `)\b`)
})

var ownName = regexp.MustCompile(`\bmm_([a-z])`)

// text is a text of ours with the tools under their published names.
func (r renamer) text(s string) string {
	if r == DefaultPrefix {
		return s
	}
	return ownName.ReplaceAllString(s, string(r)+"$1")
}
