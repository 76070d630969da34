package batch

import (
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/hpke"
	"encoding/base64"
	"fmt"
	"strings"
)

// Box is the key for which secrets are encrypted that one member alone may read (HPKE, X25519).
// It follows from the member's own key, which signs it: no one can give a member another.
type Box struct {
	Key []byte `json:"key"`
	Sig []byte `json:"sig"`
}

const (
	boxContext = "cairn team box 1"
	maxSealed  = 256 // bytes of an encrypted secret
)

// BoxSeed returns the secret of a member's box. The member's key does not follow from it.
func BoxSeed(key ed25519.PrivateKey) []byte { return derive(key.Seed(), boxContext, secretBytes) }

// NewBox returns the box of the member with a key.
func NewBox(key ed25519.PrivateKey) (*Box, error) {
	private, err := hpke.DHKEM(ecdh.X25519()).DeriveKeyPair(BoxSeed(key))
	if err != nil {
		return nil, fmt.Errorf("make box: %w", err)
	}
	b := &Box{Key: private.PublicKey().Bytes()}
	b.Sig, err = key.Sign(nil, b.signed(), &ed25519.Options{Context: boxContext})
	return b, err
}

func (b *Box) signed() []byte { return signed("box", b.Key) }

// check returns the error in a member's box, nil if it is valid.
func (b *Box) check(member ed25519.PublicKey) error {
	if _, err := hpke.DHKEM(ecdh.X25519()).NewPublicKey(b.Key); err != nil {
		return fmt.Errorf("box: %w", ErrMalformed)
	}
	return verify(member, boxContext, "box", b.Key, base64.StdEncoding.EncodeToString(b.Sig))
}

// seal encrypts a secret for the box's owner, for one purpose.
func (b *Box) seal(purpose string, secret []byte) ([]byte, error) {
	public, err := hpke.DHKEM(ecdh.X25519()).NewPublicKey(b.Key)
	if err != nil {
		return nil, fmt.Errorf("box: %w", ErrMalformed)
	}
	return hpke.Seal(public, hpke.HKDFSHA256(), hpke.AES256GCM(), []byte(purpose), secret)
}

func openBox(seed []byte, purpose string, sealed []byte) ([]byte, error) {
	if len(seed) != secretBytes || len(sealed) > maxSealed {
		return nil, fmt.Errorf("open box: %w", ErrMalformed)
	}
	private, err := hpke.DHKEM(ecdh.X25519()).DeriveKeyPair(seed)
	if err != nil {
		return nil, fmt.Errorf("open box: %w", err)
	}
	secret, err := hpke.Open(private, hpke.HKDFSHA256(), hpke.AES256GCM(), []byte(purpose), sealed)
	if err != nil || len(secret) != secretBytes {
		return nil, fmt.Errorf("open box: %w", ErrMalformed)
	}
	return secret, nil
}

func purpose(parts ...string) string { return strings.Join(parts, "\x00") }
