package bridge

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net"
	"regexp"
	"strconv"
	"time"

	"github.com/gorilla/websocket"

	"cairn/shared/wire"
)

// The patterns of the fields of hello.
var (
	nameForm  = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{3,63}$`) // installId and epoch
	nonceForm = regexp.MustCompile(`^[0-9a-f]{32}$`)
	// contextForm matches a browser context's name; most browsers have none.
	contextForm = regexp.MustCompile(`^([a-z0-9][a-z0-9-]{0,39})?$`)
)

// Lengths of texts that are shown to people.
const (
	maxVersion = 64
	maxBrowser = 256
)

// handshake runs the opening with a key that is bound to the port, and returns the
// hello of an authenticated extension. Otherwise it closes the connection and returns
// nil.
func (s *Server) handshake(c *conn, key pairingKey) *wire.Hello {
	deadline := time.Now().Add(s.times.handshake)
	hello := s.awaitHello(c, deadline)
	if hello == nil {
		return nil
	}
	nonce := newNonce()
	welcome := wire.Envelope{Kind: wire.KindWelcome, Welcome: &wire.Welcome{
		Proto: s.speaks.with(hello), Version: s.options.Version, Nonce: nonce, Proof: key.ofCompanion(hello.Nonce, nonce),
	}}
	if text, err := json.Marshal(welcome); err != nil || c.write(text) != nil {
		return nil
	}
	msg := s.await(c, deadline, wire.KindProve)
	if msg == nil {
		return nil
	}
	if !hmac.Equal([]byte(msg.Prove.Proof), []byte(key.ofExtension(hello.Nonce, nonce, hello.InstallID))) {
		s.noteMispaired()
		s.pending.markWrong(c)
		c.idle(time.Until(deadline))
		c.close(wire.CloseUnauthorized, "wrong proof; pair the extension again")
		return nil
	}
	return hello
}

func (s *Server) awaitHello(c *conn, deadline time.Time) *wire.Hello {
	msg := s.await(c, deadline, wire.KindHello)
	if msg == nil {
		return nil
	}
	h := msg.Hello
	switch {
	case s.speaks.with(h) < s.speaks.oldest:
		s.noteOutdated()
		c.close(wire.CloseVersion, "this extension is older than the companion: run cairn extension DIR again, then reload it at chrome://extensions")
	case h.Proto > s.speaks.newest:
		s.noteAhead()
		c.close(wire.CloseVersion, "this companion is older than the extension: update cairn")
	case !nameForm.MatchString(h.InstallID), !nameForm.MatchString(h.Epoch), !nonceForm.MatchString(h.Nonce), !contextForm.MatchString(h.Context),
		h.Next < 1, h.Next > maxSeq, h.Cursor < 0, h.Cursor > maxSeq, len(h.Version) > maxVersion, len(h.Browser) > maxBrowser:
		c.close(wire.CloseBadMessage, "hello has a field out of form")
	default:
		return h
	}
	return nil
}

// protocols are the versions of the protocol that one side supports.
type protocols struct{ oldest, newest int }

// with returns the newest version that an extension supports, too. It is out of range
// if there is none.
func (p protocols) with(h *wire.Hello) int { return min(max(h.Proto, h.Newest), p.newest) }

// await reads the next message, which must be of the given kind.
func (s *Server) await(c *conn, deadline time.Time, kind wire.Kind) *wire.Envelope {
	text, err := c.read(time.Until(deadline))
	if err != nil {
		var late net.Error
		if errors.As(err, &late) && late.Timeout() {
			c.close(wire.CloseSlow, "no proof in time")
		}
		if websocket.IsCloseError(err, wire.CloseUnauthorized) {
			s.noteMispaired() // the extension rejects our proof
		}
		return nil
	}
	msg, err := decode(text, kind == wire.KindHello) // an opening side may be newer
	if err != nil || msg.Kind != kind || !hasBody(msg) {
		c.close(wire.CloseBadMessage, "not the opening")
		return nil
	}
	return msg
}

func newNonce() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return hex.EncodeToString(b[:])
}

// pairingKey is the key that companion and extension prove to hold.
type pairingKey []byte

// at derives the key for proofs on a port. Proofs are bound to the port that each side
// sees itself: the extension the one that it dialled, the companion the one on which
// the connection arrived. So a program on another port cannot forward them between the
// two.
func (k pairingKey) at(port int) pairingKey {
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte("port|" + strconv.Itoa(port)))
	return mac.Sum(nil)
}

func (k pairingKey) ofCompanion(theirs, ours string) string {
	return k.proof("s|" + theirs + "|" + ours)
}

func (k pairingKey) ofExtension(theirs, ours, install string) string {
	return k.proof("e|" + ours + "|" + theirs + "|" + install)
}

func (k pairingKey) proof(text string) string {
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil))
}
