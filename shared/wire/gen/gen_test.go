// Package gen makes the types that the extension's JavaScript is checked against: from
// the Go structs of shared/wire, and those of shared/types and shared/types/tool that they reach, it
// makes extension/wire.d.ts (types) and extension/lib/limits.js (their
// numbers). The Go source is the only place where a message is spelled.
//
//	go generate ./shared/wire
//
// The mapping: a struct is an interface, its doc comment JSDoc; a field
// with omitempty or omitzero is optional; a named string with constants is a
// union of them; types with JSON methods of their own are in the table of
// rules_test.go. Anything else is an error: nothing is guessed.
//
// It uses go/parser alone and needs no build of the packages that it reads, so it also
// works while other packages do not compile.
package gen

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/golden"
)

// TestExtensionTypesMatchGo makes the files from which the extension's JavaScript is
// checked; with -update it writes them.
func TestExtensionTypesMatchGo(t *testing.T) {
	check(t, map[string]string{"wire.d.ts": "../../../extension/wire.d.ts", "limits.js": "../../../extension/lib/limits.js"},
		"..", "../../types", "../../types/tool")
}

// TestGeneratorWritesEveryForm makes the files of a small pair of packages.
func TestGeneratorWritesEveryForm(t *testing.T) {
	check(t, map[string]string{"wire.d.ts": "testdata/small/wire.d.ts", "limits.js": "testdata/small/limits.js"},
		"testdata/small/wire", "testdata/small/types")
}

// check compares the files that packages give with those at the given paths.
func check(t *testing.T, paths map[string]string, dirs ...string) {
	t.Helper()
	src, err := load(dirs[0], dirs[1:]...)
	if err != nil {
		t.Fatal(err)
	}
	for name, emit := range map[string]func(*source) (string, error){"wire.d.ts": emitTypes, "limits.js": emitLimits} {
		got, err := emit(src)
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, paths[name], got)
	}
}

func TestGeneratorRefusesWhatItCannotSay(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"no tag":       {"type M struct {\n\tA int\n}", "M.A has no json tag"},
		"no name":      {"type M struct {\n\tA int `json:\",omitempty\"`\n}", "M.A has no name"},
		"embedded":     {"type E struct{}\ntype M struct {\n\t*E\n}", "M embeds a type"},
		"twice":        {"type Code string", "type Code is declared twice"},
		"unknown type": {"type M struct {\n\tA Nowhere `json:\"a\"`\n}", "type Nowhere is neither"},
		"function":     {"type M struct {\n\tA func() `json:\"a\"`\n}", "no TypeScript for"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "w.go"), []byte("package wire\n\n"+c.body+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			src, err := load(dir, "testdata/small/types")
			if err == nil {
				_, err = emitTypes(src)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v does not say %q", err, c.want)
			}
		})
	}
}

// TestRulesMatchTheGoMethods holds the hand-written rules to the output of the types'
// own methods.
func TestRulesMatchTheGoMethods(t *testing.T) {
	hint := &types.A11yHint{Role: "button", Name: "Send"}
	for _, c := range []struct {
		value any
		want  string
	}{
		{types.Time(0), `"1970-01-01T00:00:00.000Z"`},
		{types.Scope{}, `""`},
		{types.Scope{Kind: types.ScopeCurrent}, `"current"`},
		{types.Scope{Kind: types.ScopeAll}, `"all"`},
		{types.Scope{Kind: types.ScopeSession, SessionID: "s1"}, `{"sessionId":"s1"}`},
		{types.PriorTarget{Type: types.TargetTestID, Text: "x"}, `{"type":"testId","value":"x"}`},
		{types.PriorTarget{Type: types.TargetSelector, Text: "x"}, `{"type":"selector","value":"x"}`},
		{types.PriorTarget{Type: types.TargetURL, Text: "x"}, `{"type":"url","value":"x"}`},
		{types.PriorTarget{Type: types.TargetText, Text: "x"}, `{"type":"text","value":"x"}`},
		{types.PriorTarget{Type: types.TargetA11yHint, Hint: hint}, `{"type":"a11yHint","value":{"role":"button","name":"Send"}}`},
	} {
		got, err := json.Marshal(c.value)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != c.want {
			t.Errorf("%#v is %s, the rule says %s", c.value, got, c.want)
		}
	}
}
