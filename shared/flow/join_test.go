package flow

import (
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
)

// invite is a session that invites somebody, after the steps that change adds.
func invite(n int, goal, email, role string, change ...func(*tape)) *tape {
	t := record(n, goal).on("/team", `button "Invite"`)
	for _, c := range change {
		c(t)
	}
	return t.click(`button "Invite"`).on("/team", `textbox "Email"`, `combobox "Role"`, `button "Send"`).
		write(`textbox "Email"`, email).write(`combobox "Role"`, role, fromList).click(`button "Send"`, led("/team", `status "Invitation sent"`, fmt.Sprintf("row %q", email)))
}

func TestSessionsOfOneTaskBecomeOneFlow(t *testing.T) {
	cookies := func(t *tape) { t.click(`button "Accept all"`) }
	extra := func(t *tape) { t.click(`button "Refresh"`) }
	notice := func(t *tape) {
		t.on("/team", `button "Invite"`, `status "News"`, `button "×"`).click(`button "×"`).on("/team", `button "Invite"`)
	}
	for name, x := range map[string]struct {
		tapes []*tape
		want  string
	}{
		"options that differ become a parameter": {
			[]*tape{invite(1, "Invite bob@x.test", "bob@x.test", "Viewer"), invite(2, "Invite eve@x.test", "eve@x.test", "Editor")},
			`invite-email: Invite {email}
at /team
text email
choice role of Viewer, Editor
1. click button "Invite", grants
2. type "{email}" into textbox "Email"
3. type "{role}" into combobox "Role"
4. click button "Send", sends
`},
		"a banner that some sessions met is optional": {
			[]*tape{invite(1, "Invite bob@x.test", "bob@x.test", "Viewer", cookies), invite(2, "Invite eve@x.test", "eve@x.test", "Viewer")},
			`invite-email: Invite {email}
at /team
text email
1. click button "Accept all", optional
2. click button "Invite", grants
3. type "{email}" into textbox "Email"
4. type "Viewer" into combobox "Role"
5. click button "Send", sends
`},
		"a notice that the newest session closed is optional": {
			[]*tape{invite(1, "Invite bob@x.test", "bob@x.test", "Viewer"), invite(2, "Invite eve@x.test", "eve@x.test", "Viewer", notice)},
			`invite-email: Invite {email}
at /team
text email
1. click button "×", optional
2. click button "Invite", grants
3. type "{email}" into textbox "Email"
4. type "Viewer" into combobox "Role"
5. click button "Send", sends
`},
		"a step that the newest session did without goes": {
			[]*tape{invite(1, "Invite bob@x.test", "bob@x.test", "Viewer", extra), invite(2, "Invite eve@x.test", "eve@x.test", "Viewer")},
			`invite-email: Invite {email}
at /team
text email
1. click button "Invite", grants
2. type "{email}" into textbox "Email"
3. type "Viewer" into combobox "Role"
4. click button "Send", sends
`},
		"a step that the newest session needed stays": {
			[]*tape{invite(1, "Invite bob@x.test", "bob@x.test", "Viewer"), invite(2, "Invite eve@x.test", "eve@x.test", "Viewer", extra)},
			`invite-email: Invite {email}
at /team
text email
1. click button "Refresh"
2. click button "Invite", grants
3. type "{email}" into textbox "Email"
4. type "Viewer" into combobox "Role"
5. click button "Send", sends
`},
		"a menu that only showed the next element is done where it is needed": {
			[]*tape{record(1, "Archive the project").on("/p", `button "Archive"`).click(`button "Archive"`).click(`button "Save"`),
				record(2, "Archive the project").on("/p", `button "More"`).click(`button "More"`).on("/p", `button "More"`, `button "Archive"`).click(`button "Archive"`).click(`button "Save"`)},
			`archive-project: Archive the project
at /p
1. click button "More", optional
2. click button "Archive"
3. click button "Save"
`},
		"a text that all sessions typed is a part of the task": {
			[]*tape{record(1, "Filter the open tasks").on("/t", `textbox "Query"`).write(`textbox "Query"`, "is:open", submit), record(2, "Filter the open tasks").on("/t", `textbox "Query"`).write(`textbox "Query"`, "is:open", submit)},
			`filter-open-tasks: Filter the open tasks
at /t
1. type "is:open" into textbox "Query" and press Enter
`},
		"unless it says who somebody is": {
			[]*tape{record(1, "Log in").on("/t", `textbox "User"`).write(`textbox "User"`, "ann", submit), record(2, "Log in").on("/t", `textbox "User"`).write(`textbox "User"`, "ann", submit)},
			`log-in: Log in
at /t
text user
1. type "{user}" into textbox "User" and press Enter
`},
		"of two ways the one with more evidence is the flow": {
			[]*tape{record(1, "Mute Ann").on("/a", `button "Mute"`).click(`button "Mute"`), record(2, "Mute Ann").on("/a", `button "Mute"`).click(`button "Mute"`),
				record(3, "Mute Ann").on("/b", `link "People"`).click(`link "People"`).on("/c", `checkbox "Silent"`).click(`checkbox "Silent"`)},
			`mute-ann: Mute Ann
at /a
1. click button "Mute"
`},
		"a renamed element is known by both names": {
			[]*tape{invite(1, "Invite bob@x.test", "bob@x.test", "Viewer"), invite(2, "Invite eve@x.test", "eve@x.test", "Viewer", func(t *tape) {}).rename("Send", "Send now")},
			`invite-email: Invite {email}
at /team
text email
1. click button "Invite", grants
2. type "{email}" into textbox "Email"
3. type "Viewer" into combobox "Role"
4. click button "Send" or button "Send now", sends
`},
	} {
		t.Run(name, func(t *testing.T) {
			f := only(t, distil(x.tapes...))
			if got := listing(f); got != x.want {
				t.Errorf("got\n%s\nwant\n%s", got, x.want)
			}
			for i, j := 0, len(x.tapes)-1; i < j; i, j = i+1, j-1 {
				x.tapes[i], x.tapes[j] = x.tapes[j], x.tapes[i]
			}
			if again := listing(only(t, distil(x.tapes...))); again != listing(f) {
				t.Errorf("in another order it is\n%s", again)
			}
		})
	}
}

// rename gives an element another name in the whole session.
func (t *tape) rename(from, to string) *tape {
	for _, s := range t.steps {
		if s.Tool.Target != nil && s.Tool.Target.Name == from {
			s.Tool.Target.Name = to
		}
		for i := range s.Observation.A11y.Nodes {
			if n := &s.Observation.A11y.Nodes[i]; n.Name == from {
				n.Name = to
			}
		}
	}
	return t
}

// ran says that a session's steps were a run of a flow.
func (t *tape) ran(f *types.Flow, allowed bool) *tape {
	t.session.FlowRuns = append(t.session.FlowRuns, types.FlowRun{Flow: f.ID, Digest: Digest(f), From: t.session.CreatedAt, To: t.session.CreatedAt + 3_000_000, OK: true, Allowed: allowed})
	return t
}

func TestARunIsEvidenceAndRepairs(t *testing.T) {
	first := invite(1, "Invite bob@x.test", "bob@x.test", "Viewer")
	f := only(t, distil(first))
	same := invite(2, "Run the invitation", "eve@x.test", "Viewer").ran(f, true)
	moved := invite(3, "Run the invitation", "eve@x.test", "Viewer").rename("Send", "Send now").ran(f, true)

	again := only(t, distil(first, same))
	if Digest(again) != Digest(f) || again.Version != 1 || len(again.Evidence) != 2 {
		t.Errorf("a run that changed nothing made\n%s", listing(again))
	}
	sessions := []*types.Session{first.session, same.session, moved.session}
	Tally([]*types.Flow{again}, sessions[:2])
	if again.Runs.OK != 1 || again.Runs.Allowed != 1 {
		t.Errorf("runs: %+v", again.Runs)
	}
	repaired := only(t, distil(first, same, moved))
	if got := len(repaired.Steps[3].Targets); got != 2 || repaired.Version != 2 {
		t.Errorf("version %d of the repaired flow is\n%s", repaired.Version, listing(repaired))
	}
	Tally([]*types.Flow{repaired}, sessions)
	if repaired.Runs.OK != 2 || repaired.Runs.Allowed != 0 {
		t.Errorf("rights of other steps count: %+v", repaired.Runs)
	}
	reached := only(t, distil(first, same, invite(4, "Run the invitation", "eve@x.test", "Viewer").rename("Email", "Reached at").ran(f, true)))
	if reached.Params[0].Name != "email" || len(reached.Steps[1].Targets) != 2 {
		t.Errorf("a renamed field made\n%s", listing(reached))
	}
	if strings.Contains(listing(repaired), "eve@x.test") {
		t.Errorf("a value of the runs is in the flow:\n%s", listing(repaired))
	}
}

// TestATextThatBecameAControlIsTheSameElement joins sessions of which the first clicked a text that later acted like a control.
func TestATextThatBecameAControlIsTheSameElement(t *testing.T) {
	way := func(n int, edit string) *tape {
		return record(n, "Clear the list").on("/list", edit, `button "Clear"`).click(edit).click(`button "Clear"`)
	}
	if got := listing(only(t, distil(way(1, ` "Edit"`), way(2, `generic "Edit"`)))); !strings.HasSuffix(got, "\n1. click text \"Edit\" or generic \"Edit\"\n2. click button \"Clear\"\n") {
		t.Errorf("the flow is\n%s", got)
	}
}

// TestARunFromTheStartReplacesOneThatStopped runs a flow that stops before its third step, and then all of it.
func TestARunFromTheStartReplacesOneThatStopped(t *testing.T) {
	first := invite(1, "Invite bob@x.test", "bob@x.test", "Viewer")
	f := only(t, distil(first))
	for name, x := range map[string]struct {
		ok     bool // how the last run ended
		byHand bool // a step lies between the runs
		want   int
	}{
		"nothing between": {ok: true, want: len(f.Steps)},
		"a step by hand":  {ok: true, byHand: true, want: len(f.Steps) + 2},
		"stopped again":   {want: len(f.Steps) + 2},
	} {
		again := invite(2, "Invite eve@x.test", "eve@x.test", "Viewer")
		half := invite(2, "Invite eve@x.test", "eve@x.test", "Viewer").steps[:2]
		at := again.session.CreatedAt
		for _, step := range again.steps {
			step.Timestamp += 100_000
		}
		stopped := types.FlowRun{Flow: f.ID, From: at, To: half[1].Timestamp, Stops: []types.FlowReason{types.FlowRisky}}
		if x.byHand {
			stopped.To = half[0].Timestamp
		}
		again.session.FlowRuns = []types.FlowRun{stopped, {Flow: f.ID, From: at + 100_000, To: at + 900_000, OK: x.ok}}
		again.steps = append(half, again.steps...)
		if got := len(Read(Run{again.session, again.steps}, func(origin string) string { return origin }).acts); got != x.want {
			t.Errorf("%s: %d steps, want %d", name, got, x.want)
		}
	}
}

// TestARunWithoutAGoalKeepsTheParameters joins a session with a run of its flow that an agent began by the flow's
// name: what a heading or a name says there, between its steady words, is the value of the same parameter.
func TestARunWithoutAGoalKeepsTheParameters(t *testing.T) {
	rename := func(n int, goal, from, to string) *tape {
		return record(n, goal).on("/c", `link "Edit"`, `link "Edit"`).click(`link "Edit"`, row(from+" · URL"), led("/c")).
			on("/c", `heading "Edit `+from+`:"`, `textbox ""`, `textbox ""`, `button "Save"`).write(`textbox ""`, to, nth(1), row("Title")).click(`button "Save"`)
	}
	leave := func(n int, goal, club string) *tape {
		return record(n, goal).on("/c", `link "`+club+`"`, `link "Swimmers"`).click(`link "`+club+`"`, led("/club")).
			on("/club", `button "Leave `+club+` now"`, `button "Leave Swimmers now"`).click(`button "Leave `+club+` now"`, row("Your clubs"))
	}
	for _, tapes := range [][2]*tape{
		{rename(1, "Rename the collection Holidays to Days off", "Holidays", "Days off"), rename(2, "", "Parties", "Feasts")},
		{leave(1, "Leave the club \"Rowers\"", "Rowers"), leave(2, "", "Chess friends")},
	} {
		alone := only(t, distil(tapes[0]))
		if both := only(t, distil(tapes[0], tapes[1].ran(alone, false))); listing(both) != listing(alone) {
			t.Errorf("with a run it is\n%s\nand was\n%s", listing(both), listing(alone))
		}
	}
}

func TestPeoplesWordsOnFlowsHold(t *testing.T) {
	first, other := invite(1, "Invite bob@x.test", "bob@x.test", "Viewer"), record(2, "Mute Ann").on("/a", `button "Mute"`).click(`button "Mute"`)
	given := &types.Flow{ID: "invite-email", Title: "Invite a guest", Site: site, Start: "/guests", Steps: []types.FlowStep{{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Guest"}}}}}
	edit := func(edits ...types.FlowEdit) (out []*types.Edit) {
		for i, e := range edits {
			fit, err := FitEdit(&e)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, &types.Edit{EditID: fmt.Sprint("edit-", i), At: types.Time(i), Flow: fit})
		}
		return out
	}
	for name, x := range map[string]struct {
		edits []*types.Edit
		want  string
	}{
		"none":                       {nil, "invite-email Invite {email}; mute-ann Mute Ann"},
		"renamed":                    {edit(types.FlowEdit{Op: types.FlowRename, ID: "mute-ann", To: "silence", Title: "Silence Ann"}), "invite-email Invite {email}; silence Silence Ann"},
		"renamed twice":              {edit(types.FlowEdit{Op: types.FlowRename, ID: "mute-ann", To: "silence"}, types.FlowEdit{Op: types.FlowRename, ID: "silence", To: "hush"}), "hush Mute Ann; invite-email Invite {email}"},
		"forgotten":                  {edit(types.FlowEdit{Op: types.FlowForget, ID: "mute-ann", Sessions: []string{"mm-0002"}}), "invite-email Invite {email}"},
		"put in the place of one":    {edit(types.FlowEdit{Op: types.FlowPut, ID: "invite-email", Flow: given}), "invite-email Invite a guest imported; mute-ann Mute Ann"},
		"put and forgotten":          {edit(types.FlowEdit{Op: types.FlowPut, ID: "guest", Flow: given}, types.FlowEdit{Op: types.FlowForget, ID: "guest"}), "invite-email Invite {email}; mute-ann Mute Ann"},
		"put and renamed":            {edit(types.FlowEdit{Op: types.FlowPut, ID: "guest", Flow: given}, types.FlowEdit{Op: types.FlowRename, ID: "guest", To: "visitor"}), "invite-email Invite {email}; mute-ann Mute Ann; visitor Invite a guest imported"},
		"renamed to what is another": {edit(types.FlowEdit{Op: types.FlowRename, ID: "nothing", To: "silence"}), "invite-email Invite {email}; mute-ann Mute Ann"},
	} {
		t.Run(name, func(t *testing.T) {
			var traces []*Trace
			for _, tape := range []*tape{first, other} {
				traces = append(traces, Read(tape.run(), func(o string) string { return o }))
			}
			var got []string
			for _, f := range Join(site, traces, x.edits, nil) {
				got = append(got, strings.TrimSpace(fmt.Sprint(f.ID, " ", f.Title, " ", f.Source)))
			}
			if all := strings.Join(got, "; "); all != x.want {
				t.Errorf("got %s, want %s", all, x.want)
			}
		})
	}
}

func TestTwoTasksOfOneNameAreDistinguishedByNumber(t *testing.T) {
	long := "detailed monthly consumption statistics comparison spreadsheet generation procedure "
	flows := distil(record(1, long+"alpha").on("/a", `button "Go"`).click(`button "Go"`), record(2, long+"omega").on("/b", `link "In"`).click(`link "In"`))
	var ids []string
	for _, f := range flows {
		ids = append(ids, f.ID)
	}
	if got := strings.Join(ids, " "); len(flows) != 2 || ids[1] != ids[0]+"-2" {
		t.Errorf("the flows are %s", got)
	}
}

func TestAWayIsNoFlow(t *testing.T) {
	go1 := func(n int) *tape { return record(n, "Go").on("/a", `button "Go"`) }
	undone := go1(1).click(`button "Go"`)
	undone.session.Statement = types.Statement{}
	for name, tape := range map[string]*tape{
		"that is not done":                   undone,
		"whose last action failed":           go1(1).click(`button "Go"`).click(`button "Go"`, failed),
		"on something without names":         go1(1).click(`button`),
		"on one of two fields without names": record(1, "Note milk").on("/a", `button "Go"`, `textbox ""`, `textbox ""`, `button "Save"`).write(`textbox ""`, "milk"),
		"on a field that stayed empty":       record(1, "Note milk").on("/a", `button "Go"`, `textbox ""`, `button "Save"`).write(`textbox ""`, "milk").on("/a", `button "Go"`, `textbox ""`, `button "Save"`).click(`button "Go"`),
		"over two sites": go1(1).click(`button "Go"`).click(`button "Go"`, func(s *types.Step) {
			s.Observation.State = types.State{CurrentURL: "https://other.test/", Origin: "https://other.test"}
		}),
		"of nothing": go1(1),
	} {
		t.Run(name, func(t *testing.T) {
			if flows := distil(tape); len(flows) != 0 {
				t.Errorf("it is\n%s", listing(flows[0]))
			}
		})
	}
}
