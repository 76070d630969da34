// Command gen writes suffixes.txt, the public suffix list in package recall's format,
// from the copy in golang.org/x/net/publicsuffix. The library itself cannot be part
// of the core: it imports net/http, which makes the Wasm file three megabytes larger.
// Run it by go generate ./shared/recall after an upgrade of golang.org/x/net.
package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// target is the generated file, relative to shared/recall.
const target = "suffixes.txt"

// source returns the file of the library that lists the rules in plain text.
func source() (string, error) {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "golang.org/x/net/publicsuffix").Output()
	if err != nil {
		return "", fmt.Errorf("find golang.org/x/net/publicsuffix: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(dir)), "table_test.go"), nil
}

// rules parses the library's list.
func rules(file string) ([]string, error) {
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

// render omits the rules that equal the default: an unlisted last label is a suffix.
func render(rules []string) []byte {
	kept := slices.DeleteFunc(slices.Clone(rules), func(r string) bool { return !strings.Contains(r, ".") })
	slices.Sort(kept)
	return []byte("\n" + strings.Join(slices.Compact(kept), "\n") + "\n")
}

func run() error {
	file, err := source()
	if err != nil {
		return err
	}
	list, err := rules(file)
	if err != nil {
		return err
	}
	if err := os.WriteFile(target, render(list), 0o644); err != nil {
		return fmt.Errorf("write the list: %w", err)
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}
