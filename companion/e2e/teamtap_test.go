package e2e

import (
	"bytes"
	"compress/flate"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// teamTap stands between members and their team's server and keeps their messages, both ways. On this
// machine it is not encrypted.
type teamTap struct {
	listener net.Listener
	mu       sync.Mutex
	said     [][]byte // by direction of each connection
}

func tapTeam(t *testing.T, to string) *teamTap {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	tap := &teamTap{listener: l}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp4", to)
			if err != nil {
				in.Close()
				continue
			}
			go tap.pass(in, out)
			go tap.pass(out, in)
		}
	}()
	return tap
}

func (tap *teamTap) address() string { return tap.listener.Addr().String() }

func (tap *teamTap) pass(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	tap.mu.Lock()
	at := len(tap.said)
	tap.said = append(tap.said, nil)
	tap.mu.Unlock()
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		tap.mu.Lock()
		tap.said[at] = append(tap.said[at], buf[:n]...)
		tap.mu.Unlock()
		if _, writeErr := to.Write(buf[:n]); err != nil || writeErr != nil {
			return
		}
	}
}

// plain returns all that was said, with batches unpacked.
func (tap *teamTap) plain() string {
	tap.mu.Lock()
	defer tap.mu.Unlock()
	var text strings.Builder
	for _, said := range tap.said {
		text.WriteString(unpackBatches(said))
	}
	return text.String()
}

// unpackBatches returns data and, behind it, the records of each batch in it: they are compressed behind
// a line with the batch's place.
func unpackBatches(data []byte) string {
	text := bytes.NewBuffer(bytes.Clone(data))
	for rest := data; ; {
		_, after, found := bytes.Cut(rest, []byte(`{"v":1,"team":"`))
		if !found {
			return text.String()
		}
		rest = after
		head, body, ended := bytes.Cut(rest, []byte("\n"))
		if ended && bytes.Contains(head, []byte(`"count":`)) {
			plain, _ := io.ReadAll(flate.NewReader(bytes.NewReader(body))) // as far as it is whole
			text.WriteString("\n" + recordMark + "\n")
			text.Write(plain)
		}
	}
}

const recordMark = "-- records --"

// records counts the unpacked batches in a text.
func records(text string) int { return strings.Count(text, recordMark) }
