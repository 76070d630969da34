package flow

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestAFlowHoldsNothingPrivate distils a session whose records hold a private text in one place, and then two, of which
// equal texts become a part of the flow.
func TestAFlowHoldsNothingPrivate(t *testing.T) {
	const private = "hunter2-Zaragoza"
	n := 0
	form := func() *tape {
		return record(n, "Change the password").on("/account", `textbox "New password"`, `button "Save"`)
	}
	for name, tape := range map[string]func() *tape{
		"typed into a secret field": func() *tape { return form().write(`textbox "New password"`, private, sensitive).click(`button "Save"`) },
		"typed, and redacted by the record": func() *tape {
			return form().write(`textbox "New password"`, private, func(s *types.Step) { s.Tool.TextRedacted = true }).click(`button "Save"`)
		},
		"typed, and partly redacted": func() *tape {
			return form().write(`textbox "New password"`, private+" "+redacted).click(`button "Save"`)
		},
		"typed, and part of a screen's name": func() *tape {
			return form().write(`textbox "New password"`, fmt.Sprint(private, n)).on(fmt.Sprint("/account/", private, n), `button "Save"`).
				click(`button "Save"`)
		},
		"a selector with a part that is redacted": func() *tape {
			return form().click(`button "Save"`, func(s *types.Step) { s.Tool.Target.Selector = "#" + private + redacted })
		},
		"a test id with a part that is redacted": func() *tape {
			return form().click(`button "Save"`, func(s *types.Step) { s.Tool.Target.TestID = private + redacted })
		},
		"a name with a part that is redacted": func() *tape {
			return record(n, "Save it").on("/account", `button "`+private+redacted+`"`).click(`button "`+private+redacted+`"`, testID("save"))
		},
	} {
		var runs []Run
		for n = 1; n <= 2; n++ {
			session := tape()
			runs = append(runs, Run{session.session, session.steps})
			flows := distilRuns(runs)
			if len(flows) != 1 {
				t.Errorf("%s: %d flows", name, len(flows))
			}
			if text, _ := json.Marshal(flows); strings.Contains(strings.ToLower(string(text)), strings.ToLower(private)) {
				t.Errorf("%s: the flow holds it: %s", name, text)
			}
		}
	}
}

// TestAHiddenNameIsNotReplacedByAState makes no flow of a link in a list whose name is hidden: what its row says besides
// is a state, which a single other row may have in the next run.
func TestAHiddenNameIsNotReplacedByAState(t *testing.T) {
	const hidden = "[hidden:7emAmA sX5wyQ 50HeFA]"
	link := `link "` + hidden + `"`
	session := record(1, "Close the newest ticket").on("/tickets", link, `link "Status"`).click(link, func(s *types.Step) {
		s.Tool.Target.RowRole, s.Tool.Target.Row = "row", "4 · "+hidden+" · new · General"
	}).on("/ticket", `button "Close"`).click(`button "Close"`)
	for _, f := range distilRuns([]Run{{session.session, session.steps}}) {
		t.Errorf("the flow clicks %+v", f.Steps[0].Targets)
	}
}
