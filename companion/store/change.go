package store

import (
	"encoding/binary"
	"fmt"

	"cairn/shared/types"
)

// kind is the type of a change. The numbers are persisted; 3 was never written.
type kind byte

const (
	kindStep     kind = 1
	kindSession  kind = 2
	kindDeletion kind = 4
	kindGap      kind = 5 // a source reports that it lost records
	kindMarker   kind = 6 // a duplicate of a stored record: only its number counts
	kindEdit     kind = 7 // an edit of a card, a KB item, a site name or a flow
	kindShared   kind = 8 // an entry of the sharing log; since schema 2
)

// change is one change as it is stored. Everything that the index needs stands before
// the payload, unpacked, so that opening a store decodes no payload.
type change struct {
	kind kind
	// at is a step's own time, a session's creation, a deletion's arrival.
	at types.Time

	// The origin of the change; a zero source means the companion itself.
	source ref    // hash of install and epoch
	seq    int64  // number within source
	digest uint64 // of the record as received

	id          string // of the step, the edit or the entry of the sharing log
	sessionID   string
	session     ref // blob with the session's metadata as it was then
	observation ref // blob with the observation before the step

	payload []byte // packed JSON
}

// The flags of the optional parts of a change. Persisted.
const (
	hasSource      = 1 << 0
	hasSession     = 1 << 1
	hasObservation = 1 << 2
	knownParts     = hasSource | hasSession | hasObservation
)

// encode writes kind, parts, at, the optional parts, both ids and the payload.
func (c *change) encode() []byte {
	b := make([]byte, 0, 96+len(c.id)+len(c.sessionID)+len(c.payload))
	var parts byte
	if c.source != (ref{}) {
		parts |= hasSource
	}
	if c.session != (ref{}) {
		parts |= hasSession
	}
	if c.observation != (ref{}) {
		parts |= hasObservation
	}
	b = append(b, byte(c.kind), parts)
	b = binary.AppendVarint(b, int64(c.at))
	if parts&hasSource != 0 {
		b = append(b, c.source[:]...)
		b = binary.AppendVarint(b, c.seq)
		b = binary.BigEndian.AppendUint64(b, c.digest)
	}
	if parts&hasSession != 0 {
		b = append(b, c.session[:]...)
	}
	if parts&hasObservation != 0 {
		b = append(b, c.observation[:]...)
	}
	b = appendString(b, c.id)
	b = appendString(b, c.sessionID)
	return append(b, c.payload...)
}

// decodeChange decodes the output of encode. The payload shares b's memory.
func decodeChange(b []byte) (*change, error) {
	d := decoder{rest: b}
	c := &change{kind: kind(d.byte())}
	parts := d.byte()
	c.at = types.Time(d.varint())
	if parts&hasSource != 0 {
		c.source = d.ref()
		c.seq = d.varint()
		c.digest = d.uint64()
	}
	if parts&hasSession != 0 {
		c.session = d.ref()
	}
	if parts&hasObservation != 0 {
		c.observation = d.ref()
	}
	c.id = d.string()
	c.sessionID = d.string()
	c.payload = d.rest
	switch {
	case d.short:
		return nil, fmt.Errorf("change ends early: %w", errDamaged)
	case c.kind < kindStep || c.kind > kindShared:
		return nil, fmt.Errorf("change of kind %d: %w", c.kind, errDamaged)
	case parts&^knownParts != 0:
		return nil, fmt.Errorf("change with parts %#x: %w", parts, errDamaged)
	case parts&hasSource != 0 && (c.seq <= 0 || c.seq > maxSeq):
		return nil, fmt.Errorf("change numbered %d: %w", c.seq, errDamaged)
	}
	return c, nil
}

// maxSeq is the largest number that JavaScript counts exactly.
const maxSeq = 1<<53 - 1

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// decoder reads values from the front of rest. After the end, short is set and
// every value is zero.
type decoder struct {
	rest  []byte
	short bool
}

func (d *decoder) nextBytes(n uint64) []byte {
	if d.short || n > uint64(len(d.rest)) {
		d.short, d.rest = true, nil
		return nil
	}
	out := d.rest[:n]
	d.rest = d.rest[n:]
	return out
}

func (d *decoder) byte() byte {
	if b := d.nextBytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (d *decoder) uint64() uint64 {
	if b := d.nextBytes(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

func (d *decoder) ref() (r ref) {
	copy(r[:], d.nextBytes(uint64(len(r))))
	return r
}

func (d *decoder) varint() int64 {
	v, n := binary.Varint(d.rest)
	if n <= 0 {
		d.short = true
		return 0
	}
	d.nextBytes(uint64(n))
	return v
}

func (d *decoder) string() string {
	n, used := binary.Uvarint(d.rest)
	if used <= 0 {
		d.short = true
		return ""
	}
	d.nextBytes(uint64(used))
	return string(d.nextBytes(n))
}
