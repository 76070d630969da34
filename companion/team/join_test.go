package team_test

import (
	"strings"
	"testing"
	"time"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
	"cairn/shared/types"
)

// TestInvitations has the outcomes of T15.
func TestInvitations(t *testing.T) {
	r := newRig(t)
	good := r.invite("bob", batch.RoleMember)
	m, err := team.Join(t.Context(), good[:20]+"\n  "+good[20:]) // as mail breaks it
	if err != nil {
		t.Fatal(err)
	}
	if m.Name != "bob" || m.TeamName != "acme" || m.Team != r.team.ID || m.Role != batch.RoleMember || m.CAHash != "" {
		t.Errorf("membership: %+v", m)
	}
	late, err := r.team.Invite("", "late", batch.RoleMember, time.Now().Add(-8*24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	other := newRig(t)
	stranger := other.invite("mallory", batch.RoleMember)
	foreign, err := batch.ReadInvite(stranger)
	if err != nil {
		t.Fatal(err)
	}
	known, err := batch.ReadInvite(good)
	if err != nil {
		t.Fatal(err)
	}
	foreign.Addresses = known.Addresses
	misled, err := foreign.Code()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		code string
		want types.Code
	}{
		"used":                         {good, types.CodeInviteUsed},
		"expired":                      {late, types.CodeInviteExpired},
		"cut off":                      {good[:len(good)-7], types.CodeInviteBad},
		"altered":                      {strings.Replace(good, good[40:44], "AAAA", 1), types.CodeInviteBad},
		"empty":                        {"", types.CodeInviteBad},
		"not one":                      {"hello", types.CodeInviteBad},
		"of another team":              {misled, types.CodeTeamRefused},
		"of a team that has no server": {offline(t), types.CodeTeamOffline},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := team.Join(t.Context(), c.code)
			if fault := types.AsError(err); fault == nil || fault.Code != c.want || fault.Hint == "" {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
	if _, err := r.team.Invite("", "bob", batch.RoleMember, time.Now()); err == nil {
		t.Error("a name was given twice")
	}
	if _, err := r.team.Invite("", "../x", batch.RoleMember, time.Now()); err == nil {
		t.Error("a path became a name")
	}
}

// offline returns an invitation of a team whose server has ended.
func offline(t *testing.T) string {
	r := newRig(t)
	code := r.invite("bob", batch.RoleMember)
	r.server.Close()
	return code
}

// TestOtherServersAreRefused has the outcomes of T16: the server's certificate or root is another's.
func TestOtherServersAreRefused(t *testing.T) {
	r := &rig{T: t, dir: t.TempDir()}
	var err error
	if r.team, err = teamserver.Create(r.dir, "acme", time.Now(), teamserver.Settings{}); err != nil {
		t.Fatal(err)
	}
	r.serve("0.0.0.0:0")
	code := r.invite("bob", batch.RoleMember)
	i, err := batch.ReadInvite(code)
	if err != nil || i.CAHash == "" {
		t.Fatalf("an invitation beyond this machine pins no certificate: %+v, %v", i, err)
	}
	join := func(change func(*batch.Invite)) error {
		changed := i
		change(&changed)
		code, err := changed.Code()
		if err != nil {
			t.Fatal(err)
		}
		_, err = team.Join(t.Context(), code)
		return err
	}
	for name, change := range map[string]func(*batch.Invite){
		"another certificate":             func(i *batch.Invite) { i.CAHash = strings.Repeat("0", 64) },
		"none pinned beyond this machine": func(i *batch.Invite) { i.CAHash = ""; i.Addresses = []string{"192.0.2.1:17838"} },
	} {
		if fault := types.AsError(join(change)); fault == nil || fault.Code != types.CodeTeamServer {
			t.Errorf("%s: %v", name, fault)
		}
	}
	m, err := team.Join(t.Context(), code)
	if err != nil {
		t.Fatal("with the right certificate: ", err)
	}
	c := r.start(m, newMemory("run00001"), "")
	r.await(func() bool { return c.Status().State == team.StateLive })
	c.Close()
	// A server of the right account, but with a roster of another root.
	m.Root = newRig(t).root()
	c = r.start(m, newMemory("run00001"), "")
	r.await(func() bool { e := c.Status().Error; return e != nil && e.Code == types.CodeTeamServer })
	if c.Status().State == team.StateLive {
		t.Error("it is connected")
	}
}

// root returns the public key of the team's root.
func (r *rig) root() []byte {
	i, err := batch.ReadInvite(r.invite("any", batch.RoleMember))
	if err != nil {
		r.Fatal(err)
	}
	return i.Root
}

func FuzzReadInvite(f *testing.F) {
	good, err := batch.Invite{ID: "a", Team: "b", Root: make([]byte, 32), Seed: make([]byte, 32), JWT: "c", Addresses: []string{"127.0.0.1:1"}}.Code()
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{good, good[:30], batch.InvitePrefix, "", "cairn-team:AAAAAAAA", " \n" + good} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, code string) {
		i, err := batch.ReadInvite(code)
		if err == nil && (batch.TeamID(i.Root) != i.Team || len(i.Addresses) == 0) {
			t.Errorf("%+v was accepted", i)
		}
		if fault := types.AsError(err); fault != nil && fault.Code != types.CodeInviteBad {
			t.Errorf("%v", err)
		}
	})
}
