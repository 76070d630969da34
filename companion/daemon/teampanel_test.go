package daemon

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/companion/home/hometest"
	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestThePanelReviewsAndLeaves has a person make each order of the panel to a team: only the texts
// that were ticked leave.
func TestThePanelReviewsAndLeaves(t *testing.T) {
	const site = "https://app.example"
	ctx := t.Context()
	h := hometest.New(t)
	host, err := teamserver.Create(t.TempDir(), "acme", time.Now(), teamserver.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	server, err := host.Serve(teamserver.Options{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	code, err := host.Invite("", "ana", batch.RoleMember, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	m, err := team.Join(ctx, code)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Save(h.TeamFile()); err != nil {
		t.Fatal(err)
	}
	d, err := Open(h, Options{Port: -1, Log: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	if err := d.team.open(ctx); err != nil {
		t.Fatal(err)
	}
	ask := func(o wire.TeamOrder) *wire.TeamState {
		t.Helper()
		state, err := d.team.answerPanel(ctx, &o)
		if err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		return state
	}
	meta := &types.Session{SessionID: "mm-0001", CreatedAt: types.At(time.Now()), Goal: "find it"}
	for i, name := range []string{"Orders", "Order 4711"} {
		step := &types.Step{StepID: []string{"s-aaaaaaaaaaaaaaaaaaa1", "s-aaaaaaaaaaaaaaaaaaa2"}[i], SessionID: meta.SessionID, Timestamp: types.At(time.Now()), Actor: types.ActorAgent, Outcome: types.Outcome{OK: true},
			Tool:        types.Tool{Name: "mm_click", Target: &types.Target{Role: "link", Name: name}},
			Observation: &types.Observation{State: types.State{CurrentURL: site + "/orders", CurrentScreen: "orders", Origin: site}, TestIDs: []types.TestID{}, A11y: types.A11y{Nodes: []types.A11yNode{}}}}
		if _, err := d.memory.PutStep(ctx, meta, step, types.KeepFull); err != nil {
			t.Fatal(err)
		}
	}
	ended := *meta
	ended.EndedAt = types.At(time.Now())
	if err := d.memory.PutSession(ctx, &ended); err != nil {
		t.Fatal(err)
	}
	if s := ask(wire.TeamOrder{Op: wire.TeamStatus}); s.Name != "acme" || s.Member != "ana" || len(s.Sites)+len(s.Reviews) > 0 || len(s.Members) != 1 || !s.Members[0].Me {
		t.Errorf("joined: %+v", s)
	}
	s := ask(wire.TeamOrder{Op: wire.TeamShare, Site: site, Mode: "review"})
	if len(s.Sites) != 1 || s.Sites[0] != (wire.TeamSite{Origin: site, Mode: "review"}) || len(s.Reviews) != 1 || s.Reviews[0].Lines != nil || s.Reviews[0].Texts == 0 || s.Reviews[0].Goal != "find it" {
		t.Fatalf("shared: %+v", s)
	}
	lines := ask(wire.TeamOrder{Op: wire.TeamReview, Session: "mm-0001", Site: site}).Reviews[0].Lines
	if !slices.Contains(lines, wire.TeamLine{Kind: "name", Text: "Order 4711", Once: true}) || len(lines) != s.Reviews[0].Texts {
		t.Fatalf("lines are %+v", lines)
	}
	if len(d.memory.Outbox(9))+len(d.memory.SharedBatches()) > 0 {
		t.Fatal("something left before the review")
	}
	server.Close() // unsent batches wait
	s = ask(wire.TeamOrder{Op: wire.TeamSend, Session: "mm-0001", Site: site, With: []wire.TeamLine{{Kind: "name", Text: "Orders"}, {Kind: "address", Text: site + "/orders"}}})
	if len(s.Reviews) != 0 {
		t.Errorf("it still waits: %+v", s.Reviews)
	}
	out := d.memory.Outbox(9)
	if len(out) != 1 || len(out[0].Lines) != 3 {
		t.Fatalf("to leave: %+v", out)
	}
	text := string(bytes.Join(out[0].Lines, nil))
	if !strings.Contains(text, `"Orders"`) || strings.Contains(text, "4711") || strings.Contains(text, `"orders"`) {
		t.Errorf("to leave: %s", text)
	}
	if _, err := d.team.answerPanel(ctx, &wire.TeamOrder{Op: wire.TeamOpen}); types.AsError(err) == nil {
		t.Error("the panel may read the membership's files again")
	}
	if s := ask(wire.TeamOrder{Op: wire.TeamLeave}); s != nil {
		t.Errorf("left: %+v", s)
	}
	if s := ask(wire.TeamOrder{Op: wire.TeamStatus}); s != nil {
		t.Errorf("after it: %+v", s)
	}
}
