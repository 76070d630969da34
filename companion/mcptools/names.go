package mcptools

import (
	"regexp"
	"strings"
	"sync"
)

// prefixForm keeps the longest name below 60 characters together with the prefix of
// clients (mcp__cairn__).
var prefixForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,15}$`)

// renamer replaces the prefix mm_. Names in records stay as the specs define them.
type renamer string

func (r renamer) tool(name string) string {
	if rest, ok := strings.CutPrefix(name, DefaultPrefix); ok {
		return string(r) + rest
	}
	return name
}

// withoutTools removes the names of Cairn's tools from a text.
func withoutTools(s string) string { return toolNames().ReplaceAllString(s, "") }

// toolWord returns the name of a recorded step's tool.
func toolWord(name string) string {
	if withoutTools(name) == "" {
		return name
	}
	return quoteUnlessID(name, 60)
}

// toolNames matches the names of tools in a text.
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

// text replaces tool names in Cairn's text by their published names.
func (r renamer) text(s string) string {
	if r == DefaultPrefix {
		return s
	}
	return ownName.ReplaceAllString(s, string(r)+"$1")
}
