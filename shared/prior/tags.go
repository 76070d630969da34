package prior

import "slices"

// tag is a flow tag, one for all sessions that have it, so that they can be told
// apart without reading them.
type tag struct {
	text     string
	sessions int
	asked    uint64 // the last page whose asker has it
}

// putTags makes texts the session's flow tags.
func (e *Engine) putTags(s *session, texts []string) {
	e.dropTags(s)
	for _, text := range texts {
		t := e.tags[text]
		if t == nil {
			t = &tag{text: text}
			e.tags[text] = t
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
			delete(e.tags, t.text)
		}
	}
	s.flow = s.flow[:0]
}

// sharesFlow reports whether the asker and a session have a flow tag in common.
func (q *question) sharesFlow(s *session) bool {
	for _, t := range s.flow {
		if t.asked == q.look {
			return true
		}
	}
	return false
}

// hasTag reports whether a session passes the flow tag filter; nil lets all
// pass.
func hasTag(s *session, t *tag) bool {
	return t == nil || slices.Contains(s.flow, t)
}
