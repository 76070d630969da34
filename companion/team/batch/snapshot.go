package batch

import (
	"bytes"
	"compress/flate"
	"crypto/cipher"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// The limits of snapshots.
const (
	MaxSnapshot = 64 << 20  // bytes of a site's, unpacked and as it is stored
	chunkBytes  = 128 << 10 // of one message of it
)

// Stored is a message as the log holds it.
type Stored struct {
	Message
	Seq uint64
	At  time.Time // the server's stamp; zero in live copies
}

// Snapshot is the manifest of a site's snapshot: the site's signed batches, as the log held them up to
// a sequence, encrypted under a key of its own. Erasing the manifest erases the snapshot.
type Snapshot struct {
	V    int    `json:"v"`
	Team string `json:"team"`
	Site string `json:"site"`
	// Keeper is who made it: ServerMember, for which the root key signs, or a member.
	Keeper string `json:"keeper"`
	// Created is when the stream of records was made, in nanoseconds, and Through the sequence up to
	// which the snapshot has the site's batches.
	Created int64  `json:"created"`
	Through uint64 `json:"through"`
	Batches int    `json:"batches"`
	// Of is the number of messages on the site's subjects that the keeper counted, also unsigned ones.
	Of     int        `json:"of,omitempty"`
	Object string     `json:"object"` // the name of its data
	Chunks int        `json:"chunks"`
	Sum    string     `json:"sum"` // SHA-256 of all chunks
	Key    []byte     `json:"key"`
	At     types.Time `json:"at"`
}

const (
	snapshotContext = "cairn team snapshot 1"
	snapshotKey     = 32 // bytes: AES-256
)

func (s *Snapshot) check() error {
	switch {
	case s.V > Version:
		return fmt.Errorf("version %d: %w", s.V, ErrNewer)
	case s.V != Version || !plainName(s.Team, teamChars, teamChars) || !plainName(s.Site, siteChars, siteChars) || s.Keeper != ServerMember && !plainName(s.Keeper, memberChars, memberChars) ||
		!IsRun(s.Object) || !plainName(s.Sum, 64, 64) || len(s.Key) != snapshotKey || s.At <= 0 || s.Batches < 1:
		return fmt.Errorf("snapshot: %w", ErrMalformed)
	case s.Chunks < 1 || s.Chunks > MaxSnapshot/chunkBytes+1:
		return fmt.Errorf("snapshot of %d chunks: %w", s.Chunks, ErrLimit)
	}
	return nil
}

// SealSnapshot encodes, encrypts and signs a snapshot of batches in the order of the log with its keeper's key. It sets
// the fields that describe the data.
func SealSnapshot(key ed25519.PrivateKey, s Snapshot, batches []Stored) (manifest Message, chunks []Message, err error) {
	s.V, s.Batches, s.Object = Version, len(batches), strings.ToLower(rand.Text())[:16]
	var packed bytes.Buffer
	if err := packStored(&packed, batches); err != nil {
		return Message{}, nil, err
	}
	s.Key = make([]byte, snapshotKey)
	_, _ = rand.Read(s.Key) // it never fails
	seal, err := s.cipher()
	if err != nil {
		return Message{}, nil, err
	}
	sum := sha256.New()
	for part := packed.Bytes(); len(part) > 0; s.Chunks++ {
		n := min(len(part), chunkBytes)
		data := seal.Seal(nil, nonce(s.Chunks), part[:n], []byte(s.subject()))
		part = part[n:]
		sum.Write(data)
		chunks = append(chunks, Message{Subject: s.subject(), ID: s.Object + "." + strconv.Itoa(s.Chunks), Data: data})
	}
	s.Sum = hex.EncodeToString(sum.Sum(nil))
	if err := s.check(); err != nil {
		return Message{}, nil, err
	}
	data, err := json.Marshal(s)
	if err != nil {
		return Message{}, nil, fmt.Errorf("encode snapshot: %w", err)
	}
	manifest = Message{Subject: SnapshotSubject(s.Team, s.Site), ID: s.Object, Data: data}
	manifest.Sig, err = sign(key, snapshotContext, manifest.Subject, data)
	return manifest, chunks, err
}

// OpenManifest returns the manifest of a site's snapshot if its keeper signed it. key returns a keeper's key, nil for one
// who is none.
func OpenManifest(m Message, key func(keeper string) ed25519.PublicKey) (Snapshot, error) {
	s, err := PeekManifest(m)
	if err != nil {
		return Snapshot{}, err
	}
	signer := key(s.Keeper)
	if signer == nil {
		return Snapshot{}, fmt.Errorf("snapshot of no keeper: %w", ErrUnsigned)
	}
	return s, verify(signer, snapshotContext, m.Subject, m.Data, m.Sig)
}

// PeekManifest returns a manifest whose signature is not verified yet.
func PeekManifest(m Message) (s Snapshot, err error) {
	if len(m.Data) > MaxControl || wire.Depth(m.Data) > MaxDepth || json.Unmarshal(m.Data, &s) != nil {
		return Snapshot{}, fmt.Errorf("snapshot: %w", ErrMalformed)
	}
	if err := s.check(); err != nil {
		return Snapshot{}, err
	}
	if m.Subject != SnapshotSubject(s.Team, s.Site) {
		return Snapshot{}, ErrSubject
	}
	return s, nil
}

// Open returns the batches of a snapshot from its chunks. They belong to its site and stand in the order
// of the log; their signatures are not verified yet.
func (s *Snapshot) Open(chunks [][]byte) ([]Stored, error) {
	open, err := s.cipher()
	if err != nil {
		return nil, err
	}
	sum, size := sha256.New(), 0
	for _, c := range chunks {
		sum.Write(c)
		size += len(c)
	}
	if len(chunks) != s.Chunks || size > MaxSnapshot+s.Chunks*open.Overhead() || hex.EncodeToString(sum.Sum(nil)) != s.Sum {
		return nil, fmt.Errorf("snapshot's data: %w", ErrMalformed)
	}
	var packed bytes.Buffer
	for i, c := range chunks {
		part, err := open.Open(nil, nonce(i), c, []byte(s.subject()))
		if err != nil {
			return nil, fmt.Errorf("decrypt snapshot: %w", ErrMalformed)
		}
		packed.Write(part)
	}
	return s.unpack(&packed)
}

func (s *Snapshot) subject() string { return ObjectSubject(s.Team, s.Site, s.Object) }

func (s *Snapshot) cipher() (cipher.AEAD, error) {
	if len(s.Key) != snapshotKey {
		return nil, fmt.Errorf("snapshot's key: %w", ErrMalformed)
	}
	return gcm(s.Key), nil
}

// nonce counts chunks. A key encrypts one snapshot alone.
func nonce(chunk int) []byte { return binary.BigEndian.AppendUint64(make([]byte, 4), uint64(chunk)) }

// packStored writes each batch as its sequence, its stamp, its signature and its data, compressed.
func packStored(to io.Writer, batches []Stored) error {
	w, err := flate.NewWriter(to, flate.DefaultCompression)
	if err != nil {
		return fmt.Errorf("pack: %w", err)
	}
	size := 0
	for _, b := range batches {
		var head []byte
		head = binary.AppendUvarint(head, b.Seq)
		head = binary.AppendVarint(head, b.At.UnixNano())
		for _, part := range [][]byte{[]byte(b.Sig), b.Data} {
			head = append(binary.AppendUvarint(head, uint64(len(part))), part...)
		}
		if size += len(head); size > MaxSnapshot {
			return fmt.Errorf("snapshot: %w", ErrLimit)
		}
		if _, err := w.Write(head); err != nil {
			return fmt.Errorf("pack: %w", err)
		}
	}
	return w.Close()
}

func (s *Snapshot) unpack(packed io.Reader) ([]Stored, error) {
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(packed), MaxSnapshot+1))
	if err != nil || len(plain) > MaxSnapshot {
		return nil, fmt.Errorf("unpack snapshot: %w", errors.Join(err, ErrMalformed))
	}
	malformed := fmt.Errorf("snapshot's batches: %w", ErrMalformed)
	r := bytes.NewReader(plain)
	part := func() []byte {
		n, err := binary.ReadUvarint(r)
		if err != nil || n > uint64(r.Len()) {
			return nil
		}
		at := len(plain) - r.Len()
		_, _ = r.Seek(int64(n), io.SeekCurrent) // n is within
		return plain[at : at+int(n) : at+int(n)]
	}
	var out []Stored
	for last := uint64(0); r.Len() > 0; {
		seq, err := binary.ReadUvarint(r)
		if err != nil || seq <= last || seq > s.Through || len(out) == s.Batches {
			return nil, malformed
		}
		stamp, err := binary.ReadVarint(r)
		if err != nil {
			return nil, malformed
		}
		one := Stored{Seq: seq, At: time.Unix(0, stamp)}
		one.Sig, one.Data = string(part()), part()
		if h, err := one.complete(); err != nil || h.Team != s.Team || h.Site != s.Site {
			return nil, malformed
		}
		out, last = append(out, one), seq
	}
	if len(out) != s.Batches {
		return nil, malformed
	}
	return out, nil
}

// complete sets the subject and the id of a batch, which follow from its header.
func (s *Stored) complete() (h Header, err error) {
	head, _, ok := bytes.Cut(s.Data, []byte("\n"))
	if !ok || len(s.Data) > MaxData || wire.Depth(head) > MaxDepth || json.Unmarshal(head, &h) != nil {
		return Header{}, fmt.Errorf("header: %w", ErrMalformed)
	}
	s.Subject, s.ID = Subject(h.Team, h.Site, h.Author), h.id()
	return h, h.check()
}
