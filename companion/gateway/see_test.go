package gateway

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestRunsSeeTheDialogInFront answers an alert, which asks nothing, and leaves every other dialog to the run.
func TestRunsSeeTheDialogInFront(t *testing.T) {
	modal := func(kind string) string {
		return "### Modal state\n- [\"" + kind + "\" dialog with message \"Really?\"]: can be handled by browser_handle_dialog"
	}
	const page = playwrightPage + "- table [ref=e1]:\n  - row [ref=e2]:\n    - cell \"Ann\" [ref=e3]\n- dialog \"Party\" [ref=e4]\n- iframe [ref=e5]:\n  - dialog \"Advert\" [ref=e6]\n```"
	for name, c := range map[string]struct {
		kind   string
		dialog bool
		calls  string
	}{
		"an alert":   {"alert", false, `browser_handle_dialog {"accept":true}`},
		"a question": {"confirm", true, ""},
		"a prompt":   {"prompt", true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDriven(t, "Playwright", page)
			d.also = wanted{{role: "cell", name: "Ann"}: false}
			if _, err := d.See(t.Context(), true); err != nil {
				t.Fatal(err)
			}
			r, err := d.w.adapt.read(&call{tool: "browser_click"}, answer{text: modal(c.kind)})
			if err != nil {
				t.Fatal(err)
			}
			d.w.task.see(r)
			s, err := d.See(t.Context(), true)
			if err != nil || (s.Dialog != nil) != c.dialog || strings.Join(d.calls, ", ") != c.calls {
				t.Fatalf("it sees %+v, %v after %q", s, err, d.calls)
			}
			if at, err := d.Point(t.Context(), tool.TargetInput{A11yRef: "e3"}); (err == nil) == c.dialog {
				t.Errorf("the cell is %+v, %v", at, err)
			}
			if !c.dialog && (len(s.Outline.Overlays) != 1 || s.Outline.Overlays[0].Name != "Party" || len(s.Page.A11y.Nodes) != 2) {
				t.Errorf("the page has %+v and %+v", s.Outline.Overlays, s.Page.A11y.Nodes)
			}
		})
	}
}

// TestRunsSeeNoPageThatTheirDriverDoesNotShow stops a run whose driver names an address alone.
func TestRunsSeeNoPageThatTheirDriverDoesNotShow(t *testing.T) {
	d := newDriven(t, "Playwright", "### Page\n- Page URL: http://a.test/\n### Snapshot\n- [Snapshot](gone.yml)")
	if s, err := d.See(t.Context(), true); err == nil || types.AsError(err).Code != types.CodePageGone {
		t.Errorf("it sees %+v, %v", s, err)
	}
}

// TestRunsSeeADialogThatOpensMeanwhile has the look at the page answered by a dialog.
func TestRunsSeeADialogThatOpensMeanwhile(t *testing.T) {
	d := newDriven(t, "Playwright", playwrightPage+"- button \"Save\" [ref=e1]\n```")
	d.also = wanted{{role: "cell", name: "Ann"}: false}
	if _, err := d.See(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	d.page = "### Modal state\n- [\"confirm\" dialog with message \"Really?\"]: can be handled by browser_handle_dialog"
	if s, err := d.See(t.Context(), true); err != nil || s.Dialog == nil || s.Outline != nil || len(s.Page.A11y.Nodes) != 3 {
		t.Errorf("it sees %+v, %v", s, err)
	}
}

// TestPointsAtWhatIsShown finds elements by ref and text alone in the whole page.
func TestPointsAtWhatIsShown(t *testing.T) {
	d := newDriven(t, "Playwright", playwrightPage+"- button \"Save\" [ref=e1]\n- text: Twice\n- generic [ref=e2]: Total\n```")
	if _, err := d.look(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		in   tool.TargetInput
		want string
	}{
		"ref":             {tool.TargetInput{A11yRef: "e1"}, "e1"},
		"ref that is no":  {tool.TargetInput{A11yRef: "e9"}, ""},
		"text":            {tool.TargetInput{Text: "Total"}, "e2"},
		"text of a frame": {tool.TargetInput{Text: "Total", Frame: "http://b.test"}, ""},
		"text in a part":  {tool.TargetInput{Text: "Total", Within: &tool.TargetInput{Text: "x"}}, ""},
		"text that is no": {tool.TargetInput{Text: "None"}, ""},
		"test id":         {tool.TargetInput{TestID: "save"}, ""},
		"selector":        {tool.TargetInput{Selector: "#save"}, ""}, // of a version without parts
	} {
		at, err := d.Point(t.Context(), c.in)
		if (err == nil) != (c.want != "") || err == nil && at.A11yRef != c.want {
			t.Errorf("%s: it is %+v, %v", name, at, err)
		}
	}
}

// TestOneRunAtATime refuses a run, and another task, while a run acts.
func TestOneRunAtATime(t *testing.T) {
	d := newDriven(t, "Playwright", playwrightPage+"- button \"Save\" [ref=e1]\n```")
	if !d.w.task.take() {
		t.Fatal("the first run does not begin")
	}
	if _, err := d.w.runFlow(t.Context(), []byte(`{"flow":"add"}`), nil); err == nil || types.AsError(err).Code != types.CodeActionDenied || len(d.calls) > 0 {
		t.Errorf("the second run ends with %v and makes %q", err, d.calls)
	}
	if _, err := d.w.answer(t.Context(), call{tool: "memory_goal", arguments: []byte(`{"goal":"Next"}`)}, nil); err == nil || types.AsError(err).Code != types.CodeActionDenied || d.w.task.goal != "" {
		t.Errorf("the next task begins meanwhile: %q, %v", d.w.task.goal, err)
	}
	d.w.task.give()
	if !d.w.task.take() {
		t.Error("no run begins after the end of the first")
	}
}

// likely is a memory with flows for a goal.
type likely struct {
	known
	calls []types.FlowCall
}

func (l likely) FlowFor(string, string, int) []types.FlowCall { return l.calls }

// TestAFlowOfAnotherGoalIsShownFirst runs a flow that is not surely the stated goal's only at the second call, and does
// not end the task as done by itself.
func TestAFlowOfAnotherGoalIsShownFirst(t *testing.T) {
	sure := types.FlowCall{Flow: "add", Confidence: 1}
	for name, c := range map[string]struct {
		goal  string
		calls []types.FlowCall
		first bool // the first call acts
	}{
		"no goal":            {"", nil, true},
		"its goal":           {"Add an entry", []types.FlowCall{sure}, true},
		"no flow's goal":     {"Delete an entry", nil, false},
		"another flow's":     {"Delete an entry", []types.FlowCall{{Flow: "remove", Confidence: 1}, sure}, false},
		"perhaps its":        {"Add two entries", []types.FlowCall{{Flow: "add", Confidence: 0.4}}, false},
		"less sure, another": {"Add two", []types.FlowCall{{Flow: "remove", Confidence: 0.4}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDriven(t, "Playwright", playwrightPage+"- button \"Save\" [ref=e1]\n```")
				f := &types.Flow{ID: "add", Title: "Add", Site: "http://a.test", Start: "/", Steps: []types.FlowStep{{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Save"}}}}}
				kept := &keeper{}
				d.w.memory = likely{known{seen{kept}, f}, c.calls}
				d.w.task.goal = c.goal
				if _, err := d.look(t.Context()); err != nil {
					t.Fatal(err)
				}
				for call := 1; call <= 2; call++ {
					text, err := d.w.runFlow(t.Context(), []byte(`{"flow":"add"}`), nil)
					acted := strings.Contains(strings.Join(d.calls, " "), "browser_click")
					if d.w.task.goal != c.goal && !c.first {
						t.Errorf("the goal is %q", d.w.task.goal)
					}
					if err != nil || acted != (c.first || call == 2) {
						t.Errorf("call %d makes %q, %v: %s", call, d.calls, err, text)
					}
					if c.first {
						if _, err := d.w.hands.Cleanup(t.Context(), tool.CleanupInput{Outcome: types.SessionDone}); err != nil || d.w.hands.SessionID() != "" || kept.sessions[len(kept.sessions)-1].Outcome != types.SessionDone {
							t.Errorf("the task that is done has not ended, %v", err)
						}
						return
					}
				}
				if _, err := d.w.hands.Cleanup(context.Background(), tool.CleanupInput{Outcome: types.SessionDone}); err != nil || d.w.hands.SessionID() == "" {
					t.Errorf("the task has ended, %v", err)
				}
				if _, err := d.w.hands.Cleanup(context.Background(), tool.CleanupInput{Outcome: types.SessionFailed}); err != nil || d.w.hands.SessionID() != "" || kept.sessions[len(kept.sessions)-1].Outcome != types.SessionFailed {
					t.Errorf("the task that failed has not ended, %v", err)
				}
			})
		})
	}
}
