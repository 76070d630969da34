package dispatch

import (
	"cairn/shared/core"
	"cairn/shared/masking"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// maxSeen is how many looks are kept: as many tabs as agents work in by turns.
const maxSeen = 4

// seen are the last masked looks by their stamps, so that a page that is still
// the same can be asked about without sending it once more. They lie in memory
// alone.
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

// mask takes the secrets out of a browser's reply and, where that is asked, says
// what is known of the page in it. Both in one call: a page is long, and is to be
// read but once. What cannot be answered leaves the masked reply as it is; of a
// page that is said to be the same as one that is not known, nothing is answered.
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
	named := *page // the companion may name screens by newer rules
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
