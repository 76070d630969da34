package team_test

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
	"cairn/shared/types"
)

// TestAKeeperErasesWhileTheFirstServerIsDown deletes a batch while the team's first server is down. A keeper, whose
// clock is a minute later, erases it and the site's snapshot from the servers' files.
func TestAKeeperErasesWhileTheFirstServerIsDown(t *testing.T) {
	f := newForeign(t, largeRoom)
	r := newRigOf(t, teamserver.Settings{External: f.look()})
	r.server.Close()
	r.snapshotAfter = 2
	r.serve("")
	join := func(name, role string) *team.Membership {
		m, err := team.Join(t.Context(), f.codeAs(r.team, name, role))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	bob := r.start(join("bob", batch.RoleMember), newMemory("run00bob"), "")
	kim := join("kim", batch.RoleKeeper)
	bob.memory.put(bob.site, "one")
	bob.memory.put(bob.site, "two")
	id := fmt.Sprintf("%s.run00bob.%s.", bob.Member, bob.site)
	snapshot := batch.SnapshotSubject(bob.Team, bob.site)
	has := func(text string) bool {
		found, err := grepFiles(f.server.StoreDir(), text)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	r.await(func() bool { return len(bob.memory.Outbox(1)) == 0 && has(id+"1") && has(id+"2") && has(snapshot) })
	r.server.Close()
	bob.memory.forget(types.Tombstone{Author: bob.Member, Run: "run00bob", N: 1, At: types.At(time.Now()), IDs: []string{"t-" + strings.Repeat("a", 32)}, Places: []types.Place{{Run: "run00bob", Site: bob.site, K: 2}}})
	r.await(func() bool { return len(bob.Status().Receipts) == 1 })
	if bob.Status().Receipts[0].Server || !has(id+"2") || !has(snapshot) {
		t.Fatal("it was erased before the keeper came, so nothing is proved")
	}
	c, err := team.Start(kim, newMemory("run00kim"), team.Options{State: filepath.Join(t.TempDir(), "state.json"), Log: io.Discard, Now: func() time.Time { return time.Now().Add(2 * time.Minute) }})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r.await(func() bool { return bob.Status().Receipts[0].Server })
	if c.Status().ClockAhead != 0 || bob.Status().ClockAhead != 0 {
		t.Error("a clock of two minutes ahead is named")
	}
	if has(id+"2") || has(snapshot) || !has(id+"1") {
		t.Errorf("in the files: the forgotten batch %v, the snapshot %v, the other batch %v", has(id+"2"), has(snapshot), has(id+"1"))
	}
}
