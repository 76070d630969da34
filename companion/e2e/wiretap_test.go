package e2e

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// wiretap stands between the extension and the daemon and keeps the frames of their
// WebSocket, both ways, unmasked. It is the relay that proofs are bound
// to a port against.
type wiretap struct {
	port int // where the extension connects

	mu      sync.Mutex
	said    bytes.Buffer // payloads of all frames
	frames  int
	strange []string // frames that could not be read: a test must know
}

// tapWire makes the extension of w, once it is written out, connect through a
// wiretap, and proves for the daemon's port, which no relay could bring about.
func (w *world) tapWire(t testing.TB) *wiretap {
	t.Helper()
	tap := w.relayWire(t)
	w.editExtension = append(w.editExtension, func(dir string) error {
		return replaceIn(filepath.Join(dir, "offscreen", "connection.js"), "Prover.from(this.#pairing.key, this.#port)", fmt.Sprintf("Prover.from(this.#pairing.key, %d)", w.port))
	})
	return tap
}

// replaceIn replaces a text that a file must hold.
func replaceIn(file, old, text string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !bytes.Contains(data, []byte(old)) {
		return fmt.Errorf("%s does not hold %q", file, old)
	}
	return os.WriteFile(file, bytes.Replace(data, []byte(old), []byte(text), 1), 0o600)
}

// relayWire makes the extension of w, once it is written out, look for its
// companion on a wiretap's port first, then on the daemon's.
func (w *world) relayWire(t testing.TB) *wiretap {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	tap := &wiretap{port: l.Addr().(*net.TCPAddr).Port}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go tap.relay(c, w.port)
		}
	}()
	w.editExtension = append(w.editExtension, func(dir string) error { return pairWith(dir, tap.port) })
	return tap
}

// pairWith makes the extension in dir connect to another port.
func pairWith(dir string, port int) error {
	file := filepath.Join(dir, "pairing.json")
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var pairing map[string]any
	if err := json.Unmarshal(data, &pairing); err != nil {
		return err
	}
	pairing["port"] = port
	if data, err = json.Marshal(pairing); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o600)
}

func (tap *wiretap) relay(browser net.Conn, port int) {
	defer browser.Close()
	daemon, err := net.Dial("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return // the daemon is not there: the extension sees a link that ends
	}
	defer daemon.Close()
	from, to := bufio.NewReader(browser), bufio.NewReader(daemon)
	// The daemon insists on its own name and port.
	if err := passHead(daemon, from, strconv.Itoa(tap.port), strconv.Itoa(port)); err != nil {
		return
	}
	if err := passHead(browser, to, "", ""); err != nil {
		return
	}
	ended := make(chan struct{}, 2)
	go func() { tap.passFrames(daemon, from); ended <- struct{}{} }()
	go func() { tap.passFrames(browser, to); ended <- struct{}{} }()
	<-ended
}

// passHead passes the head of an HTTP message on; in its Host, one port becomes
// another.
func passHead(to io.Writer, from *bufio.Reader, port, other string) error {
	for {
		line, err := from.ReadString('\n')
		if err != nil {
			return err
		}
		if name, _, _ := strings.Cut(line, ":"); port != "" && strings.EqualFold(name, "host") {
			line = strings.Replace(line, ":"+port, ":"+other, 1)
		}
		if _, err := io.WriteString(to, line); err != nil {
			return err
		}
		if line == "\r\n" {
			return nil
		}
	}
}

// passFrames passes WebSocket frames on (RFC 6455, section 5.2) and keeps their
// payloads.
func (tap *wiretap) passFrames(to io.Writer, from *bufio.Reader) {
	for {
		head := make([]byte, 2, 14)
		if _, err := io.ReadFull(from, head); err != nil {
			return
		}
		extra, masked := 0, head[1]&0x80 != 0
		switch head[1] & 0x7f {
		case 126:
			extra = 2
		case 127:
			extra = 8
		}
		if masked {
			extra += 4
		}
		head = head[:2+extra]
		if _, err := io.ReadFull(from, head[2:]); err != nil {
			return
		}
		size := uint64(head[1] & 0x7f)
		switch size {
		case 126:
			size = uint64(binary.BigEndian.Uint16(head[2:]))
		case 127:
			size = binary.BigEndian.Uint64(head[2:])
		}
		body := make([]byte, size)
		if _, err := io.ReadFull(from, body); err != nil {
			return
		}
		tap.keep(head, body, masked)
		if _, err := to.Write(append(head, body...)); err != nil {
			return
		}
	}
}

func (tap *wiretap) keep(head, body []byte, masked bool) {
	plain := bytes.Clone(body)
	if masked {
		for i := range plain {
			plain[i] ^= head[len(head)-4+i%4]
		}
	}
	tap.mu.Lock()
	defer tap.mu.Unlock()
	if head[0]&0x70 != 0 {
		tap.strange = append(tap.strange, fmt.Sprintf("frame with reserved bits %x", head[0]))
	}
	tap.frames++
	tap.said.Write(plain)
	if head[0]&0x80 != 0 {
		tap.said.WriteByte('\n') // a message may come in parts
	}
}

// heard is all that was said, and how many frames it came in.
func (tap *wiretap) heard(t testing.TB) (string, int) {
	t.Helper()
	tap.mu.Lock()
	defer tap.mu.Unlock()
	for _, s := range tap.strange {
		t.Error(s)
	}
	return tap.said.String(), tap.frames
}
