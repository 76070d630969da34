package teamserver

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// recovery is the content of a recovery code, from which all keys of a team are made (team.md 16). It is 25 bytes, which
// are 40 letters of base32: a version, the secret, the hour of the team's creation, and a checksum.
type recovery [25]byte

const (
	recoveryVersion = 1
	secretEnd       = 1 + 16 // 128 bits, as many as the other keys of a team withstand
	hourEnd         = secretEnd + 4
	recoveryGroup   = 5 // letters that a person copies at a time
)

func newRecovery(now time.Time) (r recovery) {
	r[0] = recoveryVersion
	_, _ = rand.Read(r[1:secretEnd]) // it never fails
	binary.BigEndian.PutUint32(r[secretEnd:], uint32(now.Unix()/3600))
	copy(r[hourEnd:], r.checksum())
	return r
}

func (r recovery) checksum() []byte {
	sum := sha256.Sum256(r[:hourEnd])
	return sum[:len(r)-hourEnd]
}

// String returns the code in groups of letters, for paper.
func (r recovery) String() string {
	text := []byte(base32.StdEncoding.EncodeToString(r[:]))
	return string(bytes.Join(slices.Collect(slices.Chunk(text, recoveryGroup)), []byte("-")))
}

// readRecovery reads a code as a person types it. Base32 has no 0, 1 and 8, which are taken for the letters they look like.
func readRecovery(code string) (r recovery, err error) {
	text := strings.NewReplacer("-", "", "0", "O", "1", "I", "8", "B").Replace(strings.ToUpper(strings.Join(strings.Fields(code), "")))
	data, err := base32.StdEncoding.DecodeString(text)
	if err != nil || len(data) != len(r) || !bytes.Equal(recovery(data).checksum(), data[hourEnd:]) {
		return r, types.Invalid("the recovery code is incomplete or altered", "Give all eight groups of five letters that cairn team create printed.")
	}
	if data[0] != recoveryVersion {
		return r, types.Invalid("the recovery code is of a newer version of Cairn", "Update it first: cairn upgrade")
	}
	return recovery(data), nil
}

// keys makes the keys of the team.
func (r recovery) keys() (k keys, err error) {
	var authority []byte
	for purpose, seed := range map[string]*[]byte{"root": &k.Root, "operator": &k.Operator, "account": &k.Account, "system": &k.System, "site": &k.Site, "hiding": &k.Hiding, "authority": &authority} {
		if *seed, err = hkdf.Key(sha256.New, r[1:secretEnd], nil, "cairn team "+purpose+" 1", ed25519.SeedSize); err != nil {
			return k, fmt.Errorf("make keys: %w", err)
		}
	}
	made := time.Unix(int64(binary.BigEndian.Uint32(r[secretEnd:]))*3600, 0)
	k.CA, k.CACert, err = newAuthority(ed25519.NewKeyFromSeed(authority), made)
	k.Recovery = r.String()
	return k, err
}

// RecoveryCode returns the code with which Recover makes the team's keys again.
func (t *Team) RecoveryCode() string { return t.keys.Recovery }

// Recover makes a team's server in dir, which must not hold one, after the loss of the one that had it: the keys from
// the recovery code, members and settings from a member's copy. That member becomes an admin. Invitations
// and the tokens of fleets are void; at is where the log is, nil for a server within this process.
func Recover(dir, code, member string, entries map[string][]byte, config []byte, at *External) (*Team, error) {
	if Exists(dir) || IsReplica(dir) {
		return nil, types.Invalid("there is a team's server in "+dir+" already", "cairn team serve starts it")
	}
	r, err := readRecovery(code)
	if err != nil {
		return nil, err
	}
	k, err := r.keys()
	if err != nil {
		return nil, err
	}
	t := newTeam(dir, k)
	c, err := batch.OpenConfig(t.rootKey(), config)
	if errors.Is(err, batch.ErrNewer) {
		return nil, fmt.Errorf("read the team's settings: %w", err)
	}
	if err != nil {
		return nil, types.Invalid("the recovery code is that of another team", "Give the one of the team that this machine is a member of.")
	}
	if err := c.Reveal(k.Hiding); err != nil {
		return nil, err
	}
	if c.Servers = nil; !c.Encrypt {
		t.keys.Hiding = nil
	}
	var all []batch.Entry
	for _, data := range entries {
		e, err := batch.OpenEntry(t.rootKey(), data)
		if err != nil {
			return nil, fmt.Errorf("read member: %w", err)
		}
		if e.Member == member {
			e.N, e.Role = e.N+1, batch.RoleAdmin
		}
		all = append(all, e)
	}
	return t, t.write(c, all, at)
}
