package capture

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/fieldset"
)

// Every field of a step and of a session is tested here by reflection: a field that types.Step gains must be kept on
// purpose, and its text capped and redacted.

// stepFields are the fields of a raw step that take only certain values.
var stepFields = fieldset.Fixed{"SchemaVersion": types.SchemaVersion, "StepID": "s-0001", "SessionID": "mm-0001", "Timestamp": noon, "Tool.Name": "mm_click", "Actor": types.ActorAgent,
	"Observation.A11y.Nodes[].Checked": "mixed", "Observation.A11y.Nodes[].Expanded": "true", "Observation.A11y.Nodes[].Unseen": "hidden", "Observation.A11y.Nodes[].Copy": false, "After.Load": "new", "Clock": ClockSkewed, "Keep": types.KeepNeeded, "Advice.Shown": 2,
	"Observation.State.Origin": "https://a.example", "Observation.State.CurrentURL": "https://a.example/send", "After.CurrentURL": "https://a.example/done",
	"Observation.State.Embedder": "https://top.example", "Tool.Target.Origin": "https://a.example", "Advice.Given[].Target.Origin": "https://a.example",
	"Observation.TestIDs[].Origin": "", "Observation.A11y.Nodes[].Origin": ""}

const noon = types.Time(1770120000000)

// dropped are the fields that a captured step lacks, with the reason.
var dropped = map[string]string{
	"Tool.Target.A11yRef":                "a ref ends with its document",
	"Advice.Given[].Target.A11yRef":      "a ref ends with its document",
	"Tool.TextLength":                    "its target is a password-like field here",
	"Tool.Input":                         "compared by its own test",
	"Observation.TestIDs[].Origin":       "a stored look is of one origin",
	"Observation.A11y.Nodes[].Origin":    "a stored look is of one origin",
	"Observation.A11y.Nodes[].Copy":      "a copy is not stored",
	"Tool.Target.Before":                 "texts of the page beside its elements are not stored",
	"Advice.Given[].Target.Before":       "texts of the page beside its elements are not stored",
	"Observation.A11y.Nodes[].Before":    "texts of the page beside its elements are not stored",
	"Observation.Frames[].CurrentURL":    "a stored look is of one origin",
	"Observation.Frames[].CurrentScreen": "a stored look is of one origin",
	"Observation.Frames[].Title":         "a stored look is of one origin",
	"Observation.Frames[].Origin":        "a stored look is of one origin",
	"Observation.Frames[].Embedder":      "a stored look is of one origin",
}

func TestEveryFieldOfAStepIsCaptured(t *testing.T) {
	raw := fieldset.All[types.Step](stepFields)
	got, err := Step(noon, raw, DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range fieldset.Paths[types.Step](stepFields) {
		kept := fieldset.Get(got, path)
		if isKept := kept.IsValid() && !kept.IsZero(); isKept == (dropped[path] != "") && path != "Tool.Input" {
			t.Errorf("%s: kept is %v; a captured step keeps every field but those that this test lists with their reason", path, isKept)
		}
	}
	again, err := Step(noon, got, DefaultRules())
	if err != nil || !reflect.DeepEqual(again, got) {
		t.Errorf("captured again it is another step: %v\n%+v\nwant\n%+v", err, again, got)
	}
}

// secret is found by its maker's prefix, whatever stands around it. It has no capitals, because tags lose theirs.
const secret = "ghp_" + "wwpw5k4axcat4fnp0ucnzwjuvfk6lo0pinux"

// maxText is above every cap of this package and of redact.URL.
const maxText = 2100

// checked are the fields that hold no text of a page, an agent or a person, with the reason.
var checked = map[string]string{
	"SessionID": "ids are checked, not cleaned", "StepID": "ids are checked, not cleaned", "Tool.Name": "names of tools are checked",
}

func TestEveryTextOfAStepIsCappedAndRedacted(t *testing.T) {
	eachBadText(t, fieldset.Texts[types.Step](nil), func(path, text string) (any, error) {
		fixed := fieldset.Fixed{}
		for p, v := range stepFields {
			fixed[p] = v
		}
		fixed[path] = text
		return Step(noon, fieldset.All[types.Step](fixed), DefaultRules())
	})
}

func TestEveryTextOfASessionIsCappedAndRedacted(t *testing.T) {
	eachBadText(t, fieldset.Texts[types.Session](nil), func(path, text string) (any, error) {
		fixed := fieldset.Fixed{"Statement.Outcome": types.SessionDone} // evidence stands with an outcome alone
		fixed[path] = text
		s := fieldset.All[types.Session](fixed)
		Session(s)
		return s, nil
	})
}

// eachBadText puts a secret, a text beyond all bounds and characters that turn text around into each field.
func eachBadText(t *testing.T, paths []string, captured func(path, text string) (any, error)) {
	t.Helper()
	if len(paths) == 0 {
		t.Fatal("the type has no texts")
	}
	bad := map[string]string{"a secret": secret, "a secret in an address": "https://a.example/" + secret + "?x=" + secret,
		"a long text": strings.Repeat("long text ", 10_000), "hidden characters": "a\u202eb\u200b\x00c"}
	for _, limit := range []int{maxWord, maxTool, maxScreenName, maxKBSource, maxName, maxSelector} {
		bad[fmt.Sprint("a secret across the cap of ", limit)] = strings.Repeat("w ", limit/2-8) + secret
	}
	for _, path := range paths {
		if checked[path] != "" {
			continue
		}
		for name, text := range bad {
			got, err := captured(path, text)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			kept, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(kept), secret[:10]) || strings.ContainsAny(string(kept), "\u202e\u200b") || strings.Contains(string(kept), `\u0000`) {
				t.Errorf("%s in %s is kept: %s", name, path, kept)
			}
			if value := fieldset.Get(got, path); value.IsValid() && len(fmt.Sprint(value)) > maxText {
				t.Errorf("%s in %s is kept with %d bytes", name, path, len(fmt.Sprint(value)))
			}
		}
	}
}

func TestEveryListOfAStepIsCapped(t *testing.T) {
	for _, path := range fieldset.Lists[types.Step](nil) {
		fixed := fieldset.Fixed{}
		for p, v := range stepFields {
			fixed[p] = v
		}
		raw := fieldset.All[types.Step](fixed)
		list := fieldset.Get(raw, path)
		for range 14 {
			list.Set(reflect.AppendSlice(list, list))
		}
		got, err := Step(noon, raw, DefaultRules())
		if err != nil {
			t.Fatal(err)
		}
		if value := fieldset.Get(got, path); value.IsValid() && value.Len() > maxNodes {
			t.Errorf("%s is kept with %d entries", path, value.Len())
		}
	}
}
