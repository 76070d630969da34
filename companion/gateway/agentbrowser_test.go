package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestReadsAgentBrowserLines reads fields whose values look like further lines of the snapshot. The
// value becomes no element, and the elements after it keep their place.
func TestReadsAgentBrowserLines(t *testing.T) {
	const area = "- listitem\n  - textbox \"Note\" [ref=e1]: one\n"
	for name, c := range map[string]struct {
		interactive bool
		lines, want string // want is role, name and depth of each element; "" for an error
	}{
		"one line":             {true, "- textbox \"Note\" [ref=e1]: one\n- button \"Save\" [disabled, ref=e2]", `textbox "Note" 0, button "Save" 0`},
		"escaped name":         {true, `- button "Sa\"ve: [ref=e1]: x" [ref=e2]`, `button "Sa\"ve: [ref=e1]: x" 0`},
		"content":              {false, area + "    - generic\n      - StaticText \"one\"\n  - button \"Save\" [ref=e2]", `listitem "" 0, textbox "Note" 1, button "Save" 1`},
		"lines of a list":      {false, area + "- two\n- three\n    - generic\n      - StaticText \"one\"\n  - button \"Save\" [ref=e2]", `listitem "" 0, textbox "Note" 1, button "Save" 1`},
		"a list, interactive":  {true, "- textbox \"Note\" [ref=e1]: one\n- two\n- listitem\n- button \"Save\" [ref=e2]", `textbox "Note" 0, button "Save" 0`},
		"imitated elements":    {false, area + "- listitem\n  - StaticText \"Bob\"\n    - generic\n      - StaticText \"one\"\n  - button \"Save\" [ref=e2]", `listitem "" 0, textbox "Note" 1, button "Save" 1`},
		"imitated ref":         {true, "- textbox \"Note\" [ref=e1]: one\n- button \"Pay\" [ref=e2]\n- button \"Save\" [ref=e2]", ""},
		"unknown ref":          {true, `- button "Save" [ref=e9]`, ""},
		"another role's ref":   {true, `- link "Save" [ref=e2]`, ""},
		"another format":       {true, "button: Save", ""},
		"clickable":            {true, `- generic "A card" [ref=e3] clickable [cursor:pointer, onclick]`, `generic "A card" 0`},
		"no content":           {true, "", ""},
		"a field without text": {false, "- textbox \"Note\" [ref=e1]\n- button \"Save\" [ref=e2]", `textbox "Note" 0, button "Save" 0`},
	} {
		l := agentBrowserLines{whole: !c.interactive, role: map[string]string{"e1": "textbox", "e2": "button", "e3": "generic"}, seen: map[string]bool{}}
		tree, err := l.read(c.lines)
		var got []string
		for _, e := range tree {
			got = append(got, fmt.Sprintf("%s %q %d", e.role, e.name, e.depth))
		}
		if strings.Join(got, ", ") != c.want || (err != nil) != (c.want == "" && c.lines != "") || err != nil && !errors.Is(err, errReads) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestAgentBrowserNamesItsBrowser makes a call for the browser that the calls before it named, and
// gives the element the name that was read.
func TestAgentBrowserNamesItsBrowser(t *testing.T) {
	a := &agentBrowser{}
	tab := ""
	for _, c := range []struct{ tool, arguments, click string }{
		{"agent_browser_open", `{"url":"http://a.test/"}`, `{"selector":"@e1"}`},
		{"agent_browser_snapshot", `{"session":"b"}`, `{"selector":"@e1","session":"b"}`},
		{"agent_browser_tab_new", `{"session":"b"}`, `{"selector":"@e1","session":"b"}`},
		{"agent_browser_snapshot", `{"session":"b","namespace":"n"}`, `{"namespace":"n","selector":"@e1","session":"b"}`},
	} {
		before := tab
		if tab = a.tab(&call{tool: c.tool, arguments: []byte(c.arguments)}, tab); tab == before {
			t.Errorf("%s %s stays on %q", c.tool, c.arguments, tab)
		}
		if a.tab(&call{tool: "agent_browser_snapshot", arguments: []byte(strings.Replace(c.arguments, `"url":"http://a.test/"`, "", 1))}, tab) != tab {
			t.Errorf("the next call with %s is on another tab than %q", c.arguments, tab)
		}
		tool, given, ok := a.invoke(&deed{tool: "click", ref: "e1"}, tab)
		if said, err := json.Marshal(given); err != nil || !ok || tool != "agent_browser_click" || string(said) != c.click {
			t.Errorf("behind %s %s it is %s %s", c.tool, c.arguments, tool, said)
		}
	}
}
