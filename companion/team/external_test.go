package team_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
	"cairn/shared/types"
)

// largeRoom is enough for each stream of a team; nothing is reserved on the disk.
const largeRoom = 64 << 30

// foreign is a NATS server of another operator, with one account.
type foreign struct {
	*testing.T
	server  *server.Server
	account nkeys.KeyPair
}

// newForeign starts one that has this many bytes for messages. Without a number, it takes three quarters of the
// free disk.
func newForeign(t *testing.T, room int64) *foreign {
	t.Helper()
	f := &foreign{T: t}
	operator, err := nkeys.CreateOperator()
	if err != nil {
		t.Fatal(err)
	}
	operatorKey, _ := operator.PublicKey() // fresh keys have one
	resolver := &server.MemAccResolver{}
	account := func(disk int64) (key string) {
		if f.account, err = nkeys.CreateAccount(); err != nil {
			t.Fatal(err)
		}
		key, _ = f.account.PublicKey()
		claims := jwt.NewAccountClaims(key)
		claims.Limits.JetStreamLimits = jwt.JetStreamLimits{DiskStorage: disk, Streams: -1, Consumer: -1}
		signed, err := claims.Encode(operator)
		if err == nil {
			err = resolver.Store(key, signed)
		}
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	system := account(0)
	account(-1)
	f.server, err = server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true, JetStream: true, JetStreamMaxStore: room, StoreDir: t.TempDir(),
		TrustedOperators: []*jwt.OperatorClaims{jwt.NewOperatorClaims(operatorKey)}, AccountResolver: resolver, SystemAccount: system})
	if err != nil {
		t.Fatal(err)
	}
	f.server.Start()
	t.Cleanup(func() {
		f.server.Shutdown()
		f.server.WaitForShutdown()
	})
	if !f.server.ReadyForConnections(time.Minute) {
		t.Fatal("the server did not start")
	}
	return f
}

// creds writes the file of a log-in with rights; without any it may do everything.
func (f *foreign) creds(name string, publish, subscribe []string) string {
	f.Helper()
	user, err := nkeys.CreateUser()
	if err != nil {
		f.Fatal(err)
	}
	key, _ := user.PublicKey()
	seed, _ := user.Seed()
	claims := jwt.NewUserClaims(key)
	claims.Pub.Allow, claims.Sub.Allow = publish, subscribe
	signed, err := claims.Encode(f.account)
	var text []byte
	if err == nil {
		text, err = jwt.FormatUserConfig(signed, seed)
	}
	file := filepath.Join(f.TempDir(), name+".creds")
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		f.Fatal(err)
	}
	return file
}

func (f *foreign) look() *teamserver.External {
	f.Helper()
	e, err := teamserver.NewExternal("nats://"+f.server.Addr().String(), f.creds("keeper", nil, nil), 1)
	if err != nil {
		f.Fatal(err)
	}
	return e
}

// code returns an invitation with a log-in that has exactly the rights that are printed for it.
func (f *foreign) code(of *teamserver.Team, name string) string {
	f.Helper()
	return f.codeAs(of, name, batch.RoleMember)
}

func (f *foreign) codeAs(of *teamserver.Team, name, role string) string {
	f.Helper()
	publish, subscribe, err := of.Rights(name, role)
	var code string
	if err == nil {
		code, err = of.Invite(f.creds(name, publish, subscribe), name, role, time.Now())
	}
	if err != nil {
		f.Fatal(err)
	}
	return code
}

// TestATeamOnANATSOfAnotherOperator moves a team there, where members share, a deletion is carried out, one
// joins and is removed, and another team is kept out of the account.
func TestATeamOnANATSOfAnotherOperator(t *testing.T) {
	r := newRigOf(t, teamserver.Settings{Encrypt: true})
	admin, ana, gone := r.admin(), r.member("ana"), r.member("gone")
	ana.memory.put(ana.site, "before")
	gone.memory.put(gone.site, "of one who is away")
	gone.memory.put(gone.site, "forgotten")
	r.await(func() bool { return len(ana.memory.Shared()) == 1 && len(gone.memory.Shared()) == 2 })
	gone.memory.forget(types.Tombstone{Author: gone.Member, Run: "run00gone", N: 1, At: types.At(time.Now()), IDs: []string{"t-" + strings.Repeat("b", 32)}, Places: []types.Place{{Run: "run00gone", Site: gone.site, K: 2}}})
	r.await(func() bool { return len(ana.memory.forgotten()) == 1 })
	gone.Close()
	f := newForeign(t, largeRoom)
	if err := r.team.Move(f.look()); types.AsError(err) == nil || types.AsError(err).Code != types.CodePortInUse {
		t.Fatalf("moved while the server runs: %v", err)
	}
	r.server.Close()
	if err := r.team.Move(f.look()); err != nil {
		t.Fatal(err)
	}
	r.serve("")
	if _, err := r.team.Invite("", "bob", batch.RoleMember, time.Now()); err == nil {
		t.Error("an invitation has no log-in")
	}
	place, err := r.team.Place()
	if err != nil {
		t.Fatal(err)
	}
	again := func(m *member, i batch.Invite) *member {
		m.Close()
		m.Relocate(i)
		return r.start(m.Membership, m.memory, m.state)
	}
	admin = again(admin, place)
	i, err := batch.ReadInvite(f.code(r.team, "ana"))
	if err != nil || slices.Equal(i.Seed, place.Seed) {
		t.Fatalf("the code has the keeper's log-in, or %v", err)
	}
	ana = again(ana, i)
	m, err := team.Join(t.Context(), f.code(r.team, "bob"))
	if err != nil {
		t.Fatal(err)
	}
	bob := r.start(m, newMemory("run00bob"), "")
	bob.Follow(t.Context(), origin)
	// The messages of a member who is away were copied, and no author had to share again; the single server's files are gone.
	r.awaitLines(bob, ana.Member, "before")
	r.awaitLines(bob, gone.Member, "of one who is away")
	forgot := func(m *member, author string) bool {
		return slices.ContainsFunc(m.memory.forgotten(), func(t types.Tombstone) bool { return t.Author == author })
	}
	if !forgot(bob, gone.Member) || ana.memory.lost() > 0 {
		t.Errorf("the joiner does not know of the deletion, or %d batches were lost", ana.memory.lost())
	}
	for _, name := range []string{"streams", "copied", "copy-log"} {
		if _, err := os.Stat(filepath.Join(r.dir, name)); err == nil {
			t.Errorf("%s of the single server is still here", name)
		}
	}
	bob.memory.put(bob.site, "kept", "private")
	ana.Follow(t.Context(), origin)
	r.awaitLines(ana, bob.Member, "kept", "private")
	bob.memory.forget(types.Tombstone{Author: bob.Member, Run: "run00bob", N: 1, At: types.At(time.Now()), IDs: []string{"t-" + strings.Repeat("a", 32)}, Places: []types.Place{{Run: "run00bob", Site: bob.site, K: 2}}})
	r.await(func() bool { return forgot(ana, bob.Member) })
	r.await(func() bool { s := bob.Status(); return len(s.Receipts) == 1 && s.Receipts[0].Server })
	if left, err := grepFiles(f.server.StoreDir(), bob.Member+".run00bob."+bob.site); err != nil || left {
		t.Errorf("the erased batch is in the server's files: %v, %v", left, err)
	}
	if err := r.team.Revoke("bob", time.Now()); err != nil {
		t.Fatal(err)
	}
	r.await(func() bool {
		return slices.ContainsFunc(ana.Status().Members, func(m team.MemberStatus) bool { return m.Name == "bob" && m.Revoked })
	})
	if s := ana.Status(); !s.External || admin.Status().State != team.StateLive {
		t.Errorf("status: %+v", s)
	}
	other, err := teamserver.Create(t.TempDir(), "other", time.Now(), teamserver.Settings{External: f.look()})
	if err != nil {
		t.Fatal(err)
	}
	if s, err := other.Serve(teamserver.Options{}); err == nil || !strings.Contains(err.Error(), "another team") {
		t.Errorf("a second team took the account: %v", err)
		s.Close()
	}
}

func TestATeamSaysThatAnotherOperatorsNATSIsTooSmall(t *testing.T) {
	t.Parallel()
	small, err := teamserver.Create(t.TempDir(), "small", time.Now(), teamserver.Settings{External: newForeign(t, 1<<30).look()})
	if err != nil {
		t.Fatal(err)
	}
	s, err := small.Serve(teamserver.Options{})
	if err == nil {
		s.Close()
	}
	if fault := types.AsError(err); fault == nil || fault.Code != types.CodeTeamServer || !strings.Contains(fault.Message, "no room") || !strings.Contains(fault.Hint, "10 GiB") {
		t.Errorf("it says %v", err)
	}
}

func grepFiles(dir, text string) (found bool, err error) {
	err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		found = found || strings.Contains(string(data), text)
		return err
	})
	return found, err
}

// TestAnAddressOfANATSIsChecked has the outcomes of wrong addresses and log-ins.
func TestAnAddressOfANATSIsChecked(t *testing.T) {
	f := newForeign(t, largeRoom)
	good := f.creds("keeper", nil, nil)
	bad := filepath.Join(t.TempDir(), "bad")
	if err := os.WriteFile(bad, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	address := f.server.Addr().String()
	for name, c := range map[string]struct {
		url, creds string
		copies     int
		want       string
	}{
		"another scheme":          {"https://n1.example", good, 1, "not the address"},
		"a password in it":        {"nats://u:p@n1.example", good, 1, "not the address"},
		"no log-in":               {"nats://" + address, "", 1, "log-in to the NATS is missing"},
		"a file without":          {"nats://" + address, bad, 1, "holds no log-in"},
		"two copies":              {"nats://" + address, good, 2, "2 copies"},
		"another account's":       {"nats://" + address, newForeign(t, largeRoom).creds("x", nil, nil), 1, "cannot be reached"},
		"a log-in without rights": {"nats://" + address, f.creds("y", []string{"x"}, []string{"_INBOX.>"}), 1, "no JetStream"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := teamserver.NewExternal(c.url, c.creds, c.copies)
			if fault := types.AsError(err); fault == nil || !strings.Contains(fmt.Sprint(fault), c.want) || fault.Hint == "" {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}
