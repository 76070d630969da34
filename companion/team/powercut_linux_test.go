package team_test

import (
	"flag"
	"path/filepath"
	"testing"

	"cairn/testdata/powercut"
)

// cuts is how often a soak cuts the power of a server's disk, on each file system.
var cuts = flag.Int("cuts", 0, "power cuts of a team's server, for each file system")

// TestAcknowledgedBatchesOutlivePowerCuts cuts the power of a server's disk, amid its work.
func TestAcknowledgedBatchesOutlivePowerCuts(t *testing.T) {
	acked := 0
	powercut.Each(t, *cuts, func(t *testing.T, d *powercut.Disk, round int) {
		r, server := newRemoteRig(t, filepath.Join(d.Dir, "team"))
		reader := r.member("reader")
		reader.Follow(t.Context(), origin)
		w := r.writers("ana", "bob")
		for range 2 { // the second one has older data
			w.write(1 + round*7%41)
			d.Cut(server)
			server = r.spawn(r.remote)
		}
		w.stop()
		w.check(reader)
		acked += w.acked()
		for _, m := range append(w.all, reader) {
			if err := m.Close(); err != nil {
				t.Fatal(err)
			}
		}
		kill(server) // the disk is unmounted
	})
	if !t.Failed() {
		t.Logf("2 × %d power cuts on each file system, %d batches acknowledged, none lost or doubled", *cuts, acked)
	}
}
