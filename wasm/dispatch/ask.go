package dispatch

import (
	"cairn/shared/core"
	"cairn/shared/masking"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// maxSeen bounds the cached observations: one for each tab that agents alternate
// between.
const maxSeen = 4

// seen caches the last masked observations by their stamps, so that a query about an
// unchanged page need not send it again. It is in memory only.
type seen struct {
	stamps []string // the oldest first
	looks  map[string]*types.Observation
}

func (s *seen) put(stamp string, o *types.Observation) {
	if stamp == "" {
		return
	}
	if s.looks == nil {
		s.looks = map[string]*types.Observation{}
	}
	if s.looks[stamp] == nil {
		s.stamps = append(s.stamps, stamp)
	}
	s.looks[stamp] = o
	if len(s.stamps) > maxSeen {
		delete(s.looks, s.stamps[0])
		s.stamps = s.stamps[1:]
	}
}

// mask removes the secrets from a browser's reply and, on request, adds the memory of
// its page. One call does both, because a page is long and should be read only once.
// If the query fails, the masked reply stays as it is. A page that refers to an
// unknown earlier one gets no answer.
func mask(c *core.Core, r *request) (*wire.CoreReply, error) {
	masking.Reply(r.Mask, r.typed.known)
	reply := &wire.CoreReply{Masked: r.Mask}
	if r.Ask == nil || r.Mask.Page == nil {
		return reply, nil
	}
	page := r.seen.looks[r.Mask.Page.Stamp]
	if !r.Mask.Page.Same {
		masked := r.Mask.Page.Observation
		page = &masked
		r.seen.put(r.Mask.Page.Stamp, page)
	}
	if page == nil {
		return reply, nil
	}
	named := *page // the companion may have newer rules for naming screens
	c.NameScreens(&named)
	if left := c.Learn(&named.State, r.Ask.Steps); left > 0 {
		reply.Learned, reply.Answer = &wire.Learned{Left: left}, &wire.Answer{State: &named.State, Why: wire.WhySlow}
		return reply, nil
	}
	known, err := c.Ask(r.Ask.Question, &named)
	if err != nil {
		reply.Answer = &wire.Answer{Why: wire.WhyFailed}
		return reply, nil
	}
	reply.Answer = &wire.Answer{State: &named.State, Known: known}
	return reply, nil
}
