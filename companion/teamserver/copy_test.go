package teamserver

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// TestACopiedLogHasWhatCounts copies a log twice, as after an end in between. Batches after a removal stay behind, and
// all of a member whose records go.
func TestACopiedLogHasWhatCounts(t *testing.T) {
	team, old := start(t, "127.0.0.1:0")
	ana, ci, eve := admit(t, team, old, "ana", batch.RoleMember), admit(t, team, old, "ci", batch.RoleMember), admit(t, team, old, "eve", batch.RoleMember)
	ana.put(t, team, 1, `{"a":1}`)
	ci.put(t, team, 1, `{"c":1}`)
	eve.put(t, team, 1, `{"e":1}`)
	remove := func(name string, r batch.Revoked) {
		e, err := team.member(name)
		if err != nil {
			t.Fatal(err)
		}
		e.Revoked, r.At = &r, types.At(time.Now())
		e.N++
		if _, err := team.writeMember(*e); err != nil {
			t.Fatal(err)
		}
	}
	ends, err := old.ends(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	remove("ci", batch.Revoked{Ends: ends})
	remove("eve", batch.Revoked{Forget: true})
	ci.put(t, team, 2, `{"c":2}`)
	ana.put(t, team, 2, `{"a":2}`)

	dir := t.TempDir()
	for _, name := range []string{keysFile, accountFile, configFile, membersDir + "/" + ana.id + ".json", membersDir + "/" + ci.id + ".json", membersDir + "/" + eve.id + ".json"} {
		data, err := os.ReadFile(filepath.Join(team.dir, name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700)
		}
		if err == nil {
			err = writeFile(filepath.Join(dir, name), data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	moved, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	to, err := moved.Serve(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	for range 2 {
		if err := to.copyFrom(t.Context(), old); err != nil {
			t.Fatal(err)
		}
	}
	state, err := to.keeper.Log.State(t.Context(), batch.RecordStream, batch.OwnSubjects(team.ID, "*"))
	for author, want := range map[string]uint64{ana.id: 2, ci.id: 1, eve.id: 0} {
		if got := state.Counts[batch.Subject(team.ID, site, author)]; got != want || err != nil {
			t.Errorf("%d batches of %s are copied, want %d; %v", got, author, want, err)
		}
	}
	e, err := moved.member("ci")
	if err != nil || len(e.Revoked.Ends) != 1 {
		t.Fatalf("%+v, %v", e, err)
	}
	if end := e.Revoked.Ends[0]; end.Created == ends[0].Created || end.Seq != 3 || !e.Counts("run00001", site, 1, end) {
		t.Errorf("what was copied of a removed fleet does not count: %+v", end)
	}
}
