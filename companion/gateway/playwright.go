package gateway

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/types"
)

// playwright reads Playwright MCP, whose answers are sections of Markdown and whose
// snapshots are YAML. Since 0.0.6x an action's answer names a file with the snapshot.
type playwright struct {
	// args returns the names of a tool's arguments: ref was renamed to target.
	args func(tool string) []string
}

// showing lists the tools whose answers describe the page only in the driver's own
// words. Other answers contain texts from a page or a script, and are not read.
var showing = []string{"browser_navigate", "browser_navigate_back", "browser_snapshot", "browser_click", "browser_type", "browser_fill_form", "browser_select_option",
	"browser_press_key", "browser_hover", "browser_drag", "browser_drop", "browser_file_upload", "browser_handle_dialog", "browser_wait_for", "browser_resize"}

// shapeOf returns the form of a line of a page: a for each letter and 0 for each digit. The line itself may hold
// private text, and warnings go to logs.
func shapeOf(line string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r):
			return 'a'
		case unicode.IsDigit(r):
			return '0'
		}
		return r
	}, line[:min(len(line), maxName)])
}

// errReads reports an answer in a format that the adapter does not know.
var errReads = errors.New("the snapshot reads otherwise than known")

// maxShot bounds the snapshots that are read: the client waits meanwhile.
const maxShot = 4 << 20

var errLong = fmt.Errorf("%w: it has more than %d bytes", errReads, maxShot)

func (a *playwright) looks(tool string) bool {
	return tool == "browser_snapshot" || tool == "browser_take_screenshot"
}

func (a *playwright) read(c *call, said answer) (r reading, err error) {
	if !slices.Contains(showing, c.tool) {
		return r, nil
	}
	sections, err := sectionsOf(strings.ReplaceAll(said.text, "\r\n", "\n"))
	if err != nil {
		return reading{}, err
	}
	for _, line := range strings.Split(sections["Page"], "\n") {
		if url, ok := strings.CutPrefix(line, "- Page URL: "); ok {
			r.url = strings.TrimSpace(url)
		}
		if title, ok := strings.CutPrefix(line, "- Page Title: "); ok {
			r.title = strings.TrimSpace(title)
		}
	}
	if code := byTestID.FindAllStringSubmatch(sections["Ran Playwright code"], -1); len(code) == 1 {
		r.testID = strings.NewReplacer(`\'`, `'`, `\\`, `\`).Replace(code[0][1])
	}
	if modal, ok := sections["Modal state"]; ok {
		kind, message := "dialog", modal
		if m := modalState.FindStringSubmatch(modal); m != nil {
			kind, message = m[1], m[2]
		}
		r.dialog = &types.Dialog{Type: kind, Message: message, Open: true}
		return r, nil
	}
	shot, ok := sections["Snapshot"]
	if !ok || r.url == "" {
		if c.tool == "browser_snapshot" {
			return reading{}, fmt.Errorf("%w: it has no section of that name", errReads)
		}
		return r, nil
	}
	yaml, err := snapshotText(shot)
	if err != nil || yaml == "" {
		return r, err
	}
	r.tree, err = readAria(yaml)
	var in struct{ Target, Ref, Selector, Depth any }
	if c.tool == "browser_snapshot" {
		decoded(c, &in)
	}
	r.snapshot = err == nil && in.Target == nil && in.Ref == nil && in.Selector == nil && in.Depth == nil // a part of a page says nothing of equals
	return r, err
}

// sectionsOf splits an answer at its headings. The last sections that are read have texts of a page,
// which may imitate further ones.
func sectionsOf(text string) (sections map[string]string, err error) {
	sections = map[string]string{}
	for rest := "\n" + text; ; {
		_, after, begins := strings.Cut(rest, "\n### ")
		if !begins {
			return sections, nil
		}
		name, body, _ := strings.Cut(after, "\n")
		name, rest = strings.TrimSpace(name), "\n"+body
		if _, twice := sections[name]; twice {
			return nil, fmt.Errorf("%w: two sections %q", errReads, name)
		}
		if name == "Modal state" || name == "Snapshot" {
			sections[name] = body
			return sections, nil
		}
		sections[name], _, _ = strings.Cut(rest, "\n### ")
	}
}

var (
	byTestID   = regexp.MustCompile(`\.getByTestId\('((?:[^'\\]|\\.)*)'\)\.[a-zA-Z]+\(`)
	modalState = regexp.MustCompile(`(?s)\["(\w+)" dialog with message "(.*)"\]`)
	linked     = regexp.MustCompile(`^- \[Snapshot\]\(([^()\n]+\.ya?ml)\)$`)
)

// snapshotText returns the snapshot at the beginning of a text, or from the file that it names.
func snapshotText(text string) (string, error) {
	if inner, ok := strings.CutPrefix(text, "```yaml"); ok {
		end := strings.LastIndex(inner, "\n```")
		if end < 0 || strings.TrimSpace(inner[end+4:]) != "" && !strings.HasPrefix(inner[end+4:], "\n### ") {
			return "", fmt.Errorf("%w: the snapshot does not end", errReads)
		}
		return withoutOffers(inner[:end])
	}
	line, _, _ := strings.Cut(text, "\n")
	m := linked.FindStringSubmatch(line)
	if m == nil {
		return "", fmt.Errorf("%w: no snapshot in its section", errReads)
	}
	info, err := os.Lstat(m[1])
	if err != nil || !info.Mode().IsRegular() {
		return "", nil // the driver works in another directory: there is no snapshot
	}
	f, err := os.Open(m[1])
	if err != nil {
		return "", nil
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxShot+1))
	if err != nil || len(data) > maxShot {
		return "", nil
	}
	return withoutOffers(string(data))
}

// withoutOffers removes the list of tools that a page offers from the beginning of its snapshot. The
// page and its frames wrote it, and it may imitate elements; but only it has empty lines.
func withoutOffers(yaml string) (string, error) {
	yaml = strings.TrimLeft(yaml, "\n")
	if !strings.HasPrefix(yaml, "- webmcp tools (") {
		return yaml, nil
	}
	end := strings.LastIndex(yaml, "\n\n")
	if end < 0 {
		return "", fmt.Errorf("%w: the tools of the page do not end", errReads)
	}
	return yaml[end+2:], nil
}

// playwrightArgs holds the arguments of Playwright MCP's acting tools.
type playwrightArgs struct {
	URL, Target, Ref, Text, Key, Button      string
	Submit, Slowly, DoubleClick              bool
	Modifiers, Values, Paths                 []string
	StartTarget, StartRef, EndTarget, EndRef string
	Fields                                   []struct{ Type, Target, Ref, Value string }
	Action                                   string
	Accept                                   bool
}

func (a *playwright) deeds(c *call, p *page) (all []deed) {
	var in playwrightArgs
	decoded(c, &in)
	d := deed{ref: cmp.Or(in.Target, in.Ref)}
	switch c.tool {
	case "browser_navigate":
		d.tool, d.text = "navigate", in.URL
	case "browser_navigate_back":
		d.tool = "back"
	case "browser_tabs":
		if in.Action != "new" || in.URL == "" {
			return nil
		}
		d.tool, d.text = "navigate", in.URL
	case "browser_click":
		d.tool, d.click = "click", types.Clicking{Modifiers: in.Modifiers}
		if in.DoubleClick {
			d.click.Count = 2
		}
		if in.Button != "left" {
			d.click.Button = in.Button
		}
	case "browser_type":
		if in.Slowly && !p.empty(d.ref) {
			return nil // it adds to the field's text
		}
		d.tool, d.text, d.submit = "type", in.Text, in.Submit
	case "browser_select_option":
		d.tool, d.text, d.choose = "type", strings.Join(in.Values, "\n"), true
	case "browser_press_key":
		if len([]rune(in.Key)) <= 1 {
			return nil // typed letters are no steps
		}
		d.tool, d.text = "press", in.Key
	case "browser_handle_dialog":
		return answers(p, in.Accept)
	case "browser_hover":
		d.tool = "hover"
	case "browser_drag":
		d.tool, d.ref, d.to = "drag", cmp.Or(in.StartTarget, in.StartRef), cmp.Or(in.EndTarget, in.EndRef)
	case "browser_file_upload":
		d.tool, d.text = "upload", strings.Join(in.Paths, "\n")
	case "browser_fill_form":
		for _, f := range in.Fields {
			if one, ok := filled(f.Type, cmp.Or(f.Target, f.Ref), f.Value, p); ok {
				all = append(all, one)
			}
		}
		return all
	default:
		return nil
	}
	return []deed{d}
}

// filled returns the action that fills in one field of a form; ok is false if a box
// has the state already.
func filled(kind, ref, value string, p *page) (deed, bool) {
	d := deed{tool: "type", ref: ref, text: value}
	switch kind {
	case "checkbox", "radio":
		d.tool, d.text = "click", ""
		if p != nil {
			if i, ok := p.at[ref]; ok {
				checked := p.tree[i].flags["checked"]
				return d, (checked == "true") != (value == "true")
			}
		}
	case "combobox":
		d.choose = true
	}
	return d, true
}

func (a *playwright) tab(c *call, was string) string {
	var in struct{ Action string }
	decoded(c, &in)
	if c.tool == "browser_tabs" && in.Action != "list" || c.tool == "browser_close" {
		return was + "+" // usually another one
	}
	return was
}

func (a *playwright) invoke(d *deed, _ string) (tool string, arguments map[string]any, ok bool) {
	arguments = map[string]any{}
	switch d.tool {
	case "navigate":
		return "browser_navigate", map[string]any{"url": d.text}, true
	case "back":
		return "browser_navigate_back", arguments, true
	case "press":
		return "browser_press_key", map[string]any{"key": d.text}, true
	case "click":
		if accept, is := boxes[d.ref]; is {
			return "browser_handle_dialog", map[string]any{"accept": accept}, true
		}
		if d.click.Count > 1 {
			arguments["doubleClick"] = true
		}
		if d.click.Button != "" {
			arguments["button"] = d.click.Button
		}
		if len(d.click.Modifiers) > 0 {
			arguments["modifiers"] = d.click.Modifiers
		}
		tool, ok = "browser_click", d.click.At == nil && d.click.Count <= 2
	case "type":
		if d.choose {
			tool, arguments["values"] = "browser_select_option", strings.Split(d.text, "\n")
		} else {
			tool, arguments["text"] = "browser_type", d.text
			if d.submit {
				arguments["submit"] = true
			}
		}
		ok = !d.choose || !d.submit
	case "hover":
		tool, ok = "browser_hover", true
	default:
		return "", nil, false
	}
	arguments["element"] = strings.TrimSpace(d.target.Name + " " + d.target.Role)
	arguments[a.refName(tool)] = d.ref
	return tool, arguments, ok && d.ref != ""
}

// refName returns a tool's argument name for the ref of its element.
func (a *playwright) refName(tool string) string {
	if names := a.args(tool); slices.Contains(names, "ref") && !slices.Contains(names, "target") {
		return "ref"
	}
	return "target"
}

func (a *playwright) look(string) (string, map[string]any, bool) {
	return "browser_snapshot", map[string]any{}, true
}

// part returns no call for versions whose snapshots are of whole pages only.
func (a *playwright) part(selector, _ string) (string, map[string]any, bool) {
	return "browser_snapshot", map[string]any{"target": selector}, slices.Contains(a.args("browser_snapshot"), "target")
}
