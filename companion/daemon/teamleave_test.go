package daemon

import (
	"context"
	"io"
	"os"
	"testing"
	"time"

	"cairn/companion/control"
	"cairn/companion/home/hometest"
	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestLeavingKeepsNoDeletionBack has a member forget a shared session while the server is down, leave, and join again
// under another name. The deletion reaches the team, and forgetting a site ends its sharing.
func TestLeavingKeepsNoDeletionBack(t *testing.T) {
	const site = "https://app.example"
	h := hometest.New(t)
	dir := t.TempDir()
	host, err := teamserver.Create(dir, "acme", time.Now(), teamserver.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	server, err := host.Serve(teamserver.Options{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	address := server.Address()
	d, err := Open(h, Options{Port: -1, Log: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	do := func(ctx context.Context, o wire.TeamOrder) error {
		_, err := d.team.handle(ctx, &o)
		return err
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	await := func(so func() bool) {
		t.Helper()
		for end := time.Now().Add(2 * time.Minute); !so(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("it did not happen")
			}
		}
	}
	join := func(name string) {
		t.Helper()
		code, err := host.Invite("", name, batch.RoleMember, time.Now())
		must(err)
		m, err := team.Join(t.Context(), code)
		must(err)
		must(m.Save(h.TeamFile()))
		must(d.team.open(t.Context()))
		must(do(t.Context(), wire.TeamOrder{Op: wire.TeamShare, Site: site, Mode: "review"}))
	}
	forget := func(f types.Forget) types.ForgetReceipt {
		t.Helper()
		var reply control.Reply
		must(d.forget(t.Context(), &f, &reply))
		return *reply.Receipt
	}
	join("ana")
	for _, id := range []string{"mm-0001", "mm-0002"} {
		meta := &types.Session{SessionID: id, CreatedAt: types.At(time.Now()), EndedAt: types.At(time.Now())}
		_, err := d.memory.PutStep(t.Context(), meta, &types.Step{StepID: "s-aaaaaaaaaaaaaaaa" + id[3:], SessionID: id, Timestamp: types.At(time.Now()), Actor: types.ActorAgent, Outcome: types.Outcome{OK: true},
			Tool:        types.Tool{Name: "mm_click", Target: &types.Target{Role: "link", Name: "Orders"}},
			Observation: &types.Observation{State: types.State{CurrentURL: site + "/orders", CurrentScreen: "orders", Origin: site}, TestIDs: []types.TestID{}, A11y: types.A11y{Nodes: []types.A11yNode{}}}}, types.KeepFull)
		must(err)
		must(do(t.Context(), wire.TeamOrder{Op: wire.TeamSend, Session: id, Site: site, With: []wire.TeamLine{{Kind: "name", Text: "Orders"}}}))
	}
	await(func() bool { return len(d.memory.SharedBatches()) == 2 })
	server.Close()
	if r := forget(types.Forget{SessionID: "mm-0001"}); r.Shared != 2 || r.Left != 0 {
		t.Errorf("receipt %+v", r)
	}
	soon, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if err := do(soon, wire.TeamOrder{Op: wire.TeamLeave}); err == nil || types.AsError(err).Code != types.CodeTeamOffline {
		t.Errorf("left with a deletion that was not sent: %v", err)
	}
	if _, err := os.Stat(h.TeamFile()); err != nil {
		t.Fatal("the membership is gone, and the deletion with it")
	}
	must(do(t.Context(), wire.TeamOrder{Op: wire.TeamLeave, Anyway: true}))
	if r := forget(types.Forget{SessionID: "mm-0002"}); r.Shared != 0 || r.Left != 2 {
		t.Errorf("receipt after leaving %+v", r)
	}
	server, err = host.Serve(teamserver.Options{Listen: address})
	must(err)
	defer server.Close()
	join("ann")
	await(func() bool { client, _ := d.team.parts(); return len(client.Status().Receipts) == 2 })
	for _, f := range []types.Forget{{SessionID: "mm-0001"}, {Origin: "https://other.example"}, {Origin: site, From: 1}} {
		if r := forget(f); r.Unshared != "" {
			t.Errorf("%+v ends sharing: %+v", f, r)
		}
	}
	if r := forget(types.Forget{Origin: site}); r.Unshared != site {
		t.Errorf("receipt of a site %+v", r)
	}
	if client, sites := d.team.parts(); len(client.Status().Sites) > 0 || len(sites.All()) > 0 {
		t.Errorf("the site is still followed, or shared: %+v, %v", client.Status().Sites, sites.All())
	}
	must(d.team.close())
	must(os.WriteFile(h.TeamSites(), []byte("{"), 0o600))
	if err := d.team.open(t.Context()); err == nil || do(t.Context(), wire.TeamOrder{Op: wire.TeamStatus}) == nil {
		t.Errorf("a damaged file is no team: %v", err)
	}
}
