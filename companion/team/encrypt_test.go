package team_test

import (
	"bytes"
	"crypto/ed25519"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
	"cairn/shared/types"
)

func newEncryptedRig(t *testing.T) *rig {
	t.Helper()
	return newRigOf(t, teamserver.Settings{Encrypt: true})
}

// reread opens a member's store of nothing as of a new machine, so that all is read again.
func (r *rig) reread(m *member) *member {
	r.Helper()
	again := r.start(m.Membership, newMemory("run0again"), "")
	again.Follow(r.Context(), origin)
	return again
}

// keysOf returns the ids of the keys that the log's batches are encrypted under, in order, each once.
func (k *keeping) keysOf(site string) (ids []string) {
	k.Helper()
	all, _ := k.records(site)
	for _, one := range all {
		h, err := batch.Peek(one.Message)
		if err != nil {
			k.Fatal(err)
		}
		if !slices.Contains(ids, h.Key) {
			ids = append(ids, h.Key)
		}
	}
	return ids
}

// holds reports which of the texts are in the server's files. Its secrets, which the admin's machine alone
// has, are left out: replicas and other operators do not have them.
func (r *rig) holds(texts ...string) (found []string) {
	r.Helper()
	err := filepath.WalkDir(r.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || d.Name() == "keys.json" {
			return nil // just removed, or a socket
		}
		data, err := os.ReadFile(path)
		for _, text := range texts {
			if err == nil && bytes.Contains(data, []byte(text)) && !slices.Contains(found, text) {
				found = append(found, text)
			}
		}
		return nil
	})
	if err != nil {
		r.Fatal(err)
	}
	return found
}

// TestTheServerOfATeamThatEncryptsReadsNothing has members with a fleet share, join after two keys, read from
// a snapshot, forget, and lose the server's disk. The files of the server never hold a text, and a removed
// member cannot read later messages, even with all of the server's files.
func TestTheServerOfATeamThatEncryptsReadsNothing(t *testing.T) {
	r := newEncryptedRig(t)
	address := r.server.Address()
	r.server.Close()
	r.snapshotAfter = 4
	r.serve(address)
	noise := func(name string) string { // as it stands it cannot be compressed, so it would be found
		return fmt.Sprintf(`{"%s":"%s"}`, name, rawNoise(60))
	}
	admin := r.admin()
	ana, bob, eve := r.member("ana"), r.member("bob"), r.member("eve")
	for _, m := range []*member{admin, bob, eve} {
		m.Follow(t.Context(), origin)
	}
	first := []string{noise("one"), noise("two")}
	for _, line := range first {
		ana.memory.put(ana.site, line)
	}
	for _, m := range []*member{admin, bob, eve} {
		r.awaitLines(m, ana.Member, first...)
	}
	k := r.keeping()
	old := k.keysOf(ana.site) // two members may each make a key at the same moment: the rig's members do not wait
	if len(old) == 0 || !batch.IsTeamKey(old[0]) {
		t.Fatalf("the keys of the log are %q", old)
	}

	// T5, and a new key.
	if err := r.team.Revoke("eve", time.Now()); err != nil {
		t.Fatal(err)
	}
	r.await(func() bool { return eve.Status().State == team.StateRefused })
	r.await(func() bool { return revoked(ana, "eve") })
	second := []string{noise("three"), noise("four"), noise("five")}
	for _, line := range second {
		ana.memory.put(ana.site, line)
	}
	r.awaitLines(bob, ana.Member, append(slices.Clone(first), second...)...)
	keys := k.keysOf(ana.site)[len(old):]
	if len(keys) == 0 {
		t.Fatalf("after a removal the keys of the log are %q", old)
	}
	if got := eve.memory.lines(ana.Member); len(got) != len(first) {
		t.Errorf("the removed member has %d lines", len(got))
	}
	r.readsNothingNew(eve, keys)

	// A joiner and a runner read both, through a snapshot.
	r.await(func() bool { m := k.manifest(ana.site); return m != nil && m.Batches >= 4 })
	cem := r.member("cem")
	cem.Follow(t.Context(), origin)
	runner := r.start(r.runner(r.token("ci", batch.RoleMember)), newMemory("run000ci"), "")
	runner.Follow(t.Context(), origin)
	all := append(slices.Clone(first), second...)
	for _, m := range []*member{cem, runner} {
		r.awaitLines(m, ana.Member, all...)
	}
	if s := r.reread(cem); s != nil {
		r.awaitLines(s, ana.Member, all...)
		if got := s.Status(); got.Snapshots != 1 || len(got.Refused) > 0 {
			t.Errorf("with the keys at hand: %+v", got)
		}
	}
	ofRunner := noise("runner")
	runner.memory.put(runner.site, ofRunner)
	r.await(func() bool { return len(cem.memory.lines(runner.Member)) == 1 })

	// Forgetting.
	ana.memory.forget(types.Tombstone{Author: ana.Member, Run: "run00ana", N: 1, At: types.At(time.Now()), IDs: []string{"t-" + strings.Repeat("a", 32)}, Places: []types.Place{{Run: "run00ana", Site: ana.site, K: 3}}})
	r.await(func() bool {
		got := ana.Status().Receipts
		return len(got) == 1 && got[0].Server && len(cem.memory.forgotten()) == 1
	})
	r.await(func() bool { left, _ := k.records(ana.site); return len(left) == len(all) }) // the runner's is the sixth
	all = slices.DeleteFunc(all, func(l string) bool { return l == second[0] })
	delete(ana.memory.acked, "run00ana."+ana.site+".3")
	r.awaitLines(r.reread(bob), ana.Member, all...)

	var canaries []string
	for _, line := range append(append(first, second...), ofRunner) {
		canaries = append(canaries, strings.Trim(line[strings.Index(line, ":")+1:], `"}`))
	}
	canaries = append(canaries, origin, "app.example", "offered.example")
	if found := r.holds(canaries...); len(found) > 0 {
		t.Errorf("the server's files hold %q", found)
	}
	if found := r.holds(ana.Member, ana.site, keys[0]); len(found) != 3 {
		t.Errorf("the search finds only %q, so it would find no texts either", found)
	}

	// The server's disk is lost: members put their batches and the keys again.
	for _, m := range []*member{runner, cem} {
		m.Close()
	}
	r.server.Close()
	loseStreams(t, r.dir)
	r.serve(address)
	dora := r.member("dora")
	dora.Follow(t.Context(), origin)
	r.awaitLines(dora, ana.Member, all...)
	if s := dora.Status(); len(s.Refused) > 0 || s.NoKey {
		t.Errorf("after the loss: %+v", s)
	}
	if found := r.holds(canaries...); len(found) > 0 {
		t.Errorf("after the loss the server's files hold %q", found)
	}
}

func rawNoise(n int) string {
	var s strings.Builder
	for s.Len() < n {
		s.WriteString(fmt.Sprintf("%x", team.NewKey()))
	}
	return s.String()[:n]
}

func revoked(m *member, name string) bool {
	return slices.ContainsFunc(m.Status().Members, func(one team.MemberStatus) bool { return one.Name == name && one.Revoked })
}

// readsNothingNew tries to open the keys made after a removal with all that the removed member has.
func (r *rig) readsNothingNew(gone *member, keys []string) {
	r.Helper()
	k := r.keeping()
	s, info := k.stream(batch.KeyStream)
	given := 0
	for seq := info.State.FirstSeq; seq <= info.State.LastSeq; seq++ {
		m, err := s.GetMsg(r.Context(), seq)
		if err != nil {
			r.Fatal(err)
		}
		author := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
		members, err := r.team.Members()
		if err != nil {
			r.Fatal(err)
		}
		i := slices.IndexFunc(members, func(e batch.Entry) bool { return e.Member == author })
		n, err := batch.OpenKeys(members[i].Key, batch.Message{Subject: m.Subject, Sig: m.Header.Get(batch.SigHeader), Data: m.Data}, r.team.ID)
		if err != nil {
			r.Fatal(err)
		}
		for _, w := range n.Given {
			got, err := w.Unwrap(r.team.ID, batch.BoxSeed(ed25519.NewKeyFromSeed(gone.Seed)))
			if err == nil {
				given++
			}
			if err == nil && slices.Contains(keys, got.ID) {
				r.Error("a removed member can open the new key")
			}
		}
	}
	if given == 0 {
		r.Error("no key was ever given to the removed member, so the search proves nothing")
	}
}

// TestMembersGiveKeysWithoutTheAdmin has a team whose admin's companion never runs.
func TestMembersGiveKeysWithoutTheAdmin(t *testing.T) {
	r := newEncryptedRig(t)
	ana, bob := r.member("ana"), r.member("bob")
	bob.Follow(t.Context(), origin)
	ana.memory.put(ana.site, `{"n":1}`)
	r.awaitLines(bob, ana.Member, `{"n":1}`)
	if err := ana.Close(); err != nil {
		t.Fatal(err)
	}
	cem := r.member("cem")
	cem.Follow(t.Context(), origin)
	r.awaitLines(cem, ana.Member, `{"n":1}`)
	if s := cem.Status(); !s.Encrypted || s.NoKey {
		t.Errorf("cem: %+v", s)
	}
	// Nobody is connected who has the key: a joiner waits, sends nothing, and is given it later.
	bob.Close()
	cem.Close()
	dora := r.member("dora")
	dora.Follow(t.Context(), origin)
	dora.memory.put(dora.site, `{"d":1}`)
	r.await(func() bool { s := dora.Status(); return len(s.Sites) == 1 && s.Sites[0].Read })
	if s := dora.Status(); !s.NoKey || s.Sent != 0 || s.Outbox != 1 || s.Received != 0 || len(s.Refused) > 0 {
		t.Errorf("a joiner without a key: %+v", s)
	}
	back := r.start(bob.Membership, bob.memory, bob.state)
	back.Follow(t.Context(), origin)
	r.awaitLines(dora, ana.Member, `{"n":1}`)
	r.awaitLines(back, dora.Member, `{"d":1}`)
}
