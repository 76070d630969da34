package exchange

import (
	"encoding/json"
	"fmt"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// playwrightHead locates elements by any of the attributes that Cairn accepts as test
// ids, regardless of the project's testIdAttribute.
const playwrightHead = `import { expect, test } from "@playwright/test";

const byTestId = (page, id) => page.locator(["data-testid", "data-test-id", "data-test", "data-qa", "data-cy"].map((name) => ` + "`[${name}=${JSON.stringify(id)}]`" + `).join(", "));
`

// playwright writes a test that repeats the session.
func playwright(session *types.Session, steps []*types.Step) string {
	var b strings.Builder
	b.WriteString(playwrightHead)
	drags := false
	var asked []string // names of the environment's variables
	var body strings.Builder
	for i, step := range worked(steps) {
		if why := notKept(step); why != "" {
			fmt.Fprintf(&body, "  // Left out: %s.\n", why)
			continue
		}
		if url := navigatesTo(step); url != "" {
			if i > 0 || session.Launch == nil || session.Launch.URL != url {
				fmt.Fprintf(&body, "  await page.goto(%s);\n", js(url))
			}
			continue
		}
		on := "page.keyboard" // for a shortcut without an element
		if !step.Tool.Target.Empty() {
			on = locator(storedTarget(step, step.Tool.Target))
		}
		switch acts(step) {
		case "click":
			fmt.Fprintf(&body, "  await %s.%s;\n", on, playwrightClick(capture.Click(step)))
		case "hover":
			fmt.Fprintf(&body, "  await %s.hover();\n", on)
		case "back":
			body.WriteString("  await page.goBack();\n")
		case "press":
			body.WriteString(playwrightPress(step, on))
		case "wait":
			fmt.Fprintf(&body, "  await expect(%s).toBeVisible();\n", on)
		case "drag":
			body.WriteString(playwrightDrag(step, on))
			drags = drags || droppedOn(step) == nil
		case "upload":
			files := jsList(uploaded(step))
			if files == "[]" { // a person's upload, whose file names are not stored
				name := variable(step.Tool.Target, asked)
				asked = append(asked, name)
				files = `(process.env.` + name + ` ?? "").split(",")`
			}
			if step.Tool.Target.Tag == "input" {
				fmt.Fprintf(&body, "  await %s.setInputFiles(%s);\n", on, files)
			} else {
				fmt.Fprintf(&body, "  await Promise.all([page.waitForEvent(\"filechooser\").then((chooser) => chooser.setFiles(%s)), %s.click()]);\n", files, on)
			}
		case "type":
			value := ""
			if labels := chosen(step); labels != nil {
				fmt.Fprintf(&body, "  await %s.selectOption(%s);\n", on, jsList(labels))
				break
			}
			if text, kept := typed(step); kept {
				value = js(text)
			} else {
				name := variable(step.Tool.Target, asked)
				asked = append(asked, name)
				value = "process.env." + name + ` ?? ""`
			}
			do := "fill"
			if step.Tool.Target.Tag == "select" {
				do = "selectOption"
			}
			fmt.Fprintf(&body, "  await %s.%s(%s);\n", on, do, value)
			if capture.Submits(step) {
				fmt.Fprintf(&body, "  await %s.press(\"Enter\");\n", on)
			}
		}
	}
	if drags {
		b.WriteString(playwrightDragBy)
	}
	if len(asked) > 0 {
		fmt.Fprintf(&b, "\n// What was typed here was not kept. Set: %s\n", strings.Join(asked, ", "))
	}
	if tried(session) {
		fmt.Fprintf(&b, "\n// This was only tried: %s.", outcomeWords(session))
	}
	fmt.Fprintf(&b, "\ntest(%s, async ({ page }) => {\n", js(title(session)))
	switch url := startURL(session, steps); {
	case url == "" || strings.HasPrefix(body.String(), "  await page.goto("):
	case capture.ClearPlace(url):
		fmt.Fprintf(&b, "  await page.goto(%s);\n", js(url))
	default:
		fmt.Fprintf(&b, "  // The first page was %s: the whole address is not kept.\n", comment(url))
	}
	b.WriteString(body.String())
	b.WriteString(endsAt(worked(steps)))
	b.WriteString("});\n")
	return b.String()
}

// locator locates the element by its test id, else by role and name, else by its
// selector. Among equals it takes the first, because Cairn acted on that.
func locator(t *types.Target) string {
	in := frameOf(t)
	switch {
	case t.TestID != "":
		return "byTestId(" + in + ", " + js(t.TestID) + ").first()"
	case t.Role != "" && t.Name != "":
		return fmt.Sprintf("%s.getByRole(%s, { name: %s, exact: true }).first()", in, js(t.Role), js(t.Name))
	case t.Selector != "":
		return in + ".locator(" + js(t.Selector) + ").first()"
	case t.Role != "":
		return fmt.Sprintf("%s.getByRole(%s).first()", in, js(t.Role))
	}
	return fmt.Sprintf("%s.getByText(%s, { exact: true }).first()", in, js(t.Name))
}

// frameOf returns the page, or the frame of another origin with the element.
func frameOf(t *types.Target) string {
	switch t.Origin {
	case "":
		return "page"
	case types.OpaqueOrigin:
		return `page.frameLocator("iframe[sandbox]")`
	}
	return "page.frameLocator(" + js("iframe[src^="+js(t.Origin+"/")+"]") + ")"
}

// endsAt checks the final page of the session, unless its address contains a part
// that may differ the next time.
func endsAt(steps []*types.Step) string {
	if len(steps) == 0 || steps[len(steps)-1].After == nil || framed(steps[len(steps)-1]) {
		return ""
	}
	url := steps[len(steps)-1].After.CurrentURL
	_, rest, ok := strings.Cut(url, "://")
	_, path, found := strings.Cut(rest, "/")
	if !ok || !found || !capture.ClearPlace(url) || strings.ContainsAny(path, "0123456789?=&") || strings.Contains(path, "REDACTED") {
		return ""
	}
	return fmt.Sprintf("  await expect(page).toHaveURL(%s);\n", js(url))
}

// variable names the environment variable for a text that is not stored.
func variable(t *types.Target, used []string) string {
	var b strings.Builder
	b.WriteString("CAIRN_")
	for _, r := range strings.ToUpper(elementName(t)) {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			b.WriteRune(r)
		} else if !strings.HasSuffix(b.String(), "_") {
			b.WriteByte('_')
		}
		if b.Len() >= maxFileName {
			break
		}
	}
	name := strings.TrimSuffix(b.String(), "_")
	if name == "CAIRN" {
		name = "CAIRN_TEXT"
	}
	for _, u := range used {
		if u == name {
			return fmt.Sprintf("%s_%d", name, len(used)+1)
		}
	}
	return name
}

// js quotes a text as JavaScript. It uses JSON, whose escapes cannot end a line or a
// script.
func js(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		return `""` // every string has a JSON form
	}
	return string(text)
}
