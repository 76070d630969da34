package exchange

import (
	"reflect"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestHandsAreWrittenAsTheyWereUsed exports each way to act with mouse and keyboard,
// and reads back those that the Recorder has words for.
func TestHandsAreWrittenAsTheyWereUsed(t *testing.T) {
	row := &types.Target{TestID: "row", Role: "row", Name: "Ann"}
	for name, x := range map[string]struct {
		tool, playwright, skill string
		target                  *types.Target
		input                   map[string]any
		recorded                bool // the Recorder knows it
	}{
		"a double click":       {"mm_click", `byTestId(page, "row").first().dblclick();`, `Double-click the row "Ann"`, row, map[string]any{"count": 2}, true},
		"a right click":        {"mm_click", `.click({ button: "right" });`, `Right-click the row "Ann"`, row, map[string]any{"button": "right"}, true},
		"a triple click":       {"mm_click", `.click({ clickCount: 3 });`, ` 3 times`, row, map[string]any{"count": 3}, false},
		"a click with Shift":   {"mm_click", `.click({ modifiers: ["Shift"] });`, `with Shift held`, row, map[string]any{"modifiers": []any{"Shift"}}, true},
		"a hover":              {"mm_hover", `byTestId(page, "row").first().hover();`, `Move the mouse onto the row "Ann"`, row, nil, true},
		"going back":           {"mm_back", `await page.goBack();`, `Go back`, nil, nil, false},
		"a key":                {"mm_press", `byTestId(page, "row").first().press("Escape");`, "Press `Escape` in the row", row, map[string]any{"key": "Escape"}, false},
		"a key several times":  {"mm_press", `for (let i = 0; i < 3; i++) await byTestId(page, "row").first().press("ArrowDown");`, "`ArrowDown` 3 times", row, map[string]any{"key": "ArrowDown", "times": 3}, false},
		"an agent's letter":    {"mm_press", `await page.keyboard.press("j");`, "Press `j`", nil, map[string]any{"key": "j"}, false},
		"a key that is none":   {"mm_press", "", "", nil, map[string]any{"key": "Hyper"}, false},
		"a click as in a game": {"mm_click", `.click({ position: { x: 4, y: 5 } });`, `at 4,5 from its top left corner`, row, map[string]any{"at": map[string]any{"x": 4, "y": 5}}, false},
	} {
		steps := []*types.Step{step(0, x.tool, x.target, func(s *types.Step) { s.Actor, s.Tool.Input = types.ActorAgent, x.input })}
		if got := text(t, Playwright, session(), steps); !strings.Contains(got, x.playwright) {
			t.Errorf("%s: Playwright lacks %s:\n%s", name, x.playwright, got)
		}
		if got := text(t, Skill, session(), steps); !strings.Contains(got, x.skill) {
			t.Errorf("%s: the skill lacks %s:\n%s", name, x.skill, got)
		}
		if !x.recorded {
			continue
		}
		recorded := text(t, Recorder, session(), steps)
		if faults := recorderFaults([]byte(recorded)); len(faults) > 0 {
			t.Errorf("%s: %q in\n%s", name, faults, recorded)
		}
		_, back, _, err := ReadRecorder([]byte(recorded), now)
		if err != nil || len(back) != 2 || back[1].Tool.Name != x.tool || !reflect.DeepEqual(back[1].Tool.Input, x.input) {
			t.Errorf("%s: read back it is %+v, %v", name, back, err)
		}
	}
}
