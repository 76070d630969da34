package teamserver

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nkeys"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// Token makes a fleet, and returns the token with which its runners take part: a member of
// the team, and a key that may sign log-ins with this member's rights and no others. The
// token is stored nowhere. creds is the file with the runners' log-in to the NATS of another operator, or "".
func (t *Team) Token(creds, name, role string, now time.Time) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	if m, err := t.member(name); err != nil || m != nil && m.Revoked == nil {
		return "", errors.Join(err, types.Invalid(name+" is a member already", "Choose another name, or revoke that one first."))
	}
	if started, err := t.addresses(); err != nil || len(started) == 0 {
		return "", errors.Join(err, errNeverStarted)
	}
	place, err := t.place()
	if err != nil {
		return "", err
	}
	seed, signer := make([]byte, ed25519.SeedSize), make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(seed) // it never fails
	_, _ = rand.Read(signer)
	key := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	config, err := t.Config()
	if err != nil {
		return "", err
	}
	e := batch.Entry{Team: t.ID, N: 1, Member: batch.MemberID(key), Name: name, Role: role, Key: key, From: types.At(now), Fleet: true}
	if err := t.giveHiding(&e, ed25519.NewKeyFromSeed(seed)); err != nil {
		return "", err
	}
	a, err := t.account()
	if err != nil {
		return "", err
	}
	scope := jwt.NewUserScope()
	scope.Key, scope.Role = publicKey(nkeys.PrefixByteAccount, signer), e.Member
	scope.Template.Permissions = memberRights(t.ID, e.Member, e.Member, role, config.Partitions)
	scope.Template.Subs, scope.Template.Payload = maxSubscriptions, maxPayload
	a.SigningKeys.AddScopedSigner(scope)
	if err := t.writeAccount(a); err != nil {
		return "", err
	}
	token := batch.Token{Team: t.ID, Addresses: place.Addresses, CAHash: place.CAHash, Root: place.Root, Seed: seed, Signer: signer, Account: a.Subject}
	if place.External {
		token.Signer, token.Account = nil, ""
		if token.JWT, token.Login, err = readCreds(creds); err != nil {
			return "", err
		}
	}
	if token.Entry, err = t.writeMember(e); err != nil {
		return "", err
	}
	if token.Config, err = os.ReadFile(filepath.Join(t.dir, configFile)); err != nil {
		return "", err
	}
	if _, err := t.command(rosterCommand); err != nil { // without a running server, the next one publishes it
		return "", err
	}
	return token.Code()
}

// giveHiding makes the box of a fleet, and puts the key of the settings into its entry.
func (t *Team) giveHiding(e *batch.Entry, fleet ed25519.PrivateKey) (err error) {
	if t.keys.Hiding == nil {
		return nil
	}
	if e.Box, err = batch.NewBox(fleet); err != nil {
		return err
	}
	e.Hidden, err = batch.WrapHiding(t.ID, e.Member, e.Box, t.keys.Hiding)
	return err
}

// dropSigner removes the key that signs the log-ins of a fleet's runners.
func dropSigner(a *jwt.AccountClaims, fleet string) {
	for key, scope := range a.SigningKeys {
		if s, ok := scope.(*jwt.UserScope); ok && s.Role == fleet {
			a.SigningKeys.Remove(key)
		}
	}
}

var errNeverStarted = types.Fault(types.CodeNotFound, "the team's server has not been started yet", "Start it with: cairn team serve --listen ADDRESS")
