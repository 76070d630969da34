package team

import (
	"maps"
	"slices"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// keyring is a member's view of its team's keys: the announced ids, in the order of
// the log, the members who were given each, and the secrets that this member was given itself.
type keyring struct {
	Seq  uint64     `json:"seq"` // up to which the notices were read
	Keys []knownKey `json:"keys"`
}

// knownKey is an announced key.
type knownKey struct {
	ID     string     `json:"id"`
	At     types.Time `json:"at"` // the server's stamp of the announcement
	Secret []byte     `json:"secret,omitempty"`
	// Given has the members who were given the key, with the newest message that did. The
	// announcer is one. It is nil while the log does not announce the key.
	Given map[string]uint64 `json:"given"`
	// Had has the members who were given the key in logs that are gone.
	Had []string `json:"had,omitempty"`
}

// keyAge is the age at which a key is replaced.
const keyAge = 30 * 24 * time.Hour

// maxKeyNotices bounds the keys that a member announces in an hour (T11).
const maxKeyNotices = 20

func (k *keyring) find(id string) *knownKey {
	for i := range k.Keys {
		if k.Keys[i].ID == id {
			return &k.Keys[i]
		}
	}
	return nil
}

// clean reports whether no member that was revoked has the key.
func (k *knownKey) clean(people map[string]batch.Entry) bool {
	for member := range k.Given {
		if people[member].Revoked != nil {
			return false
		}
	}
	return !slices.ContainsFunc(k.Had, func(member string) bool { return people[member].Revoked != nil })
}

// writing returns the key under which this member encrypts: the newest of those it has that no
// revoked member has, nil if there is none.
func (k *keyring) writing(people map[string]batch.Entry) *batch.TeamKey {
	for _, one := range slices.Backward(k.Keys) {
		if one.Secret != nil && one.Given != nil && one.clean(people) {
			return &batch.TeamKey{ID: one.ID, Secret: one.Secret}
		}
	}
	return nil
}

// due reports whether a new key is to be made: a revoked member has the newest ones, or they are old.
// The keys that this member was given do not matter, so a joiner waits and makes none.
func (k *keyring) due(people map[string]batch.Entry, now time.Time) bool {
	for _, one := range slices.Backward(k.Keys) {
		if (one.Secret != nil || one.Given != nil) && one.clean(people) {
			return types.At(now).Sub(one.At) > keyAge
		}
	}
	return true
}

// lacking lists the keys that this member was given and could not open.
func (k *keyring) lacking(me string) (ids []string) {
	for _, one := range k.Keys {
		if _, given := one.Given[me]; given && one.Secret == nil && len(ids) < batch.MaxLacks {
			ids = append(ids, one.ID)
		}
	}
	return ids
}

// gift is a key that a member is to be given.
type gift struct {
	key    batch.TeamKey
	member batch.Entry
}

// missing lists the keys, of those that this member has, that others were not given, or say that
// they could not open.
func (k *keyring) missing(people map[string]batch.Entry, carried map[string]batch.Done, me string) (gifts []gift) {
	for _, one := range k.Keys {
		if one.Secret == nil || one.Given == nil {
			continue
		}
		for id, e := range people {
			if id == me || e.Revoked != nil || e.Box == nil {
				continue
			}
			seq, given := one.Given[id]
			said := carried[id]
			if !given || said.Keys >= seq && slices.Contains(said.Lacks, one.ID) {
				gifts = append(gifts, gift{batch.TeamKey{ID: one.ID, Secret: one.Secret}, e})
			}
		}
	}
	return gifts
}

// unannounced lists the keys that this member has, and that the log does not announce: it is new, after
// the loss of the server's disk.
func (k *keyring) unannounced() (keys []batch.TeamKey) {
	for _, one := range k.Keys {
		if one.Secret != nil && one.Given == nil {
			keys = append(keys, batch.TeamKey{ID: one.ID, Secret: one.Secret})
		}
	}
	return keys
}

// newLog has all notices read again, of another log.
func (k *keyring) newLog() {
	k.Seq = 0
	for i := range k.Keys {
		one := &k.Keys[i]
		had := append(slices.Collect(maps.Keys(one.Given)), one.Had...)
		slices.Sort(had)
		one.Given, one.Had = nil, slices.Compact(had)
	}
}

// announce adds a key, or says who announced it in this log.
func (k *keyring) announce(id, by string, s Stored) {
	one := k.find(id)
	if one == nil {
		k.Keys = append(k.Keys, knownKey{ID: id})
		one = &k.Keys[len(k.Keys)-1]
	}
	if one.Given == nil {
		one.At, one.Given = types.At(s.At), map[string]uint64{by: s.Seq}
	}
}
