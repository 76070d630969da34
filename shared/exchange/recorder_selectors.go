package exchange

import (
	"cmp"
	"regexp"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// inRow returns an XPath to an element by the texts of its row, which distinguish it
// from its equals in other rows. It is empty if nothing else names the element.
func inRow(t *types.Target) string {
	var texts strings.Builder
	for _, cell := range capture.RowCells(t.Row) {
		texts.WriteString("[.//text()[contains(concat(' ', normalize-space(.), ' '), " + xpathText(" "+oneLine(cell)+" ") + ")]]")
	}
	var is []string
	if t.TestID != "" {
		for _, attribute := range testIDNames {
			is = append(is, "@"+attribute+"="+xpathText(t.TestID))
		}
	} else if t.Name != "" {
		for _, said := range []string{"normalize-space(.)", "@aria-label", "@title", "@placeholder", "@value", "@alt"} {
			is = append(is, said+"="+xpathText(oneLine(t.Name)))
		}
	}
	switch {
	case len(is) > 0:
		element := innermost("*[" + strings.Join(is, " or ") + "]")
		return "//" + innermost("*"+ofRole(t.RowRole)+texts.String()+"[.//"+element+"]") + "//" + element
	case t.RowRole == "" && t.Role != "": // it is the row itself
		return "//" + innermost("*"+ofRole(t.Role)+texts.String())
	}
	return ""
}

// innermost restricts a step of an XPath to elements without another such element
// inside: the elements around a row contain its texts as well.
func innermost(step string) string { return step + "[not(.//" + step + ")]" }

// ofRole restricts a step of an XPath to a role.
func ofRole(role string) string {
	switch tag := map[string]string{"row": "tr", "listitem": "li", "article": "article", "cell": "td", "link": "a", "button": "button", "option": "option"}[role]; {
	case role == "" || role == "generic":
		return ""
	case tag != "":
		return "[self::" + tag + " or @role=" + xpathText(role) + "]"
	}
	return "[@role=" + xpathText(role) + "]"
}

// The parts of inRow's output, for reading it.
var (
	xpathQuoted = `('[^']*'|concat\((?:'[^']*'|"'"|, )*\))`
	xpathCell   = regexp.MustCompile(`contains\(concat\(' ', normalize-space\(\.\), ' '\), ` + xpathQuoted + `\)`)
	xpathName   = regexp.MustCompile(`\[normalize-space\(\.\)=` + xpathQuoted + ` or `)
	xpathTestID = regexp.MustCompile(`\[@data-testid=` + xpathQuoted + ` or `)
)

// readRow parses an XPath of inRow, and reports whether it is one.
func readRow(t *types.Target, path string) bool {
	path, _, _ = strings.Cut(path, "[not(.//") // the rest repeats the same text
	var cells []string
	for _, m := range xpathCell.FindAllStringSubmatch(path, -1) {
		cells = append(cells, oneLine(xpathUnquoted(m[1])))
	}
	if len(cells) == 0 {
		return false
	}
	t.Row, t.Twins = strings.Join(cells, capture.RowJoin), 1
	if m := xpathTestID.FindStringSubmatch(path); m != nil {
		t.TestID = xpathUnquoted(m[1])
	} else if m := xpathName.FindStringSubmatch(path); m != nil {
		t.Name = xpathUnquoted(m[1])
	}
	return true
}

// xpathUnquoted reverses xpathText.
func xpathUnquoted(s string) string {
	if inner, ok := strings.CutPrefix(s, "concat("); ok {
		s = strings.TrimSuffix(inner, ")")
	}
	return strings.ReplaceAll(s[1:len(s)-1], `', "'", '`, "'")
}

// xpathText quotes a text for XPath 1.0, which has no escapes.
func xpathText(s string) string {
	if !strings.Contains(s, "'") {
		return "'" + s + "'"
	}
	return "concat('" + strings.ReplaceAll(s, "'", `', "'", '`) + "')"
}

// testIDNames lists the attributes for test ids.
var testIDNames = []string{"data-testid", "data-test-id", "data-test", "data-qa", "data-cy"}

// targetOf combines the ways to an element to a target. A way through shadow roots
// ends with the element itself.
func targetOf(ways []selectorChain) *types.Target {
	t, said := &types.Target{}, ""
	for _, way := range ways {
		if len(way) == 0 {
			continue
		}
		last := way[len(way)-1]
		switch {
		case strings.HasPrefix(last, "aria/"):
			readARIA(t, strings.TrimPrefix(last, "aria/"))
		case strings.HasPrefix(last, "text/"):
			said = cmp.Or(said, oneLine(strings.TrimPrefix(last, "text/")))
		default:
			css := strings.TrimPrefix(last, "pierce/")
			if path, ok := strings.CutPrefix(last, "xpath/"); ok {
				if readRow(t, path) {
					continue
				}
				if css = attributeOf(path); css == "" {
					continue // a way through the page's structure, which changes
				}
			}
			if id := testIDOf(css); id != "" {
				t.TestID = id
			} else if t.Selector == "" && len(way) == 1 {
				t.Selector = css
			}
		}
	}
	if t.Empty() {
		t.Name = said // only its text is known
	}
	return t
}

// attributeOf returns the CSS selector for an XPath that tests one attribute of any
// element, as the Recorder writes it: //*[@id="send"]; else "".
func attributeOf(path string) string {
	inner, ok := strings.CutPrefix(path, `//*[@`)
	inner, end := strings.CutSuffix(inner, `"]`)
	name, value, found := strings.Cut(inner, `="`)
	if !ok || !end || !found || strings.ContainsAny(name, `[]()"'/\ `) || strings.ContainsAny(value, `[]"'\`) {
		return ""
	}
	return "[" + name + `="` + value + `"]`
}

// readARIA parses `Name[role="button"]`.
func readARIA(t *types.Target, s string) {
	if t.Name != "" {
		return
	}
	if at := strings.LastIndex(s, `[role="`); at >= 0 {
		if role, ok := strings.CutSuffix(s[at+len(`[role="`):], `"]`); ok {
			t.Role, s = role, s[:at]
		}
	}
	t.Name = oneLine(s)
}

func testIDOf(css string) string {
	css = strings.TrimSpace(css)
	inner, ok := strings.CutPrefix(css, "[")
	inner, end := strings.CutSuffix(inner, "]")
	name, value, found := strings.Cut(inner, "=")
	if !ok || !end || !found {
		return ""
	}
	for _, known := range testIDNames {
		if name == known {
			value = strings.Trim(value, `'"`)
			if !strings.ContainsAny(value, `"'[]\`) {
				return value
			}
		}
	}
	return ""
}
