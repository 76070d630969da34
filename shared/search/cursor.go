package search

import "encoding/binary"

// cursor reads a part of a segment. What is not there reads as zero and makes
// the rest bad.
type cursor struct {
	data []byte
	bad  bool
}

func (c *cursor) number() uint64 {
	if len(c.data) > 0 && c.data[0] < 0x80 {
		n := uint64(c.data[0])
		c.data = c.data[1:]
		return n
	}
	n, size := binary.Uvarint(c.data)
	if size <= 0 {
		c.fail()
		return 0
	}
	c.data = c.data[size:]
	return n
}

func (c *cursor) signed() int64 {
	n := c.number()
	return int64(n>>1) ^ -int64(n&1)
}

// count reads a number of things that take a byte each at least.
func (c *cursor) count() int {
	n := c.number()
	if n > uint64(len(c.data)) {
		c.fail()
		return 0
	}
	return int(n)
}

func (c *cursor) byte() byte {
	if len(c.data) == 0 {
		c.fail()
		return 0
	}
	b := c.data[0]
	c.data = c.data[1:]
	return b
}

// bytes reads bytes with their length before them.
func (c *cursor) bytes() []byte {
	n := c.count()
	b := c.data[:n]
	c.data = c.data[n:]
	return b
}

func (c *cursor) text() string { return string(c.bytes()) }

func (c *cursor) fail() { c.data, c.bad = nil, true }

func appendSigned(dst []byte, n int64) []byte {
	return binary.AppendUvarint(dst, uint64(n)<<1^uint64(n>>63))
}

func appendBytes[T string | []byte](dst []byte, b T) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(b))), b...)
}
