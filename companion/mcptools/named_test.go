package mcptools

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ourNames are words that begin as our tools do; identifiers are words that are
// written as tools of any program are.
var (
	ourNames    = regexp.MustCompile(`\b(?:mm|kb|recall)_[a-z][a-z_]*`)
	identifiers = regexp.MustCompile(`\b[a-z]+(?:_[a-z]+)+`)
)

// eachText calls do for every string of the program's Go files below a folder.
func eachText(t *testing.T, folder string, do func(where, text string)) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(gotoken.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == gotoken.STRING {
				text, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				do(path, text)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// recorded are actions of people and of other drivers, which are stored under such
// names; fields are written likewise.
var (
	recorded = []string{"mm_press", "mm_hover", "mm_drag", "mm_upload", "mm_back"}
	fields   = []string{"kb_source", "kb_learnings"}
)

// known reports whether a word is a tool's name or how some begin, or one of these.
func known(word string) bool {
	return slices.ContainsFunc(tools, func(tool *definition) bool { return tool.name == word || strings.HasPrefix(tool.name, word+"_") }) ||
		slices.Contains(recorded, word) || slices.Contains(fields, word)
}

// TestEveryNamedToolExists looks at all texts of the program, in all languages:
// each name of a tool in them is that of a tool.
func TestEveryNamedToolExists(t *testing.T) {
	found := 0
	look := func(where, text string) {
		for _, word := range ourNames.FindAllString(text, -1) {
			if found++; !known(word) {
				t.Errorf("%s names %s, which is no tool", where, word)
			}
		}
	}
	for _, folder := range []string{"../../shared", "../../wasm", ".."} {
		eachText(t, folder, look)
	}
	for _, files := range []string{"../../*.md", "../../extension/*/*.js"} {
		list, err := filepath.Glob(files)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range list {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			look(file, string(text))
		}
	}
	if found < 50 {
		t.Errorf("only %d names were found", found)
	}
}

// TestSiteMemoryNamesNoToolsOfOthers holds the texts of site memory, in both
// languages, to our tools: another program's cannot be called.
func TestSiteMemoryNamesNoToolsOfOthers(t *testing.T) {
	found := 0
	eachText(t, "../../shared/recall", func(where, text string) {
		if filepath.Base(where) != "words.go" {
			return
		}
		for _, word := range identifiers.FindAllString(text, -1) {
			if found++; !known(word) {
				t.Errorf("%s names %s: %q", where, word, text)
			}
		}
	})
	if found < 6 {
		t.Errorf("only %d names were found", found)
	}
}

// TestMemoryClientsAreAdvisedOfTheirOwnTools asks for a site without memory, with
// all tools and with those of memory alone.
func TestMemoryClientsAreAdvisedOfTheirOwnTools(t *testing.T) {
	for set, looks := range map[string]bool{AllTools: true, CoreTools: true, MemoryTools: false} {
		c := overHTTP(t, Options{Tools: set}).connect(t)
		got := c.call(t, "recall_site_memory", `{"domain":"unknown.example"}`)
		result := string(got.Result.Structured.Result)
		if strings.Contains(got.text(), "mm_describe_screen") != looks || strings.Contains(result, "mm_describe_screen") != looks || !strings.Contains(got.text(), "a.unknown.example") {
			t.Errorf("with the %s tools it says %s and %s", set, got.text(), result)
		}
	}
}

// TestSiteMemoryIsDescribed holds recall_site_memory to spec 004: every property
// has a description, and the hint says that it orders.
func TestSiteMemoryIsDescribed(t *testing.T) {
	_, s, err := loadSchema("recall_site_memory")
	if err != nil {
		t.Fatal(err)
	}
	for name, property := range s.Properties {
		if property.Description == "" {
			t.Errorf("%s is not described", name)
		}
	}
	for _, tool := range tools {
		_, s, err := loadSchema(tool.name)
		if err != nil {
			t.Fatal(err)
		}
		if p := s.Properties["kb_source"]; p != nil && p.Description == "" {
			t.Errorf("kb_source of %s is not described (spec 003)", tool.name)
		}
	}
}
