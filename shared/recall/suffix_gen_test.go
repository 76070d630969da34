package recall

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cairn/testdata/golden"
)

// TestSuffixListIsCurrent compares suffixes.txt with the copy of the list in
// golang.org/x/net/publicsuffix. The library itself cannot be part of the core: it imports
// net/http, which makes the Wasm file three megabytes larger. After an upgrade of
// golang.org/x/net, -update writes the list.
func TestSuffixListIsCurrent(t *testing.T) {
	file, err := suffixSource()
	if err != nil {
		t.Fatal(err)
	}
	list, err := suffixRules(file)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "suffixes.txt", renderSuffixes(list))
}

// suffixSource returns the file of the library that lists the rules in plain text.
func suffixSource() (string, error) {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "golang.org/x/net/publicsuffix").Output()
	if err != nil {
		return "", fmt.Errorf("find golang.org/x/net/publicsuffix: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(dir)), "table_test.go"), nil
}

// suffixRules parses the library's list.
func suffixRules(file string) ([]string, error) {
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("read the list: %w", err)
	}
	for _, decl := range tree.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR {
			continue
		}
		spec := d.Specs[0].(*ast.ValueSpec)
		if spec.Names[0].Name != "rules" {
			continue
		}
		var out []string
		for _, e := range spec.Values[0].(*ast.CompositeLit).Elts {
			rule, err := strconv.Unquote(e.(*ast.BasicLit).Value)
			if err != nil {
				return nil, fmt.Errorf("read a rule: %w", err)
			}
			out = append(out, rule)
		}
		return out, nil
	}
	return nil, errors.New("the library no longer lists its rules as \"rules\"")
}

// renderSuffixes omits the rules that equal the default: an unlisted last label is a suffix.
func renderSuffixes(rules []string) string {
	kept := slices.DeleteFunc(slices.Clone(rules), func(r string) bool { return !strings.Contains(r, ".") })
	slices.Sort(kept)
	return "\n" + strings.Join(slices.Compact(kept), "\n") + "\n"
}
