package memory

import (
	"context"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestAPersonsGoalOutlivesTheRecorder: a goal and tags that were edited in the
// panel hold against what the running session's recorder still says, here and
// after a restart; of two people the later word holds.
func TestAPersonsGoalOutlivesTheRecorder(t *testing.T) {
	ctx := context.Background()
	dir, clock := t.TempDir(), noon
	m, s := open(t, dir, &clock)
	began := testSession("mm-ses1", "pay")
	put := func(id string) {
		t.Helper()
		if _, err := m.PutStep(ctx, began, click("mm-ses1", id, "go", 5)); err != nil {
			t.Fatal(err)
		}
	}
	said := func(seq int64, goal string, at types.Time) {
		t.Helper()
		edited := *began
		edited.Goal, edited.Tags, edited.EditedAt = goal, []string{"smoke"}, at
		if _, err := m.Accept(ctx, "install-a", "epoch-1", []wire.Record{{Seq: seq, Session: &edited}}); err != nil {
			t.Fatal(err)
		}
	}
	put("s-a1")
	said(1, "Pay Alice", types.At(noon))
	put("s-a2")
	said(2, "an older word", types.At(noon)-1000)
	check := func(when string) {
		t.Helper()
		if got := m.Session("mm-ses1"); got.Goal != "Pay Alice" || len(got.Tags) != 1 || got.EditedAt != types.At(noon) {
			t.Errorf("%s: %+v", when, got)
		}
	}
	check("at once")
	for _, rec := range fed(t, s) {
		if rec.Session != nil && rec.Session.Goal != "Pay Alice" {
			t.Errorf("a replica is told %+v", rec.Session)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	m, _ = open(t, dir, &clock)
	check("after a restart")
	put("s-a3")
	check("with another step")
}
