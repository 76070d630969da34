package team_test

import (
	"bytes"
	"compress/flate"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// raw is a member that writes any message.
type raw struct {
	*rig
	*team.Membership
	conn *nats.Conn
}

func (r *rig) raw(name string) *raw {
	r.Helper()
	m := r.join(name)
	conn, err := nats.Connect("nats://"+m.Addresses[0], nats.CustomInboxPrefix(batch.Inbox(m.Member)),
		nats.UserJWT(func() (string, error) { return m.JWT, nil }, func(nonce []byte) ([]byte, error) { return ed25519.Sign(ed25519.NewKeyFromSeed(m.Seed), nonce), nil }))
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(conn.Close)
	return &raw{r, m, conn}
}

// seal makes a valid batch at a place of the run raw0000N.
func (w *raw) seal(run int, first int64, lines ...string) batch.Message {
	w.Helper()
	h := batch.Header{Team: w.Team, Site: w.SiteID(origin), Author: w.Member, Run: fmt.Sprintf("raw%05d", run), First: first, At: types.At(time.Now())}
	return w.sealAs(h, ed25519.NewKeyFromSeed(w.Seed), lines...)
}

func (w *raw) sealAs(h batch.Header, key ed25519.PrivateKey, lines ...string) batch.Message {
	w.Helper()
	if h.First > 1 {
		h.Prev = strings.Repeat("a", 64)
	}
	var all [][]byte
	for _, l := range lines {
		all = append(all, []byte(l))
	}
	m, err := batch.Seal(key, h, all)
	if err != nil {
		w.Fatal(err)
	}
	return m
}

// publish stores a message as it is, without an id: the server would take a repeated one for a duplicate.
func (w *raw) publish(m batch.Message, more nats.Header) {
	w.Helper()
	h := nats.Header{batch.SigHeader: {m.Sig}}
	maps.Copy(h, more)
	r, err := w.conn.RequestMsg(&nats.Msg{Subject: m.Subject, Data: m.Data, Header: h}, 2*time.Minute)
	if err != nil || strings.Contains(string(r.Data), `"error"`) {
		w.Fatalf("publish: %v %s", err, r.Data)
	}
}

// The bad input that reaches a member, by its number in the design, and the tests that show its outcome. Those with
// "all" send it through a real server; TestAMemberThatDoesEverythingWrong sends nearly all for an hour, and
// sim.TestATeamHoldsWhatItsAuthorsHold has such a member in each story.
//
//	T1   no or another's signature, unknown author      TestBadInput (all), TestTake, batch.TestOpenRefuses, FuzzTake, batch.FuzzOpen
//	T2   another content at a place                     TestBadInput (all), TestTake, memory.TestAcceptTeamRefuses, FuzzTake, FuzzForks,
//	                                                    memory.FuzzAcceptTeam
//	T3   the same again, there and elsewhere            TestBadInput (all), TestTake, memory.TestAcceptTeamRefuses, FuzzTake, memory.FuzzAcceptTeam
//	T4   a hole, a hole of a million                    TestBadInput (all), TestTake, memory.TestAcceptTeamRefuses, FuzzTake, memory.FuzzAcceptTeam
//	T5   after a revocation                             TestBadInput (all), TestTake, teamserver.TestAFleetWithManyRunnersIsRevoked,
//	                                                    TestTheServerOfATeamThatEncryptsReadsNothing, FuzzTake
//	T6   too many, too large, too deep                  TestBadInput (all), batch.TestOpenRefuses, batch.TestKeyNotices, batch.FuzzOpen
//	T7   fields outside the form                        memory.TestAcceptTeamRefuses, share.TestReadRemovesWhatIsOutsideTheForm, share.FuzzRead
//	T8   another site, no web site, unsigned alias      TestBadInput (all), batch.TestOpenRefuses, memory.TestAcceptTeamRefuses, TestAliasesAreOneSite,
//	                                                    FuzzTake, memory.FuzzAcceptTeam
//	T9   clocks, age                                    TestBadInput (all), TestTake, FuzzTake
//	T10  deletion of another's                          TestBadInput (all), batch.TestTombstones, memory.TestOthersRecordsStayApart, FuzzCarryOut
//	T11  floods                                         TestTakeHoldsFloodsBack, TestQuota, FuzzQuota, TestUnknownKeysAreLookedUpSeldom,
//	                                                    TestFollowDropsTheSiteAskedAboutLongestAgo, teamserver.TestAMemberUsesNoMoreThanItsShare
//	T12  names that mislead                             memory.TestHostileNamesOfOthers, memory.FuzzAcceptTeam
//	T13  bad snapshots                                  TestBadSnapshots (all), batch.TestSnapshotsRefuse, batch.FuzzSnapshot
//	T14  newer versions                                 TestBadInput (all), batch.TestOpenRefuses, batch.TestTombstones, batch.TestKeyNotices, FuzzCarryOut
//	T15  invitations                                    TestInvitations (all), FuzzReadInvite
//	T16  another server                                 TestOtherServersAreRefused (all), FuzzPinned
//	T17  roster                                         TestRosterTakesWhatRootSignedAndNothingOlder, TestATeamEncryptsForEverOrNever,
//	                                                    batch.TestRosterAndConfiguration, batch.TestABoxIsItsMembers, batch.FuzzControl
//	keys not as the team encrypts, unknown, false       TestTakeEncrypted, TestProvideKeys, TestWritingKey, batch.TestEncryptedBatches, batch.FuzzEncrypted,
//	                                                    FuzzTakeKeys

// TestBadInput sends the messages of a broken or malicious member (team.md 15), live and as history. Each time
// the reason is counted, nothing of it arrives, and an honest member's next batch does.
func TestBadInput(t *testing.T) {
	r := newRig(t)
	admin, ana, eve := r.admin(), r.member("ana"), r.raw("eve")
	live := r.member("bob")
	live.Follow(t.Context(), origin)
	key := ed25519.NewKeyFromSeed(eve.Seed)
	other := ed25519.NewKeyFromSeed(team.NewKey())
	valid := func(run int) batch.Header {
		return batch.Header{Team: eve.Team, Site: eve.SiteID(origin), Author: eve.Member, Run: fmt.Sprintf("raw%05d", run), First: 1, At: types.At(time.Now())}
	}
	resigned := func(m batch.Message, from, to string) batch.Message {
		m.Data = []byte(strings.Replace(string(m.Data), from, to, 1))
		sig, err := key.Sign(nil, []byte(m.Subject+"\x00"+string(m.Data)), &ed25519.Options{Context: "cairn team batch 1"})
		if err != nil {
			t.Fatal(err)
		}
		m.Sig = encode(sig)
		return m
	}
	var many []string
	for n := range 64 {
		many = append(many, fmt.Sprintf(`{"m":%d}`, n))
	}
	old := valid(9)
	old.At = types.At(time.Now().Add(-100 * 24 * time.Hour))
	var evil []string // the valid messages of eve
	var honest []string
	for _, c := range []struct {
		name   string
		send   func()
		reason string   // "" for none
		comes  []string // of eve's lines
	}{
		{"T1 no signature", func() { m := eve.seal(1, 1, `{"x":1}`); m.Sig = ""; eve.publish(m, nil) }, team.ReasonUnsigned, nil},
		{"T1 another's signature", func() {
			m := eve.seal(1, 1, `{"x":1}`)
			m.Sig = eve.sealAs(valid(1), other, `{"x":1}`).Sig
			eve.publish(m, nil)
		}, team.ReasonUnsigned, nil},
		{"T1 another author", func() {
			eve.publish(resigned(eve.seal(1, 1, `{"x":1}`), eve.Member, ana.Member), nil)
		}, team.ReasonSubject, nil},
		{"T8 another site", func() {
			eve.publish(resigned(eve.seal(1, 1, `{"x":1}`), eve.SiteID(origin), eve.SiteID("https://bank.example")), nil)
		}, team.ReasonSubject, nil},
		{"T6 too many records", func() {
			eve.publish(resigned(eve.seal(1, 1, many...), `"count":64`, `"count":65`), nil)
		}, team.ReasonLimit, nil},
		{"T6 unpacks to more", func() { eve.publish(bomb(t, eve, key), nil) }, team.ReasonLimit, nil},
		{"T6 nested", func() {
			eve.publish(resigned(eve.seal(1, 1, `{"x":1}`), `"at"`, `"deep":`+strings.Repeat("[", 30)+strings.Repeat("]", 30)+`,"at"`), nil)
		}, team.ReasonMalformed, nil},
		{"T6 no batch at all", func() {
			eve.publish(batch.Message{Subject: eve.seal(1, 1, `{"x":1}`).Subject, Data: []byte("\x00\xff")}, nil)
		}, team.ReasonMalformed, nil},
		{"T9 older than the retention", func() { eve.publish(eve.sealAs(old, key, `{"x":1}`), nil) }, team.ReasonOld, nil},
		{"T14 newer version", func() { eve.publish(resigned(eve.seal(1, 1, `{"x":1}`), `"v":1`, `"v":2`), nil) }, team.ReasonNewer, nil},
		{"a sequence that the sender wrote", func() { eve.publish(eve.seal(2, 1, `{"s":1}`), nats.Header{"Nats-Sequence": {"1000000"}}) }, "", []string{`{"s":1}`}},
		{"T3 the same batch again", func() { eve.publish(eve.seal(2, 1, `{"s":1}`), nil) }, "", nil},
		{"T3 the same record elsewhere", func() { eve.publish(eve.seal(3, 1, `{"s":1}`), nil) }, "", nil},
		{"T2 the same place, other content", func() {
			eve.publish(eve.seal(2, 1, `{"s":2}`, `{"s":3}`), nats.Header{batch.IDHeader: {eve.Member + ".fork"}})
		}, team.ReasonForked, nil},
		{"T2 the same place, as many records", func() { eve.publish(eve.seal(2, 1, `{"s":4}`), nil) }, team.ReasonForked, nil},
		{"T4 a hole", func() { eve.publish(eve.seal(2, 40, `{"s":40}`), nil) }, "", []string{`{"s":40}`}},
		{"T4 a hole of a million", func() { eve.publish(eve.seal(6, 1_000_000, `{"s":41}`), nil) }, team.ReasonLimit, nil},
		{"the id of another's next batch, so that the server takes that for a duplicate", func() {
			eve.publish(eve.seal(5, 1, `{"q":1}`), nats.Header{batch.IDHeader: {fmt.Sprintf("%s.%s.%s.%d", ana.Member, ana.memory.run, ana.site, len(honest)+1)}})
		}, "", []string{`{"q":1}`}},
		{"T10 forgetting of another's", func() {
			m, err := batch.SealTombstone(other, eve.Team, types.Tombstone{Author: eve.Member, Run: "raw00001", N: 1, At: 1, IDs: []string{"t-" + strings.Repeat("a", 32)}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			eve.publish(m, nil)
		}, team.ReasonUnsigned, nil},
	} {
		before := live.Status().Refused[c.reason]
		c.send()
		evil = append(evil, c.comes...)
		line := fmt.Sprintf(`{"n":%d}`, len(honest))
		honest = append(honest, line)
		ana.memory.put(ana.site, line)
		r.awaitLines(live, ana.Member, honest...)
		r.awaitLines(live, eve.Member, evil...)
		if c.reason != "" {
			for end := time.Now().Add(time.Minute); live.Status().Refused[c.reason] == before && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			}
			if got := live.Status().Refused[c.reason]; got == before {
				t.Errorf("%s: not counted as %s: %v", c.name, c.reason, live.Status().Refused)
			}
		}
	}
	r.await(func() bool {
		reports := admin.Status().Reports
		return len(reports) == 1 && reports[0].Session == "" && reports[0].Author == "eve" && reports[0].By == "bob"
	})
	if of := live.Status().RefusedOf; len(of) != 1 || of["eve"] == 0 {
		t.Errorf("refused messages are of %v, want eve alone", of)
	}
	if got := slices.Compact(live.memory.setAside()); !slices.Equal(got, []string{eve.Member}) {
		t.Errorf("T2: set aside are %v, want %s", got, eve.Member)
	}
	if len(live.memory.forgotten()) > 0 {
		t.Errorf("forgotten at another's request: %+v", live.memory.forgotten())
	}
	// Who reads it all as history has the same.
	late := r.member("cem")
	late.Follow(t.Context(), origin)
	r.awaitLines(late, ana.Member, honest...)
	r.awaitLines(late, eve.Member, evil...)
	// T5: messages after the revocation do not count, also if the server lets them in; and T17.
	if err := r.team.Revoke("eve", time.Now()); err != nil {
		t.Fatal(err)
	}
	r.await(func() bool { return eve.conn.IsClosed() || eve.conn.IsReconnecting() })
	r.await(func() bool {
		for _, m := range live.Status().Members {
			if m.Name == "eve" && m.Revoked {
				return true
			}
		}
		return false
	})
	r.inject(eve.seal(2, 41, `{"s":41}`))
	ana.memory.put(ana.site, `{"end":1}`)
	r.awaitLines(live, ana.Member, append(honest, `{"end":1}`)...)
	r.awaitLines(live, eve.Member, evil...)
	if live.Status().Refused[team.ReasonRevoked] == 0 {
		t.Errorf("T5 is not counted: %v", live.Status().Refused)
	}
	// All that the removed one shared goes at the admin's word.
	if err := r.team.RevokeAndForget("eve", time.Now()); err != nil {
		t.Fatal(err)
	}
	for _, m := range []*member{live, late} {
		r.await(func() bool {
			all := m.memory.forgotten()
			return len(all) == 1 && all[0].All && all[0].Author == eve.Member
		})
	}
	r.await(func() bool {
		stored, _ := r.keeping().records(live.site)
		return !slices.ContainsFunc(stored, func(s batch.Stored) bool { return strings.HasSuffix(s.Subject, eve.Member) })
	})
}

func encode(sig []byte) string { return base64.StdEncoding.EncodeToString(sig) }

// bomb is a batch that unpacks to more than the limit.
func bomb(t *testing.T, w *raw, key ed25519.PrivateKey) batch.Message {
	t.Helper()
	m := w.seal(1, 1, `{"x":1}`)
	head, _, _ := bytes.Cut(m.Data, []byte("\n"))
	var body bytes.Buffer
	f, err := flate.NewWriter(&body, flate.BestCompression)
	if err == nil {
		_, err = f.Write(bytes.Repeat([]byte("a"), 8<<20))
	}
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	m.Data = append(append(head, '\n'), body.Bytes()...)
	sig, err := key.Sign(nil, []byte(m.Subject+"\x00"+string(m.Data)), &ed25519.Options{Context: "cairn team batch 1"})
	if err != nil {
		t.Fatal(err)
	}
	m.Sig = encode(sig)
	return m
}

// inject stores a message as a server could that does not keep to the rights.
func (r *rig) inject(m batch.Message) {
	r.Helper()
	(&raw{rig: r, conn: r.privileged()}).publish(m, nil)
}

// privileged connects with a log-in that the team's account key signs for everything.
func (r *rig) privileged() *nats.Conn {
	r.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, "keys.json"))
	var keys struct{ Account []byte }
	if err == nil {
		err = json.Unmarshal(data, &keys)
	}
	if err != nil {
		r.Fatal(err)
	}
	account, err := nkeys.FromRawSeed(nkeys.PrefixByteAccount, keys.Account)
	if err != nil {
		r.Fatal(err)
	}
	key := ed25519.NewKeyFromSeed(team.NewKey())
	public, err := nkeys.Encode(nkeys.PrefixByteUser, key.Public().(ed25519.PublicKey))
	if err != nil {
		r.Fatal(err)
	}
	login, err := jwt.NewUserClaims(string(public)).Encode(account)
	if err != nil {
		r.Fatal(err)
	}
	address := r.remote
	if r.server != nil {
		address = r.server.Address()
	}
	conn, err := nats.Connect("nats://"+address, nats.UserJWT(func() (string, error) { return login, nil }, func(nonce []byte) ([]byte, error) { return ed25519.Sign(key, nonce), nil }))
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(conn.Close)
	return conn
}
