package pack

import "encoding/binary"

// Cursor reads values from a part of a pack or segment. Past the end it returns zeros and
// sets Bad.
type Cursor struct {
	Data []byte // the unread bytes
	Bad  bool
}

// Number reads an unsigned varint. Most have one byte or two.
func (c *Cursor) Number() uint64 {
	if len(c.Data) > 0 && c.Data[0] < 0x80 {
		n := uint64(c.Data[0])
		c.Data = c.Data[1:]
		return n
	}
	if len(c.Data) > 1 && c.Data[1] < 0x80 {
		n := uint64(c.Data[0]&0x7f) | uint64(c.Data[1])<<7
		c.Data = c.Data[2:]
		return n
	}
	n, size := binary.Uvarint(c.Data)
	if size <= 0 {
		c.Fail()
		return 0
	}
	c.Data = c.Data[size:]
	return n
}

// Signed reads a zigzag varint.
func (c *Cursor) Signed() int64 {
	n := c.Number()
	return int64(n>>1) ^ -int64(n&1)
}

// Count reads a number of entries of at least one byte each.
func (c *Cursor) Count() int {
	n := c.Number()
	if n > uint64(len(c.Data)) {
		c.Fail()
		return 0
	}
	return int(n)
}

// Byte reads one byte.
func (c *Cursor) Byte() byte {
	if len(c.Data) == 0 {
		c.Fail()
		return 0
	}
	b := c.Data[0]
	c.Data = c.Data[1:]
	return b
}

// Bytes reads bytes with their length before them.
func (c *Cursor) Bytes() []byte {
	n := c.Count()
	b := c.Data[:n]
	c.Data = c.Data[n:]
	return b
}

// Text is Bytes as a string.
func (c *Cursor) Text() string { return string(c.Bytes()) }

// Fail marks the cursor as bad and drops the unread bytes.
func (c *Cursor) Fail() { c.Data, c.Bad = nil, true }

// AppendSigned appends a number for [Cursor.Signed].
func AppendSigned(dst []byte, n int64) []byte {
	return binary.AppendUvarint(dst, uint64(n)<<1^uint64(n>>63))
}

// AppendBytes appends bytes for [Cursor.Bytes].
func AppendBytes[T string | []byte](dst []byte, b T) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(b))), b...)
}
