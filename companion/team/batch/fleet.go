package batch

import (
	"crypto/ed25519"
	"encoding/json"
	"fmt"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// A fleet is the runners of a CI system: one member of the team, whose key is in a token. A
// runner makes a key of its own, for which the fleet's key signs a [Cert], so that the
// token is on no runner's disk, and the roster does not grow.

// TokenPrefix begins each token of a fleet.
const TokenPrefix = "cairn-fleet:"

// Token is all that a runner needs to take part for a fleet.
type Token struct {
	Team      string   `json:"team"`
	Addresses []string `json:"addresses"`
	CAHash    string   `json:"ca,omitempty"` // of the certificate authority; empty on loopback
	Root      []byte   `json:"root"`         // the team's public key
	Seed      []byte   `json:"seed"`         // of the fleet's key
	// Signer is the seed of the key that signs the runners' log-ins, which the server
	// gives the fleet's rights, and Account is the server's account.
	Signer  []byte `json:"signer,omitempty"`
	Account string `json:"account,omitempty"`
	// JWT and Login are the runners' log-in to a NATS of another operator, instead.
	JWT   string `json:"jwt,omitempty"`
	Login []byte `json:"login,omitempty"`
	// Entry and Config are as root signed them. A runner that cannot reach the server
	// works with these.
	Entry  []byte `json:"entry"`
	Config []byte `json:"config"`
}

// Code encodes a token as one word, with a checksum.
func (t Token) Code() (string, error) { return encodeWord(TokenPrefix, t) }

// ReadToken decodes a token, and verifies the root's signatures in it.
func ReadToken(code string) (t Token, e Entry, c Config, err error) {
	bad := types.Fault(types.CodeInviteBad, "the token of the fleet is incomplete or altered", "Copy the whole token, from "+TokenPrefix+" to its end, or make another: cairn team token NAME")
	if !decodeWord(TokenPrefix, code, &t) || len(t.Root) != ed25519.PublicKeySize || len(t.Seed) != ed25519.SeedSize ||
		TeamID(t.Root) != t.Team || (len(t.Signer) != ed25519.SeedSize || t.Account == "") && (t.JWT == "" || len(t.Login) != ed25519.SeedSize) || len(t.Addresses) == 0 {
		return Token{}, e, c, bad
	}
	e, err = OpenEntry(t.Root, t.Entry)
	if c, cErr := OpenConfig(t.Root, t.Config); err == nil && cErr == nil && e.Fleet && e.Member == MemberID(ed25519.NewKeyFromSeed(t.Seed).Public().(ed25519.PublicKey)) {
		return t, e, c, nil
	}
	return Token{}, Entry{}, Config{}, bad
}

// Cert lets a runner sign for its fleet.
type Cert struct {
	V     int               `json:"v"`
	Team  string            `json:"team"`
	Fleet string            `json:"fleet"`
	Key   ed25519.PublicKey `json:"key"`
	// Until is the time after which nothing that the runner makes counts.
	Until types.Time `json:"until"`
}

const certContext = "cairn team runner 1"

func (c *Cert) check() error {
	switch {
	case c.V > Version:
		return fmt.Errorf("version %d: %w", c.V, ErrNewer)
	case c.V != Version || !plainName(c.Team, teamChars, teamChars) || !plainName(c.Fleet, memberChars, memberChars) || len(c.Key) != ed25519.PublicKeySize || c.Until <= 0:
		return fmt.Errorf("certificate: %w", ErrMalformed)
	}
	return nil
}

// SealCert encodes a certificate and signs it with the fleet's key.
func SealCert(fleet ed25519.PrivateKey, c Cert) (*SignedCert, error) {
	c.V = Version
	if err := c.check(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encode certificate: %w", err)
	}
	sig, err := sign(fleet, certContext, c.Team, text)
	return &SignedCert{text, sig}, err
}

// SignedCert is a certificate as it travels with the runner's signed messages.
type SignedCert struct {
	Cert []byte `json:"cert"`
	Sig  string `json:"sig"`
}

// signer returns the key that may sign for an author at a time: the author's, or the one
// that its certificate names.
func (s *SignedCert) signer(author ed25519.PublicKey, team string, at types.Time) (ed25519.PublicKey, error) {
	if s == nil {
		return author, nil
	}
	var c Cert
	if len(s.Cert) > maxInvite || wire.Depth(s.Cert) > MaxDepth || json.Unmarshal(s.Cert, &c) != nil {
		return nil, fmt.Errorf("certificate: %w", ErrMalformed)
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	if c.Team != team || c.Fleet != MemberID(author) || at > c.Until {
		return nil, fmt.Errorf("certificate of something else: %w", ErrUnsigned)
	}
	return c.Key, verify(author, certContext, team, s.Cert, s.Sig)
}
