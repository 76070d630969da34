package pack

import (
	"encoding/binary"

	"cairn/shared/types"
)

// Flags of observations.
const (
	flagTruncated = 1 << 0
	flagTestIDs   = 1 << 1 // the list is not nil
	flagNodes     = 1 << 2
	flagRefs      = 1 << 3 // refs are texts, not numbers
	flagSanitized = 1 << 4
	flagFramed    = 1 << 5 // the embedder and the foreign frames follow the elements
)

// maxElements bounds the elements of a page: far above the caps of package capture, and
// low enough that invalid bytes cost little memory.
const maxElements = 1 << 16

// appendObservation writes a page: its state, then its elements in runs of
// consecutive numbers. The elements of a screen are numbered when it is first recorded,
// so that a repeated screen takes a few runs.
func (w *Writer) appendObservation(dst []byte, o *types.Observation) []byte {
	if len(o.TestIDs) > maxElements || len(o.A11y.Nodes) > maxElements {
		o = &types.Observation{State: o.State, Frames: o.Frames, Truncated: true, Sanitized: o.Sanitized, TestIDs: o.TestIDs[:min(len(o.TestIDs), maxElements)],
			A11y: types.A11y{Nodes: o.A11y.Nodes[:min(len(o.A11y.Nodes), maxElements)]}}
	}
	numbered := true
	for i := range o.A11y.Nodes {
		if _, ok := numberOf(o.A11y.Nodes[i].Ref); !ok {
			numbered = false
			break
		}
	}
	dst = append(dst, bit(o.Truncated, flagTruncated)|bit(o.Sanitized, flagSanitized)|bit(o.TestIDs != nil, flagTestIDs)|bit(o.A11y.Nodes != nil, flagNodes)|bit(!numbered, flagRefs)|bit(hasFrames(o), flagFramed))
	for _, s := range [...]string{o.State.CurrentURL, o.State.CurrentScreen, o.State.Title, o.State.Origin} {
		dst = binary.AppendUvarint(dst, w.text(s))
	}
	var r runs
	for i := range o.TestIDs {
		r.add(int64(w.testID(&o.TestIDs[i], r.next)))
	}
	dst = r.append(dst)
	r = runs{}
	for i := range o.A11y.Nodes {
		r.add(int64(w.node(&o.A11y.Nodes[i], r.next)))
	}
	dst = r.append(dst)
	r = runs{}
	for i := range o.A11y.Nodes {
		if numbered {
			n, _ := numberOf(o.A11y.Nodes[i].Ref)
			r.add(n)
		} else {
			r.add(int64(w.text(o.A11y.Nodes[i].Ref)))
		}
	}
	dst = r.append(dst)
	if hasFrames(o) { // last, so that older readers ignore it
		dst = binary.AppendUvarint(dst, w.text(o.State.Embedder))
		dst = binary.AppendUvarint(dst, uint64(len(o.Frames)))
		for _, f := range o.Frames {
			for _, s := range [...]string{f.CurrentURL, f.CurrentScreen, f.Title, f.Origin, f.Embedder} {
				dst = binary.AppendUvarint(dst, w.text(s))
			}
		}
	}
	return dst
}

// hasFrames reports whether a page is a frame of another, or has foreign frames.
func hasFrames(o *types.Observation) bool { return o.State.Embedder != "" || len(o.Frames) > 0 }

// observation reads a page into o, only its state unless lists is set.
func (p *Pack) observation(o *types.Observation, n uint64, lists bool) {
	c := Cursor{Data: p.observations.at(n)}
	flags := c.Byte()
	o.Truncated, o.Sanitized = flags&flagTruncated != 0, flags&flagSanitized != 0
	o.State.CurrentURL, o.State.CurrentScreen = p.texts.at(c.Number()), p.texts.at(c.Number())
	o.State.Title, o.State.Origin = p.texts.at(c.Number()), p.texts.at(c.Number())
	if !lists && flags&flagFramed == 0 {
		return
	}
	ids, nodes, refs := c.runs(), c.runs(), c.runs()
	if flags&flagFramed != 0 {
		p.frames(&c, o)
	}
	if !lists {
		o.Frames = nil
		return
	}
	if flags&flagTestIDs != 0 {
		o.TestIDs = make([]types.TestID, ids.len())
		ids.each(func(i int, n int64) { p.readTestID(uint64(n), &o.TestIDs[i]) })
	}
	if flags&flagNodes != 0 {
		o.A11y.Nodes = make([]types.A11yNode, nodes.len())
		nodes.each(func(i int, n int64) { p.readNode(uint64(n), &o.A11y.Nodes[i]) })
		refs.each(func(i int, n int64) {
			switch {
			case i >= len(o.A11y.Nodes):
			case flags&flagRefs != 0:
				o.A11y.Nodes[i].Ref = p.texts.at(uint64(n))
			default:
				o.A11y.Nodes[i].Ref = refOf(n)
			}
		})
	}
}

// frames reads the fields at the end of pages with frames.
func (p *Pack) frames(c *Cursor, o *types.Observation) {
	o.State.Embedder = p.texts.at(c.Number())
	for range c.Count() {
		text := func() string { return p.texts.at(c.Number()) }
		o.Frames = append(o.Frames, types.State{CurrentURL: text(), CurrentScreen: text(), Title: text(), Origin: text(), Embedder: text()})
	}
}

func bit(set bool, flag byte) byte {
	if set {
		return flag
	}
	return 0
}
