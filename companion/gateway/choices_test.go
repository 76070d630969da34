package gateway

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"cairn/shared/types/tool"
)

// TestAChoiceIsKnownByItsLabel finds the choice of a label, and the label of a choice, where one belongs to the other.
func TestAChoiceIsKnownByItsLabel(t *testing.T) {
	for name, c := range map[string]struct{ yaml, choice, label string }{
		"beside":             {"- generic:\n  - radio \"Total\" [ref=e1]\n  - generic [ref=e2]: Total", "e1", "e2"},
		"before":             {"- generic:\n  - generic [ref=e2]: Total\n  - switch \"Total\" [ref=e1]", "e1", "e2"},
		"another text":       {"- generic:\n  - radio \"Total\" [ref=e1]\n  - generic [ref=e2]: Loss", "e2", ""},
		"of two choices":     {"- generic:\n  - radio \"Total\" [ref=e1]\n  - radio \"Total\" [ref=e3]\n  - generic [ref=e2]: Total", "e2", ""},
		"of two texts":       {"- generic:\n  - radio \"Total\" [ref=e1]\n  - generic [ref=e2]: Total\n  - generic [ref=e3]: Total", "e2", ""},
		"of a row":           {"- row:\n  - radio \"Total\" [ref=e1]\n  - generic [ref=e2]: Total", "e2", ""},
		"elsewhere":          {"- generic:\n  - radio \"Total\" [ref=e1]\n- generic [ref=e2]: Total", "e2", ""},
		"in a form":          {"- form:\n  - radio \"Loss\"\n  - radio \"Total\" [ref=e1]\n  - generic [ref=e2]: Total\n  - button \"Save\"", "e1", "e2"},
		"behind another":     {"- form:\n  - radio \"Total\" [ref=e1]\n  - button \"Save\"\n  - generic [ref=e2]: Total", "e2", ""},
		"of a button":        {"- generic:\n  - button \"Total\" [ref=e1]\n  - generic [ref=e2]: Total", "e2", ""},
		"text without a ref": {"- generic:\n  - radio \"Total\" [ref=e1]\n  - text: Total", "", ""},
	} {
		tree, err := readAria(c.yaml)
		if err != nil {
			t.Fatal(name, err)
		}
		p := pageOf("http://a.test/", "", tree)
		if got := p.label("e1"); got != c.label {
			t.Errorf("%s: the label is %q, want %q", name, got, c.label)
		}
		if got := p.choice("e2"); c.choice != "" && got != c.choice {
			t.Errorf("%s: the choice is %q, want %q", name, got, c.choice)
		}
	}
}

// TestAClickOnALabelIsAStepOnItsChoice does a task by a click on a label, with one value and then for another one: the
// choice is a parameter, and the label is suggested.
func TestAClickOnALabelIsAStepOnItsChoice(t *testing.T) {
	c := newMembers(t)
	c.page = "### Page\n- Page URL: http://a.test/claim\n### Snapshot\n```yaml\n- radiogroup \"How bad\":\n  - generic:\n    - radio \"Slight\" [ref=e1]\n    - generic [ref=e2]: Slight\n" +
		"  - generic:\n    - radio \"Serious\" [ref=e3]\n    - generic [ref=e4]: Serious\n```"
	offer, next := c.learn("Raise the claim to Serious", "e4")
	if next = offer + next; !strings.Contains(next, `{"element":"Serious radio","target":"e4"}`) {
		t.Errorf("the page gets %s", next)
	}
	if offer := c.own("memory_goal", `{"goal":"Raise the claim to Slight"}`); !strings.Contains(offer, `"Slight"}`) {
		t.Errorf("for another value, the goal gets %s", offer)
	}
}

// TestDevToolsSaysWhetherALabelCovers asks Chrome DevTools MCP whether a text covers its choice.
func TestDevToolsSaysWhetherALabelCovers(t *testing.T) {
	a := &devtools{args: func(string) []string { return []string{"args", "pageId"} }}
	tool, given, ok := a.evaluate(labelOver, "1_2", "3")
	if !ok || tool != "evaluate_script" || given["pageId"] != 3 || !slices.Equal(given["args"].([]string), []string{"1_2"}) {
		t.Errorf("it asks by %s %v", tool, given)
	}
	for answer, want := range map[string]string{"Script ran on page and returned:\n```json\ntrue\n```": "true", "true": "", "```json\n\"true\"\n```": `"true"`} {
		if is := a.evaluated(answer); is != want {
			t.Errorf("the result of %q is read as %q", answer, is)
		}
	}
}

// TestARunLeavesATickedBox ticks a box by its label. The flow ticks one that is empty, and leaves one that is ticked.
func TestARunLeavesATickedBox(t *testing.T) {
	for state, clicked := range map[string]string{"": "e1", " [checked]": ""} {
		c := newMembers(t)
		page := "### Page\n- Page URL: http://a.test/book\n### Snapshot\n```yaml\n- form:\n  - textbox \"Title\" [ref=e3]\n  - checkbox \"Published\"%s [ref=e1]\n  - generic [ref=e2]: Published\n```"
		c.page = fmt.Sprintf(page, "")
		c.learn("Publish the book", "e2")
		c.page = fmt.Sprintf(page, state)
		c.own("memory_goal", `{"goal":"Publish the book"}`)
		if text := c.own("memory_run_flow", `{"flow":"publish-book"}`); c.clicked != clicked {
			t.Errorf("on the box%s the run clicks %q, want %q: %s", state, c.clicked, clicked, text)
		}
	}
}

// TestACoveredChoiceIsChosenByItsLabel clicks on a radio that a drawing covers. The driver waits seconds for it, so
// the page is asked first where that is possible.
func TestACoveredChoiceIsChosenByItsLabel(t *testing.T) {
	for name, c := range map[string]struct {
		asks    bool
		says    string
		covered bool
		clicked []string
		tried   int // clicks that the driver refuses
	}{
		"a driver that cannot ask":     {covered: true, clicked: []string{"notice"}, tried: 1},
		"its label covers it":          {asks: true, says: "### Result\ntrue\n### Ran Playwright code\n```js\n```", covered: true, clicked: []string{"notice"}},
		"the page does not say so":     {asks: true, says: "### Result\nfalse", covered: true, clicked: []string{"notice"}, tried: 1},
		"an answer that is not a yes":  {asks: true, says: "### Result\n\"true\"", covered: true, clicked: []string{"notice"}, tried: 1},
		"it gets its clicks by itself": {asks: true, says: "### Result\nfalse", clicked: []string{"link"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := &noticeDriver{look: "browser_snapshot", shown: "### Page\n- Page URL: http://a.test/\n### Snapshot\n```yaml\n%s\n```", refuses: "### Error\n      - <span></span> intercepts pointer events\n",
				closes: "e3", page: "- generic:\n  - radio \"Serious\" [ref=e1]\n  - generic [ref=e3]: Serious\n%s"}
			if c.covered {
				d.notice = "- text: drawn"
			}
			d.answers = map[string]string{"browser_navigate": "### Page\n- Page URL: http://a.test/", "browser_evaluate": c.says}
			d.own = newCalls(&sink{out: d})
			w := newWatcher(t.Context(), Options{Memory: seen{&keeper{}}, Err: &bytes.Buffer{}}, d.own)
			if c.asks {
				w.params["browser_evaluate"] = []string{"function", "target"}
			}
			w.driver("Playwright", "")
			h := &hands{w: w, client: d.own.client()}
			if _, err := h.Navigate(t.Context(), tool.NavigateInput{URL: "http://a.test/"}); err != nil {
				t.Fatal(err)
			}
			_, err := h.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{A11yRef: "e1"}})
			if err != nil || !slices.Equal(d.clicked, c.clicked) || d.refused != c.tried {
				t.Errorf("%s: clicked %q, %d refused, %v", name, d.clicked, d.refused, err)
			}
		})
	}
}
