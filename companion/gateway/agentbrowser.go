package gateway

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cairn/shared/types"
)

// agentBrowser reads agent-browser's MCP server. Its answers contain the page in structured
// content, and its calls name elements by @ref or by a selector.
type agentBrowser struct{}

// agentBrowserTool begins the names of all of its tools.
const agentBrowserTool = "agent_browser_"

// shownByAgentBrowser lists the tools whose answers describe the page in the driver's own
// words. Others return texts of a page or a script.
var shownByAgentBrowser = strings.Fields("open back forward reload snapshot click dblclick fill type press hover check uncheck select drag upload tab_new tab_switch dialog_accept dialog_dismiss")

func (a *agentBrowser) looks(tool string) bool {
	return tool == agentBrowserTool+"snapshot" || tool == agentBrowserTool+"screenshot"
}

// browserNamed are the arguments that choose one of several browsers.
type browserNamed struct {
	Session   string `json:"session,omitempty"`
	Namespace string `json:"namespace,omitempty"`
}

// tab is the browser as JSON, and behind a space a mark for each change of its tab.
func (a *agentBrowser) tab(c *call, was string) string {
	var in struct {
		browserNamed
		NewTab bool
	}
	decoded(c, &in)
	browser, err := json.Marshal(in.browserNamed)
	if err != nil {
		return was + "+" // the arguments are strings: this cannot be
	}
	if before, _, _ := strings.Cut(was, "} "); before+"}" != string(browser) {
		was = string(browser) + " "
	}
	switch name := strings.TrimPrefix(c.tool, agentBrowserTool); {
	case in.NewTab, slices.Contains(strings.Fields("tab_new tab_switch tab_close window_new close frame_switch frame_main connect"), name):
		return was + "+"
	}
	return was
}

// browserOf returns the arguments that choose a tab's browser.
func browserOf(tab string) map[string]any {
	arguments := map[string]any{}
	if browser, _, ok := strings.Cut(tab, "} "); ok {
		_ = json.Unmarshal([]byte(browser+"}"), &arguments) // tab wrote it
	}
	return arguments
}

// agentBrowserDialog matches the warning about a dialog that waits for an answer.
var agentBrowserDialog = regexp.MustCompile(`(?s)^A JavaScript (\w+) dialog is blocking the page: "(.*)" — use `)

func (a *agentBrowser) read(c *call, said answer) (r reading, err error) {
	name := strings.TrimPrefix(c.tool, agentBrowserTool)
	if !slices.Contains(shownByAgentBrowser, name) {
		return r, nil
	}
	var content struct {
		Response *struct {
			Warning string
			Data    struct {
				URL, Title, Origin string
				Snapshot           json.RawMessage
				Refs               map[string]struct{ Role string }
			}
		}
	}
	if err := json.Unmarshal(said.structured, &content); err != nil || content.Response == nil {
		return r, fmt.Errorf("%w: no structured content", errReads)
	}
	data := &content.Response.Data
	if m := agentBrowserDialog.FindStringSubmatch(content.Response.Warning); m != nil {
		r.dialog = &types.Dialog{Type: m[1], Message: m[2], Open: true}
		return r, nil
	}
	if name != "snapshot" {
		r.url, r.title, r.answered = data.URL, data.Title, strings.HasPrefix(name, "dialog_")
		return r, nil
	}
	var in struct {
		Interactive     *bool
		Delta           bool
		Selector, Depth any
	}
	decoded(c, &in)
	var lines string
	if json.Unmarshal(data.Snapshot, &lines) != nil {
		if in.Delta {
			return r, nil // a difference from the last snapshot
		}
		return r, fmt.Errorf("%w: no snapshot", errReads)
	}
	reader := agentBrowserLines{whole: in.Interactive != nil && !*in.Interactive, role: map[string]string{}, seen: map[string]bool{}}
	for ref, one := range data.Refs {
		reader.role[ref] = one.Role
	}
	if r.tree, err = reader.read(lines); err != nil {
		return reading{}, err
	}
	r.url, r.snapshot = data.Origin, in.Selector == nil && in.Depth == nil // a part of a page says nothing of equals
	return r, nil
}

// agentBrowserLines reads the lines of a snapshot. Values of fields continue on further lines,
// which may look like elements; so the list of refs is asked, and the order of lines.
type agentBrowserLines struct {
	whole bool              // it lists more than elements with refs
	role  map[string]string // by ref
	seen  map[string]bool
}

var (
	agentBrowserLine = regexp.MustCompile(`^( *)- ([A-Za-z]+)(?: ("(?:[^"\\]|\\.)*"))?(?: \[([^\[\]]*)\])?( clickable \[[^\[\]]*\])?(?:: (.*))?$`)
	agentBrowserRefs = regexp.MustCompile(`^@?(e\d+)$`)
	// agentBrowserRoles maps Chromium's own roles to those of ARIA.
	agentBrowserRoles = map[string]string{"StaticText": "text", "Iframe": "iframe", "image": "img", "LayoutTableRow": "row", "LayoutTableCell": "cell", "LayoutTable": "table", "LabelText": "generic", "MenuListPopup": "generic"}
)

func (l *agentBrowserLines) read(lines string) (tree []element, err error) {
	if len(lines) > maxShot {
		return nil, errLong
	}
	field := element{depth: -1} // the last field with a value, until its value ends
	within := -1                // the depth of a field whose content is left out
	for _, line := range strings.Split(lines, "\n") {
		e, ok := l.element(line)
		switch {
		case line == "" && len(tree) == 0: // a page without content
			continue
		case field.depth >= 0 && (!ok || e.ref == "" && (!l.whole || e.depth != field.depth+1 || e.role != "generic" && e.role != "text")):
			continue // of the value
		case !ok || l.seen[e.ref]:
			return nil, fmt.Errorf("%w: %.60q", errReads, shapeOf(line))
		}
		field.depth = -1
		if l.seen[e.ref] = e.ref != ""; within >= 0 && e.depth > within {
			continue
		}
		if within = -1; slices.Contains([]string{"textbox", "searchbox", "spinbutton"}, e.role) {
			if within = e.depth; e.value != "" {
				field = e
			}
		}
		if e.role == "ListMarker" {
			continue
		}
		if tree, err = grown(tree, e); err != nil {
			return nil, err
		}
	}
	return tree, nil
}

// element parses a line; ok is false for one that is no element's.
func (l *agentBrowserLines) element(line string) (e element, ok bool) {
	m := agentBrowserLine.FindStringSubmatch(line)
	if m == nil || len(m[1])%2 != 0 || m[3] != "" && json.Unmarshal([]byte(m[3]), &e.name) != nil {
		return e, false
	}
	e.depth, e.role, e.value, e.flags = len(m[1])/2, m[2], m[6], map[string]string{}
	for _, flag := range strings.Split(m[4], ", ") {
		name, is, has := strings.Cut(flag, "=")
		if !has {
			is = "true"
		}
		e.flags[name] = is
	}
	if e.ref = e.flags["ref"]; e.ref != "" && l.role[e.ref] != e.role {
		return e, false
	}
	if role := agentBrowserRoles[e.role]; role != "" {
		e.role = role
	}
	if m[5] != "" {
		e.flags["cursor"] = "pointer"
	}
	return e, true
}

// agentBrowserRef returns the ref of an argument that is one, else the selector.
func agentBrowserRef(selector string) string {
	if m := agentBrowserRefs.FindStringSubmatch(selector); m != nil {
		return m[1]
	}
	return selector
}

func (a *agentBrowser) deeds(c *call, p *page) []deed {
	var in struct {
		URL, Selector, Source, Target, Text, Key string
		Clear                                    bool
		Values, Files                            []string
	}
	decoded(c, &in)
	d := deed{ref: agentBrowserRef(in.Selector)}
	switch name := strings.TrimPrefix(c.tool, agentBrowserTool); name {
	case "open", "tab_new":
		if in.URL == "" {
			return nil
		}
		d.tool, d.text = "navigate", in.URL
	case "back":
		d.tool = "back"
	case "click", "dblclick":
		if d.tool = "click"; name == "dblclick" {
			d.click.Count = 2
		}
	case "fill", "type":
		if name == "type" && !in.Clear && !p.empty(d.ref) {
			return nil // it adds to the field's text
		}
		d.tool, d.text = "type", in.Text
	case "select":
		d.tool, d.text, d.choose = "type", strings.Join(in.Values, "\n"), true
	case "check", "uncheck":
		if one, ok := filled("checkbox", d.ref, fmt.Sprint(name == "check"), p); ok {
			return []deed{one}
		}
		return nil
	case "press":
		if len([]rune(in.Key)) <= 1 {
			return nil
		}
		d.tool, d.text = "press", in.Key
	case "hover":
		d.tool = "hover"
	case "drag":
		d.tool, d.ref, d.to = "drag", agentBrowserRef(in.Source), agentBrowserRef(in.Target)
	case "upload":
		d.tool, d.text = "upload", strings.Join(in.Files, "\n")
	case "dialog_accept", "dialog_dismiss":
		return answers(p, name == "dialog_accept")
	default:
		return nil
	}
	return []deed{d}
}

func (a *agentBrowser) invoke(d *deed, tab string) (tool string, arguments map[string]any, ok bool) {
	arguments, ok = browserOf(tab), true
	switch d.tool {
	case "navigate":
		tool, arguments["url"] = "open", d.text
	case "back":
		tool = "back"
	case "press":
		tool, arguments["key"] = "press", d.text
	case "click":
		if accept, is := boxes[d.ref]; is {
			return agentBrowserTool + map[bool]string{true: "dialog_accept", false: "dialog_dismiss"}[accept], arguments, true
		}
		tool = map[bool]string{true: "dblclick", false: "click"}[d.click.Count == 2]
		ok = d.click.At == nil && d.click.Count <= 2 && d.click.Button == "" && len(d.click.Modifiers) == 0
	case "type":
		if tool, arguments["text"] = "fill", d.text; d.choose {
			delete(arguments, "text")
			tool, arguments["values"] = "select", strings.Split(d.text, "\n")
		}
		ok = !d.submit
	case "hover":
		tool = "hover"
	default:
		return "", nil, false
	}
	if slices.Contains([]string{"click", "type", "hover"}, d.tool) {
		arguments["selector"] = "@" + d.ref
		ok = ok && d.ref != ""
	}
	return agentBrowserTool + tool, arguments, ok
}

func (a *agentBrowser) look(tab string) (string, map[string]any, bool) {
	arguments := browserOf(tab)
	arguments["interactive"] = false // rows and texts
	return agentBrowserTool + "snapshot", arguments, true
}

func (a *agentBrowser) part(selector, tab string) (string, map[string]any, bool) {
	tool, arguments, ok := a.look(tab)
	arguments["selector"] = selector
	return tool, arguments, ok
}
