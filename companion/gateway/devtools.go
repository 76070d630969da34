package gateway

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cairn/shared/types"
)

// devtools reads Chrome DevTools MCP, whose snapshots have one line for each node of
// the accessibility tree, and whose calls name their page.
type devtools struct {
	// args returns the names of a tool's arguments: some versions require a page's id.
	args func(tool string) []string
}

// devtoolsShow lists the tools whose answers describe the page in the driver's own
// words.
var devtoolsShow = []string{"take_snapshot", "navigate_page", "new_page", "click", "fill", "fill_form", "hover", "drag", "press_key", "type_text", "upload_file", "wait_for", "list_pages", "select_page", "handle_dialog"}

func (a *devtools) looks(tool string) bool {
	return tool == "take_snapshot" || tool == "take_screenshot"
}

func (a *devtools) tab(c *call, was string) string {
	var in struct{ PageID *int }
	decoded(c, &in)
	switch {
	case c.tool == "new_page":
		return was + "+"
	case in.PageID != nil:
		return fmt.Sprint(*in.PageID)
	}
	return was
}

var (
	uidLine  = regexp.MustCompile(`^( *)uid=([0-9_]+)(?: ([A-Za-z]+))?(?: "(.*))?$`)
	bareLine = regexp.MustCompile(`^( *)uid=([0-9_]+)(?: ([A-Za-z]+))?((?: [a-zA-Z]+(?:=".*)?)*)$`)
	// uidFlags matches the text after a name. Names and values contain unescaped
	// quotes, so the name ends at the first possible place: a shortened name is better
	// than a field's value in a name.
	uidFlags  = regexp.MustCompile(`"(?:$|(?: [a-z]+)* [a-z]+=")|"(?: [a-z]+)+$`)
	uidFlag   = regexp.MustCompile(`([a-zA-Z]+)(?:="([^"]*)"?)?`)
	navigated = regexp.MustCompile(`(?m)^Page navigated to (\S+)\.$`)
	selected  = regexp.MustCompile(`(?m)^\d+: .*\((\S+)\) \[selected\]$`)
	// selectedID matches the page too that has no title.
	selectedID = regexp.MustCompile(`(?m)^(\d+): .*\[selected\]$`)
)

const latestSnapshot = "## Latest page snapshot\n"

func (a *devtools) read(c *call, said answer) (r reading, err error) {
	if !slices.Contains(devtoolsShow, c.tool) {
		return r, nil
	}
	text, dialog := ownSections(said.text)
	if r.dialog, r.answered = dialog, c.tool == "handle_dialog"; dialog != nil {
		return r, nil
	}
	head, lines, ok := strings.Cut(text, latestSnapshot)
	if !ok {
		if m := selected.FindAllStringSubmatch(head, -1); len(m) == 1 && (c.tool == "navigate_page" || c.tool == "new_page") {
			r.url = m[0][1]
		}
		if m := navigated.FindAllStringSubmatch(head, -1); len(m) == 1 && c.tool != "wait_for" {
			r.url = m[0][1]
		}
		if c.tool == "take_snapshot" && !strings.Contains(head, "Saved snapshot to ") {
			return reading{}, fmt.Errorf("%w: it has no section of that name", errReads)
		}
		return r, nil
	}
	if strings.Contains(lines, latestSnapshot) {
		return r, fmt.Errorf("%w: two snapshots", errReads)
	}
	lines, _, _ = strings.Cut(lines, "\n## ") // another section
	if r.tree, err = readUIDs(strings.TrimRight(lines, "\n")); err != nil || len(r.tree) == 0 {
		return reading{}, err
	}
	root := r.tree[0]
	if root.role != "RootWebArea" {
		return reading{}, fmt.Errorf("%w: it begins with %.40q", errReads, root.role)
	}
	r.url, r.title, r.snapshot, r.tree = root.flags["url"], root.name, true, withRows(r.tree[1:])
	return r, nil
}

var (
	heading    = regexp.MustCompile(`(?m)^##? .*$`)
	openDialog = regexp.MustCompile(`(?s)^# Open dialog\n(\w+): (.*?)(?: \(default value: ".*"\))?\.\nCall `)
	// pagesSections have the addresses and titles of pages.
	pagesSections = []string{"## Opened pages", "## Pages", "## Extension Pages", "## Extension Service Workers"}
)

// ownSections returns an answer up to the first section with texts of a page, which may imitate further
// sections, and the dialog if that is one. A snapshot and the sections behind it are not cut off.
func ownSections(text string) (own string, dialog *types.Dialog) {
	for _, at := range heading.FindAllStringIndex(text, -1) {
		switch name := text[at[0]:at[1]]; {
		case name+"\n" == latestSnapshot:
			return text, nil
		case slices.Contains(pagesSections, name):
		default:
			if m := openDialog.FindStringSubmatch(text[at[0]:]); m != nil {
				dialog = &types.Dialog{Type: m[1], Message: m[2], Open: true}
			}
			return text[:at[0]], dialog
		}
	}
	return text, nil
}

// readUIDs parses the lines of a snapshot. A line without a uid continues the value of
// a field, which is not read.
func readUIDs(lines string) (tree []element, err error) {
	if len(lines) > maxShot {
		return nil, errLong
	}
	refs := map[string]bool{}
	for _, line := range strings.Split(lines, "\n") {
		if !strings.HasPrefix(strings.TrimLeft(line, " "), "uid=") {
			if len(tree) == 0 {
				return nil, fmt.Errorf("%w: %.60q", errReads, shapeOf(line))
			}
			continue
		}
		e := element{flags: map[string]string{}}
		flags := ""
		if m := bareLine.FindStringSubmatch(line); m != nil {
			e.depth, e.ref, e.role, flags = len(m[1])/2, m[2], m[3], m[4]
		} else if m := uidLine.FindStringSubmatch(line); m != nil {
			e.depth, e.ref, e.role, e.name = len(m[1])/2, m[2], m[3], m[4]
			if at := uidFlags.FindStringIndex(m[4]); at != nil {
				e.name, flags = m[4][:at[0]], m[4][at[0]+1:]
			}
		}
		switch e.role {
		case "", "StaticText":
			e.role = "text"
		case "Iframe":
			e.role = "iframe"
		case "image":
			e.role = "img"
		case "Date", "DateTime", "InputTime": // a field for a date, which is filled in as a whole
			e.role = "textbox"
		case "DisclosureTriangle", "DisclosureTriangleGrouped":
			e.role = "button"
		}
		if e.ref == "" || refs[e.ref] && e.role != "text" {
			return nil, fmt.Errorf("%w: %.60q", errReads, shapeOf(line))
		}
		if refs[e.ref] {
			e.ref = "" // parts of one text, as before a line break, are listed with one uid
		}
		refs[e.ref] = true
		for _, flag := range uidFlag.FindAllStringSubmatch(flags, -1) {
			is := flag[2]
			if is == "" && !strings.Contains(flag[0], "=") {
				is = "true"
			}
			if _, has := e.flags[flag[1]]; !has {
				e.flags[flag[1]] = is
			}
		}
		if e.name == "" { // a title is one
			e.name = e.flags["description"]
		}
		e.value = e.flags["value"]
		if tree, err = grown(tree, e); err != nil {
			return nil, err
		}
	}
	return tree, nil
}

func (a *devtools) deeds(c *call, p *page) (all []deed) {
	var in struct {
		Type, URL, UID, Value, Key, FilePath, Action string
		FromUID                                      string `json:"from_uid"`
		ToUID                                        string `json:"to_uid"`
		DblClick                                     bool
		FilePaths                                    []string
		Elements                                     []struct{ UID, Value string }
	}
	decoded(c, &in)
	d := deed{ref: in.UID}
	switch c.tool {
	case "navigate_page":
		switch {
		case in.Type == "back":
			d.tool = "back"
		case in.URL != "" && (in.Type == "" || in.Type == "url"):
			d.tool, d.text = "navigate", in.URL
		default:
			return nil
		}
	case "new_page":
		d.tool, d.text = "navigate", in.URL
	case "click":
		d.tool = "click"
		if in.DblClick {
			d.click.Count = 2
		}
	case "fill":
		if one, ok := a.filled(in.UID, in.Value, p); ok {
			return []deed{one}
		}
		return nil
	case "fill_form":
		for _, e := range in.Elements {
			if one, ok := a.filled(e.UID, e.Value, p); ok {
				all = append(all, one)
			}
		}
		return all
	case "press_key":
		if len([]rune(in.Key)) <= 1 {
			return nil
		}
		d.tool, d.text = "press", in.Key
	case "handle_dialog":
		return answers(p, in.Action == "accept")
	case "hover":
		d.tool = "hover"
	case "drag":
		d.tool, d.ref, d.to = "drag", in.FromUID, in.ToUID
	case "upload_file":
		d.tool, d.text = "upload", strings.Join(append(in.FilePaths, in.FilePath), "\n")
	default:
		return nil
	}
	return []deed{d}
}

// filled returns the action that fills in one field.
func (a *devtools) filled(ref, value string, p *page) (deed, bool) {
	kind := ""
	if p != nil {
		if i, ok := p.at[ref]; ok {
			kind = p.tree[i].role
		}
		if kind == "combobox" && !p.chooses(ref) {
			kind = "textbox"
		}
	}
	if kind == "switch" {
		kind = "checkbox"
	}
	return filled(kind, ref, value, p)
}

func (a *devtools) invoke(d *deed, tab string) (tool string, arguments map[string]any, ok bool) {
	tool, arguments, ok = a.plain(d)
	if slices.Contains([]string{"click", "press", "hover"}, d.tool) && slices.Contains(a.args(tool), "includeSnapshot") {
		arguments["includeSnapshot"] = true // of the page after the action; the next suggestion needs its refs
	}
	return a.paged(tool, arguments, tab, ok)
}

func (a *devtools) tabs(tab string) (string, bool) {
	_, err := strconv.Atoi(tab)
	return "list_pages", err != nil
}

func (a *devtools) current(text string) string {
	if m := selectedID.FindAllStringSubmatch(text, -1); len(m) == 1 {
		return m[0][1]
	}
	return ""
}

func (a *devtools) look(tab string) (string, map[string]any, bool) {
	return a.paged("take_snapshot", map[string]any{}, tab, true)
}

// paged adds the page of a call, if the driver requires one. It fails if the page is
// unknown.
func (a *devtools) paged(tool string, arguments map[string]any, tab string, ok bool) (string, map[string]any, bool) {
	if !ok || !slices.Contains(a.args(tool), "pageId") {
		return tool, arguments, ok
	}
	id, err := strconv.Atoi(tab)
	if err != nil {
		return "", nil, false
	}
	arguments["pageId"] = id
	return tool, arguments, true
}

func (a *devtools) plain(d *deed) (tool string, arguments map[string]any, ok bool) {
	switch d.tool {
	case "navigate":
		return "navigate_page", map[string]any{"type": "url", "url": d.text}, true
	case "back":
		return "navigate_page", map[string]any{"type": "back"}, true
	case "press":
		return "press_key", map[string]any{"key": d.text}, true
	case "click":
		if accept, is := boxes[d.ref]; is {
			return "handle_dialog", map[string]any{"action": map[bool]string{true: "accept", false: "dismiss"}[accept]}, true
		}
		arguments = map[string]any{"uid": d.ref}
		if d.click.Count == 2 {
			arguments["dblClick"] = true
		}
		return "click", arguments, d.click.At == nil && d.click.Count <= 2 && d.click.Button == "" && len(d.click.Modifiers) == 0 && d.ref != ""
	case "type":
		return "fill", map[string]any{"uid": d.ref, "value": d.text}, d.ref != "" && !d.submit && !strings.Contains(d.text, "\n")
	case "hover":
		return "hover", map[string]any{"uid": d.ref}, d.ref != ""
	}
	return "", nil, false
}

func (a *devtools) part(string, string) (string, map[string]any, bool) { return "", nil, false }
