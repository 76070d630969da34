package batch

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Done says up to which message of the control stream a member, or the server, has
// carried out the deletion requests, and lists its reports to the admins.
type Done struct {
	V    int    `json:"v"`
	Team string `json:"team"`
	// Member is the member's id, or ServerMember.
	Member  string `json:"member"`
	Control uint64 `json:"control"`
	// Created is when the control stream was made, in nanoseconds: sequences of another
	// one mean nothing.
	Created int64      `json:"created"`
	At      types.Time `json:"at"`
	// Erased is up to which request a keeper carried out on the servers' files, as the server's Control is.
	Erased uint64 `json:"erased,omitempty"`
	// Keys is up to which message the member has read the notices of keys, and Lacks lists the
	// keys that it was given and could not open.
	Keys  uint64   `json:"keys,omitempty"`
	Lacks []string `json:"lacks,omitempty"`
	// Version is the member's version of Cairn, or the server's.
	Version string `json:"version,omitempty"`
	// Overshared are the newest authors from whose records the member removed fields that must not leave (T7).
	Overshared []string `json:"overshared,omitempty"`
	// Reports are the newest sessions of others that the member reports to the admins.
	Reports []Report `json:"reports,omitempty"`
}

// Report tells the admins of a session that a member finds wrong or out of place, or without a session of an author who
// signed two batches at one place (T2). It has ids alone: who does not have the session learns nothing of it.
type Report struct {
	Session string     `json:"session,omitempty"`
	Author  string     `json:"author"` // who shared the session
	At      types.Time `json:"at"`
}

// The largest numbers of keys and reports that a Done lists, and of authors, and the longest version.
const (
	MaxLacks      = 100
	MaxReports    = 20
	MaxOvershared = 20
	maxVersion    = 20 // bytes
)

// IsVersion reports whether s is a version, such as 1.2.0.
func IsVersion(s string) bool {
	part := strings.Split(s, ".")
	return len(s) <= maxVersion && len(part) == 3 && !slices.ContainsFunc(part, func(p string) bool { return p == "" || strings.Trim(p, "0123456789") != "" })
}

// ServerMember is the member of the server's Done, which the root key signs.
const ServerMember = "server"

const doneContext = "cairn team done 1"

func (d *Done) check() error {
	switch {
	case d.V > Version:
		return fmt.Errorf("version %d: %w", d.V, ErrNewer)
	case d.V != Version || !plainName(d.Team, teamChars, teamChars) || d.Member != ServerMember && !plainName(d.Member, memberChars, memberChars) || d.At <= 0:
		return fmt.Errorf("done: %w", ErrMalformed)
	case d.Version != "" && !IsVersion(d.Version) || slices.ContainsFunc(d.Overshared, func(id string) bool { return !plainName(id, memberChars, memberChars) }):
		return fmt.Errorf("done: %w", ErrMalformed)
	case len(d.Reports) > MaxReports || len(d.Overshared) > MaxOvershared || len(d.Lacks) > MaxLacks || slices.ContainsFunc(d.Lacks, func(id string) bool { return !IsTeamKey(id) }):
		return fmt.Errorf("done: %w", ErrLimit)
	}
	for _, r := range d.Reports {
		if r.Session != "" && !isRecord(r.Session) || !plainName(r.Author, memberChars, memberChars) || r.At <= 0 {
			return fmt.Errorf("done: %w", ErrMalformed)
		}
	}
	return nil
}

// SealDone encodes and signs a Done.
func SealDone(key ed25519.PrivateKey, d Done) (Message, error) {
	d.V = Version
	if err := d.check(); err != nil {
		return Message{}, err
	}
	data, err := json.Marshal(d)
	if err != nil {
		return Message{}, fmt.Errorf("encode done: %w", err)
	}
	digest := sha256.Sum256(data) // the server drops a second message with an id, and two may be of one millisecond
	m := Message{Subject: DoneSubject(d.Team, d.Member), Data: data, ID: d.Member + ".d." + hex.EncodeToString(digest[:8])}
	m.Sig, err = sign(key, doneContext, m.Subject, data)
	return m, err
}

// OpenDone returns a Done that stands on its own subject of a team, if the holder of key
// signed it.
func OpenDone(key ed25519.PublicKey, m Message, team string) (Done, error) {
	var d Done
	if len(m.Data) > MaxControl || wire.Depth(m.Data) > MaxDepth || json.Unmarshal(m.Data, &d) != nil {
		return Done{}, fmt.Errorf("done: %w", ErrMalformed)
	}
	if err := d.check(); err != nil {
		return Done{}, err
	}
	if d.Team != team || m.Subject != DoneSubject(d.Team, d.Member) {
		return Done{}, ErrSubject
	}
	if d.Member != ServerMember && MemberID(key) != d.Member || d.Member == ServerMember && TeamID(key) != team {
		return Done{}, fmt.Errorf("key of another: %w", ErrUnsigned)
	}
	return d, verify(key, doneContext, m.Subject, m.Data, m.Sig)
}
