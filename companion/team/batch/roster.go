package batch

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"slices"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// The roles of members.
const (
	RoleReader = "reader"
	RoleMember = "member"
	RoleKeeper = "keeper"
	RoleAdmin  = "admin"
)

// Entry is the roster's entry of a member. Only the root key signs entries.
type Entry struct {
	V    int    `json:"v"`
	Team string `json:"team"`
	// N grows with each entry of a member: an older one is ignored.
	N       int64             `json:"n"`
	Member  string            `json:"member"`
	Name    string            `json:"name"`
	Role    string            `json:"role"`
	Key     ed25519.PublicKey `json:"key"`
	From    types.Time        `json:"from"`
	Revoked *Revoked          `json:"revoked,omitempty"`
	// Fleet is set for the runners of a CI system, which sign with keys that this one
	// certifies.
	Fleet bool `json:"fleet,omitempty"`
	// Box is the key for secrets that are for this member, and Hidden is the one of the settings
	// (Config.Hide) in a team that encrypts.
	Box    *Box   `json:"box,omitempty"`
	Hidden []byte `json:"hidden,omitempty"`
}

// Revoked says when a member left or was put out, and the last places that count.
type Revoked struct {
	At types.Time `json:"at"`
	// Last has the last place of each chain, by run and site with a slash between. A
	// chain that it lacks has none.
	Last map[string]int64 `json:"last,omitempty"`
	// Ends has the ends of the streams then, instead of Last: a fleet has a chain for each runner, which are
	// too many to list.
	Ends []StreamEnd `json:"ends,omitempty"`
	// Forget has all members delete this member's records. None of them counts.
	Forget bool `json:"forget,omitempty"`
}

// StreamEnd is a sequence of a stream that was made at a time, in nanoseconds.
type StreamEnd struct {
	Stream  string `json:"stream"`
	Created int64  `json:"created"`
	Seq     uint64 `json:"seq"`
}

// Counts reports whether a place of the member's counts: those after a revocation do not. at is where its
// message stands.
func (e *Entry) Counts(run, site string, k int64, at StreamEnd) bool {
	if e.Revoked == nil || k <= e.Revoked.Last[run+"/"+site] {
		return true
	}
	return slices.ContainsFunc(e.Revoked.Ends, func(end StreamEnd) bool {
		return end.Stream == at.Stream && end.Created == at.Created && at.Seq > 0 && at.Seq <= end.Seq
	})
}

// Config is the team's configuration. Only the root key signs it.
type Config struct {
	V    int    `json:"v"`
	Team string `json:"team"`
	N    int64  `json:"n"` // grows with each change: an older one is ignored
	Name string `json:"name"`
	// Auto lists the origins on which members may share without a review: the team's
	// own applications.
	Auto []string `json:"auto,omitempty"`
	// Goals says that goals are shared.
	Goals bool `json:"goals,omitempty"`
	// Least is the version of Cairn that members who share must have at least, empty for any.
	Least string `json:"least,omitempty"`
	// Servers are the addresses of several servers; a single one's are in the invitation.
	Servers []string `json:"servers,omitempty"`
	// Aliases name addresses that show one application: they are one site.
	Aliases []types.SiteName `json:"aliases,omitempty"`
	// SiteKey is the key of site ids.
	SiteKey []byte `json:"siteKey,omitempty"`
	// Encrypt says that batches are encrypted for the members. Then Hidden holds Auto, Aliases and
	// SiteKey; see Hide.
	Encrypt bool `json:"encrypt,omitempty"`
	// Partitions is the number of streams that sites are spread over, 0 for one.
	Partitions int    `json:"partitions,omitempty"`
	Hidden     []byte `json:"hidden,omitempty"`
}

const (
	entryContext  = "cairn team member 1"
	configContext = "cairn team config 1"
	maxName       = 100 // bytes
	siteKeyBytes  = 32
)

func (e *Entry) check() error {
	switch {
	case e.V > Version:
		return fmt.Errorf("version %d: %w", e.V, ErrNewer)
	case e.V != Version || !plainName(e.Team, teamChars, teamChars) || e.N < 1 || len(e.Key) != ed25519.PublicKeySize || e.Member != MemberID(e.Key),
		e.Name == "" || len(e.Name) > maxName,
		e.Role != RoleReader && e.Role != RoleMember && e.Role != RoleKeeper && e.Role != RoleAdmin:
		return fmt.Errorf("roster entry: %w", ErrMalformed)
	}
	if e.Box != nil {
		return e.Box.check(e.Key)
	}
	return nil
}

func (c *Config) check() error {
	switch {
	case c.V > Version:
		return fmt.Errorf("version %d: %w", c.V, ErrNewer)
	case c.V != Version || !plainName(c.Team, teamChars, teamChars) || c.N < 1 || c.Name == "" || len(c.Name) > maxName,
		c.Partitions != 0 && !Partitioned(c.Partitions), c.Least != "" && !IsVersion(c.Least),
		!c.Encrypt && len(c.SiteKey) != siteKeyBytes, c.Encrypt && (len(c.Hidden) == 0 || c.SiteKey != nil || c.Auto != nil || c.Aliases != nil):
		return fmt.Errorf("configuration: %w", ErrMalformed)
	}
	return nil
}

// SealEntry encodes a roster entry and signs it with the root key.
func SealEntry(root ed25519.PrivateKey, e Entry) ([]byte, error) {
	e.V = Version
	if err := e.check(); err != nil {
		return nil, err
	}
	return sealByRoot(root, entryContext, e.Team, e)
}

// OpenEntry returns a roster entry that the team's root signed.
func OpenEntry(root ed25519.PublicKey, data []byte) (Entry, error) {
	var e Entry
	err := openByRoot(root, entryContext, data, &e, func() (string, error) { return e.Team, e.check() })
	if err != nil {
		return Entry{}, err
	}
	return e, nil
}

// SealConfig encodes the configuration and signs it with the root key.
func SealConfig(root ed25519.PrivateKey, c Config) ([]byte, error) {
	c.V = Version
	if err := c.check(); err != nil {
		return nil, err
	}
	return sealByRoot(root, configContext, c.Team, c)
}

// OpenConfig returns a configuration that the team's root signed.
func OpenConfig(root ed25519.PublicKey, data []byte) (Config, error) {
	var c Config
	err := openByRoot(root, configContext, data, &c, func() (string, error) { return c.Team, c.check() })
	if err != nil {
		return Config{}, err
	}
	return c, nil
}

// sealByRoot writes the signature, a newline and the JSON of v.
func sealByRoot(root ed25519.PrivateKey, context, team string, v any) ([]byte, error) {
	public, ok := root.Public().(ed25519.PublicKey)
	if !ok || TeamID(public) != team {
		return nil, fmt.Errorf("root key of another team: %w", ErrUnsigned)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	if len(text) > MaxControl-128 {
		return nil, fmt.Errorf("%d bytes: %w", len(text), ErrLimit)
	}
	sig, err := sign(root, context, team, text)
	if err != nil {
		return nil, err
	}
	return append([]byte(sig+"\n"), text...), nil
}

func openByRoot(root ed25519.PublicKey, context string, data []byte, v any, check func() (team string, err error)) error {
	if len(data) > MaxControl {
		return fmt.Errorf("%d bytes: %w", len(data), ErrLimit)
	}
	sig, text, ok := bytes.Cut(data, []byte("\n"))
	if !ok || wire.Depth(text) > MaxDepth || json.Unmarshal(text, v) != nil {
		return fmt.Errorf("signed by root: %w", ErrMalformed)
	}
	team, err := check()
	if err != nil {
		return err
	}
	if TeamID(root) != team {
		return ErrSubject
	}
	return verify(root, context, team, text, string(sig))
}
