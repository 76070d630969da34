package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"cairn/shared/types"
)

// TestATaskThatIsDoneIsSeenOnce completes the last step of a task with the page behind it: by the client's own
// look, or else by one look of the gateway. A task that failed, and one whose answers showed the page, need none.
func TestATaskThatIsDoneIsSeenOnce(t *testing.T) {
	before := "## Latest page snapshot\nuid=1_0 RootWebArea \"Form\" url=\"http://a.test/\"\n  uid=1_1 button \"Save\"\n"
	behind := "## Latest page snapshot\nuid=2_0 RootWebArea \"Form\" url=\"http://a.test/\"\n  uid=2_1 button \"Save\"\n  uid=2_2 heading \"Saved\"\n"
	for name, c := range map[string]struct {
		outcome       string
		shown, looked bool // by the answer to the click, by the client behind it
		answers       bool
		looks         int
		sees          bool
	}{
		"not shown":        {outcome: "done", answers: true, looks: 1, sees: true},
		"shown":            {outcome: "done", shown: true, answers: true, sees: true},
		"looked at":        {outcome: "done", looked: true, answers: true, sees: true},
		"failed":           {outcome: "failed", answers: true},
		"driver is silent": {outcome: "done"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				looks := 0
				var own *calls
				own = newCalls(&sink{out: writerFunc(func(line []byte) {
					var m struct {
						ID     json.RawMessage
						Params struct{ Name string }
					}
					if json.Unmarshal(line, &m) != nil || m.ID == nil {
						return
					}
					if m.Params.Name == "take_snapshot" {
						looks++
					}
					if c.answers {
						block, _ := json.Marshal(behind) // of a string
						message := read(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%s}]}}`, m.ID, block))
						own.answered(&message)
					}
				})})
				kept := &keeper{}
				w := newWatcher(t.Context(), Options{Memory: kept, Err: &bytes.Buffer{}}, own)
				w.driver("chrome_devtools", "")
				does := func(tool, arguments, text string) {
					m := answerMessage(t, text, false)
					w.answered(&call{tool: tool, arguments: []byte(arguments), began: now()}, &m)
				}
				does("take_snapshot", `{}`, before)
				if click := "Successfully clicked on the element\n"; c.shown {
					does("click", `{"uid":"1_1"}`, click+behind)
				} else {
					does("click", `{"uid":"1_1"}`, click)
				}
				if c.looked {
					does("take_snapshot", `{}`, behind)
				}
				if _, err := w.answer(t.Context(), call{tool: "memory_goal", arguments: []byte(`{"outcome":"` + c.outcome + `"}`)}, nil); err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				if built := kept.built.Load() > 0; built != (c.outcome == "done") {
					t.Errorf("the site's flows were built: %v", built)
				}
				last := kept.steps[len(kept.steps)-1]
				sees := last.After != nil && slices.Contains(last.After.Appeared, `heading "Saved"`)
				if looks != c.looks || sees != c.sees || last.StepID != kept.steps[0].StepID || kept.sessions[len(kept.sessions)-1].Outcome != types.SessionOutcome(c.outcome) {
					t.Errorf("it looked %d times and sees the end: %v; steps %+v", looks, sees, kept.steps)
				}
			})
		})
	}
}

// TestWhatWasTypedIntoASecretFieldIsNotKept shows a typed secret, of which no rule knows anything, on the page behind.
func TestWhatWasTypedIntoASecretFieldIsNotKept(t *testing.T) {
	page := func(said string) string {
		return "### Page\n- Page URL: http://a.test/\n### Snapshot\n```yaml\n- textbox \"Password\" [ref=e1]\n- button \"Hello " + said + "\" [ref=e2]\n```"
	}
	const secret = "purple sausages"
	kept := &keeper{}
	w := newWatcher(t.Context(), Options{Memory: kept, Err: &bytes.Buffer{}}, nil)
	w.driver("Playwright", "")
	for _, c := range [][3]string{{"browser_navigate", `{"url":"http://a.test/"}`, "you"}, {"browser_type", `{"target":"e1","text":"` + secret + `"}`, secret}, {"browser_click", `{"target":"e2"}`, secret}} {
		m := answerMessage(t, page(c[2]), false)
		w.answered(&call{tool: c[0], arguments: []byte(c[1]), began: now()}, &m)
	}
	text, err := json.Marshal(kept.steps)
	if err != nil || len(kept.steps) != 3 || strings.Contains(string(text), secret) || !strings.Contains(string(text), "Hello [REDACTED]") {
		t.Errorf("kept are %s, %v", text, err)
	}
}

// TestADialogBehindAnActionIsKept counts the elements that appear, of which a page has many.
func TestADialogBehindAnActionIsKept(t *testing.T) {
	links := ""
	for i := range 2 * maxAppeared {
		links += fmt.Sprintf("- link \"Vessel %c\" [ref=e%d]\n", 'A'+i, i)
	}
	var pages []*page
	for _, yaml := range []string{"- button \"Save\" [ref=e99]", links + "- dialog \"Saved\":\n  - button \"OK\" [ref=e98]"} {
		tree, err := readAria(yaml)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, pageOf("http://a.test/", "", tree))
	}
	if got := after(pages[0], pages[1]).Appeared; len(got) != maxAppeared || got[0] != `dialog "Saved"` {
		t.Errorf("kept are %q", got)
	}
}

// TestWhatADialogCoveredIsNoEffect compares the page behind a dialog with the page under it.
func TestWhatADialogCoveredIsNoEffect(t *testing.T) {
	page := func(yaml string) *page { return pageOf("http://a.test/", "", mustAria(t, playwrightPage+yaml+"\n```")) }
	under := page("- button \"Delete\" [ref=e1]\n- link \"Home\" [ref=e2]")
	box := boxed(under, &types.Dialog{Type: "confirm", Message: "Really?"})
	if got := after(box, page("- link \"Home\" [ref=e1]\n- status [ref=e2]: Deleted")).Appeared; !slices.Equal(got, []string{`status "Deleted"`}) {
		t.Errorf("appeared are %q", got)
	}
}

// TestWarningsSayNothingOfAPage reads snapshots in a form that no adapter knows: the warning has the line's form alone.
func TestWarningsSayNothingOfAPage(t *testing.T) {
	const secret = "sausages"
	for server, answers := range map[string][]string{
		"Playwright":      {"- button \"a\" [ref=e1]\n" + secret, "- 'purple " + secret, "- <" + secret + ">", "- \"purple " + secret, "- text \"" + secret},
		"chrome_devtools": {secret, "uid=1_0 RootWebArea \"a\" url=\"http://a.test/\"\n  uid= \"" + secret + "\""},
	} {
		for _, answer := range answers {
			var said bytes.Buffer
			w := newWatcher(t.Context(), Options{Memory: &keeper{}, Err: &said}, nil)
			w.driver(server, "")
			tool, text := "take_snapshot", "## Latest page snapshot\n"+answer+"\n"
			if server == "Playwright" {
				tool, text = "browser_snapshot", "### Page\n- Page URL: http://a.test/\n### Snapshot\n```yaml\n"+answer+"\n```"
			}
			m := answerMessage(t, text, false)
			w.answered(&call{tool: tool, arguments: []byte(`{}`), began: now()}, &m)
			if !strings.Contains(said.String(), "passed on without memory") || strings.Contains(said.String(), secret) {
				t.Errorf("%q: it says %q", answer, said.String())
			}
		}
	}
}
