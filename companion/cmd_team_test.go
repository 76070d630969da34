package main

import (
	"strings"
	"testing"
	"time"

	"cairn/companion/control"
	"cairn/companion/memory"
	"cairn/companion/team"
	"cairn/shared/share"
	"cairn/shared/types"
)

func TestADeletionSaysWhereItIsDone(t *testing.T) {
	at := types.At(time.Now())
	for want, r := range map[string]team.Receipt{
		"erased on the server, gone at 1 of 2 other members":        {At: at, Records: 3, Server: true, Done: 1, Members: 2},
		"not yet erased on the server, gone at 0 of 1 other member": {At: at, Members: 1},
	} {
		got := deletionLine(r)
		if !strings.HasSuffix(got, ": "+want) || strings.HasPrefix(got, "3 records, ") != (r.Records == 3) || strings.HasPrefix(got, "all records, ") != (r.Records == 0) {
			t.Errorf("%+v: %s", r, got)
		}
	}
}

func TestTheTeamsDoctorNamesFaults(t *testing.T) {
	var out strings.Builder
	s := &team.Status{Since: types.At(time.Now()), Refused: map[string]int{"unsigned": 3}, RefusedOf: map[string]int{"bob": 2}, ClockAhead: -3600}
	if err := printTeamCheck(&out, s); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"3 messages were refused since the start: unsigned", "2 of these were from bob", "differ by 1h0m0s"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the doctor does not say %q:\n%s", want, out.String())
		}
	}
}

func TestWhatAReviewerNamesStays(t *testing.T) {
	lines := []share.Line{{Kind: share.KindName, Text: "Send"}, {Kind: share.KindName, Text: "Order 4711", Once: true}, {Kind: share.KindTag, Text: "Order 4711"}, {Kind: share.KindTestID, Text: "send"}}
	for _, test := range []struct {
		without []string
		all     bool
		want    string
	}{
		{nil, false, "name Send,testId send"},
		{nil, true, "name Send,name Order 4711,tag Order 4711,testId send"},
		{[]string{"Send"}, false, "testId send"},
		{[]string{"send"}, true, "name Send,name Order 4711,tag Order 4711"},
	} {
		var got []string
		for _, l := range chosenLines(lines, test.without, test.all) {
			got = append(got, l.Kind+" "+l.Text)
		}
		if strings.Join(got, ",") != test.want {
			t.Errorf("without %q, all %v: %q, want %q", test.without, test.all, got, test.want)
		}
	}
	waiting := []memory.SharedSession{{Lines: lines[:1]}, {Lines: lines[1:]}}
	if err := checkNamed(waiting, []string{"Send", "send"}); err != nil {
		t.Error(err)
	}
	if err := checkNamed(waiting, []string{"Sned"}); err == nil {
		t.Error("a text that is not there was taken for removed")
	}
}

func TestSessionsOfOthersSayWhose(t *testing.T) {
	from := &types.From{Author: "abc", Name: "ana"}
	for want, s := range map[string]types.SessionSummary{
		"(task not shared), team: ana": {From: from}, "Send money, team: ana": {From: from, Goal: "Send money"}, "(browsing)  ": {}, "Send money  ": {Goal: "Send money"},
	} {
		var out strings.Builder
		if err := (&call{out: &out}).printSessions([]types.SessionSummary{s}); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); !strings.Contains(got, want) || s.From == nil && strings.Contains(got, "team") {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestTheTeamsStatusSaysWhatToDo(t *testing.T) {
	var out strings.Builder
	s := &team.Status{Error: types.Fault(types.CodeTeamRefused, "the log-in is refused", "Ask for a new invitation.")}
	if err := (&call{out: &out}).printTeam(&control.TeamReply{Status: s}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"the log-in is refused\n", "Ask for a new invitation.\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestSearchSaysWhoDidIt(t *testing.T) {
	for want, from := range map[string]*types.From{"    team: ana\n": {Author: "abc", Name: "ana"}, "    team: abc\n": {Author: "abc"}, "": nil} {
		var out strings.Builder
		c := &call{out: &out}
		if err := c.printSteps(unfolded([]types.StepSummary{{Tool: "mm_click", Snippet: "x", SessionID: "mm-0001", From: from}}), false); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); !strings.Contains(got, want) || strings.Contains(got, "team") != (want != "") {
			t.Errorf("%+v: %q", from, got)
		}
	}
}
