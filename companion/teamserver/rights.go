package teamserver

import (
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nkeys"

	"cairn/companion/team/batch"
)

// Limits of the account and of each member's connection (T11).
const (
	diskBytes         = 16 << 30
	maxConnections    = 1024
	maxSubscriptions  = 300
	maxPayload        = 256 << 10
	maxControl        = 64 << 10
	maxInvitePayload  = 4 << 10
	maxInviteSubjects = 4
)

// memberRights returns the rights of a member's connection: write under its own name, read
// the team's streams and their state, and listen to live copies and its own answers. It
// cannot make, purge or change streams and consumers, or delete messages; a keeper deletes records, and makes and deletes snapshots.
func memberRights(team, member, inbox, role string, partitions int) jwt.Permissions {
	var p jwt.Permissions
	records := batch.RecordStreams(partitions)
	for _, stream := range append([]string{batch.ControlStream, batch.RosterStream, batch.DoneStream, batch.SnapshotStream, batch.ObjectStream, batch.KeyStream}, records...) {
		p.Pub.Allow.Add("$JS.API.DIRECT.GET."+stream, "$JS.API.STREAM.INFO."+stream)
	}
	p.Pub.Allow.Add(batch.DoneSubject(team, member))
	for _, stream := range append([]string{batch.ControlStream, batch.KeyStream}, records...) {
		p.Pub.Allow.Add("$JS.API.STREAM.MSG.GET." + stream)
	}
	if role != batch.RoleReader {
		p.Pub.Allow.Add(batch.OwnSubjects(team, member), batch.ControlSubject(team, member), batch.KeySubject(team, member))
	}
	if role == batch.RoleKeeper { // it erases what was deleted, and makes snapshots, while the first server is down
		p.Pub.Allow.Add(batch.SnapshotSubject(team, "*"), batch.ObjectSubject(team, "*", "*"))
		for _, stream := range append([]string{batch.SnapshotStream}, records...) {
			p.Pub.Allow.Add("$JS.API.STREAM.MSG.GET."+stream, "$JS.API.STREAM.MSG.DELETE."+stream)
		}
		p.Pub.Allow.Add("$JS.API.STREAM.PURGE." + batch.ObjectStream)
	}
	p.Sub.Allow.Add(batch.LiveSubjects(team), batch.Inbox(inbox)+".>")
	return p
}

// memberJWT returns the log-in of a member. It does not expire: Revoke ends it.
func (t *Team) memberJWT(key []byte, member, role string) (string, error) {
	u, err := newUser(key, member)
	if err != nil {
		return "", err
	}
	config, err := t.Config()
	if err != nil {
		return "", err
	}
	u.Permissions = memberRights(t.ID, member, member, role, config.Partitions)
	u.Limits.Subs, u.Limits.Payload = maxSubscriptions, maxPayload
	return u.Encode(t.accountKey())
}

// inviteJWT returns the log-in of an invitation: it can ask to join and hear the answer.
func (t *Team) inviteJWT(key []byte, id string, expires time.Time) (string, error) {
	u, err := newUser(key, "invite-"+id)
	if err != nil {
		return "", err
	}
	u.Permissions.Pub.Allow.Add(batch.JoinSubject(t.ID, id))
	u.Permissions.Sub.Allow.Add(batch.Inbox(id) + ".>")
	u.Limits.Subs, u.Limits.Payload = maxInviteSubjects, maxInvitePayload
	u.Expires = expires.Add(inviteGrace).Unix()
	return u.Encode(t.accountKey())
}

// keeperJWT returns the log-in of this process, which may do everything in the account.
func (t *Team) keeperJWT(key []byte) (string, error) {
	u, err := newUser(key, "keeper")
	if err != nil {
		return "", err
	}
	return u.Encode(t.accountKey())
}

func newUser(key []byte, name string) (*jwt.UserClaims, error) {
	public, err := nkeys.Encode(nkeys.PrefixByteUser, key)
	if err != nil {
		return nil, err
	}
	u := jwt.NewUserClaims(string(public))
	u.Name = name
	return u, nil
}

func (t *Team) accountKey() nkeys.KeyPair { return nkey(nkeys.PrefixByteAccount, t.keys.Account) }
