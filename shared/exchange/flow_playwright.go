package exchange

import (
	"fmt"
	"regexp"
	"strings"

	"cairn/shared/types"
)

// testIDs joins the attributes of [testIDNames] in the form in which Playwright's
// testIdAttribute accepts several.
var testIDs = strings.Join(testIDNames, ",")

// maxEndings bounds the elements that a test expects to be visible at its end.
const maxEndings = 3

// Helpers that a test has at its top if a step needs them.
const (
	playwrightEscaped = `
// escaped is a text as a part of a regular expression.
const escaped = (text: string) => text.trim().replace(/[^\p{L}\p{N}\s]/gu, (c) => "\\u{" + c.codePointAt(0)!.toString(16) + "}").replace(/\s+/g, "\\s+");
`
	playwrightWords = `
// words finds a text between other words: "Ann" is not in "Joanna".
const words = (text: string) => new RegExp("(?<![\\p{L}\\p{N}])" + escaped(text) + "(?![\\p{L}\\p{N}])", "u");
`
	playwrightWhole = `
// whole is all that an element shows, but for white space.
const whole = (text: string) => new RegExp("^\\s*" + escaped(text) + "\\s*$", "u");
`
	playwrightShown = `
// shown says whether an element is there that is missing at times.
const shown = (on: Locator) => on.first().waitFor({ timeout: 2000 }).then(() => true, () => false);
`
	playwrightWith = `
// having keeps the elements that show a text, of themselves or of a part: cells have no space between them.
const having = (all: Locator, page: Page, text: string) =>
  all.filter({ has: page.getByText(words(text)) }).or(all.filter({ hasText: words(text) }));
`
	playwrightAround = `
// around is the smallest part of the page that holds both a text and a control.
const around = (frame: Page | FrameLocator, page: Page, text: string, control: Locator) => {
  const both = having(frame.locator("*").filter({ has: control }), page, text);
  return both.filter({ hasNot: both });
};
`
)

// flowTest writes a flow as a Playwright test. Every locator is strict: of two equal
// elements it accepts neither, because nothing proves which one is meant.
type flowTest struct {
	flow *types.Flow
	env  map[string]string
	body strings.Builder
	uses map[string]bool // helpers in the head, by their text
	ids  bool            // whether it uses test ids
}

func playwrightFlow(f *types.Flow) string {
	t := &flowTest{flow: f, env: environment(f.Params), uses: map[string]bool{}}
	for _, p := range f.Params {
		if !p.Optional || strings.Contains(f.Start, "{"+p.Name+"}") {
			fmt.Fprintf(&t.body, "  expect(%s, %s).not.toBe(\"\");\n", param(p.Name), js("set "+t.env[p.Name]))
		}
	}
	fmt.Fprintf(&t.body, "  await page.goto(%s);\n", t.path(f.Start))
	for i := range f.Steps {
		t.step(i)
	}
	t.end()
	return t.head() + "\n" + fmt.Sprintf("test(%s, async ({ page }) => {\n%s});\n", js(joined(f.Title, inBraces)), t.body.String())
}

func (t *flowTest) head() string {
	var b strings.Builder
	fmt.Fprintf(&b, "// A flow of Cairn: %s.\n", comment(joined(t.flow.Title, inBraces)))
	t.uses[playwrightWith] = t.uses[playwrightWith] || t.uses[playwrightAround]
	t.uses[playwrightWords] = t.uses[playwrightWith]
	t.uses[playwrightEscaped] = t.uses[playwrightWords] || t.uses[playwrightWhole]
	imports := "expect, test"
	if t.uses[playwrightAround] {
		imports += ", type FrameLocator"
	}
	if t.uses[playwrightShown] || t.uses[playwrightWith] {
		imports += ", type Locator"
	}
	if t.uses[playwrightWith] {
		imports += ", type Page"
	}
	fmt.Fprintf(&b, "import { %s } from \"@playwright/test\";\n\ntest.use({\n", imports)
	if t.ids {
		fmt.Fprintf(&b, "  testIdAttribute: %s, // several: from Playwright 1.62 on\n", js(testIDs))
	}
	site := `""`
	if strings.Contains(t.flow.Site, "://") {
		site = js(t.flow.Site)
	}
	fmt.Fprintf(&b, "  baseURL: async ({ baseURL }, use) => use(process.env.BASE_URL ?? baseURL ?? %s),\n});\n", site)
	if len(t.flow.Params) > 0 {
		b.WriteString("\n// The values of a run. Secrets come from the environment alone.\nconst params = {\n")
		for _, p := range t.flow.Params {
			said := comment(string(p.Kind))
			if label := comment(p.Label); label != "" {
				said += ", " + label
			}
			fmt.Fprintf(&b, "  %s: process.env.%s ?? \"\", // %s\n", property(p.Name), t.env[p.Name], said)
		}
		b.WriteString("};\n")
	}
	for _, part := range []string{playwrightEscaped, playwrightWords, playwrightWhole, playwrightShown, playwrightWith, playwrightAround, playwrightDragBy} {
		if t.uses[part] {
			b.WriteString(part)
		}
	}
	return b.String()
}

// identifier matches a name that JavaScript accepts without quotes.
var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// property returns a parameter's name in an object literal.
func property(name string) string {
	switch {
	case name == "__proto__":
		return `["__proto__"]` // otherwise it would set the object's prototype
	case identifier.MatchString(name):
		return name
	}
	return js(name)
}

// param returns the expression for a parameter's value in a test.
func param(name string) string {
	if identifier.MatchString(name) {
		return "params." + name
	}
	return "params[" + js(name) + "]"
}

func (t *flowTest) text(s string) string { return expression(s, func(p string) string { return p }) }

// path returns an address as an expression: a value stays within its segment.
func (t *flowTest) path(s string) string {
	return expression(s, func(p string) string { return "encodeURIComponent(" + p + ")" })
}

func expression(s string, as func(value string) string) string {
	var parts []string
	for _, p := range piecesOf(s) {
		if p.param != "" {
			parts = append(parts, as(param(p.param)))
		} else {
			parts = append(parts, js(p.literal))
		}
	}
	if len(parts) == 0 {
		return `""`
	}
	return strings.Join(parts, " + ")
}

func (t *flowTest) step(i int) {
	s := &t.flow.Steps[i]
	on := "page.keyboard"
	if len(s.Targets) > 0 {
		on = t.element(s.Targets)
	}
	does := t.does(s, on)
	if s.Optional && len(s.Targets) > 0 {
		t.uses[playwrightShown] = true
		when := fmt.Sprintf("await shown(%s)", on)
		for _, p := range piecesOf(s.Value) {
			if p.param != "" {
				when = param(p.param) + " !== \"\" && " + when
			}
		}
		does = "if (" + when + ") {\n  " + strings.ReplaceAll(strings.TrimSuffix(does, "\n"), "\n", "\n  ") + "\n}\n"
	}
	t.body.WriteString("  " + strings.ReplaceAll(strings.TrimSuffix(does, "\n"), "\n", "\n  ") + "\n")
	if !s.Optional && s.Expect.Path != "" && s.Expect.Path != s.Screen.Path && !inFrame(s.Targets) && i < len(t.flow.Steps)-1 {
		t.body.WriteString(urlExpectation(s.Expect.Path)) // the next step waits for the navigation
	}
}

func inFrame(targets []types.FlowTarget) bool { return len(targets) > 0 && targets[0].Origin != "" }

func (t *flowTest) does(s *types.FlowStep, on string) string {
	line := func(format string, args ...any) string { return fmt.Sprintf("await "+format+";\n", args...) }
	switch s.Tool {
	case "navigate":
		if rest, own := strings.CutPrefix(s.Value, t.flow.Site+"/"); own { // relative to baseURL
			return line("page.goto(%s)", t.path("/"+rest))
		}
		return line("page.goto(%s)", t.path(s.Value))
	case "back":
		return line("page.goBack()")
	case "hover":
		return line("%s.hover()", on)
	case "press":
		if s.Times > 1 {
			return fmt.Sprintf("for (let i = 0; i < %d; i++) ", s.Times) + line("%s.press(%s)", on, js(s.Key))
		}
		return line("%s.press(%s)", on, js(s.Key))
	case "drag":
		return t.drag(s, on)
	case "upload":
		if tagOf(s.Targets) == "input" {
			return line("%s.setInputFiles(%s)", on, t.lines(s.Value))
		}
		return line("Promise.all([page.waitForEvent(\"filechooser\").then((chooser) => chooser.setFiles(%s)), %s.click()])", t.lines(s.Value), on)
	case "type":
		return t.types(s, on)
	}
	how := types.Clicking{}
	if s.Click != nil {
		how = *s.Click
	}
	return line("%s.%s", on, playwrightClick(how))
}

// types enters a text, or chooses options.
func (t *flowTest) types(s *types.FlowStep, on string) (does string) {
	switch {
	case tagOf(s.Targets) == "select":
		does = fmt.Sprintf("await %s.selectOption(%s);\n", on, t.lines(s.Value))
	case s.Append:
		does = fmt.Sprintf("await %s.press(\"ControlOrMeta+End\");\nawait %s.pressSequentially(%s);\n", on, on, t.text(s.Value))
	default:
		does = fmt.Sprintf("await %s.fill(%s);\n", on, t.text(s.Value))
	}
	if s.Submit {
		does += fmt.Sprintf("await %s.press(\"Enter\");\n", on)
	}
	return does
}

// lines returns the array for a value with one item per line: options, files.
func (t *flowTest) lines(value string) string {
	var items []string
	for _, one := range strings.Split(value, "\n") {
		items = append(items, t.text(one))
	}
	if len(items) == 1 {
		return items[0]
	}
	return "[" + strings.Join(items, ", ") + "]"
}

func (t *flowTest) drag(s *types.FlowStep, on string) string {
	to := s.To
	if to.Target == nil {
		t.uses[playwrightDragBy] = true
		by := &types.Point{}
		if to.X != nil && to.Y != nil {
			by.X, by.Y = *to.X, *to.Y
		}
		return fmt.Sprintf("await dragBy(page, %s, %s, %s);\n", on, jsPoint(s.At), jsPoint(by))
	}
	return fmt.Sprintf("await %s.dragTo(%s%s);\n", on, t.element([]types.FlowTarget{*to.Target}), dragPoints(s.At, to.At))
}

func tagOf(targets []types.FlowTarget) string {
	if len(targets) == 0 {
		return ""
	}
	return targets[0].Tag
}

// end expects the page that ended the task in the recorded sessions.
func (t *flowTest) end() {
	last := t.flow.Steps[len(t.flow.Steps)-1]
	end := t.flow.End
	if end.Path == "" && len(end.Appeared) == 0 {
		end = last.Expect
	}
	known := false
	if end.Path != "" && !inFrame(last.Targets) {
		t.body.WriteString(urlExpectation(end.Path))
		known = true
	}
	for _, said := range end.Appeared[:min(len(end.Appeared), maxEndings)] {
		role, name, ok := strings.Cut(said, ` "`)
		if !ok {
			continue
		}
		on := t.byRole("page", role, literal(strings.TrimSuffix(name, `"`)))
		fmt.Fprintf(&t.body, "  await expect(%s.first()).toBeVisible();\n", on)
		known = true
	}
	if !known {
		t.body.WriteString("  await expect(page).toHaveURL(/./); // nothing is known of how it ends\n")
	}
}

// literal escapes the braces of a text.
func literal(s string) string { return strings.NewReplacer("{", "{{", "}", "}}").Replace(s) }

// segment matches a path segment that needs no escaping in addresses and regular
// expressions.
var segment = regexp.MustCompile(`^[A-Za-z0-9_~!-]*$`)

// urlExpectation expects a page with this path, in which * is any one segment
// (capture.Route).
func urlExpectation(path string) string {
	pattern := func(path string) string {
		parts := strings.Split(path, "/")
		for i, part := range parts {
			switch {
			case segment.MatchString(part):
			case segment.MatchString(strings.ReplaceAll(part, ".", "")):
				parts[i] = strings.ReplaceAll(part, ".", `\.`)
			default:
				parts[i] = `[^/?#]*`
			}
		}
		return strings.Join(parts, `\/`)
	}
	path, fragment, routed := strings.Cut(path, "#")
	all := `^\w+:\/\/[^/]+` + pattern(path)
	if routed {
		all += `(\?[^#]*)?#` + pattern(fragment) + `(\?.*)?$`
	} else {
		all += `([?#].*)?$`
	}
	return fmt.Sprintf("  await expect(page).toHaveURL(/%s/);\n", all)
}
