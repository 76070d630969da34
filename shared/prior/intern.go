package prior

import "encoding/binary"

// interner numbers strings and counts who uses them, so that a forgotten page
// leaves nothing behind.
type interner struct {
	ids  map[string]uint32
	strs []string
	refs []int32
	free []uint32

	// Scratch of one page: a bit for each string that it shows, and which they are.
	shown  []uint64
	marked []uint32
}

func newInterner() *interner { return &interner{ids: map[string]uint32{}} }

// take numbers a string and counts one more use.
func (in *interner) take(b []byte) uint32 {
	if id, ok := in.ids[string(b)]; ok {
		in.refs[id]++
		return id
	}
	s := string(b)
	var id uint32
	if n := len(in.free); n > 0 {
		id, in.free = in.free[n-1], in.free[:n-1]
		in.strs[id], in.refs[id] = s, 1
	} else {
		id = uint32(len(in.strs))
		in.strs, in.refs = append(in.strs, s), append(in.refs, 1)
		if int(id>>6) == len(in.shown) {
			in.shown = append(in.shown, 0)
		}
	}
	in.ids[s] = id
	return id
}

// drop counts one use less and forgets s with the last.
func (in *interner) drop(id uint32) {
	if in.refs[id]--; in.refs[id] == 0 {
		delete(in.ids, in.strs[id])
		in.strs[id] = ""
		in.free = append(in.free, id)
	}
}

// mark notes that the page shows a string.
func (in *interner) mark(id uint32) {
	in.shown[id>>6] |= 1 << (id & 63)
	in.marked = append(in.marked, id)
}

// unmark makes room for another page.
func (in *interner) unmark() {
	for _, id := range in.marked {
		in.shown[id>>6] = 0
	}
	in.marked = in.marked[:0]
}

// count is how many of some strings the page shows.
func (in *interner) count(ids []uint32) (n int) {
	for _, id := range ids {
		n += int(in.shown[id>>6] >> (id & 63) & 1)
	}
	return n
}

// pageSet is what an observation showed, as numbers. Equal pages of an origin
// share one.
type pageSet struct {
	testIDs []uint32
	names   []uint32
	refs    int
	key     string

	// Scratch of one page, valid while asked is its number.
	asked       uint64
	overlap     int // with the page now, in sixteenths
	sharedIDs   int // test ids that it shows, too
	sharedNames int // and names
}

// maxPageElements bounds what a remembered page keeps per kind: enough to tell
// pages apart, little enough for 100,000 distinct ones.
const maxPageElements = 64

// pageKey is the content of a page set, for sharing.
func pageKey(testIDs, names []uint32) string {
	b := make([]byte, 0, 4*(len(testIDs)+len(names))+4)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(testIDs)))
	for _, id := range testIDs {
		b = binary.LittleEndian.AppendUint32(b, id)
	}
	for _, id := range names {
		b = binary.LittleEndian.AppendUint32(b, id)
	}
	return string(b)
}
