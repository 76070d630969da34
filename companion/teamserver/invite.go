package teamserver

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cairn/companion/atomicfile"
	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// An invitation is valid for inviteTime. Its log-in lives longer, so that a late one is answered
// with the reason.
const (
	inviteTime  = 7 * 24 * time.Hour
	inviteGrace = 60 * 24 * time.Hour
)

// invitation is an invitation as the server remembers it.
type invitation struct {
	Name    string     `json:"name"`
	Role    string     `json:"role"`
	Expires types.Time `json:"expires"`
	UsedBy  []byte     `json:"usedBy,omitempty"` // the key of who joined with it
}

// Invite returns a code with which one person can join once. creds is the file with the log-in that the
// operator of another NATS made, or "". A member gets the new place with it.
func (t *Team) Invite(creds, name, role string, now time.Time) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	if !slices.Contains([]string{batch.RoleMember, batch.RoleReader, batch.RoleKeeper}, role) {
		return "", types.Invalid(fmt.Sprintf("there is no role %.20q", role), "Roles are member, reader and keeper.")
	}
	i, err := t.place()
	if err != nil {
		return "", err
	}
	if m, err := t.member(name); err != nil || m != nil && m.Revoked == nil && !i.External {
		return "", errors.Join(err, types.Invalid(name+" is a member already", "Choose another name, or revoke that member first."))
	}
	if started, err := t.addresses(); err != nil || len(started) == 0 {
		return "", errors.Join(err, errNeverStarted)
	}
	seed, id := make([]byte, ed25519.SeedSize), make([]byte, 8)
	_, _ = rand.Read(seed) // it never fails
	_, _ = rand.Read(id)
	key := ed25519.NewKeyFromSeed(seed)
	i.ID, i.Name, i.Seed, i.Expires = hex.EncodeToString(id), name, seed, types.At(now.Add(inviteTime))
	if i.External {
		i.JWT, i.Seed, err = readCreds(creds)
	} else {
		i.JWT, err = t.inviteJWT(key.Public().(ed25519.PublicKey), i.ID, now.Add(inviteTime))
	}
	if err != nil {
		return "", err
	}
	if err := atomicfile.ReplaceJSON(t.invitePath(i.ID), invitation{Name: name, Role: role, Expires: i.Expires}); err != nil {
		return "", err
	}
	return i.Code()
}

func (t *Team) invitePath(id string) string { return filepath.Join(t.dir, invitesDir, id+".json") }

// checkName accepts names that a person can read and type.
func checkName(name string) error {
	ok := name != "" && len(name) <= 40 && strings.Trim(name, "-.") == name
	for _, r := range name {
		ok = ok && (r == '-' || r == '.' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	}
	if !ok {
		return types.Invalid(fmt.Sprintf("%.50q is not a member's name", name), "Use letters, digits, - and _, at most 40.")
	}
	return nil
}

// join admits the one who asks with an invitation. Asking again with the same key gets
// the same answer, because the first may have been lost.
func (t *Team) join(id string, ask batch.Ask, now time.Time) (a batch.Admission, err error) {
	key := ask.Key
	if len(key) != ed25519.PublicKeySize || t.keys.Hiding != nil && ask.Box == nil {
		return a, types.Fault(types.CodeInviteBad, "the request to join holds no key", "Update Cairn, and ask for a new invitation.")
	}
	var i invitation
	if err := readJSON(t.invitePath(id), &i); err != nil {
		return a, types.Fault(types.CodeInviteBad, "the team's server does not know this invitation", "Ask the one who invited you for a new one.")
	}
	again := bytes.Equal(i.UsedBy, key)
	switch {
	case i.UsedBy != nil && !again:
		return a, types.Fault(types.CodeInviteUsed, "the invitation was used already", "Ask for a new one. If it was not you who used it, say so: cairn team members shows who joined.")
	case types.At(now) > i.Expires && !again:
		return a, types.Fault(types.CodeInviteExpired, "the invitation has expired: it was valid for seven days", "Ask for a new one.")
	case !again:
		i.UsedBy = key
		if err := atomicfile.ReplaceJSON(t.invitePath(id), i); err != nil {
			return a, err
		}
	}
	return t.Admit(i.Name, i.Role, ask, now)
}

// Admit makes the one who asks a member.
func (t *Team) Admit(name, role string, ask batch.Ask, now time.Time) (a batch.Admission, err error) {
	key := ask.Key
	member := batch.MemberID(key)
	a.Entry, err = os.ReadFile(t.memberPath(member))
	if errors.Is(err, os.ErrNotExist) {
		e := batch.Entry{Team: t.ID, N: 1, Member: member, Name: name, Role: role, Key: key, From: types.At(now)}
		if t.keys.Hiding != nil {
			e.Box = ask.Box
			if e.Hidden, err = batch.WrapHiding(t.ID, member, ask.Box, t.keys.Hiding); err != nil {
				return a, err
			}
		}
		a.Entry, err = t.writeMember(e)
	}
	if err != nil {
		return a, err
	}
	if e, err := batch.OpenEntry(t.rootKey(), a.Entry); err != nil || e.Revoked != nil {
		return a, errors.Join(err, types.Fault(types.CodeTeamRefused, name+" is no longer a member", "Ask for a new invitation."))
	}
	if a.Config, err = os.ReadFile(filepath.Join(t.dir, configFile)); err != nil {
		return a, fmt.Errorf("read config: %w", err)
	}
	a.JWT, err = t.memberJWT(key, member, role)
	return a, err
}
