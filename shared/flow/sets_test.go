package flow

import (
	"testing"

	"cairn/shared/types"
)

// TestASwitchKeepsItsState switches guests on in one session; a run of that flow may find it on,
// and a session of an agent may do without.
func TestASwitchKeepsItsState(t *testing.T) {
	session := func(n int, was string, switches bool) *tape {
		tape := record(n, "Invite guests").on("/team", `switch "Guests"`, `button "Invite"`)
		tape.nodes[0].Checked = was
		if switches {
			tape.click(`switch "Guests"`)
		}
		return tape.on("/team", `switch "Guests" `, `button "Invite"`).click(`button "Invite"`)
	}
	pressed := func(was string) *tape {
		tape := record(1, "Invite guests").on("/team", `button "Guests"`, `button "Invite"`)
		tape.nodes[0].Checked = was
		return tape.click(`button "Guests"`).on("/team", `button "Guests" `, `button "Invite"`).click(`button "Invite"`)
	}
	run := session(2, "true", false)
	run.session.FlowRuns = []types.FlowRun{{Flow: "invite-guests", From: run.session.CreatedAt, To: run.session.CreatedAt + 60_000, OK: true}}
	for _, x := range []struct {
		name  string
		tapes []*tape
		want  []string // of each step: its new state
	}{
		{"on", []*tape{session(1, "false", true)}, []string{"on", ""}},
		{"off", []*tape{session(1, "true", true)}, []string{"off", ""}},
		{"a button that is pressed", []*tape{pressed("false")}, []string{"on", ""}},
		{"a button that was pressed, and may stay so", []*tape{pressed("true")}, []string{"", ""}},
		{"unknown", []*tape{session(1, "", true)}, []string{"", ""}},
		{"on in one session and off in another", []*tape{session(1, "false", true), session(2, "true", true)}, []string{"", ""}},
		{"a run that found it on", []*tape{session(1, "false", true), run}, []string{"on", ""}},
		{"a session without it", []*tape{session(1, "false", true), session(2, "true", false)}, []string{""}},
	} {
		var runs []Run
		for _, tape := range x.tapes {
			runs = append(runs, Run{tape.session, tape.steps})
		}
		f := distilRuns(runs)[0]
		var got []string
		for _, s := range f.Steps {
			got = append(got, s.Sets)
		}
		if len(got) != len(x.want) || got[0] != x.want[0] {
			t.Errorf("%s: the steps set %q, want %q", x.name, got, x.want)
		}
	}
}
