package team

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"cairn/companion/atomicfile"
	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// Membership is a member's copy of its team's settings. It contains the member's private key.
type Membership struct {
	Team      string   `json:"team"`
	TeamName  string   `json:"teamName"`
	Member    string   `json:"member"`
	Name      string   `json:"name"`
	Role      string   `json:"role"`
	Addresses []string `json:"addresses"`
	CAHash    string   `json:"ca,omitempty"` // empty on loopback
	Root      []byte   `json:"root"`         // the team's public key
	Site      []byte   `json:"site"`         // the key of site ids
	JWT       string   `json:"jwt"`
	Seed      []byte   `json:"seed"`
	// Login is the seed of the log-in's key at a NATS of another operator, nil if it is Seed.
	Login []byte `json:"login,omitempty"`
	// Runner is the certificate of a fleet's runner, whose Member is the fleet. Entry and
	// Config are the token's copies from the roster.
	Runner *batch.SignedCert `json:"runner,omitempty"`
	Entry  []byte            `json:"entry,omitempty"`
	Config []byte            `json:"config,omitempty"`
	// Spool is the directory that takes a runner's messages, instead of the server.
	Spool string `json:"spool,omitempty"`
	// Box is the secret of a runner's box, which is its fleet's. Hidden is the key of the settings of
	// a team that encrypts.
	Box    []byte `json:"box,omitempty"`
	Hidden []byte `json:"hidden,omitempty"`
	// Partitions is the number of streams of records, 0 for one.
	Partitions int `json:"partitions,omitempty"`
	// Local is the alias of a runner's own addresses.
	Local string `json:"local,omitempty"`

	aliases atomic.Pointer[aliases]       // nil until there are any
	former  map[string]ed25519.PrivateKey // of its earlier names
}

// Load reads a membership, nil if there is none.
func Load(path string) (*Membership, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read membership: %w", err)
	}
	m := &Membership{}
	if json.Unmarshal(data, m) != nil || len(m.Seed) != ed25519.SeedSize || len(m.Root) != ed25519.PublicKeySize || len(m.Addresses) == 0 {
		return nil, types.Invalid(path+" is damaged", "Restore it from a backup, or remove it and join again with a new invitation.")
	}
	return m, nil
}

// Save writes a membership, readable by its owner alone.
func (m *Membership) Save(path string) error { return atomicfile.ReplaceJSON(path, m) }

// NewKey returns the seed of a new member's key.
func NewKey() []byte {
	seed := make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(seed) // it never fails
	return seed
}

// Admitted returns the membership that an admission grants to the owner of a key.
func Admitted(i batch.Invite, a batch.Admission, seed []byte) (*Membership, error) {
	e, err := batch.OpenEntry(i.Root, a.Entry)
	key := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	config, configErr := batch.OpenConfig(i.Root, a.Config)
	var hiding []byte
	if configErr == nil && config.Encrypt {
		hiding, configErr = e.Hiding(batch.BoxSeed(ed25519.NewKeyFromSeed(seed)))
		configErr = errors.Join(configErr, config.Reveal(hiding))
	}
	if err != nil || configErr != nil || e.Member != batch.MemberID(key) {
		return nil, types.Fault(types.CodeTeamServer, "the server's answer is not signed by the team's root key", "Ask the one who invited you whether the server is theirs.")
	}
	m := &Membership{Team: i.Team, TeamName: i.TeamName, Member: e.Member, Name: e.Name, Role: e.Role, Addresses: i.Addresses, CAHash: i.CAHash, Root: i.Root, Site: config.SiteKey, JWT: a.JWT, Seed: seed, Hidden: hiding, Partitions: config.Partitions}
	m.Relocate(i)
	return m, nil
}

// Relocate takes over where the team is, and the log-in there, of a code for a NATS of another operator.
func (m *Membership) Relocate(i batch.Invite) {
	if m.Addresses, m.CAHash = i.Addresses, i.CAHash; i.External {
		m.JWT, m.Login = i.JWT, i.Seed
	}
}

func (m *Membership) login() login {
	if m.Login != nil {
		return login{m.Name, m.JWT, ed25519.NewKeyFromSeed(m.Login)}
	}
	return login{m.Member, m.JWT, m.key()}
}

func (m *Membership) key() ed25519.PrivateKey { return ed25519.NewKeyFromSeed(m.Seed) }

// boxSeed returns the secret of the box in which this member is given keys.
func (m *Membership) boxSeed() []byte {
	if m.Box != nil {
		return m.Box
	}
	return batch.BoxSeed(m.key())
}
