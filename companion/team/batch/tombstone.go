package batch

import (
	"crypto/ed25519"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cairn/shared/types"
)

// tombstone is a tombstone as it travels.
type tombstone struct {
	V    int    `json:"v"`
	Team string `json:"team"`
	types.Tombstone
	Runner *SignedCert `json:"runner,omitempty"` // as in a Header
}

const tombstoneContext = "cairn team tombstone 1"

// check returns the error in a tombstone, nil if it is valid.
func (t *tombstone) check() error {
	switch {
	case t.V > Version:
		return fmt.Errorf("version %d: %w", t.V, ErrNewer)
	case t.V != Version || !plainName(t.Team, teamChars, teamChars) || !plainName(t.Author, memberChars, memberChars) || !IsRun(t.Run) ||
		t.N < 1 || t.N > maxPlace || t.At <= 0 || t.All == (len(t.IDs) > 0):
		return fmt.Errorf("tombstone: %w", ErrMalformed)
	case len(t.IDs) > MaxNamed || len(t.Places) > MaxNamed:
		return fmt.Errorf("%d records: %w", max(len(t.IDs), len(t.Places)), ErrLimit)
	}
	for _, id := range t.IDs {
		if !isRecord(id) {
			return fmt.Errorf("id: %w", ErrMalformed)
		}
	}
	for _, p := range t.Places {
		if !IsRun(p.Run) || !plainName(p.Site, siteChars, siteChars) || p.K < 1 || p.K > maxPlace {
			return fmt.Errorf("place: %w", ErrMalformed)
		}
	}
	return nil
}

// Covers reports whether a deletion request covers a record of a batch.
func Covers(t types.Tombstone, h Header) bool {
	return h.Author == t.Author && (t.All || slices.ContainsFunc(t.Places, func(p types.Place) bool {
		return p.Run == h.Run && p.Site == h.Site && p.K >= h.First && p.K < h.First+int64(h.Count)
	}))
}

// CoveredSites lists the sites of the places that a deletion request names.
func CoveredSites(t types.Tombstone) map[string]bool {
	sites := map[string]bool{}
	for _, p := range t.Places {
		sites[p.Site] = true
	}
	return sites
}

// SealTombstone encodes and signs a tombstone. runner certifies a key that is not the author's.
func SealTombstone(key ed25519.PrivateKey, team string, t types.Tombstone, runner *SignedCert) (Message, error) {
	full := tombstone{Version, team, t, runner}
	if err := full.check(); err != nil {
		return Message{}, err
	}
	id := strings.Join([]string{t.Author, t.Run, "c", strconv.FormatInt(t.N, 10)}, ".")
	return encodeControl(key, "tombstone", tombstoneContext, ControlSubject(team, t.Author), id, full)
}

// PeekTombstone returns a tombstone whose author's key is not known yet. team is the
// one that its subject names.
func PeekTombstone(m Message, team string) (types.Tombstone, error) {
	t, err := readTombstone(m, team)
	return t.Tombstone, err
}

func readTombstone(m Message, team string) (t tombstone, err error) {
	if err := decodeControl(m, "tombstone", &t); err != nil {
		return tombstone{}, err
	}
	if err := t.check(); err != nil {
		return tombstone{}, err
	}
	if t.Team != team {
		return tombstone{}, ErrSubject
	}
	return t, nil
}

// OpenTombstone returns a tombstone that the holder of key signed. It may have come on
// any subject of its author: subject says which one it was signed for.
func OpenTombstone(key ed25519.PublicKey, m Message, team string) (types.Tombstone, error) {
	t, err := readTombstone(m, team)
	if err != nil {
		return t.Tombstone, err
	}
	if MemberID(key) != t.Author {
		return types.Tombstone{}, fmt.Errorf("key of another author: %w", ErrUnsigned)
	}
	signer, err := t.Runner.signer(key, team, t.At)
	if err != nil {
		return types.Tombstone{}, err
	}
	if err := verify(signer, tombstoneContext, ControlSubject(team, t.Author), m.Data, m.Sig); err != nil {
		return types.Tombstone{}, err
	}
	return t.Tombstone, nil
}
