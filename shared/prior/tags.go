package prior

import (
	"slices"

	"cairn/shared/text"
)

// tag is a flow tag, one for all sessions that have it in any spelling, so that
// they can be told apart without reading them.
type tag struct {
	key      string // as text.Tag has it
	sessions int
	asked    uint64 // the last page whose asker has it
}

// putTags makes texts the session's flow tags.
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

// dropTags takes them from it, and leaves nothing of those that no other has.
func (e *Engine) dropTags(s *session) {
	for _, t := range s.flow {
		if t.sessions--; t.sessions == 0 {
			delete(e.tags, t.key)
		}
	}
	s.flow = s.flow[:0]
}

// distinctTags are the tags among texts, each once, as they are spelt first.
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

// anotherFlow reports whether flow tags and goals say that v is about something
// else. A session without flow tags declares nothing: people who browse set none.
func (q *question) anotherFlow(v *visit) bool {
	return len(v.session.flow) > 0 && !q.sharesFlow(v.session) && v.likenessTo(q.look) < otherFlow
}

// sharesFlow reports whether the asker and a session have a flow tag in common.
// Such sessions are preferred; the others are heard all the same (DESIGN 9.19).
func (q *question) sharesFlow(s *session) bool {
	for _, t := range s.flow {
		if t.asked == q.look {
			return true
		}
	}
	return false
}
