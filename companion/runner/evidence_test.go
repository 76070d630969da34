package runner

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestEvidenceOfTheEnd runs a flow whose last step leads to a page, and compares the evidence that
// the run reports.
func TestEvidenceOfTheEnd(t *testing.T) {
	const path = "/notes"
	had := map[string][]string{"e3": {"Lunch", "open", "8"}}
	left := func(nodes ...types.A11yNode) *fakePage {
		return &fakePage{path: path, rows: map[string][]string{"e1": had["e3"]}, nodes: append([]types.A11yNode{node("checkbox", "Public", "checked=false")}, nodes...)}
	}
	for name, x := range map[string]struct {
		end  types.FlowScreen
		page *fakePage
		want tool.FlowProof
		stop types.FlowReason
		says string // a message that the last step causes
	}{
		"the same page":                    {types.FlowScreen{Path: path}, notes(had), tool.ProofNone, "", ""},
		"nothing is recorded":              {types.FlowScreen{}, notes(had), tool.ProofNone, "", ""},
		"a time that passed":               {types.FlowScreen{Path: path}, notes(map[string][]string{"e3": {"Lunch", "open", "8"}, "e2": {"5 s ago"}}), tool.ProofNone, "", ""},
		"a recorded element, there before": {types.FlowScreen{Path: path, Appeared: []string{`checkbox "Public"`}}, notes(had), tool.ProofNone, "", ""},
		"a recorded element":               {types.FlowScreen{Path: path, Appeared: []string{`status "Saved"`}}, notes(had, node("status", "Saved")), tool.ProofShown, "", ""},
		"the value in a new row":           {types.FlowScreen{Path: path}, notes(map[string][]string{"e1": {"Lunch"}, "e3": {"Lunch", "open", "8"}}), tool.ProofShown, "", ""},
		"its row says something else":      {types.FlowScreen{Path: path}, notes(map[string][]string{"e3": {"Lunch", "done"}}), tool.ProofShown, "", ""},
		"its row is gone":                  {types.FlowScreen{Path: path}, notes(nil), tool.ProofShown, "", ""},
		"another number in its row":        {types.FlowScreen{Path: path}, notes(map[string][]string{"e3": {"Lunch", "open", "9"}}), tool.ProofNone, "", ""},
		"the number that was typed":        {types.FlowScreen{Path: path}, notes(map[string][]string{"e3": {"Lunch", "open", "4"}}), tool.ProofShown, "", ""},
		"a number with its digit":          {types.FlowScreen{Path: path}, notes(map[string][]string{"e3": {"Lunch", "open", "48"}}), tool.ProofNone, "", ""},
		"a sentence that it was done":      {types.FlowScreen{Path: path}, notes(map[string][]string{"e3": {"Lunch", "open", "8"}, "e2": {"Your note has been saved"}}), tool.ProofShown, "", ""},
		"a short one":                      {types.FlowScreen{Path: path}, notes(map[string][]string{"e3": {"Lunch", "open", "8"}, "e2": {"Changes saved."}}), tool.ProofShown, "", ""},
		"a sentence that it was not":       {types.FlowScreen{Path: path}, notes(map[string][]string{"e3": {"Lunch", "open", "8"}, "e2": {"The note was not saved"}}), tool.ProofNone, "", ""},
		"a sentence about others":          {types.FlowScreen{Path: path}, notes(map[string][]string{"e3": {"Lunch", "open", "8"}, "e2": {"This note was updated by Ann"}}), tool.ProofNone, "", ""},
		"a label of a time":                {types.FlowScreen{Path: path}, notes(map[string][]string{"e3": {"Lunch", "open", "8"}, "e2": {"Last updated"}}), tool.ProofNone, "", ""},
		"the value in an error":            {types.FlowScreen{Path: path}, notes(map[string][]string{"e3": {"Lunch", "open", "8"}, "e2": {"Lunch is already taken"}}), tool.ProofNone, "", ""},
		"its row changes behind a dialog":  {types.FlowScreen{}, notes(map[string][]string{"e3": {"Lunch", "done"}}, node("dialog", "Terms")), "", types.FlowNoEffect, ""},
		"a message":                        {types.FlowScreen{Path: path}, notes(had), tool.ProofShown, "", `status "8 entries"`},
		"a message of an error":            {types.FlowScreen{Path: path}, notes(had), tool.ProofNone, "", `status "Saving failed"`},
		"a message of work that goes on":   {types.FlowScreen{Path: path}, notes(had), tool.ProofNone, "", `status "Saving…"`},
		"an alert":                         {types.FlowScreen{Path: path}, notes(had, node("alert", "Saving failed")), "", types.FlowError, ""},
		"the form is gone":                 {types.FlowScreen{Path: path}, left(), tool.ProofShown, "", ""},
		"only its button is gone":          {types.FlowScreen{Path: path}, left(node("textbox", "Title")), tool.ProofNone, "", ""},
		"a login instead of the form":      {types.FlowScreen{Path: path}, left(node("textbox", "Password", "secret")), tool.ProofNone, "", ""},
		"another address":                  {types.FlowScreen{Path: "/done"}, &fakePage{path: "/done"}, tool.ProofAddress, "", ""},
		"another address than recorded":    {types.FlowScreen{Path: "/done"}, &fakePage{path: "/lost"}, "", types.FlowNoEffect, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				result, h := saved(t, notes(had), x.page, x.end, x.says)
				reason := types.FlowReason("")
				if result.Stop != nil {
					reason = result.Stop.Reason
				}
				verified := x.want == tool.ProofShown || x.want == tool.ProofAddress
				if result.Proof != x.want || reason != x.stop || result.Verified != verified || h.runs[len(h.runs)-1].OK != (x.stop == "") {
					t.Errorf("the evidence is %q, verified %t, stop %+v, noted %+v; want %q, stop %q", result.Proof, result.Verified, result.Stop, h.runs, x.want, x.stop)
				}
			})
		})
	}
}

// notes is a page of notes, with texts beside its elements, whose button leads to the end.
func notes(rows map[string][]string, more ...types.A11yNode) *fakePage {
	return &fakePage{path: "/notes", rows: rows, leads: map[string]string{"Save": "end"},
		nodes: append([]types.A11yNode{node("textbox", "Title"), node("button", "Save"), node("checkbox", "Public", "checked=false")}, more...)}
}

// saved runs a flow that saves a note on the first page, and comes to the last one, whose message
// appears.
func saved(t *testing.T, first, last *fakePage, end types.FlowScreen, says string) (*tool.FlowResult, *fakeDriver) {
	t.Helper()
	f := &types.Flow{ID: "add", Title: "Add {title}", Site: testSite, Start: first.path, Params: []types.FlowParam{{Name: "title", Kind: types.FlowText}, {Name: "hours", Kind: types.FlowText}}, End: end,
		Steps: []types.FlowStep{
			{Tool: "type", Targets: []types.FlowTarget{{Role: "textbox", Name: "Title"}}, Value: "{title}", Screen: types.FlowScreen{Path: first.path}},
			{Tool: "type", Targets: []types.FlowTarget{{Role: "textbox", Name: "Title"}}, Value: "{hours}", Append: true, Screen: types.FlowScreen{Path: first.path}},
			{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Save"}}, Screen: types.FlowScreen{Path: first.path}, Expect: end}}}
	h := newFakeDriver(t, map[string]*fakePage{"list": first, "end": last})
	h.session, h.at = "mm-1", "list"
	if says != "" {
		h.appears = map[string][]string{"click Save": {says}}
	}
	result, err := New(h, NewBook()).Run(t.Context(), f, map[string]string{"title": "Lunch", "hours": "4"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return result, h
}

// TestARunLeavesASettingTimeToBeSaved wants a run that closes its tab to wait for a page that saves late, and says so if that fails.
func TestARunLeavesASettingTimeToBeSaved(t *testing.T) {
	for name, x := range map[string]struct {
		session string // of the agent
		want    types.FlowReason
	}{
		"its own tab":       {"", types.FlowError},
		"the agent's, open": {"mm-1", ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &types.Flow{ID: "set", Title: "Set {name}", Site: testSite, Start: "/set", Params: []types.FlowParam{{Name: "name", Kind: types.FlowText}}, End: types.FlowScreen{Path: "/saved"},
					Steps: []types.FlowStep{{Tool: "type", Value: "{name}", Targets: []types.FlowTarget{{Role: "textbox", Name: "Name"}}}}}
				field := node("textbox", "Name")
				h := newFakeDriver(t, map[string]*fakePage{"set": {path: "/set", nodes: []types.A11yNode{field}, leads: map[string]string{"Name": "filled"}},
					"filled": {path: "/saved", nodes: []types.A11yNode{field}, turns: 8, into: "failed"}, "failed": {path: "/saved", nodes: []types.A11yNode{field, node("alert", "Saving failed")}}})
				h.session, h.at = x.session, "set"
				result, err := New(h, NewBook()).Run(t.Context(), f, map[string]string{"name": "Lime Pit"}, Options{})
				if err != nil || x.want == "" && !result.Verified || x.want != "" && (result.Stop == nil || result.Stop.Reason != x.want) {
					t.Errorf("verified %v, stop %+v, %v; want %q", result.Verified, result.Stop, err, x.want)
				}
			})
		})
	}
}

// TestARecordingThatEndedTooEarly was closed before its page reacted: the page that the last step leads to is the end if it shows
// the effect.
func TestARecordingThatEndedTooEarly(t *testing.T) {
	for name, x := range map[string]struct {
		end      types.FlowScreen
		then     types.A11yNode
		verified bool
	}{
		"the page behind it says so":    {types.FlowScreen{Path: "/add"}, node("status", "Added successfully"), true},
		"it shows no effect":            {types.FlowScreen{Path: "/add"}, node("heading", "Sign in"), false},
		"it reports an error":           {types.FlowScreen{Path: "/add"}, node("alert", "Saving failed"), false},
		"the recording saw the end":     {types.FlowScreen{Path: "/list"}, node("status", "Added successfully"), false},
		"it saw an effect where it was": {types.FlowScreen{Path: "/add", Appeared: []string{`status "Kept"`}}, node("status", "Added successfully"), false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &types.Flow{ID: "add", Title: "Add it", Site: testSite, Start: "/add", End: x.end,
					Steps: []types.FlowStep{{Tool: "click", Screen: types.FlowScreen{Path: "/add"}, Expect: x.end, Targets: []types.FlowTarget{{Role: "button", Name: "Save"}}}}}
				h := newFakeDriver(t, map[string]*fakePage{"add": {path: "/add", nodes: []types.A11yNode{node("button", "Save")}, leads: map[string]string{"Save": "new"}}, "new": {path: "/things/5", nodes: []types.A11yNode{x.then}}})
				h.at = "add"
				result, err := New(h, NewBook()).Run(t.Context(), f, nil, Options{})
				if err != nil || result.Verified != x.verified || x.verified != (result.Status == tool.FlowDone) {
					t.Errorf("verified %v, %s, stop %+v, %v", result.Verified, result.Status, result.Stop, err)
				}
			})
		})
	}
}

// TestARunEndsOnAPageThatAlwaysLoads wants the end of a run not to wait for a page that asks its server all the time.
func TestARunEndsOnAPageThatAlwaysLoads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &types.Flow{ID: "set", Title: "Publish", Site: testSite, Start: "/notes", End: types.FlowScreen{Path: "/saved"},
			Steps: []types.FlowStep{{Tool: "click", Sets: "on", Targets: []types.FlowTarget{{Role: "checkbox", Name: "Public"}}}}}
		page := func(path, checked string, more ...types.A11yNode) *fakePage {
			return &fakePage{path: path, nodes: append([]types.A11yNode{node("checkbox", "Public", "checked="+checked)}, more...)}
		}
		pages := map[string]*fakePage{"off": page("/notes", "false"), "on 60": page("/saved", "true", node("alert", "Saving failed"))}
		pages["off"].leads = map[string]string{"Public": "on 0"}
		for i := range 60 {
			p := page("/saved", "true")
			p.turns, p.into, p.loading = 2, fmt.Sprint("on ", i+1), i%2*9
			pages[fmt.Sprint("on ", i)] = p
		}
		h := newFakeDriver(t, pages)
		h.at = "off"
		result, err := New(h, NewBook()).Run(t.Context(), f, nil, Options{})
		if err != nil || !result.Verified {
			t.Errorf("verified %v, stop %+v, %v", result.Verified, result.Stop, err)
		}
	})
}

// TestEvidenceBesideADialog wants a dialog that hid nothing, as a chat does, to hide no evidence
// either, and one that came with the last step to do so.
func TestEvidenceBesideADialog(t *testing.T) {
	chat := node("dialog", "Chat with us")
	open, done := map[string][]string{"e3": {"Lunch", "open"}}, map[string][]string{"e3": {"Lunch", "done"}}
	for name, x := range map[string]struct {
		first, last *fakePage
		want        tool.FlowProof
	}{
		"a chat":                      {notes(open, chat), notes(done, chat), tool.ProofShown},
		"a chat, and nothing changed": {notes(open, chat), notes(open, chat), tool.ProofNone},
		"a dialog that came":          {notes(open), notes(done, chat), ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			if result, _ := saved(t, x.first, x.last, types.FlowScreen{Path: "/notes"}, ""); result.Proof != x.want {
				t.Errorf("%s: the evidence is %q, want %q", name, result.Proof, x.want)
			}
		})
	}
}

// TestEvidenceOfAChoice wants a button that is selected once it was pressed to be evidence. A link that
// is current only says where the person is.
func TestEvidenceOfAChoice(t *testing.T) {
	const save, public = "e2", "e3"
	for name, x := range map[string]struct {
		role, first, last string // of the pressed one, and the selected element
		want              tool.FlowProof
	}{
		"it is selected now":         {"button", public, save, tool.ProofShown},
		"it was selected before":     {"button", save, save, tool.ProofNone},
		"another one is selected":    {"button", save, public, tool.ProofNone},
		"the selection did not move": {"button", public, public, tool.ProofNone},
		"a link":                     {"link", public, save, tool.ProofNone},
	} {
		synctest.Test(t, func(t *testing.T) {
			had := map[string][]string{"e1": {"Lunch", "open"}}
			first, last := notes(had), notes(had)
			first.picked, last.picked = x.first, x.last
			first.nodes[1].Role, last.nodes[1].Role = x.role, x.role
			if result, _ := saved(t, first, last, types.FlowScreen{Path: "/notes"}, ""); result.Proof != x.want {
				t.Errorf("%s: the evidence is %q, want %q", name, result.Proof, x.want)
			}
		})
	}
}

// TestEvidenceOfWhatWasTyped has a run set the price of Lunch to 12, and compares the row's text with
// its text before.
func TestEvidenceOfWhatWasTyped(t *testing.T) {
	sight := func(rows ...string) *tool.Sight {
		s := &tool.Sight{Page: &types.Observation{}, Outline: &types.Outline{}}
		for i, row := range rows {
			for _, part := range strings.Split(row, ";") {
				s.Outline.Items = append(s.Outline.Items, types.OutlineItem{Text: part, Row: i + 1})
			}
		}
		return s
	}
	values := map[string]string{"meal": "Lunch", "price": "12"}
	before := states{"Lunch": {stateOf(linesOf(sight("Lunch;5;just now")), "Lunch", values)}}
	for row, want := range map[string]bool{"Lunch;12;saved": true, "Lunch;$12.00;saved": true, "Lunch;52;saved": false, "Dinner;12": false, "Lunch;5;just now": false} {
		if got := before.differ(sight(row), true, values, []string{"12"}); got != want {
			t.Errorf("%s: got %t", row, got)
		}
	}
	if !before.differ(sight("Lunch;5;done"), true, values, nil) {
		t.Error("a run that typed nothing has no evidence of its row")
	}
}

func TestWhatAppearedNamesTheValuesOfTheRunFirst(t *testing.T) {
	before := &types.Observation{A11y: types.A11y{Nodes: []types.A11yNode{node("link", "Old Meadows")}}}
	end := &types.Observation{A11y: types.A11y{Nodes: []types.A11yNode{node("link", "Old Meadows"), node("link", "Entries"), node("link", "Meadows (0)"), node("link", "No")}}}
	r := &run{before: before, typed: []string{"Meadows", "No"}}
	r.result.Appeared = []string{`button "Saving…"`, `status "Created"`, `link "Meadows (0)"`}
	if got, want := r.appearedAtEnd(end), []string{`link "Meadows (0)"`, `status "Created"`}; !slices.Equal(got, want) {
		t.Errorf("%q appeared, want %q", got, want)
	}
}

// TestWhatAppearedIsOfTheLastStep answers a dialog: what opened with it is gone then.
func TestWhatAppearedIsOfTheLastStep(t *testing.T) {
	r := &run{}
	for _, x := range []struct {
		after *types.After
		want  int
	}{{&types.After{Appeared: []string{`alertdialog "Really?"`}}, 1}, {nil, 0}} {
		if r.done(&tool.ActResult{After: x.after}, &tool.Proof{}, nil); len(r.result.Appeared) != x.want {
			t.Errorf("appeared are %q, want %d", r.result.Appeared, x.want)
		}
	}
}

// TestEvidenceOfADeletion comes to a list from a page without its rows, deletes one, and confirms it in the
// row. The row is gone then, and no page before the list had it either.
func TestEvidenceOfADeletion(t *testing.T) {
	row := map[string][]string{"e1": {"Meadows"}, "e2": {"Meadows"}}
	page := func(path string, rows map[string][]string, leads map[string]string) *fakePage {
		return &fakePage{path: path, rows: rows, leads: leads, nodes: []types.A11yNode{node("link", "Categories"), node("button", "Remove"), node("button", "yes")}}
	}
	for name, x := range map[string]struct {
		last  *fakePage
		login bool
		want  tool.FlowProof
	}{
		"it is gone":                {page("/categories", nil, nil), false, tool.ProofShown},
		"it is gone behind a login": {page("/categories", nil, nil), true, tool.ProofShown},
		"it is there":               {page("/categories", row, nil), false, tool.ProofNone},
		"the list is left for it":   {page("/unread", nil, nil), false, tool.ProofNone},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := &types.Flow{ID: "remove", Title: "Remove {category}", Site: testSite, Start: "/unread", Params: []types.FlowParam{{Name: "category", Kind: types.FlowChoice}}, Steps: []types.FlowStep{
				{Tool: "click", Targets: []types.FlowTarget{{Role: "link", Name: "Categories"}}},
				{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Remove", RowRole: "row", Row: "{category}"}}},
				{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "yes"}}}}}
			pages, first := map[string]*fakePage{"home": page("/unread", nil, map[string]string{"Categories": "list"}), "list": page("/categories", row, map[string]string{"yes": "end"}), "end": x.last, "login": {path: "/login"}}, "home"
			values := map[string]string{"category": "Meadows"}
			if x.login {
				withLogin(pages, f, false)
				first, f.Start, values["user"], values["password"] = "front", "/", "ada", "purple"
			}
			h := newFakeDriver(t, pages)
			h.session, h.at = "mm-1", first
			result, err := New(h, NewBook()).Run(t.Context(), f, values, Options{AllowRisky: true})
			if err != nil || result.Proof != x.want {
				t.Errorf("%s: the evidence is %q, %v, want %q; stop %+v", name, result.Proof, err, x.want, result.Stop)
			}
		})
	}
}
