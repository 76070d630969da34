package search

import (
	"strings"

	"cairn/shared/pack"
	"cairn/shared/types"
)

// evidence names the fields of a step in which the query's words were found
// (spec 001 sections 4.3.2 and 8.3): for each word the tool, the screen, the
// target, a label, an error, what was typed, a test id and an accessible node,
// each named once. Test ids that were merely on the page read "seen:". step may
// be an outline; page gives what it leaves out. terms are those of the first 64
// that are worth looking for.
func (p *plan) evidence(step *types.Step, page func() pack.Page, terms uint64, stands func(h *hit) bool) []string {
	var out []string
	add := func(s string) {
		if s != "" && !has(out, s) {
			out = append(out, s)
		}
	}
	target := ""
	if t := step.Tool.Target; t != nil {
		target = "testId:" + t.TestID
	}
	var words []*hit
	var seen *pack.Page
	once := func() pack.Page {
		if seen == nil {
			p := page()
			seen = &p
		}
		return *seen
	}
	for i := range p.terms {
		t := &p.terms[i]
		if t.kind != asked || i < 64 && terms&(1<<i) == 0 {
			continue
		}
		for j := 0; j < len(t.hits) && t.hits[j].field < stepFields; {
			words, j = t.bestOfSlot(j, stands, words[:0])
			name := name(step, once, words)
			if id, ok := strings.CutPrefix(name, "seen:"); ok && "testId:"+id == target && has(out, target) {
				continue
			}
			add(name)
		}
	}
	return out
}

// bestOfSlot adds to best the hits that count in the slot that begins at
// hits[at]: all of the greatest worth that stand in the step. next is where the
// next slot begins.
func (t *term) bestOfSlot(at int, stands func(h *hit) bool, best []*hit) (_ []*hit, next int) {
	slot := t.hits[at].slot
	for next = at; next < len(t.hits) && t.hits[next].slot == slot; next++ {
		h := &t.hits[next]
		if len(best) > 0 && h.worth < best[0].worth {
			continue
		}
		if stands(h) {
			best = append(best, h)
		}
	}
	return best, next
}

// name names the first place of a step in which one of the words stands; empty
// when there is none that is worth naming.
func name(step *types.Step, page func() pack.Page, words []*hit) string {
	in := func(f field, s string, how splitting) bool {
		for _, h := range words {
			if h.field == f && holds(s, h.word, how) {
				return true
			}
		}
		return false
	}
	if len(words) == 0 {
		return ""
	}
	switch words[0].slot {
	case fieldTool:
		return "tool:" + step.Tool.Name
	case fieldScreen:
		return "screen:" + step.Observation.State.CurrentScreen
	case fieldTestID:
		return nameTarget(step.Tool.Target, in)
	case fieldLabel:
		for _, label := range step.Labels {
			if in(fieldLabel, label, asName) {
				return "label:" + label
			}
		}
	case fieldError:
		return "error:" + string(step.Outcome.Error.Code)
	case fieldText:
		return "typed"
	case fieldPage:
		return "page"
	case fieldSeen, fieldName:
		return nameSeen(page(), in)
	}
	return ""
}

// inside asks whether one of the sought words stands in a text of a field.
type inside func(f field, s string, how splitting) bool

func nameTarget(t *types.Target, in inside) string {
	switch {
	case t == nil:
		return ""
	case in(fieldTestID, t.TestID, asName):
		return "testId:" + t.TestID
	case t.Name != "" || t.Role != "":
		return "target:" + t.Role + ":\"" + t.Name + "\""
	}
	return "selector:" + t.Selector
}

func nameSeen(page pack.Page, in inside) (name string) {
	page.TestIDs(func(id string) bool {
		if in(fieldSeen, id, asName) {
			name = "seen:" + id
		}
		return name == ""
	})
	if name != "" {
		return name
	}
	page.Nodes(func(role, text string) bool {
		switch {
		case in(fieldName, text, asWords):
			name = "a11y:" + role + ":\"" + text + "\""
		case in(fieldRole, role, asWords):
			name = "a11y:" + role
		}
		return name == ""
	})
	return name
}
