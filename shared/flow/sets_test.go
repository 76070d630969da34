package flow

import (
	"testing"

	"cairn/shared/types"
)

// TestASwitchKeepsItsState switches guests on in one session; a run of that flow or a person may find it on,
// and a session may do without.
func TestASwitchKeepsItsState(t *testing.T) {
	session := func(n int, was string, switches bool, first ...string) *tape {
		tape := record(n, "Invite guests")
		for _, path := range first {
			tape.open(path)
		}
		tape.on("/team", `switch "Guests"`, `button "Invite"`)
		tape.nodes[0].Checked = was
		if switches {
			tape.click(`switch "Guests"`)
		}
		tape.on("/team", `switch "Guests"`, `button "Invite"`)
		if tape.nodes[0].Checked = was; switches {
			tape.nodes[0].Checked = map[string]string{"true": "false", "false": "true"}[was]
		}
		return tape.click(`button "Invite"`)
	}
	pressed := func(was string) *tape {
		tape := record(1, "Invite guests").on("/team", `button "Guests"`, `button "Invite"`)
		tape.nodes[0].Checked = was
		return tape.click(`button "Guests"`).on("/team", `button "Guests" `, `button "Invite"`).click(`button "Invite"`)
	}
	ran := func(t *tape) *tape { // all of its steps, except the address that was opened first
		last := t.steps[len(t.steps)-1].Timestamp
		t.session.FlowRuns = []types.FlowRun{{Flow: "invite-guests", From: last, To: last + 60_000, OK: true}}
		return t
	}
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
		{"a run that found it on", []*tape{session(1, "false", true), ran(session(2, "true", false))}, []string{"on", ""}},
		{"such a run, behind another address", []*tape{session(1, "false", true), ran(session(2, "true", false, "/home"))}, []string{"on", ""}},
		{"a session that found it on", []*tape{session(1, "false", true), session(2, "true", false)}, []string{"on", ""}},
		{"a session without it", []*tape{session(1, "false", true), session(2, "false", false)}, []string{""}},
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
