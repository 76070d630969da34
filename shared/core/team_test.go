package core

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
)

const teamNoon = types.Time(1_770_120_000_000)

// putRuns puts sessions with one done way through a form, of a team's members or of
// one's own where author is empty.
func putRuns(t *testing.T, c *Core, id, author, origin string) {
	t.Helper()
	putRun(t, c, id, author, origin, false, "Reports", "Archive", "Close")
}

// putRun puts a session that clicks these buttons.
func putRun(t *testing.T, c *Core, id, author, origin string, aside bool, names ...string) {
	t.Helper()
	s := &types.Session{SessionID: id, CreatedAt: teamNoon, EndedAt: teamNoon + 60_000, Goal: "archive the report", FlowTags: []string{"archive"},
		Statement: types.Statement{Outcome: types.SessionDone, OutcomeBy: types.StatedByAgent, OutcomeAt: teamNoon}}
	if author != "" {
		s.From = &types.From{Team: "team", Author: author, Aside: aside}
	}
	if err := c.PutSession(s); err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		step := &types.Step{StepID: fmt.Sprintf("%s-%d", id, i), SessionID: id, Timestamp: teamNoon + types.Time(i)*1000, Actor: types.ActorAgent, KBSource: "kb-1",
			Tool: types.Tool{Name: "mm_click", Target: &types.Target{TestID: strings.ToLower(name), Role: "button", Name: name}}, Outcome: types.Outcome{OK: true},
			Observation: &types.Observation{State: types.State{CurrentURL: fmt.Sprintf("%s/%d", origin, i), CurrentScreen: fmt.Sprintf("screen-%d", i), Origin: origin},
				TestIDs: []types.TestID{{TestID: strings.ToLower(name), Visible: true}}, A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "button", Name: name, TestID: strings.ToLower(name)}}}}}
		if err := c.PutStep(step); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTeamTeachesNoCards has only sessions from here become cards, KB items and flows of
// one's own, while searches, sites and flows say that a team did it.
func TestTeamTeachesNoCards(t *testing.T) {
	const origin = "https://app.acme.test"
	know := func(author string) (flows, items, patterns int, said, found string) {
		c := New()
		for i := range 3 {
			putRuns(t, c, fmt.Sprintf("t-%03d", i), author, origin)
		}
		r, err := c.Recall(teamNoon+120_000, types.RecallRequest{URL: origin})
		if err != nil {
			t.Fatal(err)
		}
		hits, err := c.Search(teamNoon+120_000, types.SearchRequest{Query: "archive", Limit: 5})
		if err != nil || len(hits) == 0 {
			t.Fatal(hits, err)
		}
		if hits[0].From != nil {
			found = hits[0].From.Author
		}
		for _, f := range c.Flows("") {
			if f.Source == "" {
				flows++
			}
		}
		return flows, len(c.KBItems()), r.PatternCount, r.Team, found
	}
	if flows, items, patterns, said, found := know(""); flows == 0 || items == 0 || patterns == 0 || said != "" || found != "" {
		t.Errorf("one's own: %d flows, %d items, %d patterns, %q, from %q", flows, items, patterns, said, found)
	}
	if flows, items, patterns, said, found := know("ana"); flows != 0 || items != 0 || patterns != 0 || said != "team: 3 sessions of ana; not yet done here" || found != "ana" {
		t.Errorf("a team's: %d flows, %d items, %d patterns, %q, from %q", flows, items, patterns, said, found)
	}
}

// TestTeamFlowsSayWhoseTheyAre lists the flows that a site has of a team.
func TestTeamFlowsSayWhoseTheyAre(t *testing.T) {
	const origin = "https://app.acme.test"
	type done struct{ id, author, last string }
	for name, test := range map[string]struct {
		done  []done
		aside string
		want  string // source, team and whose evidence
	}{
		"one member":              {[]done{{"t-0001", "ana", "Close"}}, "", "team ana t-0001"},
		"two members":             {[]done{{"t-0001", "ana", "Close"}, {"t-0002", "bob", "Close"}}, "", "team 2 members t-0001,t-0002"},
		"done here, too":          {[]done{{"t-0001", "ana", "Close"}, {"mm-0001", "", "Close"}}, "", "  mm-0001"},
		"risky, of one member":    {[]done{{"t-0001", "ana", "Delete"}, {"t-0002", "ana", "Delete"}}, "", ""},
		"risky, of two":           {[]done{{"t-0001", "ana", "Delete"}, {"t-0002", "bob", "Delete"}}, "", "team 2 members t-0001,t-0002"},
		"of one who is set aside": {[]done{{"t-0001", "ana", "Close"}}, "ana", ""},
	} {
		c := New()
		for _, d := range test.done {
			putRun(t, c, d.id, d.author, origin, d.author != "" && d.author == test.aside, "Reports", "Archive", d.last)
		}
		var got []string
		for _, f := range c.Flows(origin) {
			got = append(got, fmt.Sprintf("%s %s %s", f.Source, f.Team, strings.Join(f.Evidence, ",")))
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
		if call := c.FlowFor(origin, "archive the report", 1); len(call) > 0 && !strings.HasPrefix(test.want, string(call[0].Source)+" "+call[0].Team) {
			t.Errorf("%s: offered as of %s %s", name, call[0].Source, call[0].Team)
		}
	}
}

// TestTeamFlowsFollowTheirSessions lists flows between changes of a team's sessions.
func TestTeamFlowsFollowTheirSessions(t *testing.T) {
	const origin = "https://app.acme.test"
	c := New()
	want := func(when string, teams ...string) {
		t.Helper()
		var got []string
		for _, f := range c.Flows(origin) {
			got = append(got, f.Team)
		}
		if strings.Join(got, ",") != strings.Join(teams, ",") {
			t.Errorf("%s: flows of %q, want %q", when, got, teams)
		}
	}
	want("at first")
	putRuns(t, c, "t-0001", "ana", origin)
	want("after a session", "ana")
	putRuns(t, c, "t-0002", "bob", origin)
	want("after another member's", "2 members")
	aside := *c.Session("t-0002")
	aside.From = &types.From{Team: "team", Author: "bob", Aside: true}
	if err := c.PutSession(&aside); err != nil {
		t.Fatal(err)
	}
	want("after one is set aside", "ana")
	c.Forget(types.Forget{SessionID: "t-0001", At: teamNoon + 3_600_000})
	want("after the other's deletion")
}

// TestTeamFlowsAreForgotten has a team's flow stay away once a person forgot it.
func TestTeamFlowsAreForgotten(t *testing.T) {
	const origin = "https://app.acme.test"
	c := New()
	putRuns(t, c, "t-0001", "ana", origin)
	known := c.Flows(origin)
	if len(known) != 1 {
		t.Fatal(known)
	}
	e := &types.Edit{EditID: "e-00000001", At: teamNoon + 1, Flow: &types.FlowEdit{Op: types.FlowForget, ID: known[0].ID}}
	rename := &types.FlowEdit{Op: types.FlowRename, ID: known[0].ID, To: "mine"}
	if known[0].ID != "team-archive-report" || c.checkFlow(rename) == nil {
		t.Errorf("%s can be renamed to %s", known[0].ID, rename.To)
	}
	c.Complete(e)
	if err := c.PutEdit(e); err != nil {
		t.Fatal(err)
	}
	if left := c.Flows(origin); len(left) != 0 {
		t.Errorf("left: %+v", left[0])
	}
}

// TestTeamElsewhereChangesNoAnswer compares answers on a site before and after a team's
// records of another one came.
func TestTeamElsewhereChangesNoAnswer(t *testing.T) {
	const here, there = "https://here.test", "https://there.test"
	answers := func(c *Core) string {
		var out []any
		r, err := c.Recall(teamNoon+120_000, types.RecallRequest{URL: here, TaskHint: "archive"})
		out = append(out, r, err)
		for i := range 3 {
			page := types.Observation{State: types.State{CurrentURL: fmt.Sprintf("%s/%d", here, i), CurrentScreen: fmt.Sprintf("screen-%d", i), Origin: here},
				A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "button", Name: "Reports", TestID: "reports"}, {Ref: "e2", Role: "button", Name: "Archive", TestID: "archive"}}}}
			p, err := c.Prior(teamNoon+120_000, types.PriorRequest{Observation: page, Goal: "archive the report"})
			out = append(out, p, err)
		}
		out = append(out, c.Flows(here), c.Flow("archive-report"), c.KBItems())
		text, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	c := New()
	putRuns(t, c, "mm-0001", "", here)
	before := answers(c)
	putRuns(t, c, "t-0001", "ana", there)
	if after := answers(c); after != before {
		t.Errorf("answers were\n%s\nand are\n%s", before, after)
	}
}

// TestTombstoneCoversItsAuthorAlone lists the records that a tombstone removes.
func TestTombstoneCoversItsAuthorAlone(t *testing.T) {
	for name, test := range map[string]struct {
		forget          types.Forget
		sessions, steps int
	}{
		"a step":                 {types.Forget{Author: "ana", IDs: []string{"t-ana1-0"}, At: teamNoon}, 0, 1},
		"all steps of a session": {types.Forget{Author: "ana", IDs: []string{"t-ana1-0", "t-ana1-1", "t-ana1-2"}, At: teamNoon}, 1, 3},
		"a session":              {types.Forget{Author: "ana", IDs: []string{"t-ana1"}, At: teamNoon}, 1, 3},
		"another's":              {types.Forget{Author: "eve", IDs: []string{"t-ana1", "t-ana1-0"}, At: teamNoon}, 0, 0},
		"one's own":              {types.Forget{Author: "ana", IDs: []string{"mm-0001", "mm-0001-0"}, At: teamNoon}, 0, 0},
		"all of an author":       {types.Forget{Author: "ana", At: teamNoon}, 2, 6},
		"all before":             {types.Forget{Author: "ana", At: teamNoon - 1}, 0, 0},
		"all of nobody":          {types.Forget{Author: "bob", At: teamNoon}, 0, 0},
	} {
		c := New()
		putRuns(t, c, "mm-0001", "", "https://app.acme.test")
		putRuns(t, c, "t-ana1", "ana", "https://app.acme.test")
		putRuns(t, c, "t-ana2", "ana", "https://app.acme.test")
		putRuns(t, c, "t-eve1", "eve", "https://app.acme.test")
		named := c.Named(test.forget)
		receipt := c.Forget(test.forget)
		if len(named.Sessions) != test.sessions || len(named.Steps) != test.steps || receipt.Sessions != test.sessions || receipt.Steps != test.steps || c.Status().Steps != 12-test.steps {
			t.Errorf("%s: names %d sessions and %d steps, removes %d and %d, leaves %d steps; want %d and %d", name, len(named.Sessions), len(named.Steps),
				receipt.Sessions, receipt.Steps, c.Status().Steps, test.sessions, test.steps)
		}
	}
}
