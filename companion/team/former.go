package team

import (
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"cairn/companion/atomicfile"
	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// Former is a membership that ended, and whose records stay with the team. Its key signs their deletion
// if the same person becomes a member again, under any name.
type Former struct {
	Team   string `json:"team"`
	Member string `json:"member"`
	Seed   []byte `json:"seed"`
}

// LoadFormer reads the ended memberships, none if there is no file.
func LoadFormer(path string) (all []Former, err error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read ended memberships: %w", err)
	}
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, types.Invalid(path+" is damaged", "Restore it from a backup. Without it, what you shared under an earlier name cannot be deleted at the team.")
	}
	return all, nil
}

// AddFormer notes that a membership ended.
func AddFormer(path string, m *Membership) error {
	all, err := LoadFormer(path)
	if err != nil {
		return err
	}
	return atomicfile.ReplaceJSON(path, append(all, Former{m.Team, m.Member, m.Seed}))
}

// TakeFormer lets the member also delete the records that it shared under its earlier names in the team.
func (m *Membership) TakeFormer(all []Former) {
	m.former = map[string]ed25519.PrivateKey{}
	for _, f := range all {
		if len(f.Seed) == ed25519.SeedSize && f.Team == m.Team && f.Member != m.Member {
			m.former[f.Member] = ed25519.NewKeyFromSeed(f.Seed)
		}
	}
}

// Former lists the member's earlier names.
func (m *Membership) Former() (members []string) {
	for member := range m.former {
		members = append(members, member)
	}
	return members
}

// sealTombstone signs a deletion request of this member, or one of its earlier names'. Both are sent on its own subject,
// for an earlier log-in has ended.
func (m *Membership) sealTombstone(t types.Tombstone) (batch.Message, error) {
	key, ok := m.former[t.Author]
	if !ok {
		key = m.key()
	}
	sealed, err := batch.SealTombstone(key, m.Team, t, m.Runner)
	sealed.Subject = batch.ControlSubject(m.Team, m.Member)
	return sealed, err
}
