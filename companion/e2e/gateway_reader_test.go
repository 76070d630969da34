package e2e

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

var ariaLine = regexp.MustCompile(`^( *)- '?"?([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?([^:]*)(?::\s*(.*))?$`)

var ariaControl = regexp.MustCompile(`^(link|button|textbox|searchbox|combobox|listbox|option|checkbox|radio|switch|slider|spinbutton|menuitem|tab|treeitem)\b`)

var ariaField = regexp.MustCompile(`^(textbox|searchbox|spinbutton|checkbox|radio|switch)\b`)

var ariaBox = regexp.MustCompile(`^(checkbox|radio|switch)\b`)

// ariaHandles reads a snapshot as an agent does: each ref with its role and name, the
// text of the row around it, and the heading above it.
func ariaHandles(snapshot string) (all []handle) {
	type part struct {
		depth           int
		role, own, text string
		ref             string
	}
	var parts []part
	for _, line := range strings.Split(snapshot, "\n") {
		m := ariaLine.FindStringSubmatch(strings.ReplaceAll(line, "''", "'"))
		if m == nil {
			continue
		}
		p := part{depth: len(m[1]), role: m[2], own: m[2], text: strings.Trim(m[3]+" "+m[5], ` "'`)}
		if m[3] != "" {
			p.own += " " + m[3]
		} else if m[5] != "" && !strings.HasPrefix(m[2], "text") {
			p.own += ` "` + m[5] + `"`
		}
		if ref := regexp.MustCompile(`\[ref=(\w+)\]`).FindStringSubmatch(line); ref != nil {
			p.ref = ref[1]
		}
		parts = append(parts, p)
	}
	within := func(i int) string { // the texts in an element
		var texts []string
		for k := i; k < len(parts) && (k == i || parts[k].depth > parts[i].depth); k++ {
			texts = append(texts, parts[k].text)
		}
		return strings.Join(texts, " ")
	}
	above := ""
	for i := range parts {
		if parts[i].role == "heading" {
			above = parts[i].own
		}
		if parts[i].ref == "" {
			continue
		}
		h := handle{ref: parts[i].ref, own: strings.ToLower(parts[i].own), above: strings.ToLower(above)}
		if !strings.Contains(h.own, `"`) && (parts[i].role == "link" || parts[i].role == "button" || parts[i].role == "generic") {
			if all := strings.TrimSpace(within(i)); len(all) <= 80 { // more is a part of the page
				h.own += ` "` + strings.ToLower(all) + `"`
			}
		}
		for k, depth := i, parts[i].depth+1; k >= 0; k-- {
			if parts[k].depth >= depth {
				continue
			}
			depth = parts[k].depth
			if slices.Contains([]string{"row", "listitem", "article"}, parts[k].role) {
				h.line = strings.ToLower(within(k))
				break
			}
		}
		if h.line == "" { // where a driver lists no rows: the controls before it, and the texts before those
			line, texts, box := []string{}, false, parts[i].own == "checkbox" // a box without a name stands before its row
			for k := i - 1; !box && k >= 0 && parts[k].depth >= parts[i].depth && parts[k].own != parts[i].own; k-- {
				isText := parts[k].role == "text"
				if parts[k].depth == parts[i].depth && (texts && !isText || !isText && !ariaControl.MatchString(parts[k].role)) {
					break
				}
				texts = texts || isText && parts[k].depth == parts[i].depth
				line = append(line, parts[k].text)
			}
			for k := i + 1; box && k < len(parts) && parts[k].depth >= parts[i].depth && parts[k].own != parts[i].own; k++ {
				line = append(line, parts[k].text)
			}
			h.line = strings.ToLower(strings.Join(line, " "))
		}
		all = append(all, h)
	}
	return all
}

// look returns the ref of an act's element, from the last snapshot or a new one. The driver
// refused an act on the element refused, "" for none.
func (a *gatewayAgent) look(x flowAct, refused string) string {
	for range 3 {
		if a.snapshot == "" {
			a.survey()
		}
		_, front, _ := strings.Cut(a.snapshot, "- dialog") // it is the last part of a page
		for _, part := range []string{front, a.snapshot} {
			if ref := fitting(part, x, refused); ref != "" {
				return ref
			}
		}
		if ref := a.placed(x); ref != "" && ref != refused {
			return ref
		}
		a.snapshot = ""
		time.Sleep(500 * time.Millisecond)
	}
	a.note = append(a.note, fmt.Sprintf("no line for %q", x.words))
	return a.judge(fmt.Sprintf("() => window.__css(%q)", x.at), "")
}

// placed returns the ref of an act's element that the last snapshot lists without the act's
// words, "" for none. An agent finds such an icon or cell by its place, or on a picture of
// the page.
func (a *gatewayAgent) placed(x flowAct) string {
	var inside, around string
	for _, h := range ariaHandles(a.seen) { // each is one call of the driver
		isIcon := ariaIcon.MatchString(h.own) || ariaControl.MatchString(h.own) && !worded.MatchString(strings.TrimLeft(h.own, "abcdefghijklmnopqrstuvwxyz"))
		switch a.relation(x.at, h.ref) {
		case "same":
			return h.ref
		case "inside":
			if isIcon {
				inside = cmp.Or(inside, h.ref)
			}
		case "around":
			if isIcon {
				around = h.ref // the innermost is the last
			}
		case "unknown":
			return ""
		}
	}
	return cmp.Or(inside, around)
}

// ariaIcon matches an icon of a font, as which a driver lists a control that has nothing else.
var ariaIcon = regexp.MustCompile(`^generic "\p{Co}+"$`)

// worded matches a name that has a word.
var worded = regexp.MustCompile(`[\pL\pN]`)

// relation says where the element of a ref is in relation to an act's: same, inside, around, or
// elsewhere. It is unknown with a driver that evaluates nothing on elements.
func (a *gatewayAgent) relation(at, ref string) string {
	return a.judge(fmt.Sprintf(`(el) => {
  const p = window.__pick(%q), up = (n) => n.parentElement ?? n.getRootNode().host ?? null;
  const holds = (a, b) => { for (; b; b = up(b)) if (a === b) return true; return false; };
  if (!p) return "elsewhere";
  if (p === el || [...(p.labels ?? [])].includes(el)) return "same";
  return holds(p, el) ? "inside" : holds(el, p) ? "around" : "elsewhere";
}`, at), ref)
}

// fitting returns the ref of the element of an act in a part of a snapshot, "" for none.
func fitting(snapshot string, x flowAct, refused string) string {
	all := slices.DeleteFunc(ariaHandles(snapshot), func(h handle) bool { return refused != "" && h.ref == refused })
	controls := slices.DeleteFunc(slices.Clone(all), func(h handle) bool { return !ariaControl.MatchString(h.own) || !called(&h, x.words) })
	kind := x.kind()
	if kind == "press" { // a list is opened by a click
		controls = slices.DeleteFunc(controls, func(h handle) bool { return ariaField.MatchString(h.own) })
		kind = ""
	}
	boxes := slices.DeleteFunc(slices.Clone(all), func(h handle) bool { return kind != "tick" || !ariaBox.MatchString(h.own) })
	for _, best := range [][]handle{bestFits(controls, kind, x.words), bestFits(boxes, kind, x.words), bestFits(all, x.kind(), x.words)} { // a text is clicked where no control is called so
		if len(best) > 0 { // not all of a part of the page
			return slices.MinFunc(best, func(a, b handle) int { return len(a.own) - len(b.own) }).ref
		}
	}
	return ""
}

// called reports whether one of the words is in a handle's name.
func called(h *handle, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.ContainsFunc(strings.Split(strings.ToLower(w), "|"), func(either string) bool { return holds(h.own, either) })
	})
}

// chooses reports whether the snapshot shows options of an element.
func (a *gatewayAgent) chooses(ref string) bool {
	_, rest, _ := strings.Cut(a.snapshot, "[ref="+ref+"]")
	_, rest, _ = strings.Cut(rest, "\n")
	return strings.HasPrefix(strings.TrimLeft(rest, " "), "- option ")
}
