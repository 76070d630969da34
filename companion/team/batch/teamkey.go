package batch

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
)

// TeamKey is a key under which members of a team encrypt their batches. The team's server
// does not have it.
type TeamKey struct {
	// ID is derived from Secret, so that no one can be given another secret under it.
	ID     string
	Secret []byte
}

const (
	secretBytes = 32 // AES-256, and as much for all other keys
	keyIDChars  = 32
	nonceBytes  = 12 // of AES-GCM
)

// NewTeamKey makes a key.
func NewTeamKey() TeamKey {
	secret := make([]byte, secretBytes)
	_, _ = rand.Read(secret) // it never fails
	return TeamKey{teamKeyID(secret), secret}
}

// SpoolKey returns the key of the files that a fleet's runners spool in a team that encrypts. It follows from the secret of
// the fleet's box, which is in its token: a runner that reaches no server was given no key of the team.
func SpoolKey(box []byte) TeamKey {
	secret := derive(box, "cairn team spool key 1", secretBytes)
	return TeamKey{teamKeyID(secret), secret}
}

// IsTeamKey reports whether s can be the id of a key.
func IsTeamKey(s string) bool { return plainName(s, keyIDChars, keyIDChars) }

// Valid reports whether the secret is the one that the id names.
func (k TeamKey) Valid() bool {
	return len(k.Secret) == secretBytes && k.ID == teamKeyID(k.Secret)
}

func teamKeyID(secret []byte) string {
	return strings.ToLower(nameEncoding.EncodeToString(derive(secret, "cairn team key id 1", keyIDChars*5/8)))
}

func derive(secret []byte, purpose string, n int) []byte {
	out, err := hkdf.Key(sha256.New, secret, nil, purpose, n)
	if err != nil {
		panic(err) // n is far below the limit
	}
	return out
}

// ciphers returns the cipher of the batch at one place, and the key of its nonce.
func (k TeamKey) ciphers(h *Header) (cipher.AEAD, []byte) {
	both := derive(k.Secret, strings.Join([]string{"cairn team batch key 1", h.Team, h.Author, h.Run, h.Site, strconv.FormatInt(h.First, 10)}, "\x00"), 2*secretBytes)
	return gcm(both[:secretBytes]), both[secretBytes:]
}

func gcm(key []byte) cipher.AEAD {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // the key has 32 bytes
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err) // AES has the block size of GCM
	}
	return aead
}

// encrypt returns the encrypted body of a batch; head is its line. The nonce follows from the text, so
// that a batch that is sent again is the same message, and two texts at one place have two nonces.
func (k TeamKey) encrypt(h *Header, head, body []byte) []byte {
	aead, nonceKey := k.ciphers(h)
	mac := hmac.New(sha256.New, nonceKey)
	mac.Write(head)
	mac.Write(body)
	nonce := mac.Sum(nil)[:nonceBytes]
	return aead.Seal(bytes.Clone(nonce), nonce, body, head)
}

func (k TeamKey) decrypt(h *Header, head, data []byte) ([]byte, error) {
	aead, _ := k.ciphers(h)
	return openGCM(aead, data, head)
}

func openGCM(aead cipher.AEAD, data, with []byte) ([]byte, error) {
	if len(data) < nonceBytes {
		return nil, fmt.Errorf("encrypted text is cut off: %w", ErrMalformed)
	}
	plain, err := aead.Open(nil, data[:nonceBytes], data[nonceBytes:], with)
	if err != nil {
		return nil, fmt.Errorf("decrypt: %w", ErrMalformed)
	}
	return plain, nil
}
