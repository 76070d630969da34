package capture

import (
	"bytes"
	"encoding/json"
	"testing"

	"cairn/shared/types"
)

func TestShownSaysThatANameIsNotKept(t *testing.T) {
	for s, want := range map[string]string{
		"Save":                          "Save",
		"[hidden:AbCdEg GhIjKw]":        "(name not kept)",
		"[hidden]":                      "(name not kept)",
		"input[hidden]":                 "input[hidden]", // a selector
		`link "[hidden:AbCdEg GhIjKw]"`: "link (name not kept)",
		`link "[hidden]"`:               "link (name not kept)",
		`click(role="link", name="[hidden:AbCdEg]")`:      "click(role=\"link\", name=(name not kept))",
		"[hidden:AbCdEg] · [hidden:AbCdEg GhIjKw] · Save": "(name not kept) · (name not kept) · Save",
		"[hidden:no hash]":                        "[hidden:no hash]",
		"~AbCdEg~":                                "…",
		"orders/~AbCdEg.GhIjKw~/:id/edit":         "orders/…/:id/edit",
		"https://a.example/~AbCdEg~?tab=~AbCdEg~": "https://a.example/…?tab=…",
		"https://a.example/~~/x":                  "https://a.example/…/x",
		"https://a.example/#!~AbCdEg~":            "https://a.example/#!…",
		`click on screen orders/~AbCdEg~, then`:   "click on screen orders/…, then",
		"https://a.example/~george/~roderick/":    "https://a.example/~george/~roderick/", // a person's own pages
		"sned~send":                               "sned~send",
		"about ~ 5 minutes, ~10 in all":           "about ~ 5 minutes, ~10 in all",
	} {
		if got := Shown(s); got != want {
			t.Errorf("Shown(%q) = %q, want %q", s, got, want)
		}
	}
}

// TestWhatIsHiddenIsShown holds Shown to the names of Hider.
func TestWhatIsHiddenIsShown(t *testing.T) {
	h := NewHider(bytes.Repeat([]byte{3}, NameKeyBytes))
	for _, name := range []string{"Save", "Jan Bakker", "Order 4711 of 2026", "送金", "", "a b c d e f g h i j k l m n o p q r s t u v w x y z"} {
		if got := Shown(h.Hide(name)); name != "" && got != NotKept {
			t.Errorf("%q is shown as %q", name, got)
		}
		for _, place := range []string{"%", "x/%", "https://a.example/%/y?q=%#/%"} {
			hidden := string(bytes.ReplaceAll([]byte(place), []byte("%"), []byte(h.Segment(name))))
			want := string(bytes.ReplaceAll([]byte(place), []byte("%"), []byte("…")))
			if got := Shown(hidden); name != "" && got != want || ClearPlace(hidden) != (name == "") {
				t.Errorf("%q is shown as %q, want %q", hidden, got, want)
			}
		}
	}
}

func FuzzShown(f *testing.F) {
	f.Add(`link "[hidden:AbCdEg]" on orders/~AbCdEg~`, `{"a":"[hidden]","b":["~AbCdEg~/x"]}`)
	f.Fuzz(func(t *testing.T, s, raw string) {
		if again := Shown(Shown(s)); again != Shown(s) {
			t.Errorf("Shown(%q) is %q, and shown again %q", s, Shown(s), again)
		}
		if json.Valid([]byte(raw)) && !json.Valid(ShownJSON([]byte(raw))) {
			t.Errorf("%s is shown as %s", raw, ShownJSON([]byte(raw)))
		}
	})
}

func TestSnippetsSayWhatIsNotKept(t *testing.T) {
	hidden, screen := "[hidden:AbCdEg GhIjKw]", "orders/~AbCdEg~"
	at := &types.Observation{State: types.State{CurrentScreen: screen}}
	for _, tt := range []struct {
		target         types.Target
		snippet, notes string
	}{
		{types.Target{Role: "link", Name: hidden}, "link: (name not kept), screen: orders/…", "target: link (name not kept); on screen: orders/…"},
		{types.Target{Name: HiddenMark}, "element: (name not kept), screen: orders/…", "target: element (name not kept); on screen: orders/…"},
		{types.Target{Role: "link", Name: hidden, TestID: "order-##"}, "testId: order-##, screen: orders/…", `target: [data-testid="order-##"]; on screen: orders/…`},
		{types.Target{Role: "button", Name: "Save"}, `button: "Save", screen: orders/…`, `target: button "Save"; on screen: orders/…`},
	} {
		step := &types.Step{Keep: types.KeepNeeded, Outcome: types.Outcome{OK: true}, Tool: types.Tool{Name: "mm_click", Target: &tt.target}, Observation: at}
		if got := Snippet(step, nil); got != tt.snippet {
			t.Errorf("snippet %q, want %q", got, tt.snippet)
		}
		if got := Notes(step); got != tt.notes {
			t.Errorf("notes %q, want %q", got, tt.notes)
		}
	}
	fields := []string{`target:link:"` + hidden + `"`, "screen:" + screen, "seen:save", `a11y:row:"[hidden]"`}
	got := Matched(fields)
	for i, want := range []string{"target:link:(name not kept)", "screen:orders/…", "seen:save", "a11y:row:(name not kept)"} {
		if got[i] != want {
			t.Errorf("matched %q, want %q", got[i], want)
		}
	}
	if fields[1] != "screen:"+screen {
		t.Error("the fields themselves were changed")
	}
}
