package teamserver

import (
	"crypto/ed25519"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// TestADeletionShredsSnapshots deletes a place, and then all of an author's: the keys of the snapshots that
// held them leave the files before the server confirms.
func TestADeletionShredsSnapshots(t *testing.T) {
	team, err := Create(t.TempDir(), "acme", time.Now(), Settings{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := team.Serve(Options{Listen: "127.0.0.1:0", SnapshotAfter: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	ana, bob := admit(t, team, s, "ana", batch.RoleMember), admit(t, team, s, "bob", batch.RoleMember)
	ana.put(t, team, 1, `{"a":1}`)
	ana.put(t, team, 2, `{"a":2}`)
	bob.put(t, team, 1, `{"b":1}`)
	bob.put(t, team, 2, `{"b":2}`)
	// snapshot waits for one with as many batches, and returns its key as the files have it.
	snapshot := func(batches int) string {
		t.Helper()
		var key string
		await(t, func() bool {
			var all []batch.Snapshot
			err := s.keeper.Log.Walk(t.Context(), batch.SnapshotStream, batch.SnapshotSubject(team.ID, site), 1, func(m batch.Stored) error {
				one, err := batch.OpenManifest(m.Message, func(string) ed25519.PublicKey { return team.rootKey() })
				all = append(all, one)
				return err
			})
			if err != nil || len(all) != 1 {
				return false
			}
			key = base64.StdEncoding.EncodeToString(all[0].Key)
			return all[0].Batches == batches
		})
		if !inFiles(t, team, key) {
			t.Fatal("the key is not found in the files, so its absence would prove nothing")
		}
		return key
	}
	forget := func(order types.Tombstone) {
		t.Helper()
		order.Author, order.Run, order.At = ana.id, "run00001", types.At(time.Now())
		sent, err := batch.SealTombstone(ana.key, team.ID, order, nil)
		if err != nil {
			t.Fatal(err)
		}
		ana.publish(t, sent)
	}
	first := snapshot(4)
	forget(types.Tombstone{N: 1, IDs: []string{"t-" + strings.Repeat("a", 32)}, Places: []types.Place{{Run: "run00001", Site: site, K: 1}}})
	second := snapshot(3)
	if inFiles(t, team, first) {
		t.Error("the key of a snapshot that held what was deleted is still in the files")
	}
	forget(types.Tombstone{N: 2, All: true})
	snapshot(2)
	if inFiles(t, team, second) {
		t.Error("the key of a snapshot that held an author's records is still in the files")
	}
}
