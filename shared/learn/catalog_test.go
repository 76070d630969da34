package learn

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"cairn/shared/types"
)

const catalog = `[
 {"knowledge_id": "open_files", "description": "Open one or more MDF files using the File → Open command.", "ui_location": "Menu → File → Open",
  "action_sequence": ["click_menu('File')", "select_option('Open')"], "shortcut": "Ctrl+O", "prerequisites": ["app_open"], "output_state": "file(s)_opened",
  "doc_citation": "GUI#Menu", "parameters": {"files": ["a", 1]}, "their_own": {"x": [1, 2]},
  "kb_learnings": [{"task": "t", "step_num": 5, "original_action": {"tool_name": "Click-Tool", "tool_arguments": {"loc": ["last_state:button:Add Files"], "b": true, "a": null}, "reasoning": "r", "kb_source": "open_files"},
   "original_error": "gone", "recovery_approach": "Used <File> & Open", "timestamp": "2025-01-19T14:30:00"}], "trust_score": 0.95},
 {"knowledge_id": "save", "description": "Save", "ui_location": "", "action_sequence": [], "shortcut": null, "prerequisites": [], "output_state": "", "doc_citation": "", "parameters": {}, "kb_learnings": [], "trust_score": 1}
]`

func TestCatalogSurvivesTheRoundTrip(t *testing.T) {
	b := New()
	load(t, b, catalog)
	out, err := b.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	var want, got any
	if err := json.Unmarshal([]byte(catalog), &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %s", out)
	}
	if !strings.Contains(string(out), "Used <File> & Open") {
		t.Error("the catalog is not readable")
	}
}

func TestBadCatalogsAreRefusedWhole(t *testing.T) {
	for data, want := range map[string]string{
		``: "end of JSON", `{}`: "cannot unmarshal", `[null]`: "row 0 is null", `[{}]`: "row 0: knowledge_id", `[{"knowledge_id":"a"},{"knowledge_id":"a"}]`: "rows 0 and 1 have the same",
		`[{"knowledge_id":"a b\u0000"}]`: "plain text", `[{"knowledge_id":"a"},{"knowledge_id":"b","trust_score":"x"}]`: "row 1: json", strings.Repeat(" ", maxCatalog+1): "larger than",
		`[{"knowledge_id":"` + strings.Repeat("a", 129) + `"}]`: "128", `[{"knowledge_id":"a","description":"` + strings.Repeat("x", maxItemBytes) + `"}]`: "row 0: item \"a\" is larger",
		`[{"knowledge_id":"a","action_sequence":[` + strings.Repeat(`"x",`, maxSequence) + `"x"]}]`: "more than 100 actions", `[` + strings.Repeat(`{},`, maxItems) + `{}]`: "more than 10000 items",
		`[[]]`: "row 0: json", `[{"knowledge_id":["a"]}]`: "row 0: json", `[{"knowledge_id":"a\u202eb"}]`: "plain text",
	} {
		items, err := ParseCatalog([]byte(data))
		if fault := types.AsError(err); fault == nil || fault.Code != types.CodeInvalidInput || !strings.Contains(fault.Message, want) || fault.Hint == "" {
			t.Errorf("%.60q: %v, want %q", data, err, want)
		}
		if len(items) != 0 {
			t.Errorf("%.40q: something was taken", data)
		}
	}
	items, err := ParseCatalog([]byte(`[{"knowledge_id":"bare"}, {"knowledge_id":"low","trust_score":-3}]`))
	if err != nil || items[0].TrustScore != 1 || items[0].ActionSequence == nil || items[1].TrustScore != 0.5 {
		t.Errorf("missing fields: %v %+v", err, items)
	}
}

func FuzzCatalog(f *testing.F) {
	f.Add([]byte(catalog))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := ParseCatalog(data); err != nil {
			return
		}
		b := New()
		load(t, b, string(data))
		text := Format(b.Items(), "")
		if strings.ContainsAny(text, "\x00\x1b\u202e\u2028\r") || strings.Count(text, "\n---\nKB ID: ") != len(b.Items()) {
			t.Errorf("%q", text)
		}
		b.Search("send open file", "", 0)
		once, err := b.Catalog()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseCatalog(once); err != nil {
			t.Fatalf("our own catalog is refused: %v\n%s", err, once)
		}
		again := New()
		load(t, again, string(once))
		twice, _ := again.Catalog()
		if string(once) != string(twice) {
			t.Errorf("%s\n%s", once, twice)
		}
	})
}
