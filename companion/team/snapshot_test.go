package team_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// keeping is a connection with all rights, and the root key, as of a keeper, also a bad one.
type keeping struct {
	*rig
	conn *nats.Conn
	js   jetstream.JetStream
	root ed25519.PrivateKey
}

func (r *rig) keeping() *keeping {
	r.Helper()
	k := &keeping{rig: r, conn: r.privileged()}
	data, err := os.ReadFile(filepath.Join(r.dir, "keys.json"))
	var keys struct{ Root []byte }
	if err == nil {
		err = json.Unmarshal(data, &keys)
	}
	if err == nil {
		k.root = ed25519.NewKeyFromSeed(keys.Root)
		k.js, err = jetstream.New(k.conn)
	}
	if err != nil {
		r.Fatal(err)
	}
	return k
}

func (k *keeping) stream(name string) (jetstream.Stream, *jetstream.StreamInfo) {
	k.Helper()
	s, err := k.js.Stream(k.Context(), name)
	if err != nil {
		k.Fatal(err)
	}
	return s, s.CachedInfo()
}

// manifest returns a site's newest manifest, nil if there is none.
func (k *keeping) manifest(site string) *batch.Snapshot {
	k.Helper()
	s, _ := k.stream(batch.SnapshotStream)
	m, err := s.GetLastMsgForSubject(k.Context(), batch.SnapshotSubject(k.team.ID, site))
	if err != nil {
		return nil
	}
	one, err := batch.OpenManifest(batch.Message{Subject: m.Subject, Data: m.Data, Sig: m.Header.Get(batch.SigHeader)}, func(string) ed25519.PublicKey { return k.root.Public().(ed25519.PublicKey) })
	if err != nil {
		k.Fatal(err)
	}
	return &one
}

// records returns the log's messages of a site, and the manifest of a snapshot of it. It asks the stream's leader: another
// server may not have the last ones yet.
func (k *keeping) records(site string) (all []team.Stored, snap batch.Snapshot) {
	k.Helper()
	_, info := k.stream(batch.RecordStream)
	for seq := info.State.FirstSeq; seq <= info.State.LastSeq; seq++ {
		answer, err := k.conn.Request("$JS.API.STREAM.MSG.GET."+batch.RecordStream, fmt.Appendf(nil, `{"seq":%d}`, seq), time.Minute)
		var r struct {
			Message struct {
				Subject    string
				Hdrs, Data []byte
				Time       time.Time
			}
		}
		if err == nil {
			err = json.Unmarshal(answer.Data, &r)
		}
		if err != nil {
			k.Fatal(err)
		}
		m := r.Message
		if !strings.Contains(m.Subject, site) { // of another site, or erased
			continue
		}
		header, err := nats.DecodeHeadersMsg(m.Hdrs)
		if err != nil {
			k.Fatal(err)
		}
		all = append(all, team.Stored{Message: batch.Message{Subject: m.Subject, Sig: header.Get(batch.SigHeader), Data: m.Data}, Seq: seq, At: m.Time})
	}
	return all, batch.Snapshot{Team: k.team.ID, Site: site, Keeper: batch.ServerMember, Created: info.Created.UnixNano(), Through: info.State.LastSeq, At: types.At(time.Now())}
}

// store publishes a snapshot whose manifest was changed and signed again.
func (k *keeping) store(snap batch.Snapshot, all []team.Stored, change func(*batch.Snapshot), chunk func([]byte)) {
	k.Helper()
	m, chunks, err := batch.SealSnapshot(k.root, snap, all)
	if err != nil {
		k.Fatal(err)
	}
	for _, c := range chunks {
		if chunk != nil {
			chunk(c.Data)
		}
		k.send(c)
	}
	if change != nil {
		var s batch.Snapshot
		if err := json.Unmarshal(m.Data, &s); err != nil {
			k.Fatal(err)
		}
		change(&s)
		if m.Data, err = json.Marshal(s); err != nil {
			k.Fatal(err)
		}
		sig, err := k.root.Sign(nil, []byte(m.Subject+"\x00"+string(m.Data)), &ed25519.Options{Context: "cairn team snapshot 1"})
		if err != nil {
			k.Fatal(err)
		}
		m.Sig = base64.StdEncoding.EncodeToString(sig)
	}
	k.send(m)
}

func (k *keeping) send(m batch.Message) {
	k.Helper()
	(&raw{rig: k.rig, conn: k.conn}).publish(m, nil)
}

// TestBadSnapshots gives joiners snapshots of a keeper that is broken or lies (T13). Each gets exactly the
// records in the log.
func TestBadSnapshots(t *testing.T) {
	r := newRig(t)
	ana, bob, eve := r.member("ana"), r.member("bob"), r.raw("eve")
	ofAna, ofBob := []string{}, []string{`{"bob":1}`, `{"bob":2}`}
	for n := range 6 {
		ofAna = append(ofAna, fmt.Sprintf(`{"n":%d}`, n))
		ana.memory.put(ana.site, ofAna[n])
	}
	for _, line := range ofBob {
		bob.memory.put(bob.site, line)
	}
	r.await(func() bool { return ana.Status().Sent == 6 && bob.Status().Sent == 2 })
	eve.publish(eve.seal(1, 1, `{"x":1}`), nil)
	eve.publish(eve.seal(1, 5, `{"x":5}`), nil) // a hole that its author made
	k := r.keeping()
	site := ana.site
	all, snap := k.records(site)
	if len(all) != 10 {
		t.Fatalf("the log has %d batches", len(all))
	}
	without := func(drop ...int) (some []team.Stored) {
		for i, one := range all {
			if !slices.Contains(drop, i) {
				some = append(some, one)
			}
		}
		return some
	}
	var anas []int
	for i, one := range all {
		if strings.HasSuffix(one.Subject, "."+ana.Member) {
			anas = append(anas, i)
		}
	}
	twice := slices.Clone(all)
	twice[anas[2]].Message = all[anas[1]].Message
	forged := slices.Clone(all)
	forged[anas[1]].Message = eve.sealAs(batch.Header{Team: eve.Team, Site: site, Author: ana.Member, Run: "run00ana", First: 2, Prev: strings.Repeat("a", 64), At: 1}, ed25519.NewKeyFromSeed(eve.Seed), `{"evil":1}`)
	for i, c := range []struct {
		name    string
		batches []team.Stored
		change  func(*batch.Snapshot)
		chunk   func([]byte)
		refused int
		used    int
	}{
		{"as it should be", all, nil, nil, 0, 1},
		{"before the newest batches", all[:4], func(s *batch.Snapshot) { s.Through = all[3].Seq }, nil, 0, 1},
		{"wrong hash", all, func(s *batch.Snapshot) { s.Sum = strings.Repeat("0", 64) }, nil, 1, 0},
		{"wrong key", all, func(s *batch.Snapshot) { s.Key[3] ^= 1 }, nil, 1, 0},
		{"altered data", all, nil, func(c []byte) { c[len(c)/2] ^= 1 }, 1, 0},
		{"data that are not there", all, func(s *batch.Snapshot) { s.Object = "abcdefgh" }, nil, 1, 0},
		{"not signed by root", all, func(s *batch.Snapshot) { s.Keeper = "server2" }, nil, 1, 0},
		{"other order", append(without(anas[0]), all[anas[0]]), nil, nil, 1, 0},
		{"a forged batch", forged, nil, nil, 1, 0},
		{"of other streams", all[:1], func(s *batch.Snapshot) { s.Created++ }, nil, 0, 0},
		{"of what is not there yet", all[:1], func(s *batch.Snapshot) { s.Through = 1 << 30 }, nil, 0, 0},
		{"without a batch in between", without(anas[2]), nil, nil, 1, 1},
		{"without the newest", without(anas[5]), nil, nil, 1, 1},
		{"without an author", without(anas...), nil, nil, 1, 1},
		{"one batch twice for another", twice, nil, nil, 1, 1},
	} {
		k.store(snap, c.batches, c.change, c.chunk)
		late := r.member(fmt.Sprintf("late%d", i))
		late.Follow(t.Context(), origin)
		r.awaitLines(late, ana.Member, ofAna...)
		r.awaitLines(late, bob.Member, ofBob...)
		r.awaitLines(late, eve.Member, `{"x":1}`, `{"x":5}`)
		if s := late.Status(); s.Refused[team.ReasonSnapshot] != c.refused || s.Snapshots != c.used || len(s.Refused) > c.refused {
			t.Errorf("%s: refused %v, %d snapshots used; want %d and %d", c.name, s.Refused, s.Snapshots, c.refused, c.used)
		}
		if aside := late.memory.setAside(); len(aside) > 0 {
			t.Errorf("%s: set aside %v", c.name, aside)
		}
		if err := late.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestJoinersReadSnapshots has the keeper make snapshots: a joiner reads one, and a deletion replaces it.
func TestJoinersReadSnapshots(t *testing.T) {
	r := newRig(t)
	address := r.server.Address()
	r.server.Close()
	r.snapshotAfter = 4
	r.serve(address)
	ana := r.member("ana")
	var lines []string
	for n := range 8 {
		lines = append(lines, fmt.Sprintf(`{"n":%d}`, n))
		ana.memory.put(ana.site, lines[n])
	}
	r.await(func() bool { return ana.Status().Sent == 8 })
	k := r.keeping()
	r.await(func() bool { m := k.manifest(ana.site); return m != nil && m.Batches >= 4 })
	bob := r.member("bob")
	bob.Follow(t.Context(), origin)
	r.awaitLines(bob, ana.Member, lines...)
	if s := bob.Status(); s.Snapshots != 1 || len(s.Refused) > 0 {
		t.Errorf("bob: %+v", s)
	}
	// Live messages, and messages for a member who was away, are not read from a snapshot again.
	lines = append(lines, `{"live":1}`)
	ana.memory.put(ana.site, `{"live":1}`)
	r.awaitLines(bob, ana.Member, lines...)
	if err := bob.Close(); err != nil {
		t.Fatal(err)
	}
	lines = append(lines, `{"away":1}`)
	ana.memory.put(ana.site, `{"away":1}`)
	bob = r.start(bob.Membership, bob.memory, bob.state)
	bob.Follow(t.Context(), origin)
	r.awaitLines(bob, ana.Member, lines...)
	if s := bob.Status(); s.Snapshots != 0 {
		t.Errorf("bob again: %+v", s)
	}
	// A deletion replaces the snapshot: a member who joins after the receipt never sees the deleted records.
	before := k.manifest(ana.site).Object
	ana.memory.forget(types.Tombstone{Author: ana.Member, Run: "run00ana", N: 1, At: types.At(time.Now()), IDs: []string{"t-" + strings.Repeat("a", 32)}, Places: []types.Place{{Run: "run00ana", Site: ana.site, K: 3}}})
	r.await(func() bool { all := ana.Status().Receipts; return len(all) == 1 && all[0].Server })
	r.await(func() bool { m := k.manifest(ana.site); return m != nil && m.Object != before })
	cem := r.member("cem")
	cem.Follow(t.Context(), origin)
	r.awaitLines(cem, ana.Member, slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return l == `{"n":2}` })...)
	if s := cem.Status(); s.Snapshots != 1 || len(s.Refused) > 0 {
		t.Errorf("cem: %+v", s)
	}
}
