package team

import (
	"crypto/ed25519"
	"fmt"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nkeys"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// Lives of a runner's certificate and log-in, made with its fleet's token.
const (
	certTime  = 24 * time.Hour
	loginTime = 2 * time.Hour
)

// Enlist returns the membership of a new runner of the fleet that a token is for. It asks
// no one: the runner makes its key, and signs its certificate and its log-in with the
// token's keys, which the membership does not hold.
func Enlist(token string, now time.Time) (*Membership, error) {
	t, entry, config, err := batch.ReadToken(token)
	if err != nil {
		return nil, err
	}
	box := batch.BoxSeed(ed25519.NewKeyFromSeed(t.Seed))
	var hiding []byte
	if config.Encrypt {
		if hiding, err = entry.Hiding(box); err == nil {
			err = config.Reveal(hiding)
		}
		if err != nil {
			return nil, fmt.Errorf("read the team's settings: %w", err)
		}
	}
	seed := NewKey()
	key := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	cert, err := batch.SealCert(ed25519.NewKeyFromSeed(t.Seed), batch.Cert{Team: t.Team, Fleet: entry.Member, Key: key, Until: types.At(now.Add(certTime))})
	if err != nil {
		return nil, err
	}
	login := t.JWT
	if t.Login == nil {
		if login, err = runnerLogin(t, entry.Name, key, now.Add(loginTime)); err != nil {
			return nil, fmt.Errorf("sign log-in: %w", err)
		}
	}
	return &Membership{Team: t.Team, TeamName: config.Name, Member: entry.Member, Name: entry.Name, Role: entry.Role, Addresses: t.Addresses, CAHash: t.CAHash, Root: t.Root,
		Site: config.SiteKey, JWT: login, Login: t.Login, Seed: seed, Runner: cert, Entry: t.Entry, Config: t.Config, Box: box, Hidden: hiding, Partitions: config.Partitions}, nil
}

// runnerLogin signs a log-in. Its rights are those that the server gives the signing key.
func runnerLogin(t batch.Token, name string, key ed25519.PublicKey, until time.Time) (string, error) {
	public, err := nkeys.Encode(nkeys.PrefixByteUser, key)
	if err != nil {
		return "", err
	}
	signer, err := nkeys.FromRawSeed(nkeys.PrefixByteAccount, t.Signer)
	if err != nil {
		return "", err
	}
	u := jwt.NewUserClaims(string(public))
	u.Name, u.IssuerAccount, u.Expires = name, t.Account, until.Unix()
	u.SetScoped(true)
	return u.Encode(signer)
}

// Encrypts reports whether the team encrypts its records for its members.
func (m *Membership) Encrypts() bool { return m.Hidden != nil }

// Fleet reports whether the membership is a runner's.
func (m *Membership) Fleet() bool { return m.Runner != nil }
