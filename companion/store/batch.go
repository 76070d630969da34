package store

import (
	"fmt"

	"cairn/shared/types"
)

// batch is a group of changes that share one fsync. The index gets them after
// that, so the checks for duplicates look into both.
type batch struct {
	x      *index
	vault  *vault
	cursor int64
	items  []item
	blobs  map[ref]string // sealed, those that are not stored yet

	steps    map[string]bool
	edits    map[string]bool
	sessions map[string]ref
	sources  map[ref]*arrivals
	retired  map[string]string // tombstones of partial steps that were sent again
}

// item is one change with its number.
type item struct {
	cursor int64
	change *change
	value  string // sealed
}

// arrivals are the numbers of one source in a batch, those after its mark.
type arrivals struct {
	hwm     int64
	digests []uint64
}

func (s *Store) newBatch() *batch {
	return &batch{
		x:        s.x,
		vault:    s.vault,
		cursor:   s.x.cursor,
		blobs:    map[ref]string{},
		steps:    map[string]bool{},
		edits:    map[string]bool{},
		sessions: map[string]ref{},
		sources:  map[ref]*arrivals{},
		retired:  map[string]string{},
	}
}

func (b *batch) add(req *request) error {
	if err := b.admit(req.changes); err != nil {
		return err
	}
	req.cursors = make([]int64, len(req.changes))
	for i, p := range req.changes {
		req.cursors[i] = b.number(p)
	}
	return nil
}

// admit checks the numbers of sources without changing anything.
func (b *batch) admit(changes []*prepared) error {
	next := map[ref]int64{}
	for _, p := range changes {
		if p.source == (ref{}) {
			continue
		}
		if _, ok := next[p.source]; !ok {
			next[p.source] = b.hwm(p.source) + 1
		}
		switch want := next[p.source]; {
		case p.seq == want:
			next[p.source]++
		case p.seq > want:
			return types.Invalid(fmt.Sprintf("record %d came where %d is next", p.seq, want),
				fmt.Sprintf("Send again from %d.", want))
		default:
			if had := b.digest(p.source, p.seq); had != 0 && p.digest != 0 && had != p.digest {
				return conflictFault(p.seq)
			}
		}
	}
	return nil
}

// conflictFault reports that a source used one number for two records.
func conflictFault(seq int64) *types.Error {
	return types.Fault(types.CodeSeqConflict, fmt.Sprintf("record %d came again with other content", seq),
		"Start a new epoch and send what is not acknowledged in it.")
}

func (b *batch) hwm(source ref) int64 {
	if a := b.sources[source]; a != nil {
		return a.hwm
	}
	if s := b.x.sources[source]; s != nil {
		return s.hwm
	}
	return 0
}

func (b *batch) digest(source ref, seq int64) uint64 {
	s := b.x.sources[source]
	if a := b.sources[source]; a != nil {
		if i := seq - (a.hwm - int64(len(a.digests)) + 1); i >= 0 && i < int64(len(a.digests)) {
			return a.digests[i]
		}
	}
	if s == nil {
		return 0
	}
	return s.digest(seq)
}

// number numbers one change, or returns 0 for a duplicate.
func (b *batch) number(p *prepared) int64 {
	if p.source != (ref{}) && p.seq <= b.hwm(p.source) {
		return 0
	}
	had := b.isDuplicate(&p.change)
	c := &p.change
	if had {
		if p.source == (ref{}) {
			return 0
		}
		c = &change{kind: kindMarker, at: p.at, source: p.source, seq: p.seq, digest: p.digest}
	} else {
		b.addBlobs(p)
	}
	b.cursor++
	b.items = append(b.items, item{b.cursor, c, b.vault.seal(changeKey(b.cursor), c.encode())})
	b.track(c)
	if had {
		return 0
	}
	return b.cursor
}

// replace numbers a change that replaces a deleted one. It skips the check for
// duplicates, which would find the deleted one.
func (b *batch) replace(p *prepared) item {
	b.addBlobs(p)
	b.cursor++
	it := item{b.cursor, &p.change, b.vault.seal(changeKey(b.cursor), p.encode())}
	b.items = append(b.items, it)
	return it
}

// isDuplicate reports whether the content of c is stored already.
func (b *batch) isDuplicate(c *change) bool {
	switch c.kind {
	case kindStep:
		if b.steps[c.id] {
			return true
		}
		_, partial := b.x.partial[c.id]
		_, had := b.x.steps[c.id]
		return had && !partial
	case kindEdit:
		_, had := b.x.edits[c.id]
		return had || b.edits[c.id]
	case kindSession:
		if r, ok := b.sessions[c.sessionID]; ok {
			return r == c.session
		}
		return b.x.sessions[c.sessionID].blob == c.session
	}
	return false
}

func (b *batch) addBlobs(p *prepared) {
	for i := range p.blobs {
		bl := &p.blobs[i]
		if b.x.blobs[bl.ref] == 0 && b.blobs[bl.ref] == "" {
			b.blobs[bl.ref] = b.vault.seal(b.vault.blobKey(bl.ref), bl.pack())
		}
	}
}

// track remembers c for the checks of later changes.
func (b *batch) track(c *change) {
	if c.kind == kindStep {
		b.steps[c.id] = true
		if old, ok := b.x.partial[c.id]; ok {
			key := changeKey(old)
			b.retired[key] = b.vault.seal(key, nil)
		}
	}
	if c.kind == kindEdit {
		b.edits[c.id] = true
	}
	if c.session != (ref{}) {
		b.sessions[c.sessionID] = c.session
	}
	if c.source != (ref{}) {
		a := b.sources[c.source]
		if a == nil {
			a = &arrivals{hwm: b.hwm(c.source)}
			b.sources[c.source] = a
		}
		a.hwm++
		a.digests = append(a.digests, c.digest)
	}
}

func (b *batch) blobValues() map[string]string {
	values := make(map[string]string, len(b.blobs))
	for r, value := range b.blobs {
		values[b.vault.blobKey(r)] = value
	}
	return values
}

func (b *batch) changeValues() map[string]string {
	values := make(map[string]string, len(b.items)+len(b.retired))
	for _, it := range b.items {
		values[changeKey(it.cursor)] = it.value
	}
	for key, value := range b.retired {
		values[key] = value
	}
	return values
}

// apply adds the batch, which is durable now, to the index.
func (b *batch) apply(x *index) {
	for _, it := range b.items {
		delete(x.partial, it.change.id)
		x.add(it.cursor, it.change, setSize(changeKey(it.cursor), len(it.value)))
		if it.change.source != (ref{}) {
			x.source(it.change.source).advance(it.change.digest)
		}
	}
	for r, value := range b.blobs {
		x.liveBytes += setSize(b.vault.blobKey(r), len(value))
	}
}
