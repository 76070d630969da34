package store

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// buntdb's file is a sequence of commands in the Redis protocol, of which the store
// writes two:
//
//	*3 CRLF $3 CRLF set CRLF $<n> CRLF <key> CRLF $<n> CRLF <value> CRLF
//	*2 CRLF $3 CRLF del CRLF $<n> CRLF <key> CRLF
//
// buntdb trusts its file: a length of 99999999999 makes it run out of memory and an
// empty command makes it panic. So the store first reads the file with the reader
// here, and passes only undamaged parts to buntdb.
const (
	// maxPart bounds a key or value in the file. A frame of the link is 1 MiB, so
	// accepted data are far smaller.
	maxPart = 16 << 20

	setHead = "*3\r\n$3\r\nset\r\n"
	delHead = "*2\r\n$3\r\ndel\r\n"
)

// command is one command of the file.
type command struct {
	del   bool
	key   []byte
	value []byte
}

// errFraming is returned when the file does not read as a command.
var errFraming = errors.New("not a command")

// commandReader reads commands and counts the bytes read.
type commandReader struct {
	r   *bufio.Reader
	at  int64 // bytes read
	key []byte
	val []byte
}

func newCommandReader(r io.Reader) *commandReader {
	return &commandReader{r: bufio.NewReaderSize(r, 256<<10)}
}

// next reads one command. Its parts are valid until the next call. io.EOF
// means a clean end, io.ErrUnexpectedEOF one amid a command, errFraming
// damage.
func (c *commandReader) next() (command, error) {
	head, err := c.r.Peek(len(setHead))
	if len(head) == 0 && err == io.EOF {
		return command{}, io.EOF
	}
	if len(head) < len(setHead) {
		return command{}, c.short(head)
	}
	del := string(head) == delHead
	if !del && string(head) != setHead {
		return command{}, errFraming
	}
	c.skip(len(setHead))
	if c.key, err = c.part(c.key); err != nil {
		return command{}, err
	}
	if del {
		return command{del: true, key: c.key}, nil
	}
	if c.val, err = c.part(c.val); err != nil {
		return command{}, err
	}
	return command{key: c.key, value: c.val}, nil
}

// short returns the error for a head that is too short: a torn command or damage.
func (c *commandReader) short(head []byte) error {
	if bytes.HasPrefix([]byte(setHead), head) || bytes.HasPrefix([]byte(delHead), head) {
		return io.ErrUnexpectedEOF
	}
	return errFraming
}

func (c *commandReader) skip(n int) {
	m, _ := c.r.Discard(n)
	c.at += int64(m)
}

// part reads `$<n> CRLF <n bytes> CRLF` into buf.
func (c *commandReader) part(buf []byte) ([]byte, error) {
	n, err := c.length()
	if err != nil {
		return buf, err
	}
	if cap(buf) < n+2 {
		buf = make([]byte, n+2)
	}
	buf = buf[:n+2]
	m, err := io.ReadFull(c.r, buf)
	c.at += int64(m)
	if err != nil {
		return buf, io.ErrUnexpectedEOF
	}
	if buf[n] != '\r' || buf[n+1] != '\n' {
		return buf, errFraming
	}
	return buf[:n], nil
}

func (c *commandReader) length() (int, error) {
	const longest = len("$16777216\r\n")
	head, _ := c.r.Peek(longest)
	end := bytes.IndexByte(head, '\n')
	if end < 0 {
		if len(head) < longest && plausibleLength(head) {
			return 0, io.ErrUnexpectedEOF
		}
		return 0, errFraming
	}
	if end < 3 || head[0] != '$' || head[end-1] != '\r' {
		return 0, errFraming
	}
	n := 0
	for _, d := range head[1 : end-1] {
		if d < '0' || d > '9' {
			return 0, errFraming
		}
		n = n*10 + int(d-'0')
	}
	if n > maxPart {
		return 0, fmt.Errorf("length %d: %w", n, errFraming)
	}
	c.skip(end + 1)
	return n, nil
}

// plausibleLength reports whether head may be the beginning of a length that
// the end of the file cut off.
func plausibleLength(head []byte) bool {
	for i, b := range head {
		switch {
		case i == 0:
			if b != '$' {
				return false
			}
		case b != '\r' && (b < '0' || b > '9'):
			return false
		}
	}
	return true
}

// appendSet writes a set command.
func appendSet(b []byte, key, value string) []byte {
	b = append(b, setHead...)
	b = fmt.Appendf(b, "$%d\r\n%s\r\n", len(key), key)
	return fmt.Appendf(b, "$%d\r\n%s\r\n", len(value), value)
}

// setSize returns the number of bytes that appendSet writes.
func setSize(key string, value int) int64 {
	return int64(len(setHead) + len(strconv.Itoa(len(key))) + len(key) + len(strconv.Itoa(value)) + value + 2*len("$\r\n\r\n"))
}
