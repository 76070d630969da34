package pack

// texts numbers strings; number 0 is the empty one. A Writer holds them in a slice, an
// opened pack in one string.
type texts struct {
	list []string // while it is written

	all  string // once it is opened
	ends []uint32
}

// at returns a string, "" for an unknown number.
func (t *texts) at(n uint64) string {
	if n < uint64(len(t.list)) {
		return t.list[n]
	}
	if n >= uint64(len(t.ends)) {
		return ""
	}
	from := uint32(0)
	if n > 0 {
		from = t.ends[n-1]
	}
	return t.all[from:t.ends[n]]
}

// table returns the strings as a table to be written.
func (t *texts) table() (out table) {
	size := 0
	for _, s := range t.list {
		size += len(s)
	}
	out.data, out.ends = make([]byte, 0, size), make([]uint32, 0, len(t.list))
	for _, s := range t.list {
		out.data = append(out.data, s...)
		out.close()
	}
	return out
}
