package teamserver

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"cairn/companion/atomicfile"
	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// start makes a team and its server.
func start(t *testing.T, listen string) (*Team, *Server) {
	t.Helper()
	team, err := Create(t.TempDir(), "acme", time.Now(), Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return team, serve(t, team, listen)
}

func serve(t *testing.T, team *Team, listen string) *Server {
	t.Helper()
	s, err := team.Serve(Options{Listen: listen})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// member is a member for tests.
type member struct {
	id    string
	key   ed25519.PrivateKey
	login string
	conn  *nats.Conn
	fault chan error // the server's refusal
}

func admit(t *testing.T, team *Team, s *Server, name, role string) *member {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	ask, err := batch.NewAsk(private)
	if err != nil {
		t.Fatal(err)
	}
	a, err := team.Admit(name, role, ask, time.Now())
	if err == nil {
		err = s.publishRoster(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	m := &member{id: batch.MemberID(public), key: private, login: a.JWT, fault: make(chan error, 16)}
	m.conn, err = dial(s, m.id, a.JWT, private, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { m.fault <- err }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.conn.Close)
	return m
}

func (m *member) public() ed25519.PublicKey { return m.key.Public().(ed25519.PublicKey) }

func dial(s *Server, name, login string, key ed25519.PrivateKey, o ...nats.Option) (*nats.Conn, error) {
	o = append(o, nats.NoReconnect(), nats.CustomInboxPrefix(batch.Inbox(name)),
		nats.UserJWT(func() (string, error) { return login, nil }, func(nonce []byte) ([]byte, error) { return ed25519.Sign(key, nonce), nil }))
	return nats.Connect("nats://"+s.Address(), o...)
}

const site = "0123456789abcdef"

// put stores a batch of the member's at a place.
func (m *member) put(t *testing.T, team *Team, first int64, line string) {
	t.Helper()
	h := batch.Header{Team: team.ID, Site: site, Author: m.id, Run: "run00001", First: first, At: types.At(time.Now())}
	if first > 1 {
		h.Prev = strings.Repeat("a", 64)
	}
	sent, err := batch.Seal(m.key, h, [][]byte{[]byte(line)})
	if err != nil {
		t.Fatal(err)
	}
	m.publish(t, sent)
}

func (m *member) publish(t *testing.T, sent batch.Message) {
	t.Helper()
	r, err := m.conn.RequestMsg(&nats.Msg{Subject: sent.Subject, Data: sent.Data, Header: nats.Header{batch.IDHeader: {sent.ID}, batch.SigHeader: {sent.Sig}}}, 2*time.Minute)
	if err != nil || strings.Contains(string(r.Data), "error") {
		t.Fatalf("publish on %s: %v %s", sent.Subject, err, r.Data)
	}
}

// TestMembersMayDoNoMoreThanTheirRights makes each request of team.md 10 with a member's log-in.
func TestMembersMayDoNoMoreThanTheirRights(t *testing.T) {
	team, s := start(t, "127.0.0.1:0")
	ana, bob, eve := admit(t, team, s, "ana", batch.RoleMember), admit(t, team, s, "bob", batch.RoleMember), admit(t, team, s, "eve", batch.RoleReader)
	kim := admit(t, team, s, "kim", batch.RoleKeeper)
	ana.put(t, team, 1, `{"a":1}`)
	own := batch.Subject(team.ID, site, bob.id)
	for _, c := range []struct {
		name    string
		who     *member
		subject string
		data    string
		allowed bool
	}{
		{"write under one's own name", bob, own, "x", true},
		{"read the records", bob, "$JS.API.DIRECT.GET.CT_R", `{"seq":1}`, true},
		{"read the deletion requests", bob, "$JS.API.DIRECT.GET.CT_C", `{"seq":1}`, true},
		{"read the roster", bob, "$JS.API.DIRECT.GET.CT_ROSTER", `{"seq":1}`, true},
		{"read the snapshots", bob, "$JS.API.DIRECT.GET.CT_S", `{"seq":1}`, true},
		{"read their data", eve, "$JS.API.DIRECT.GET.CT_OBJ", `{"seq":1}`, true},
		{"write a snapshot", bob, batch.SnapshotSubject(team.ID, site), "x", false},
		{"write its data", bob, batch.ObjectSubject(team.ID, site, "abcdefgh"), "x", false},
		{"remove its data", bob, "$JS.API.STREAM.PURGE.CT_OBJ", "", false},
		{"a reader reads", eve, "$JS.API.DIRECT.GET.CT_R", `{"seq":1}`, true},
		{"count one's own messages", bob, "$JS.API.STREAM.INFO.CT_R", `{"subjects_filter":"` + own + `"}`, true},
		{"write under another's name", bob, batch.Subject(team.ID, site, ana.id), "x", false},
		{"forget under another's name", bob, batch.ControlSubject(team.ID, ana.id), "x", false},
		{"confirm deletions", bob, batch.DoneSubject(team.ID, bob.id), "x", true},
		{"a reader confirms deletions", eve, batch.DoneSubject(team.ID, eve.id), "x", true},
		{"confirm deletions for another", bob, batch.DoneSubject(team.ID, ana.id), "x", false},
		{"confirm deletions for the server", bob, batch.DoneSubject(team.ID, batch.ServerMember), "x", false},
		{"give keys in another's name", bob, batch.KeySubject(team.ID, ana.id), "x", false},
		{"a reader gives keys", eve, batch.KeySubject(team.ID, eve.id), "x", false},
		{"a reader writes", eve, batch.Subject(team.ID, site, eve.id), "x", false},
		{"write the roster", bob, batch.RosterSubject(team.ID, bob.id), "x", false},
		{"write the settings", bob, batch.RosterSubject(team.ID, batch.ConfigMember), "x", false},
		{"forge a live copy", bob, batch.LiveSubject(team.ID, site, ana.id), "x", false},
		{"purge", bob, "$JS.API.STREAM.PURGE.CT_R", "", false},
		{"delete a message", bob, "$JS.API.STREAM.MSG.DELETE.CT_R", `{"seq":1}`, false},
		{"delete a stream", bob, "$JS.API.STREAM.DELETE.CT_R", "", false},
		{"change a stream", bob, "$JS.API.STREAM.UPDATE.CT_R", `{"name":"CT_R","subjects":["x"]}`, false},
		{"make a stream", bob, "$JS.API.STREAM.CREATE.X", `{"name":"X","subjects":["x"]}`, false},
		{"list the streams", bob, "$JS.API.STREAM.LIST", "", false},
		{"make a consumer", bob, "$JS.API.CONSUMER.CREATE.CT_R", `{"stream_name":"CT_R","config":{"ack_policy":"none"}}`, false},
		{"answer a joiner", bob, batch.JoinSubject(team.ID, "x"), "x", false},
		{"ask the system", bob, "$SYS.REQ.SERVER.PING", "", false},
		{"write to another's inbox", bob, batch.Inbox(ana.id) + ".1", "x", false},
		{"a keeper deletes a message", kim, "$JS.API.STREAM.MSG.DELETE.CT_R", `{"seq":1}`, true},
		{"a keeper removes a snapshot's data", kim, "$JS.API.STREAM.PURGE.CT_OBJ", "", true},
		{"a keeper deletes a deletion request", kim, "$JS.API.STREAM.MSG.DELETE.CT_C", `{"seq":1}`, false},
		{"a keeper deletes of the roster", kim, "$JS.API.STREAM.MSG.DELETE.CT_ROSTER", `{"seq":1}`, false},
		{"a keeper purges the records", kim, "$JS.API.STREAM.PURGE.CT_R", "", false},
		{"a keeper writes a snapshot", kim, batch.SnapshotSubject(team.ID, site), "x", true},
		{"a keeper writes its data", kim, batch.ObjectSubject(team.ID, site, "abcdefgh"), "x", true},
		{"a keeper writes in another's name", kim, batch.Subject(team.ID, site, ana.id), "x", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			answered := make(chan struct{})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go func() {
				if r, err := c.who.conn.RequestWithContext(ctx, c.subject, []byte(c.data)); err == nil && !strings.Contains(string(r.Data), `"error"`) {
					close(answered)
				}
			}()
			select {
			case <-answered:
				if !c.allowed {
					t.Error("the server did it")
				}
			case err := <-c.who.fault:
				if c.allowed || !errors.Is(err, nats.ErrPermissionViolation) {
					t.Error(err)
				}
			case <-time.After(2 * time.Minute):
				t.Error("no answer")
			}
		})
	}
	for name, subject := range map[string]string{"another's inbox": batch.Inbox(ana.id) + ".>", "all inboxes": "_INBOX_*.>", "everything": ">", "requests to join": batch.JoinSubject(team.ID, "*"), "records directly": batch.OwnSubjects(team.ID, ana.id)} {
		t.Run("listen to "+name, func(t *testing.T) {
			if _, err := bob.conn.SubscribeSync(subject); err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-bob.fault:
				if !errors.Is(err, nats.ErrPermissionViolation) {
					t.Error(err)
				}
			case <-time.After(2 * time.Minute):
				t.Error("the server allows it")
			}
		})
	}
}

// TestAMemberUsesNoMoreThanItsShare has a member ask for more of the server than it is given (T11).
func TestAMemberUsesNoMoreThanItsShare(t *testing.T) {
	team, s := start(t, "127.0.0.1:0")
	bob, ana := admit(t, team, s, "bob", batch.RoleMember), admit(t, team, s, "ana", batch.RoleMember)
	if got := bob.conn.MaxPayload(); got != maxPayload {
		t.Errorf("a message may have %d bytes, want %d", got, maxPayload)
	}
	for range maxSubscriptions {
		if _, err := bob.conn.SubscribeSync(batch.LiveSubject(team.ID, site, ana.id)); err != nil {
			t.Fatal(err)
		}
	}
	if err := bob.conn.Flush(); err != nil || len(bob.fault) > 0 {
		t.Fatalf("%d subscriptions are too many: %v", maxSubscriptions, err)
	}
	if _, err := bob.conn.SubscribeSync(batch.LiveSubject(team.ID, site, bob.id)); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-bob.fault:
		if !errors.Is(err, nats.ErrMaxSubscriptionsExceeded) {
			t.Error(err)
		}
	case <-time.After(2 * time.Minute):
		t.Error("the server takes any number of subscriptions")
	}
	ana.put(t, team, 1, `{"a":1}`) // others do not notice
}

func TestRevokedMembersAreOut(t *testing.T) {
	team, s := start(t, "127.0.0.1:0")
	ana, bob := admit(t, team, s, "ana", batch.RoleMember), admit(t, team, s, "bob", batch.RoleMember)
	bob.put(t, team, 1, `{"b":1}`)
	bob.put(t, team, 2, `{"b":2}`)
	closed := make(chan struct{})
	bob.conn.SetClosedHandler(func(*nats.Conn) { close(closed) })
	// A command in another process revokes: it asks the running server.
	other, err := Open(team.dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Revoke("nobody", time.Now()); types.AsError(err) == nil {
		t.Error("a member who does not exist was revoked")
	}
	if err := other.Revoke("bob", time.Now()); err != nil {
		t.Fatal(err)
	}
	select {
	case <-closed:
	case <-time.After(2 * time.Minute):
		t.Fatal("the revoked member is still connected")
	}
	all, err := team.Members()
	if err != nil || len(all) != 2 || all[1].Revoked == nil || all[1].Revoked.Last["run00001/"+site] != 2 || all[0].Revoked != nil {
		t.Errorf("members: %+v, %v", all, err)
	}
	if _, err := team.Admit("bob", batch.RoleMember, batch.Ask{Key: bob.public()}, time.Now()); err == nil {
		t.Error("a revoked member's key was admitted again")
	}
	// A later one does not take a deletion back, and one of two who had the name must be chosen.
	again := admit(t, team, s, "bob", batch.RoleMember)
	if err := other.RevokeAndForget("bob", time.Now()); err == nil || !strings.Contains(err.Error(), bob.id+" since 20") || !strings.Contains(err.Error(), again.id) {
		t.Errorf("forgotten without a choice: %v", err)
	}
	for _, revoke := range []func(string, time.Time) error{other.RevokeAndForget, other.Revoke} {
		if err := revoke(bob.id, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.Revoke("bob", time.Now()); err != nil {
		t.Fatal(err)
	}
	all, err = team.Members()
	if err != nil || len(all) != 3 || !all[1].Revoked.Forget || all[2].Revoked == nil || all[2].Revoked.Forget {
		t.Errorf("members: %+v, %v", all, err)
	}
	// Without a running server, too; and it holds after a restart.
	login := ana.login
	s.Close()
	if err := other.Revoke("ana", time.Now()); err != nil {
		t.Fatal(err)
	}
	s = serve(t, team, "127.0.0.1:0")
	if conn, err := dial(s, ana.id, login, ana.key); err == nil {
		conn.Close()
		t.Error("a revoked log-in works after a restart")
	}
}

// TestAFleetWithManyRunnersIsRevoked removes a member with more chains than a roster entry can list: messages in
// the log until then count, and nothing later.
func TestAFleetWithManyRunnersIsRevoked(t *testing.T) {
	if testing.Short() {
		t.Skip("starts 1,300 chains")
	}
	team, s := start(t, "127.0.0.1:0")
	ci := admit(t, team, s, "ci", batch.RoleMember)
	const chains = 1300
	for n := range chains {
		sent, err := batch.Seal(ci.key, batch.Header{Team: team.ID, Site: site, Author: ci.id, Run: fmt.Sprintf("run%029d", n), First: 1, At: types.At(time.Now())}, [][]byte{[]byte("{}")})
		if err == nil {
			err = ci.conn.PublishMsg(&nats.Msg{Subject: sent.Subject, Data: sent.Data, Header: nats.Header{batch.IDHeader: {sent.ID}, batch.SigHeader: {sent.Sig}}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	await(t, func() bool {
		state, err := s.keeper.Log.State(t.Context(), batch.RecordStream, batch.OwnSubjects(team.ID, ci.id))
		return err == nil && state.Counts[batch.Subject(team.ID, site, ci.id)] == chains
	})
	if err := team.Revoke("ci", time.Now()); err != nil {
		t.Fatal(err)
	}
	e, err := team.member("ci")
	if err != nil || e.Revoked == nil || len(e.Revoked.Last) > 0 || len(e.Revoked.Ends) != 1 || e.Revoked.Ends[0].Seq != chains {
		t.Fatalf("%+v, %v", e, err)
	}
	end := e.Revoked.Ends[0]
	if !e.Counts(fmt.Sprintf("run%029d", 7), site, 1, end) {
		t.Error("what stood in the log does not count")
	}
	if end.Seq++; e.Counts(fmt.Sprintf("run%029d", 7), site, 2, end) {
		t.Error("T5: what came later counts")
	}
}

// TestForgottenBytesLeaveTheServersFiles deletes a place, and then all of an author's.
func TestForgottenBytesLeaveTheServersFiles(t *testing.T) {
	team, s := start(t, "127.0.0.1:0")
	ana, bob := admit(t, team, s, "ana", batch.RoleMember), admit(t, team, s, "bob", batch.RoleMember)
	ana.put(t, team, 1, `{"name":"first-secret-of-ana"}`)
	ana.put(t, team, 2, `{"name":"second-note-of-ana"}`)
	bob.put(t, team, 1, `{"name":"only-note-of-bob"}`)
	holds := func(text string) bool { return inFiles(t, team, text) }
	for _, text := range []string{"first-secret-of-ana", "second-note-of-ana", "only-note-of-bob"} {
		if !holds(text) {
			t.Fatalf("%s is not found in the files, so its absence would prove nothing", text)
		}
	}
	forget := func(m *member, order types.Tombstone) {
		t.Helper()
		order.Run, order.At = "run00001", types.At(time.Now())
		sent, err := batch.SealTombstone(m.key, team.ID, order, nil)
		if err != nil {
			t.Fatal(err)
		}
		m.publish(t, sent)
	}
	// Nobody can forget for another: bob signs for his own name, on places that are ana's.
	forget(bob, types.Tombstone{Author: bob.id, N: 1, IDs: []string{"t-" + strings.Repeat("b", 32)}, Places: []types.Place{{Run: "run00001", Site: site, K: 2}}})
	forget(ana, types.Tombstone{Author: ana.id, N: 1, IDs: []string{"t-" + strings.Repeat("a", 32)}, Places: []types.Place{{Run: "run00001", Site: site, K: 1}}})
	await(t, func() bool { return !holds("first-secret-of-ana") })
	if !holds("second-note-of-ana") || !holds("only-note-of-bob") {
		t.Error("more is gone than was named")
	}
	s.Close()
	s = serve(t, team, "127.0.0.1:0")
	if holds("first-secret-of-ana") {
		t.Error("it is back after a restart")
	}
	var err error
	if ana.conn, err = dial(s, ana.id, ana.login, ana.key); err != nil {
		t.Fatal(err)
	}
	defer ana.conn.Close()
	forget(ana, types.Tombstone{Author: ana.id, N: 2, All: true})
	await(t, func() bool { return !holds("second-note-of-ana") })
	if !holds("only-note-of-bob") {
		t.Error("bob's is gone with ana's")
	}
}

// TestAnUnreadDeletionIsNotConfirmed has a request that a newer version wrote between two others (T14). The server carries
// out both, and confirms the first alone, until it can read the second.
func TestAnUnreadDeletionIsNotConfirmed(t *testing.T) {
	team, s := start(t, "127.0.0.1:0")
	ana := admit(t, team, s, "ana", batch.RoleMember)
	for first := range int64(3) {
		ana.put(t, team, first+1, fmt.Sprintf(`{"name":"secret-%d-of-ana"}`, first+1))
	}
	for n := range int64(3) {
		sent, err := batch.SealTombstone(ana.key, team.ID, types.Tombstone{Author: ana.id, Run: "run00001", N: n + 1, At: types.At(time.Now()),
			IDs: []string{"t-" + strings.Repeat("a", 32)}, Places: []types.Place{{Run: "run00001", Site: site, K: n + 1}}}, nil)
		if err == nil && n == 1 {
			sent.Data = bytes.Replace(sent.Data, []byte(`"v":1`), []byte(`"v":9`), 1)
			var sig []byte
			sig, err = ana.key.Sign(nil, []byte(sent.Subject+"\x00"+string(sent.Data)), &ed25519.Options{Context: "cairn team tombstone 1"})
			sent.Sig = base64.StdEncoding.EncodeToString(sig)
		}
		if err != nil {
			t.Fatal(err)
		}
		ana.publish(t, sent)
	}
	await(t, func() bool { return !inFiles(t, team, "secret-3-of-ana") })
	await(t, func() bool { return team.readProgress().Control == 3 })
	stream, err := s.streams.Stream(t.Context(), batch.DoneStream)
	if err != nil {
		t.Fatal(err)
	}
	last, err := stream.GetLastMsgForSubject(t.Context(), batch.DoneSubject(team.ID, batch.ServerMember))
	if err != nil {
		t.Fatal(err)
	}
	d, err := batch.OpenDone(team.rootKey(), batch.Message{Subject: last.Subject, Sig: last.Header.Get(batch.SigHeader), Data: last.Data}, team.ID)
	if err != nil || d.Control != 1 || inFiles(t, team, "secret-1-of-ana") || !inFiles(t, team, "secret-2-of-ana") {
		t.Errorf("confirmed up to %d, want 1; %v", d.Control, err)
	}
	s.Close()
	at := team.readProgress()
	if want := (progress{Control: 3, V: batch.Version, Newer: 2}); at != want {
		t.Errorf("%+v is kept, want %+v", at, want)
	}
	at.V-- // an older version wrote it
	if err := atomicfile.ReplaceJSON(filepath.Join(team.dir, keeperFile), at); err != nil {
		t.Fatal(err)
	}
	if at, want := team.readProgress(), (progress{Control: 1, V: batch.Version}); at != want {
		t.Errorf("after an update it goes on from %+v, want %+v", at, want)
	}
}

// await waits, long enough for a loaded machine, until it is so.
func await(t *testing.T, so func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !so(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it did not happen within a minute")
		}
	}
}

// inFiles reports whether any file of the server holds a batch with the text. Batches are compressed, each
// for itself, so the same batch is packed again and its bytes are searched for; S2 leaves such bytes as
// they are.
func inFiles(t *testing.T, team *Team, text string) bool {
	t.Helper()
	found := false
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err == nil {
		_, err = w.Write([]byte(`{"name":"` + text + `"}` + "\n"))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(team.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil // it was just removed, or is a socket
		}
		data, err := os.ReadFile(path)
		if err == nil && (bytes.Contains(data, packed.Bytes()) || bytes.Contains(data, []byte(text))) {
			found = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestServersThatCannotStartSayWhy tries addresses that cannot be used, and a second server.
func TestServersThatCannotStartSayWhy(t *testing.T) {
	team, s := start(t, "127.0.0.1:0")
	if _, err := team.Serve(Options{Listen: "127.0.0.1:0"}); types.AsError(err).Code != types.CodePortInUse {
		t.Errorf("a second server in one directory: %v", err)
	}
	taken := s.Address()
	s.Close()
	for listen, want := range map[string]types.Code{"not an address": types.CodeInvalidInput, "127.0.0.1:99999": types.CodeInvalidInput, "192.0.2.1:1": types.CodePortInUse} {
		if _, err := team.Serve(Options{Listen: listen}); types.AsError(err).Code != want {
			t.Errorf("%s: %v, want %s", listen, err, want)
		}
	}
	serve(t, team, taken)
	if _, err := Create(team.dir, "again", time.Now(), Settings{}); err == nil {
		t.Error("a team was made over another")
	}
}

func TestGoalsAreSharedByChoice(t *testing.T) {
	team, err := Create(t.TempDir(), "acme", time.Now(), Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := team.Config(); err != nil || c.Goals {
		t.Errorf("at first goals are shared: %v (%v)", c.Goals, err)
	}
	for _, want := range []bool{true, false} {
		err := team.ShareGoals(want)
		if c, cErr := team.Config(); err != nil || cErr != nil || c.Goals != want {
			t.Errorf("goals are shared: %v (%v, %v), want %v", c.Goals, err, cErr, want)
		}
	}
}
