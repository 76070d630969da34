package exchange

import (
	"cmp"
	"strings"

	"cairn/shared/types"
)

// testIDNames are the attributes that hold test ids.
var testIDNames = []string{"data-testid", "data-test-id", "data-test", "data-qa", "data-cy"}

// targetOf reads what the ways to an element say of it. A way through shadow
// roots ends with the element itself.
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
		t.Name = said // what it shows is all that is known of it
	}
	return t
}

// attributeOf is the CSS selector of an XPath that asks for one attribute of any
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

// readARIA takes `Name[role="button"]` apart.
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

// testIDOf is the test id of a selector that asks for one and nothing else.
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
