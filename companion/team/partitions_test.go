package team_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
	"cairn/shared/types"
)

// TestPartitionsSpreadSites has the sites of a team in four streams: each batch is in the stream of its site
// alone, where it is read, deleted, put into a snapshot and healed.
func TestPartitionsSpreadSites(t *testing.T) {
	const parts = 4
	r := newRigOf(t, teamserver.Settings{Partitions: parts})
	address := r.server.Address()
	r.server.Close()
	r.snapshotAfter = 4
	r.serve(address)
	ana, bob := r.member("ana"), r.member("bob")
	bob.Follow(t.Context(), origin)
	var sites []string
	for n := range 12 {
		sites = append(sites, ana.SiteID(fmt.Sprintf("https://s%d.example", n)))
		ana.memory.put(sites[n], `{"n":1}`)
	}
	var lines []string
	for n := range 5 {
		lines = append(lines, fmt.Sprintf(`{"n":%d}`, n))
		ana.memory.put(ana.site, lines[n])
	}
	r.awaitLines(bob, ana.Member, lines...)
	r.await(func() bool { return ana.Status().Sent == 17 })
	k := r.keeping()
	used := map[string]int{}
	for _, name := range batch.RecordStreams(parts) {
		s, info := k.stream(name)
		for seq := info.State.FirstSeq; seq <= info.State.LastSeq && seq > 0; seq++ {
			m, err := s.GetMsg(t.Context(), seq)
			if err != nil {
				t.Fatal(err)
			}
			if site := strings.Split(m.Subject, ".")[4]; batch.StreamOfSite(site, parts) != name {
				t.Errorf("%s has a batch of %s", name, site)
			}
			used[name]++
		}
	}
	if len(used) < 2 || used[batch.StreamOfSite(ana.site, parts)] < 5 {
		t.Errorf("batches by stream: %v", used)
	}
	if _, err := k.js.Stream(t.Context(), batch.RecordStream); err == nil {
		t.Error("there is one stream of all, too")
	}

	r.await(func() bool { m := k.manifest(ana.site); return m != nil && m.Batches >= 4 })
	cem := r.member("cem")
	cem.Follow(t.Context(), origin)
	r.awaitLines(cem, ana.Member, lines...)
	if s := cem.Status(); s.Snapshots != 1 || len(s.Refused) > 0 {
		t.Errorf("cem: %+v", s)
	}

	ana.memory.forget(types.Tombstone{Author: ana.Member, Run: "run00ana", N: 1, At: types.At(time.Now()), IDs: []string{"t-" + strings.Repeat("a", 32)}, Places: []types.Place{{Run: "run00ana", Site: ana.site, K: 2}}})
	r.await(func() bool { all := ana.Status().Receipts; return len(all) == 1 && all[0].Server })
	delete(ana.memory.acked, "run00ana."+ana.site+".2")
	lines = slices.Delete(lines, 1, 2)
	r.awaitLines(r.reread(cem), ana.Member, lines...)

	r.server.Close()
	loseStreams(t, r.dir)
	r.serve(address)
	dora := r.member("dora")
	dora.Follow(t.Context(), origin)
	r.awaitLines(dora, ana.Member, lines...)
	runner := r.start(r.runner(r.token("ci", batch.RoleMember)), newMemory("run000ci"), "")
	runner.memory.put(runner.site, `{"r":1}`)
	r.awaitLines(dora, runner.Member, `{"r":1}`)
	r.await(func() bool { return ana.Status().Outbox == 0 }) // the other sites' batches are there again, too
	ana.memory.forget(types.Tombstone{Author: ana.Member, Run: "run00ana", N: 2, At: types.At(time.Now()), All: true})
	k = r.keeping()
	r.await(func() bool {
		left := 0
		for _, name := range batch.RecordStreams(parts) {
			_, info := k.stream(name)
			left += int(info.State.Msgs)
		}
		return left == 1
	})
}

// TestPartitionsThatCannotBe refuses other numbers of streams.
func TestPartitionsThatCannotBe(t *testing.T) {
	for _, n := range []int{-1, 2, 3, 32, 65, 1 << 20} {
		if _, err := teamserver.Create(t.TempDir(), "acme", time.Now(), teamserver.Settings{Partitions: n}); types.AsError(err) == nil || types.AsError(err).Code != types.CodeInvalidInput {
			t.Errorf("%d: %v", n, err)
		}
	}
	for _, n := range []int{0, 1, 4, 16, 64} {
		subjects := map[string]bool{}
		for i := range batch.RecordStreams(n) {
			for _, s := range batch.StreamSubjects("team", i, n) {
				if subjects[s] {
					t.Errorf("%d: %s is in two streams", n, s)
				}
				subjects[s] = true
			}
		}
		for p := range 64 {
			site := fmt.Sprintf("%02x00000000000000", p)
			if n > 1 {
				i := slices.Index(batch.RecordStreams(n), batch.StreamOfSite(site, n))
				if !slices.Contains(batch.StreamSubjects("team", i, n), fmt.Sprintf("cairn.team.r.%02x.*.*", p)) {
					t.Errorf("%d: site %s is in no stream", n, site)
				}
			}
			if got := batch.StreamOf(batch.Subject("team", site, "author"), n); got != batch.StreamOfSite(site, n) {
				t.Errorf("%d: a batch of %s goes to %s", n, site, got)
			}
		}
	}
}
