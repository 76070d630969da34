package batch

import (
	"bytes"
	"compress/flate"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Message is one message of the log: its subject, its id (the header Nats-Msg-Id), its
// signature (the header Cairn-Sig) and its data.
type Message struct {
	Subject, ID, Sig string
	Data             []byte
}

// Header describes a batch. Its records stand at the places First, First+1, ….
type Header struct {
	V      int    `json:"v"`
	Team   string `json:"team"`
	Site   string `json:"site"`
	Author string `json:"author"`
	Run    string `json:"run"`
	First  int64  `json:"first"`
	Count  int    `json:"count"`
	// Prev is the digest (share.Sum) of the batch before in this run and site, empty
	// in the first.
	Prev string     `json:"prev,omitempty"`
	At   types.Time `json:"at"`
	// Key is the id of the team's key that encrypts the records, empty for none.
	Key string `json:"key,omitempty"`
	// Runner is the certificate of the fleet's runner that signed the batch.
	Runner *SignedCert `json:"runner,omitempty"`
}

// maxPlace is the largest number that JavaScript counts exactly.
const maxPlace = 1<<53 - 1

// check returns the error in a header, nil if it is valid.
func (h *Header) check() error {
	switch {
	case h.V > Version:
		return fmt.Errorf("version %d: %w", h.V, ErrNewer)
	case h.V != Version || !plainName(h.Team, teamChars, teamChars) || !plainName(h.Author, memberChars, memberChars) ||
		!plainName(h.Site, siteChars, siteChars) || !IsRun(h.Run) || h.At <= 0 || h.Prev != "" && !plainName(h.Prev, 64, 64) || h.Key != "" && !IsTeamKey(h.Key):
		return fmt.Errorf("header: %w", ErrMalformed)
	case h.First < 1 || h.First > maxPlace-MaxRecords || (h.First == 1) != (h.Prev == ""):
		return fmt.Errorf("place %d: %w", h.First, ErrMalformed)
	case h.Count < 1 || h.Count > MaxRecords:
		return fmt.Errorf("%d records: %w", h.Count, ErrLimit)
	}
	return nil
}

func (h *Header) id() string {
	return strings.Join([]string{h.Author, h.Run, h.Site, strconv.FormatInt(h.First, 10)}, ".")
}

// batchContext separates signatures of batches from all others.
const batchContext = "cairn team batch 1"

// Seal encodes and signs a batch. It sets the header's version and count.
func Seal(key ed25519.PrivateKey, h Header, lines [][]byte) (Message, error) {
	return seal(key, h, lines, nil)
}

// SealEncrypted is Seal for a team that encrypts.
func SealEncrypted(key ed25519.PrivateKey, h Header, lines [][]byte, with TeamKey) (Message, error) {
	return seal(key, h, lines, &with)
}

func seal(key ed25519.PrivateKey, h Header, lines [][]byte, with *TeamKey) (Message, error) {
	h.V, h.Count, h.Key = Version, len(lines), ""
	if with != nil {
		h.Key = with.ID
	}
	if err := h.check(); err != nil {
		return Message{}, err
	}
	head, err := json.Marshal(h)
	if err != nil {
		return Message{}, fmt.Errorf("encode header: %w", err)
	}
	var packed bytes.Buffer
	if err := pack(&packed, lines); err != nil {
		return Message{}, err
	}
	body := packed.Bytes()
	if with != nil {
		body = with.encrypt(&h, head, body)
	}
	data := slices.Concat(head, []byte("\n"), body)
	if len(data) > MaxData {
		return Message{}, fmt.Errorf("%d bytes: %w", len(data), ErrLimit)
	}
	m := Message{Subject: Subject(h.Team, h.Site, h.Author), ID: h.id(), Data: data}
	m.Sig, err = sign(key, batchContext, m.Subject, m.Data)
	return m, err
}

func pack(to io.Writer, lines [][]byte) error {
	w, err := flate.NewWriter(to, flate.BestCompression)
	if err != nil {
		return fmt.Errorf("pack: %w", err)
	}
	size := 0
	for _, line := range lines {
		if size += len(line) + 1; size > MaxUnpacked || wire.Depth(line) > MaxDepth {
			return fmt.Errorf("record of %d bytes: %w", len(line), ErrLimit)
		}
		if len(line) == 0 || bytes.IndexByte(line, '\n') >= 0 {
			return fmt.Errorf("record is not one line: %w", ErrMalformed)
		}
		if _, err := w.Write(append(bytes.Clone(line), '\n')); err != nil {
			return fmt.Errorf("pack: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("pack: %w", err)
	}
	return nil
}

// Peek returns the header of a batch whose author's key is not known yet. Nothing in
// it is proved, but it is within the limits and names its own subject.
func Peek(m Message) (Header, error) {
	h, _, err := split(m)
	return h, err
}

func split(m Message) (h Header, body []byte, err error) {
	if len(m.Data) > MaxData {
		return h, nil, fmt.Errorf("%d bytes: %w", len(m.Data), ErrLimit)
	}
	head, body, ok := bytes.Cut(m.Data, []byte("\n"))
	if !ok || wire.Depth(head) > MaxDepth || json.Unmarshal(head, &h) != nil {
		return Header{}, nil, fmt.Errorf("header: %w", ErrMalformed)
	}
	if err := h.check(); err != nil {
		return h, nil, err
	}
	if m.Subject != Subject(h.Team, h.Site, h.Author) && m.Subject != LiveSubject(h.Team, h.Site, h.Author) {
		return h, nil, ErrSubject
	}
	return h, body, nil
}

// Open returns a batch that the holder of key, or a runner that it certified, signed. It may have come on its live
// subject. Of an encrypted one, which is signed, it returns the header and ErrKey.
func Open(key ed25519.PublicKey, m Message) (Header, [][]byte, error) {
	return OpenEncrypted(key, m, func(string) *TeamKey { return nil })
}

// OpenEncrypted is Open with the team's keys: with returns the one that has an id, nil if it is
// not known.
func OpenEncrypted(key ed25519.PublicKey, m Message, with func(id string) *TeamKey) (Header, [][]byte, error) {
	h, body, err := split(m)
	if err != nil {
		return h, nil, err
	}
	if MemberID(key) != h.Author {
		return h, nil, fmt.Errorf("key of another author: %w", ErrUnsigned)
	}
	signer, err := h.Runner.signer(key, h.Team, h.At)
	if err != nil {
		return h, nil, err
	}
	if err := verify(signer, batchContext, Subject(h.Team, h.Site, h.Author), m.Data, m.Sig); err != nil {
		return h, nil, err
	}
	if h.Key != "" {
		teamKey := with(h.Key)
		if teamKey == nil {
			return h, nil, ErrKey
		}
		if body, err = teamKey.decrypt(&h, m.Data[:len(m.Data)-len(body)-1], body); err != nil {
			return h, nil, err
		}
	}
	lines, err := unpack(body, h.Count)
	return h, lines, err
}

// unpackers are readers of packed records, which are used again: a new one needs more memory than a batch.
var unpackers = sync.Pool{New: func() any { return flate.NewReader(nil) }}

func unpack(body []byte, count int) ([][]byte, error) {
	r := unpackers.Get().(interface {
		io.Reader
		flate.Resetter
	})
	defer unpackers.Put(r)
	err := r.Reset(bytes.NewReader(body), nil)
	var plain []byte
	if err == nil {
		plain, err = io.ReadAll(io.LimitReader(r, MaxUnpacked+1))
	}
	switch {
	case len(plain) > MaxUnpacked:
		return nil, fmt.Errorf("unpacked: %w", ErrLimit)
	case err != nil:
		return nil, fmt.Errorf("unpack: %w", ErrMalformed)
	}
	plain, ended := bytes.CutSuffix(plain, []byte("\n"))
	lines := bytes.Split(plain, []byte("\n"))
	if !ended || len(lines) != count {
		return nil, fmt.Errorf("%d records instead of %d: %w", len(lines), count, ErrMalformed)
	}
	for _, line := range lines {
		if wire.Depth(line) > MaxDepth {
			return nil, fmt.Errorf("record nested too deeply: %w", ErrLimit)
		}
		if len(line) == 0 {
			return nil, fmt.Errorf("empty record: %w", ErrMalformed)
		}
	}
	return lines, nil
}

func sign(key ed25519.PrivateKey, context, subject string, data []byte) (string, error) {
	sig, err := key.Sign(nil, signed(subject, data), &ed25519.Options{Context: context})
	if err != nil {
		return "", fmt.Errorf("sign: %w", err)
	}
	return base64.StdEncoding.EncodeToString(sig), nil
}

func encodeControl(key ed25519.PrivateKey, kind, context, subject, id string, v any) (Message, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return Message{}, fmt.Errorf("encode %s: %w", kind, err)
	}
	if len(data) > MaxControl {
		return Message{}, fmt.Errorf("%d bytes: %w", len(data), ErrLimit)
	}
	m := Message{Subject: subject, ID: id, Data: data}
	m.Sig, err = sign(key, context, subject, data)
	return m, err
}

// decodeControl decodes a control message of a kind within the limits. Its signature is not verified.
func decodeControl(m Message, kind string, v any) error {
	if len(m.Data) > MaxControl || wire.Depth(m.Data) > MaxDepth {
		return fmt.Errorf("%d bytes: %w", len(m.Data), ErrLimit)
	}
	if json.Unmarshal(m.Data, v) != nil {
		return fmt.Errorf("%s: %w", kind, ErrMalformed)
	}
	return nil
}

func verify(key ed25519.PublicKey, context, subject string, data []byte, sig string) error {
	raw, err := base64.StdEncoding.Strict().DecodeString(sig)
	if err != nil || len(sig) != base64.StdEncoding.EncodedLen(ed25519.SignatureSize) || len(key) != ed25519.PublicKeySize ||
		ed25519.VerifyWithOptions(key, signed(subject, data), raw, &ed25519.Options{Context: context}) != nil {
		return ErrUnsigned
	}
	return nil
}

// signed returns the text under a signature: a message holds on its own subject alone.
func signed(subject string, data []byte) []byte {
	return append([]byte(subject+"\x00"), data...)
}
