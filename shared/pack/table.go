package pack

import (
	"encoding/binary"
	"fmt"
)

// maxTable bounds the bytes of a table, so that an int holds them everywhere,
// also where it has 32 bits.
const maxTable = 1 << 30

// table is entries of bytes by number.
type table struct {
	data []byte
	ends []uint32 // of the entries, in data
}

func (t *table) len() int { return len(t.ends) }

// at returns an entry, an empty one for an unknown number.
func (t *table) at(n uint64) []byte {
	if n >= uint64(len(t.ends)) {
		return nil
	}
	from := uint32(0)
	if n > 0 {
		from = t.ends[n-1]
	}
	return t.data[from:t.ends[n]]
}

// close ends the entry that was appended to data, and returns its number.
func (t *table) close() uint64 {
	t.ends = append(t.ends, uint32(len(t.data)))
	return uint64(len(t.ends) - 1)
}

// appendTo writes the table as readTable reads it.
func (t *table) appendTo(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(t.ends)))
	from := uint32(0)
	for _, end := range t.ends {
		dst = binary.AppendUvarint(dst, uint64(end-from))
		from = end
	}
	return append(dst, t.data...)
}

// readTable reads a table from the head of data, without copying its bytes, and returns
// the rest.
func readTable(data []byte) (t table, rest []byte, err error) {
	c := Cursor{Data: data}
	n := c.Count()
	if c.Bad {
		return t, nil, fmt.Errorf("pack: a table does not fit into its %d bytes", len(data))
	}
	t.ends = make([]uint32, n)
	sum := uint64(0)
	for i := range t.ends {
		if sum += c.Number(); sum > maxTable {
			return t, nil, fmt.Errorf("pack: a table of more than %d bytes", maxTable)
		}
		t.ends[i] = uint32(sum)
	}
	if c.Bad || sum > uint64(len(c.Data)) {
		return t, nil, fmt.Errorf("pack: a table of %d bytes ends after %d", sum, len(c.Data))
	}
	t.data = c.Data[:sum:sum]
	return t, c.Data[sum:], nil
}
