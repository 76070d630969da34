package batch

import (
	"crypto/ed25519"
	"fmt"
	"strconv"
	"strings"

	"cairn/shared/types"
)

// KeyNotice announces keys of the team, and gives them to members. Members alone make, give
// and read keys; the server stores the notices.
type KeyNotice struct {
	V      int        `json:"v"`
	Team   string     `json:"team"`
	Author string     `json:"author"`
	At     types.Time `json:"at"`
	// Made lists the ids of new keys.
	Made  []string  `json:"made,omitempty"`
	Given []Wrapped `json:"given,omitempty"`
}

// Wrapped is a team's key, encrypted for one member.
type Wrapped struct {
	Key    string `json:"key"` // its id
	For    string `json:"for"`
	Sealed []byte `json:"sealed"`
}

// MaxGiven is the largest number of keys that one notice gives.
const MaxGiven = 256

const noticeContext = "cairn team keys 1"

func (n *KeyNotice) check() error {
	switch {
	case n.V > Version:
		return fmt.Errorf("version %d: %w", n.V, ErrNewer)
	case n.V != Version || !plainName(n.Team, teamChars, teamChars) || !plainName(n.Author, memberChars, memberChars) || n.At <= 0:
		return fmt.Errorf("keys: %w", ErrMalformed)
	case len(n.Made) > MaxGiven || len(n.Given) > MaxGiven:
		return fmt.Errorf("%d keys: %w", max(len(n.Made), len(n.Given)), ErrLimit)
	}
	for _, id := range n.Made {
		if !IsTeamKey(id) {
			return fmt.Errorf("id of a key: %w", ErrMalformed)
		}
	}
	for _, w := range n.Given {
		if !IsTeamKey(w.Key) || !plainName(w.For, memberChars, memberChars) || len(w.Sealed) > maxSealed {
			return fmt.Errorf("given key: %w", ErrMalformed)
		}
	}
	return nil
}

func wrapPurpose(team, member, key string) string {
	return purpose("cairn team wrap 1", team, member, key)
}

// Wrap encrypts a key of the team for a member.
func Wrap(team, member string, box *Box, key TeamKey) (Wrapped, error) {
	sealed, err := box.seal(wrapPurpose(team, member, key.ID), key.Secret)
	return Wrapped{key.ID, member, sealed}, err
}

// Unwrap returns the key that was given to the member whose box has this secret.
func (w Wrapped) Unwrap(team string, boxSeed []byte) (TeamKey, error) {
	secret, err := openBox(boxSeed, wrapPurpose(team, w.For, w.Key), w.Sealed)
	k := TeamKey{w.Key, secret}
	if err == nil && !k.Valid() {
		err = fmt.Errorf("key of another id: %w", ErrMalformed)
	}
	if err != nil {
		return TeamKey{}, err
	}
	return k, nil
}

// SealKeys encodes and signs a notice. n tells notices of one time apart.
func SealKeys(key ed25519.PrivateKey, k KeyNotice, n int) (Message, error) {
	k.V = Version
	if err := k.check(); err != nil {
		return Message{}, err
	}
	id := strings.Join([]string{k.Author, "k", strconv.FormatInt(int64(k.At), 10), strconv.Itoa(n)}, ".")
	return encodeControl(key, "keys", noticeContext, KeySubject(k.Team, k.Author), id, k)
}

// OpenKeys returns a notice that the holder of key signed and that stands on its own subject.
func OpenKeys(key ed25519.PublicKey, m Message, team string) (KeyNotice, error) {
	var k KeyNotice
	if err := decodeControl(m, "keys", &k); err != nil {
		return KeyNotice{}, err
	}
	if err := k.check(); err != nil {
		return KeyNotice{}, err
	}
	if k.Team != team || m.Subject != KeySubject(team, k.Author) {
		return KeyNotice{}, ErrSubject
	}
	if MemberID(key) != k.Author {
		return KeyNotice{}, fmt.Errorf("key of another author: %w", ErrUnsigned)
	}
	if err := verify(key, noticeContext, m.Subject, m.Data, m.Sig); err != nil {
		return KeyNotice{}, err
	}
	return k, nil
}
