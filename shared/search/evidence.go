package search

import (
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/pack"
	"cairn/shared/types"
)

// evidence names the fields of a match that contain the query's words (spec 001
// sections 4.3.2 and 8.3): for each word the tool, the screen, the target, a label,
// an error, the typed text, a test id and an accessible node, each named once. Test
// ids that were only on the page begin with "seen:". Where only the session has the
// words, it names its flow tags, its tags, its branch and the words of its goal. step
// may be an outline: the page is searched in its packed form.
func (p *plan) evidence(m match, step *types.Step, pages *seenNames) []string {
	out := make([]string, 0, usualEvidence)
	var room [usualEvidence]*hit
	for i := range p.terms {
		t := p.terms[i]
		if t.kind != asked || i < 64 && m.terms&(1<<i) == 0 {
			continue
		}
		for j := 0; j < t.ofSteps; {
			name, words := "", room[:0]
			if slot := t.hits[j].slot; slot == fieldSeen || slot == fieldName {
				name, j = pages.name(t, i, j, m)
			} else if words, j = t.bestOfSlot(j, m, words); len(words) > 0 {
				name = nameActed(step, words)
			}
			if name != "" && !slices.Contains(out, name) && !isTarget(step, name, out) {
				out = append(out, name)
			}
		}
	}
	if len(out) == 0 && m.session != nil {
		return p.sessionEvidence(m.session)
	}
	return out
}

// sessionEvidence names the places in a session's metadata that contain the query's
// words.
func (p *plan) sessionEvidence(s *session) (out []string) {
	for _, t := range p.terms {
		if t.kind != asked {
			continue
		}
		if name := t.nameSession(s); name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// nameSession names the place in a session's metadata that contains a term, or
// returns an empty string.
func (t *term) nameSession(s *session) string {
	for i := t.ofSteps; i < len(t.hits); i++ {
		h := &t.hits[i]
		if !h.list.has(s.number) {
			continue
		}
		switch h.field {
		case fieldFlow:
			return "flowTag:" + holding(s.meta.FlowTags, h.word.text)
		case fieldTag:
			return "tag:" + holding(s.meta.Tags, h.word.text)
		case fieldBranch:
			return "branch:" + s.meta.Git.Branch
		case fieldGoal:
			return "goal:" + h.word.text
		}
	}
	return ""
}

// holding returns the first tag that contains a word; the caller knows that there is
// one.
func holding(tags []string, word string) string {
	for _, tag := range tags {
		if containsWord(tag, word, asName) {
			return tag
		}
	}
	return ""
}

// usualEvidence is an upper bound on the names of most matches.
const usualEvidence = 8

// isTarget reports whether a test id from the page is the target's, which is already
// named.
func isTarget(step *types.Step, name string, named []string) bool {
	id, ok := strings.CutPrefix(name, "seen:")
	return ok && step.Tool.Target != nil && step.Tool.Target.TestID == id && slices.Contains(named, "testId:"+id)
}

// bestOfSlot appends to best the counting hits of the slot that begins at hits[at]:
// all hits of the greatest worth that occur in the match. It also returns where the
// next slot begins.
func (t *term) bestOfSlot(at int, m match, best []*hit) (_ []*hit, next int) {
	slot, bit := t.hits[at].slot, m.step.mask()
	for next = at; next < len(t.hits) && t.hits[next].slot == slot; next++ {
		h := &t.hits[next]
		if len(best) > 0 && h.worth < best[0].worth {
			continue
		}
		if h.list.mask(m.step.in)&bit != 0 {
			best = append(best, h)
		}
	}
	return best, next
}

// nameActed names the first place of a step, outside its page, that contains one of
// the words. It returns an empty string when no place is worth naming.
func nameActed(step *types.Step, words evident) string {
	switch words[0].slot {
	case fieldTool:
		return "tool:" + step.Tool.Name
	case fieldScreen:
		return "screen:" + step.Observation.State.CurrentScreen
	case fieldTestID:
		return nameTarget(step.Tool.Target, words)
	case fieldLabel:
		for _, label := range step.Labels {
			if words.in(fieldLabel, label, asName) {
				return "label:" + label
			}
		}
	case fieldError:
		return "error:" + string(step.Outcome.Error.Code)
	case fieldText:
		return "typed"
	case fieldPage:
		return "page"
	}
	return ""
}

// evident contains hits of one slot with the same worth.
type evident []*hit

// in reports whether a text of a field contains one of their words.
func (words evident) in(f field, s string, how splitting) bool {
	for _, h := range words {
		if h.field == f && (containsWord(s, h.word.text, how) || hashedWord(h.word.text) && capture.HoldsHash(s, h.word.text[len(hashMark):])) {
			return true
		}
	}
	return false
}

func nameTarget(t *types.Target, words evident) string {
	switch {
	case t == nil || words[0].field == fieldPhrase:
		return ""
	case words.in(fieldTestID, t.TestID, asName):
		return "testId:" + t.TestID
	case t.Name != "" || t.Role != "":
		return "target:" + t.Role + ":\"" + t.Name + "\""
	}
	return "selector:" + t.Selector
}

// seenNames caches the names of the page elements that the terms of a query found.
// The steps of one result share their pages, and searching a page is the largest part
// of the cost of describing a step.
type seenNames struct {
	step  *held // the step whose page is selected
	page  int   // the index of that page
	pages []pack.Page
	names [][]seenName // by page and term, and by slot: the reference scorer has two slots for pages
}

type seenName struct {
	name  string
	known bool
}

// name returns the name of the page element that the i-th term found in a match, and
// where the slot after that of the hit at a place begins.
func (s *seenNames) name(t *term, i, at int, m match) (name string, next int) {
	if s.step != m.step {
		s.step = m.step
		s.selectPage(m.step.page())
	}
	slot := t.hits[at].slot
	i = 2*i + one(slot == fieldName)
	if more := i + 1 - len(s.names[s.page]); more > 0 {
		s.names[s.page] = append(s.names[s.page], make([]seenName, more)...)
	}
	n := &s.names[s.page][i]
	if n.known {
		for next = at; next < len(t.hits) && t.hits[next].slot == slot; next++ {
		}
		return n.name, next
	}
	n.known = true
	var room [usualEvidence]*hit
	words, next := t.bestOfSlot(at, m, room[:0])
	if len(words) > 0 {
		n.name = nameSeen(s.pages[s.page], words)
	}
	return n.name, next
}

func (s *seenNames) selectPage(page pack.Page) {
	if s.page = slices.Index(s.pages, page); s.page < 0 {
		s.page = len(s.pages)
		s.pages, s.names = append(s.pages, page), append(s.names, nil)
	}
}

// nameSeen names the first element of a page that matches: a test id with one of the
// words, else a node.
func nameSeen(page pack.Page, words evident) string {
	var idRoom, nodeRoom [usualEvidence]uint32
	ofIDs, ofNodes := idRoom[:0], nodeRoom[:0]
	for _, h := range words {
		if letters := pack.WordLetters(h.word.text); h.field == fieldSeen {
			ofIDs = append(ofIDs, letters)
		} else {
			ofNodes = append(ofNodes, letters)
		}
	}
	if id := page.FirstTestID(ofIDs, func(id string) bool { return words.in(fieldSeen, id, asName) }); id != "" {
		return "seen:" + id
	}
	role, name, ok := page.FirstNode(ofNodes, func(role, name string) bool {
		return words.in(fieldName, name, asWords) || words.in(fieldRole, role, asWords)
	})
	switch {
	case !ok:
		return ""
	case words.in(fieldName, name, asWords):
		return "a11y:" + role + ":\"" + name + "\""
	}
	return "a11y:" + role
}
