package team_test

import (
	"encoding/json"
	"fmt"
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

// runner returns the membership of a new runner.
func (r *rig) runner(token string) *team.Membership {
	r.Helper()
	m, err := team.Enlist(token, time.Now())
	if err != nil {
		r.Fatal(err)
	}
	return m
}

func (r *rig) token(name, role string) string {
	r.Helper()
	token, err := r.team.Token("", name, role, time.Now())
	if err != nil {
		r.Fatal(err)
	}
	return token
}

// TestRunnersOfAFleet has two runners share as one member, and learn from each other.
// A token for readers does not write, and a revoked one ends all its runners.
func TestRunnersOfAFleet(t *testing.T) {
	r := newRig(t)
	if err := r.team.OfferAuto(origin, true); err != nil {
		t.Fatal(err)
	}
	ana := r.member("ana")
	ana.Follow(t.Context(), origin)
	token := r.token("ci", batch.RoleMember)
	if _, err := r.team.Token("", "ci", batch.RoleMember, time.Now()); err == nil {
		t.Error("two fleets have one name")
	}
	one, two := r.start(r.runner(token), newMemory("run00one"), ""), r.start(r.runner(token), newMemory("run00two"), "")
	if one.Member != two.Member || slices.Equal(one.Seed, two.Seed) || !one.AutoOffered(origin) {
		t.Fatalf("runners are %s and %s; the site is offered: %v", one.Member, two.Member, one.AutoOffered(origin))
	}
	two.Follow(t.Context(), origin)
	one.memory.put(one.site, `{"n":1}`)
	r.awaitLines(two, one.Member, `{"n":1}`)
	two.memory.put(two.site, `{"n":2}`)
	r.awaitLines(ana, one.Member, `{"n":1}`, `{"n":2}`)
	one.memory.forget(types.Tombstone{Author: one.Member, Run: "run00one", N: 1, At: types.At(time.Now()), IDs: []string{"t-" + strings.Repeat("a", 32)}, Places: []types.Place{{Run: "run00one", Site: one.site, K: 1}}})
	r.await(func() bool { return len(ana.memory.forgotten()) == 1 && len(two.memory.forgotten()) == 1 })
	if got := two.memory.lines(two.Member); !slices.Equal(got, []string{`{"n":1}`}) {
		t.Errorf("a runner has of its fleet %q", got)
	}

	reader := r.start(r.runner(r.token("forks", batch.RoleReader)), newMemory("run0fork"), "")
	reader.Follow(t.Context(), origin)
	reader.memory.put(reader.site, `{"n":3}`)
	r.awaitLines(reader, one.Member, `{"n":2}`)
	if s := reader.Status(); s.Sent != 0 || s.Outbox != 1 {
		t.Errorf("a reader sent %d batches, and %d wait", s.Sent, s.Outbox)
	}

	if err := r.team.Revoke("ci", time.Now()); err != nil {
		t.Fatal(err)
	}
	late := r.start(r.runner(token), newMemory("run0late"), "")
	for _, m := range []*member{one, two, late} {
		r.await(func() bool { return m.Status().State == team.StateRefused })
	}
	if s := ana.Status(); s.State != team.StateLive || len(s.Refused) > 0 {
		t.Errorf("another member: %+v", s)
	}
}

// TestASpoolIsSentOnce has a runner write files while no server answers. Pushing sends
// each once, also if a file is still there, and leaves those that it cannot send.
func TestASpoolIsSentOnce(t *testing.T) {
	for _, encrypt := range []bool{false, true} {
		t.Run(fmt.Sprintf("encrypt=%v", encrypt), func(t *testing.T) { spoolOnce(t, encrypt) })
	}
}

func spoolOnce(t *testing.T, encrypt bool) {
	t.Helper()
	r := newRigOf(t, teamserver.Settings{Encrypt: encrypt})
	if encrypt {
		r.admin()
	}
	if err := r.team.OfferAuto(origin, true); err != nil {
		t.Fatal(err)
	}
	ana := r.member("ana")
	ana.Follow(t.Context(), origin)
	token := r.token("ci", batch.RoleMember)
	m := r.runner(token)
	reached := m.Addresses
	m.Addresses, m.Spool = []string{"127.0.0.1:1"}, filepath.Join(t.TempDir(), "spool")
	one := r.start(m, newMemory("run00one"), "")
	for _, line := range []string{`{"n":1}`, `{"n":2}`, `{"n":3}`} {
		one.memory.put(one.site, line)
	}
	r.await(func() bool { return one.Status().Outbox == 0 })
	one.memory.forget(types.Tombstone{Author: one.Member, Run: "run00one", N: 1, At: types.At(time.Now()), IDs: []string{"t-" + strings.Repeat("a", 32)}, Places: []types.Place{{Run: "run00one", Site: one.site, K: 2}}})
	r.await(func() bool { return one.Status().Deletions == 0 })
	one.Close()
	files := func() (names []string) {
		all, err := os.ReadDir(m.Spool)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range all {
			names = append(names, f.Name())
		}
		return names
	}
	if got := files(); len(got) != 3 || !strings.HasPrefix(got[0], "forget.") || !strings.HasSuffix(got[1], "1.json") || !strings.HasSuffix(got[2], "3.json") {
		t.Fatalf("the spool has %q", got)
	}
	kept, err := os.ReadFile(filepath.Join(m.Spool, files()[1]))
	if err != nil {
		t.Fatal(err)
	}
	var file batch.Message
	if err := json.Unmarshal(kept, &file); err != nil {
		t.Fatal(err)
	}
	if h, err := batch.Peek(file); err != nil || (h.Key != "") != encrypt {
		t.Errorf("the file's batch has the key %q (%v)", h.Key, err)
	}
	name := files()[1]
	pusher := r.runner(token)
	if _, err := team.Push(t.Context(), m, m.Spool); err == nil || types.AsError(err).Code != types.CodeTeamOffline || len(files()) != 3 {
		t.Errorf("without a server: %v, %q", err, files())
	}
	pusher.Addresses = reached
	push := func(want team.Pushed, left int) {
		t.Helper()
		done, err := team.Push(t.Context(), pusher, m.Spool)
		if err != nil || done != want || len(files()) != left {
			t.Errorf("pushed %+v (%v), and %q are left; want %+v and %d", done, err, files(), want, left)
		}
	}
	push(team.Pushed{Sent: 3}, 0)
	r.awaitLines(ana, one.Member, `{"n":1}`, `{"n":3}`)
	r.await(func() bool { return len(ana.memory.forgotten()) == 1 })
	// Killed between the acknowledgement and the removal.
	if err := os.WriteFile(filepath.Join(m.Spool, name), kept, 0o600); err != nil {
		t.Fatal(err)
	}
	push(team.Pushed{Known: 1}, 0)
	for file, data := range map[string]string{name: strings.Replace(string(kept), one.Member, ana.Member, -1), "share.x.json": "{", "notes.txt": "mine"} {
		if err := os.WriteFile(filepath.Join(m.Spool, file), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	push(team.Pushed{Damaged: 2}, 3)
	if err := os.WriteFile(filepath.Join(m.Spool, name), kept, 0o600); err != nil {
		t.Fatal(err)
	}
	pusher = ana.Membership
	push(team.Pushed{Damaged: 1, Others: 1}, 3)
	if s := ana.Status(); s.Received != 2 {
		t.Errorf("Ana took %d records, want 2", s.Received)
	}
}
