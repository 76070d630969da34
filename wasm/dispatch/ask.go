package dispatch

import (
	"slices"

	"cairn/shared/core"
	"cairn/shared/masking"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// mask takes the secrets out of a browser's reply and, where that is asked, says
// what is known of the page in it. Both in one call: a page is long, and is to be
// read but once. What cannot be answered leaves the masked reply as it is.
func mask(c *core.Core, r *request) (*wire.CoreReply, error) {
	masking.Reply(r.Mask, r.typed.known)
	reply := &wire.CoreReply{Masked: r.Mask}
	if r.Ask == nil || r.Mask.Page == nil {
		return reply, nil
	}
	page := shallow(r.Mask.Page.Observation)
	c.CaptureObservation(&page)
	if left := c.Learn(&page.State, r.Ask.Steps); left > 0 {
		reply.Learned = &wire.Learned{Left: left}
		return reply, nil
	}
	known, err := c.Ask(r.Ask.Question, &page)
	if err != nil {
		reply.Answer = &wire.Answer{Why: wire.WhyFailed}
		return reply, nil
	}
	reply.Answer = &wire.Answer{State: &page.State, Known: known}
	return reply, nil
}

// shallow copies a look as far as capturing it changes it: the page that leaves
// the extension is to be captured by the companion, which may name screens by
// newer rules.
func shallow(o types.Observation) types.Observation {
	o.TestIDs, o.A11y.Nodes = slices.Clone(o.TestIDs), slices.Clone(o.A11y.Nodes)
	for i := range o.A11y.Nodes {
		o.A11y.Nodes[i].Path = slices.Clone(o.A11y.Nodes[i].Path)
	}
	return o
}
