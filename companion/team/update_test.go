package team

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// TestWhatIsNewerIsReadAfterAnUpdate meets a deletion request of a newer version (T14), and starts again: with the same
// version, then with a newer one.
func TestWhatIsNewerIsReadAfterAnUpdate(t *testing.T) {
	c := newTaking(t)
	ana := c.keys["ana"]
	m, err := batch.SealTombstone(ana, c.team, types.Tombstone{Author: batch.MemberID(ana.Public().(ed25519.PublicKey)), Run: "run00001", N: 1, At: 1, All: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	m.Data = []byte(strings.Replace(string(m.Data), `"v":1`, `"v":2`, 1))
	for _, seq := range []uint64{7, 9} {
		if _, err := c.carryOut(t.Context(), emptyLog{}, Stored{Message: m, Seq: seq, At: takeNow}); err != nil {
			t.Fatal(err)
		}
	}
	c.state.Control, c.state.Roster, c.state.Keys.Seq, c.state.V, c.state.Erased = 20, 5, 4, batch.Version, 20
	// Until then it was not carried out, and no receipt may say so.
	l := &sentLog{}
	c.confirm(t.Context(), l)
	if len(l.sent) != 1 {
		t.Fatalf("%d confirmations", len(l.sent))
	}
	if d, err := batch.OpenDone(c.member.key().Public().(ed25519.PublicKey), l.sent[0], c.team); err != nil || d.Control != 6 || d.Erased != 6 {
		t.Errorf("carried out up to %d, erased up to %d, want 6; %v", d.Control, d.Erased, err)
	}
	c.state.Sites = []siteState{{Origin: "https://app.example", Read: 30}}
	for version, want := range map[int][5]uint64{batch.Version: {20, 20, 5, 4, 30}, batch.Version - 1: {6, 6, 0, 0, 0}} {
		s := c.state
		s.V = version
		data, err := json.Marshal(s)
		file := filepath.Join(t.TempDir(), "state.json")
		if err == nil {
			err = os.WriteFile(file, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		again := newTaking(t)
		again.file, again.sites = file, map[string]*site{}
		if err := again.loadState(); err != nil {
			t.Fatal(err)
		}
		got := [5]uint64{again.state.Control, again.state.Erased, again.state.Roster, again.Client.keys.Seq, again.sites[again.member.SiteID("https://app.example")].Read}
		if got != want || again.state.V != batch.Version {
			t.Errorf("after version %d it reads on from %v, want %v", version, got, want)
		}
	}
}

// sentLog keeps what is sent.
type sentLog struct {
	emptyLog
	sent []batch.Message
}

func (l *sentLog) Append(_ context.Context, m batch.Message) error {
	l.sent = append(l.sent, m)
	return nil
}
