package memory

import (
	"context"
	"fmt"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestAPersonsGoalOutlivesTheRecorder: a goal and tags that were edited in the
// panel hold against later records of the running session's recorder, here and
// after a restart; of two people the later word holds.
func TestAPersonsGoalOutlivesTheRecorder(t *testing.T) {
	ctx := context.Background()
	dir, clock := t.TempDir(), noon
	m, s := open(t, dir, &clock)
	began := testSession("mm-ses1", "pay")
	put := func(id string) {
		t.Helper()
		if _, err := m.PutStep(ctx, began, click("mm-ses1", id, "go", 5), types.KeepFull); err != nil {
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
			t.Errorf("a replica gets %+v", rec.Session)
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

// TestAnOutcomeOutlivesStaleRecords: an agent's statement at its session's end
// holds against steps that an extension sends late with the session as it began;
// a person's word holds against the agent's, whichever comes later. Both are
// stored, sent to replicas, exported and read back.
func TestAnOutcomeOutlivesStaleRecords(t *testing.T) {
	ctx := context.Background()
	dir, clock := t.TempDir(), noon
	m, s := open(t, dir, &clock)
	began := testSession("mm-ses1", "pay")
	late := func(seq int64) {
		t.Helper()
		if _, err := m.Accept(ctx, "install-a", "epoch-1", []wire.Record{{Seq: seq, Session: began, Step: click("mm-ses1", fmt.Sprintf("s-late%d", seq), "go", 4)}}); err != nil {
			t.Fatal(err)
		}
	}
	ended := *began
	ended.EndedAt = types.At(noon)
	agent := types.Statement{Outcome: types.SessionDone, OutcomeBy: types.StatedByAgent, OutcomeAt: types.At(noon), Evidence: "Payment sent"}
	ended.Statement = agent
	if err := m.PutSession(ctx, &ended); err != nil {
		t.Fatal(err)
	}
	late(1)
	check := func(when string, want types.Statement) {
		t.Helper()
		if got := m.Session("mm-ses1"); got.Statement != want || got.EndedAt != ended.EndedAt {
			t.Errorf("%s: %+v, ended %v; want %+v", when, got.Statement, got.EndedAt, want)
		}
	}
	check("after a late step", agent)

	clock = noon.Add(-time.Minute) // a clock that was set back
	if err := m.State(ctx, wire.OutcomeRequest{SessionID: "mm-ses1", Outcome: "failed", Evidence: "it was refunded"}); err != nil {
		t.Fatal(err)
	}
	person := m.Session("mm-ses1").Statement
	if person.Outcome != types.SessionFailed || person.OutcomeBy != types.StatedByPerson || person.Evidence != "it was refunded" {
		t.Errorf("a person said failed, and kept is %+v", person)
	}
	if err := m.PutSession(ctx, &ended); err != nil {
		t.Fatal(err)
	}
	late(2)
	check("after the agent said it again", person)
	for _, rec := range fed(t, s) {
		if rec.Session != nil && rec.Session.Statement != person {
			t.Errorf("a replica gets %+v", rec.Session.Statement)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	m, _ = open(t, dir, &clock)
	check("after a restart", person)

	out := t.TempDir()
	if _, err := m.Export(ctx, out); err != nil {
		t.Fatal(err)
	}
	other, _ := fresh(t)
	if _, err := other.Import(ctx, out); err != nil {
		t.Fatal(err)
	}
	if got := other.Session("mm-ses1"); got.Statement != person {
		t.Errorf("an import has %+v", got.Statement)
	}
	if err := m.State(ctx, wire.OutcomeRequest{SessionID: "mm-ses1", Outcome: "unknown"}); err != nil {
		t.Fatal(err)
	}
	if got := m.Session("mm-ses1"); got.Outcome != "" || got.OutcomeBy != types.StatedByPerson {
		t.Errorf("a person took it back, and kept is %+v", got.Statement)
	}
	late(3)
	if got := m.Session("mm-ses1"); got.Outcome != "" {
		t.Errorf("it came back as %+v", got.Statement)
	}
	for req, code := range map[wire.OutcomeRequest]types.Code{
		{SessionID: "mm-ses1", Outcome: "great"}: types.CodeInvalidInput,
		{SessionID: "mm-none", Outcome: "done"}:  types.CodeNotFound,
	} {
		if err := types.AsError(m.State(ctx, req)); err == nil || err.Code != code || err.Hint == "" {
			t.Errorf("%+v: %v", req, err)
		}
	}
}
