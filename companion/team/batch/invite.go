package batch

import (
	"bytes"
	"compress/flate"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"

	"cairn/shared/types"
)

// InvitePrefix begins each invitation code.
const InvitePrefix = "cairn-team:"

// maxInvite bounds a code, in bytes, packed and unpacked.
const maxInvite = 8 << 10

// Invite is an invitation: where the team's server is, how to recognise it, and a log-in
// that can do nothing but ask to join once.
type Invite struct {
	ID        string     `json:"id"`
	Team      string     `json:"team"`
	TeamName  string     `json:"teamName"`
	Name      string     `json:"name"` // of the invited member
	Addresses []string   `json:"addresses"`
	CAHash    string     `json:"ca,omitempty"` // of the certificate authority, or PublicCA; empty on loopback
	Root      []byte     `json:"root"`         // the team's public key
	JWT       string     `json:"jwt"`
	Seed      []byte     `json:"seed"` // of the log-in's key
	Expires   types.Time `json:"expires"`
	// External says that JWT and Seed are the member's log-in to a NATS of another operator.
	External bool `json:"external,omitempty"`
}

// PublicCA stands for the authorities that the system trusts.
const PublicCA = "public"

// Code encodes an invitation as one word, with a checksum.
func (i Invite) Code() (string, error) { return encodeWord(InvitePrefix, i) }

// encodeWord encodes a value as one word: a prefix, then the packed JSON with a checksum.
func encodeWord(prefix string, v any) (string, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression) // the level is valid
	if _, err := w.Write(plain); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	sum := sha256.Sum256(packed.Bytes())
	return prefix + base64.RawURLEncoding.EncodeToString(append(sum[:4], packed.Bytes()...)), nil
}

// ReadInvite decodes a code.
func ReadInvite(code string) (Invite, error) {
	bad := types.Fault(types.CodeInviteBad, "the invitation code is incomplete or altered", "Copy the whole code, from "+InvitePrefix+" to its end, or ask for a new one.")
	var i Invite
	if !decodeWord(InvitePrefix, code, &i) || len(i.Root) != ed25519.PublicKeySize || len(i.Seed) != ed25519.SeedSize || TeamID(i.Root) != i.Team || i.ID == "" || i.JWT == "" || len(i.Addresses) == 0 {
		return Invite{}, bad
	}
	return i, nil
}

// decodeWord decodes a word of encodeWord. It ignores space within the word, because mail
// breaks lines.
func decodeWord(prefix, code string, v any) bool {
	text, ok := strings.CutPrefix(strings.Join(strings.Fields(code), ""), prefix)
	if !ok || len(text) > maxInvite {
		return false
	}
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(data) < 4 {
		return false
	}
	sum := sha256.Sum256(data[4:])
	if !bytes.Equal(sum[:4], data[:4]) {
		return false
	}
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data[4:])), maxInvite))
	return err == nil && json.Unmarshal(plain, v) == nil
}

// Ask is the request of an invited member: the public key that it made.
type Ask struct {
	Key []byte `json:"key"`
	Box *Box   `json:"box,omitempty"` // for the secrets of a team that encrypts
}

// NewAsk returns the Ask for the owner of a key.
func NewAsk(key ed25519.PrivateKey) (a Ask, err error) {
	a.Key = key.Public().(ed25519.PublicKey)
	a.Box, err = NewBox(key)
	return a, err
}

// Admission answers an Ask.
type Admission struct {
	Error *types.Error `json:"error,omitempty"`
	JWT   string       `json:"jwt,omitempty"` // the log-in of the member's key
	// Entry and Config are signed by root.
	Entry  []byte `json:"entry,omitempty"`
	Config []byte `json:"config,omitempty"`
}
