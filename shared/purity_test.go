package shared_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// clock are the functions of package time that read or wait for a clock; the
// types and the arithmetic of that package are free to use.
var clock = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

// impurities lists the actions of a source file that a pure package must not do and
// that its imports do not show.
func impurities(t *testing.T, path string) []string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var faults []string
	add := func(at token.Pos, what string) {
		pos := fset.Position(at)
		faults = append(faults, fmt.Sprintf("%s:%d %s", filepath.Base(path), pos.Line, what))
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			add(n.Pos(), "starts a goroutine: the core is one thread, in the browser for good")
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains(clock, n.Sel.Name) {
				add(n.Pos(), "uses time."+n.Sel.Name+": the core has no clock, now comes in with the request")
			}
		}
		return true
	})
	return faults
}

// TestGuardSeesWhatItGuardsAgainst keeps the guard itself honest.
func TestGuardSeesWhatItGuardsAgainst(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bad.go")
	source := `package bad

import "time"

func f() time.Duration {
	go f()
	return time.Since(time.Now())
}
`
	if err := os.WriteFile(path, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	got := impurities(t, path)
	if len(got) != 3 {
		t.Errorf("found %q, want a goroutine, time.Since and time.Now", got)
	}
	for imp, want := range map[string]bool{
		"os": true, "os/exec": true, "net/http": true, "log/slog": true, "math/rand/v2": true, "unsafe": true,
		"net/url": false, "strings": false, "path": false, "math": false, "encoding/json": false,
	} {
		if got := whyBanned(imp) != ""; got != want {
			t.Errorf("import %q banned: %v, want %v", imp, got, want)
		}
	}
}
