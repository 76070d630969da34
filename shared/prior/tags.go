package prior

import (
	"slices"

	"cairn/shared/text"
)

// tag is a flow tag, shared by all sessions that have it in any spelling, so that
// tags can be compared without reading them.
type tag struct {
	key      string // as text.Tag has it
	sessions int
	asked    uint64 // the last page whose asker has it
}

// putTags replaces the session's flow tags by texts.
func (e *Engine) putTags(s *session, texts []string) {
	e.dropTags(s)
	for _, spelt := range texts {
		key := text.Tag(spelt)
		t := e.tags[key]
		if t == nil {
			t = &tag{key: key}
			e.tags[key] = t
		}
		if !slices.Contains(s.flow, t) {
			t.sessions++
			s.flow = append(s.flow, t)
		}
	}
}

// dropTags removes a session's tags, and deletes those that no other session has.
func (e *Engine) dropTags(s *session) {
	for _, t := range s.flow {
		if t.sessions--; t.sessions == 0 {
			delete(e.tags, t.key)
		}
	}
	s.flow = s.flow[:0]
}

// distinctTags returns the tags among texts, each once, in their first spelling.
func distinctTags(texts []string) []string {
	var out, keys []string
	for _, spelt := range texts {
		if key := text.Tag(spelt); key != "" && !slices.Contains(keys, key) {
			out, keys = append(out, spelt), append(keys, key)
		}
	}
	return out
}

// otherFlow is the likeness of goals, in sixteenths, from which on sessions
// belong together although their flow tags differ.
const otherFlow = 4

// anotherFlow reports whether flow tags and goals show that v has another subject. A
// session without flow tags declares none, because people who browse set none.
func (q *question) anotherFlow(v *visit) bool {
	return len(v.session.flow) > 0 && !q.sharesFlow(v.session) && v.likenessTo(q.look) < otherFlow
}

// sharesFlow reports whether the asker and a session have a flow tag in common.
// Such sessions are preferred, but the others also count (DESIGN 9.19).
func (q *question) sharesFlow(s *session) bool {
	for _, t := range s.flow {
		if t.asked == q.look {
			return true
		}
	}
	return false
}
