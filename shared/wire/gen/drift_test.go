package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/golden"
)

// TestExtensionTypesMatchGo fails when a message was changed and the
// extension's types were not generated again.
func TestExtensionTypesMatchGo(t *testing.T) {
	src, err := load("..", "../../types", "../../types/tool")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file string
		emit func(*source) (string, error)
	}{
		{"../../../extension/wire.d.ts", emitTypes},
		{"../../../extension/lib/limits.js", emitLimits},
	} {
		want, err := c.emit(src)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is not what shared/wire says; run: go generate ./shared/wire", filepath.Base(c.file))
		}
	}
}

// TestGeneratorWritesEveryForm compares a small pair of packages with golden
// files.
func TestGeneratorWritesEveryForm(t *testing.T) {
	src, err := load("testdata/small/wire", "testdata/small/types")
	if err != nil {
		t.Fatal(err)
	}
	for name, emit := range map[string]func(*source) (string, error){
		"wire.d.ts": emitTypes, "limits.js": emitLimits,
	} {
		got, err := emit(src)
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata/small", name), got)
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

// TestRulesMatchTheGoMethods holds the hand-written rules to what the types'
// own methods write.
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
