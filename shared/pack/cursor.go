package pack

import "encoding/binary"

// cursor reads from a part of a pack. What is not there reads as zero, and
// makes the rest read as zero too.
type cursor struct {
	data []byte
	bad  bool
}

// number reads an unsigned varint.
func (c *cursor) number() uint64 {
	if len(c.data) > 0 && c.data[0] < 0x80 {
		n := uint64(c.data[0])
		c.data = c.data[1:]
		return n
	}
	var n uint64
	for i := 0; i < len(c.data) && i < binary.MaxVarintLen64; i++ {
		b := c.data[i]
		n |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			c.data = c.data[i+1:]
			return n
		}
	}
	c.data, c.bad = nil, true
	return 0
}

// signed reads a zigzag varint.
func (c *cursor) signed() int64 {
	n := c.number()
	return int64(n>>1) ^ -int64(n&1)
}

// count reads a number of entries of at least one byte each.
func (c *cursor) count() int {
	n := c.number()
	if n > uint64(len(c.data)) {
		c.data, c.bad = nil, true
		return 0
	}
	return int(n)
}

// take reads bytes with their length before them.
func (c *cursor) take() []byte {
	n := c.count()
	b := c.data[:n]
	c.data = c.data[n:]
	return b
}

func appendSigned(dst []byte, n int64) []byte {
	return binary.AppendUvarint(dst, uint64(n)<<1^uint64(n>>63))
}

func appendBytes(dst, b []byte) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(b))), b...)
}

// byte reads one byte.
func (c *cursor) byte() byte {
	if len(c.data) == 0 {
		c.bad = true
		return 0
	}
	b := c.data[0]
	c.data = c.data[1:]
	return b
}
