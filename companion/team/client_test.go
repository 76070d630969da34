package team_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/shared/types"
)

func TestMembersShareAndForget(t *testing.T) {
	r := newRig(t)
	ana, bob := r.member("ana"), r.member("bob")
	ana.memory.put(ana.site, `{"n":1}`, `{"n":2}`)
	bob.Follow(t.Context(), origin)
	r.awaitLines(bob, ana.Member, `{"n":1}`, `{"n":2}`)
	// Live, while connected.
	for n := 3; n <= 8; n++ {
		ana.memory.put(ana.site, fmt.Sprintf(`{"n":%d}`, n))
	}
	all := []string{`{"n":1}`, `{"n":2}`, `{"n":3}`, `{"n":4}`, `{"n":5}`, `{"n":6}`, `{"n":7}`, `{"n":8}`}
	r.awaitLines(bob, ana.Member, all...)
	if got := ana.memory.lines(ana.Member); len(got) > 0 {
		t.Errorf("ana got her own: %q", got)
	}
	order := types.Tombstone{Author: ana.Member, Run: "run0ana0", N: 1, At: types.At(time.Now()), IDs: []string{"t-" + strings.Repeat("a", 32)}, Places: []types.Place{{Run: ana.memory.run, Site: ana.site, K: 3}}}
	ana.memory.forget(order)
	r.await(func() bool { return len(bob.memory.forgotten()) == 1 })
	// The receipt comes when the server and Bob have carried it out.
	r.await(func() bool {
		all := ana.Status().Receipts
		return len(all) == 1 && all[0] == team.Receipt{At: order.At, Records: 1, Server: true, Done: 1, Members: 1}
	})
	if others := bob.Status().Receipts; len(others) > 0 {
		t.Errorf("Bob has receipts of Ana's: %+v", others)
	}
	if got := bob.memory.forgotten()[0]; got.Author != ana.Member || len(got.IDs) != 1 {
		t.Errorf("deletion request: %+v", got)
	}
	// Who joins later never has it: the hole is final, the rest comes.
	cem := r.start(r.join("cem"), newMemory("run00cem"), "")
	r.await(func() bool { return len(cem.memory.forgotten()) == 1 })
	var kept []string
	r.await(func() bool { // the keeper may still be at work: then cem read it, and the request covers it
		kept = nil
		dan := r.start(r.join(fmt.Sprintf("dan%d", time.Now().UnixNano())), newMemory("run00dan"), "")
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		dan.Follow(ctx, origin)
		r.await(func() bool { return len(dan.memory.lines(ana.Member)) >= 7 })
		kept = dan.memory.lines(ana.Member)
		dan.Close()
		return len(kept) == 7
	})
	if strings.Contains(strings.Join(kept, ""), `3`) {
		t.Errorf("a later member has %q", kept)
	}
}

// TestWhatIsSharedSurvivesCutsAndKills cuts the network, and ends server and companions, while two share.
// In the end each has exactly the records that the other shared.
// TestAnEarlierNamesRecordsAreDeleted has a member leave, join under another name, and delete what it shared before,
// when its earlier log-in has ended.
func TestAnEarlierNamesRecordsAreDeleted(t *testing.T) {
	r := newRig(t)
	ana, bob := r.member("ana"), r.member("bob")
	ana.Follow(t.Context(), origin)
	bob.memory.put(bob.site, "one", "two")
	r.awaitLines(ana, bob.Member, "one", "two")
	if err := bob.Close(); err != nil {
		t.Fatal(err)
	}
	former := filepath.Join(t.TempDir(), "former.json")
	if err := team.AddFormer(former, bob.Membership); err != nil {
		t.Fatal(err)
	}
	if err := r.team.Revoke("bob", time.Now()); err != nil {
		t.Fatal(err)
	}
	all, err := team.LoadFormer(former)
	if err != nil || len(all) != 1 {
		t.Fatalf("%v, %v", all, err)
	}
	m := r.join("rob")
	m.TakeFormer(append(all, team.Former{Team: "another", Member: "aaaaaaaaaa", Seed: team.NewKey()}))
	if got := m.Former(); !slices.Equal(got, []string{bob.Member}) {
		t.Errorf("earlier names: %v", got)
	}
	rob := r.start(m, newMemory("run00rob"), "")
	rob.Follow(t.Context(), origin)
	order := types.Tombstone{Author: bob.Member, Run: "run00bob", N: 1, At: types.At(time.Now()), IDs: []string{"t-" + strings.Repeat("a", 32)}, Places: []types.Place{{Run: "run00bob", Site: bob.site, K: 1}}}
	rob.memory.forget(order)
	r.await(func() bool { return len(ana.memory.forgotten()) == 1 })
	if got := ana.memory.forgotten()[0]; got.Author != bob.Member {
		t.Errorf("ana carried out %+v", got)
	}
	r.await(func() bool {
		s := rob.Status()
		return len(s.Receipts) == 1 && s.Receipts[0].Server && s.Receipts[0].Done == 1
	})
	if got := rob.memory.lines(bob.Member); len(got) > 0 {
		t.Errorf("its own records came back as another's: %q", got)
	}
	late := r.member("late")
	late.Follow(t.Context(), origin)
	if got := late.memory.lines(bob.Member); len(got) > 0 {
		t.Errorf("a later member has %q", got)
	}
}

func TestWhatIsSharedSurvivesCutsAndKills(t *testing.T) {
	r := newRig(t)
	p := newProxy(t, r.server.Address())
	m := r.join("ana")
	direct := m.Addresses
	m.Addresses = []string{p.address()}
	ana, bob := r.start(m, newMemory("run00ana"), ""), r.member("bob")
	bob.Follow(t.Context(), origin)
	var want []string
	put := func(n int) {
		for range n {
			line := fmt.Sprintf(`{"n":%d}`, len(want))
			want = append(want, line)
			ana.memory.put(ana.site, line)
		}
	}
	for range 3 { // the network is cut in the middle of sending
		put(20)
		time.Sleep(5 * time.Millisecond)
		p.setCut(true)
		put(5)
		p.setCut(false)
	}
	r.awaitLines(bob, ana.Member, want...)
	address := r.server.Address()
	put(20)
	r.server.Close()
	put(20)
	r.serve(address)
	r.awaitLines(bob, ana.Member, want...)
	// A companion ends between made and acknowledged: the next one sends the same batches again.
	put(20)
	if err := ana.Close(); err != nil {
		t.Fatal(err)
	}
	m.Addresses = direct
	ana = r.start(m, ana.memory, ana.state)
	put(1)
	r.awaitLines(bob, ana.Member, want...)
	// One that comes late, and one that lost its state.
	if err := bob.Close(); err != nil {
		t.Fatal(err)
	}
	put(3)
	bob = r.start(bob.Membership, bob.memory, "")
	bob.Follow(t.Context(), origin)
	r.awaitLines(bob, ana.Member, want...)
	if s := bob.Status(); len(s.Refused) > 0 {
		t.Errorf("refused: %v", s.Refused)
	}
}

// TestAnEmptyServerIsFilledAgain loses the server's disk: members share their records again.
func TestAnEmptyServerIsFilledAgain(t *testing.T) {
	r := newRig(t)
	ana := r.member("ana")
	ana.memory.put(ana.site, `{"n":1}`)
	ana.memory.put(ana.site, `{"n":2}`)
	r.await(func() bool { return ana.Status().Outbox == 0 && ana.Status().Sent == 2 })
	address := r.server.Address()
	r.server.Close()
	loseStreams(t, r.dir)
	r.serve(address)
	bob := r.member("bob")
	bob.Follow(t.Context(), origin)
	r.awaitLines(bob, ana.Member, `{"n":1}`, `{"n":2}`)
}

// TestTheLogsFirstBatchesComeBack has the log lose the first batch, which nothing tells from one that its limits removed
// but that it is not full.
func TestTheLogsFirstBatchesComeBack(t *testing.T) {
	r := newRig(t)
	ana := r.member("ana")
	ana.memory.put(ana.site, "one")
	ana.memory.put(ana.site, "two")
	r.await(func() bool { return ana.Status().Sent == 2 })
	k := r.keeping()
	s, _ := k.stream(batch.RecordStream)
	if err := s.SecureDeleteMsg(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if err := ana.Close(); err != nil {
		t.Fatal(err)
	}
	ana = r.start(ana.Membership, ana.memory, ana.state)
	r.await(func() bool { return ana.memory.lost() == 1 })
	bob := r.member("bob")
	bob.Follow(t.Context(), origin)
	r.awaitLines(bob, ana.Member, "one", "two")
}

// TestWithheldDeletionsShowAndAreSentAgain has the server leave out a deletion request, and later lose all.
func TestWithheldDeletionsShowAndAreSentAgain(t *testing.T) {
	r := newRig(t)
	ana := r.member("ana")
	for n := range int64(3) {
		ana.memory.forget(types.Tombstone{Author: ana.Member, Run: "run00ana", N: n + 1, At: types.At(time.Now()), IDs: []string{"t-" + strings.Repeat("a", 32)}})
	}
	r.await(func() bool { return len(ana.memory.SentTombstones()) == 3 })
	if m, err := r.privileged().Request("$JS.API.STREAM.MSG.DELETE."+batch.ControlStream, []byte(`{"seq":2}`), time.Minute); err != nil || strings.Contains(string(m.Data), `"error"`) {
		t.Fatal(err, m)
	}
	withheld := func(of *member) (n int) {
		for _, m := range of.Status().Members {
			n += m.Withheld
		}
		return n
	}
	bob := r.member("bob")
	r.await(func() bool { return len(bob.memory.forgotten()) == 2 })
	if s := bob.Status(); withheld(bob) != 1 || len(s.Notes()) != 1 {
		t.Errorf("%d are withheld: %+v", withheld(bob), s.Notes())
	}
	again := func() {
		t.Helper()
		if err := ana.Close(); err != nil {
			t.Fatal(err)
		}
		ana = r.start(ana.Membership, ana.memory, ana.state)
	}
	again()
	r.await(func() bool { return len(bob.memory.forgotten()) == 3 && withheld(bob) == 0 })
	address := r.server.Address()
	r.server.Close()
	loseStreams(t, r.dir)
	r.serve(address)
	again()
	cem := r.member("cem")
	r.await(func() bool { return len(cem.memory.forgotten()) == 3 })
	if withheld(cem)+withheld(bob) > 0 {
		t.Errorf("%d and %d are withheld", withheld(cem), withheld(bob))
	}
}

// TestAStoreFromABackupBeginsANewRun shares from a store that is older than the log, and that has
// made batches at the log's places: as many, fewer and more. Nobody is set aside for that.
func TestAStoreFromABackupBeginsANewRun(t *testing.T) {
	r := newRig(t)
	ana, bob := r.member("ana"), r.member("bob")
	bob.Follow(t.Context(), origin)
	ana.memory.put(ana.site, `{"n":1}`)
	r.await(func() bool { return len(ana.memory.Shared()) == 1 })
	backup := ana.memory.copy()
	ana.memory.put(ana.site, `{"n":2}`)
	ana.memory.put(ana.site, `{"n":3}`)
	all := []string{`{"n":1}`, `{"n":2}`, `{"n":3}`}
	r.awaitLines(bob, ana.Member, all...)
	for n := range 4 {
		if err := ana.Close(); err != nil {
			t.Fatal(err)
		}
		ana.memory = backup.copy()
		run := ana.memory.run
		for i := range n {
			line := fmt.Sprintf(`{"again":%d,"i":%d}`, n, i)
			ana.memory.put(ana.site, line)
			all = append(all, line)
		}
		ana = r.start(ana.Membership, ana.memory, "")
		r.await(func() bool { return ana.memory.current() != run })
		line := fmt.Sprintf(`{"later":%d}`, n)
		ana.memory.put(ana.site, line)
		all = append(all, line)
		r.awaitLines(bob, ana.Member, all...)
	}
	if refused, aside := bob.Status().Refused, bob.memory.setAside(); len(refused)+len(aside) > 0 {
		t.Errorf("refused %v, set aside %v", refused, aside)
	}
}

// TestALostAcknowledgementBeginsNoRun sends a batch again that the log has, as the store made it.
func TestALostAcknowledgementBeginsNoRun(t *testing.T) {
	r := newRig(t)
	ana, bob := r.member("ana"), r.member("bob")
	bob.Follow(t.Context(), origin)
	ana.memory.put(ana.site, `{"n":1}`)
	before := ana.memory.copy()
	r.await(func() bool { return len(ana.memory.Shared()) == 1 })
	if err := ana.Close(); err != nil {
		t.Fatal(err)
	}
	ana = r.start(ana.Membership, before, "")
	r.await(func() bool { return len(before.Shared()) == 1 })
	if run := before.current(); run != "run00ana" {
		t.Errorf("the run is %s", run)
	}
	r.awaitLines(bob, ana.Member, `{"n":1}`)
}

// TestTwoStoresWithOneKeyShareApart has two companions with one membership, which know nothing of
// each other. The second one leaves the places of the first.
func TestTwoStoresWithOneKeyShareApart(t *testing.T) {
	r := newRig(t)
	ana, bob := r.member("ana"), r.member("bob")
	bob.Follow(t.Context(), origin)
	twin := r.start(ana.Membership, ana.memory.copy(), "")
	r.await(func() bool { return twin.Status().State == team.StateLive })
	for n := range 3 {
		ana.memory.put(ana.site, fmt.Sprintf(`{"ana":%d}`, n))
		twin.memory.put(ana.site, fmt.Sprintf(`{"twin":%d}`, n))
	}
	r.awaitLines(bob, ana.Member, `{"ana":0}`, `{"ana":1}`, `{"ana":2}`, `{"twin":0}`, `{"twin":1}`, `{"twin":2}`)
	if refused, aside := bob.Status().Refused, bob.memory.setAside(); len(refused)+len(aside) > 0 {
		t.Errorf("refused %v, set aside %v", refused, aside)
	}
}

// TestReadersReceiveAndDoNotSend has a reader in the team.
// TestASilentServerHoldsNothingUp ends a client whose server has accepted the connection and says nothing.
func TestASilentServerHoldsNothingUp(t *testing.T) {
	r := newRig(t)
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	m := r.join("ana")
	m.Addresses = []string{silent.Addr().String()}
	c, err := team.Start(m, newMemory("run00ana"), team.Options{State: filepath.Join(t.TempDir(), "state.json"), Log: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := silent.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	began := time.Now()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 8*time.Second { // connecting gives up after ten
		t.Errorf("the end took %v", took)
	}
}

// TestAWrongClockIsNamed connects a member whose clock is an hour ahead.
func TestAWrongClockIsNamed(t *testing.T) {
	r := newRig(t)
	for name, by := range map[string]time.Duration{"ana": time.Hour, "bob": -time.Hour, "cem": 0} {
		c, err := team.Start(r.join(name), newMemory("run00"+name), team.Options{State: filepath.Join(t.TempDir(), "state.json"), Log: io.Discard, Now: func() time.Time { return time.Now().Add(by) }})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		r.await(func() bool { return c.Status().State == team.StateLive })
		if got := time.Duration(c.Status().ClockAhead) * time.Second; (got - by).Abs() > 2*time.Minute {
			t.Errorf("%s is ahead by %v, want %v", name, got, by)
		}
	}
}

func TestReadersReceiveAndDoNotSend(t *testing.T) {
	r := newRig(t)
	ana := r.member("ana")
	m, err := team.Join(t.Context(), r.invite("eve", batch.RoleReader))
	if err != nil {
		t.Fatal(err)
	}
	eve := r.start(m, newMemory("run00eve"), "")
	eve.Follow(t.Context(), origin)
	eve.memory.put(eve.site, `{"x":1}`)
	ana.memory.put(ana.site, `{"n":1}`)
	r.awaitLines(eve, ana.Member, `{"n":1}`)
	if s := eve.Status(); s.Sent != 0 {
		t.Errorf("a reader sent: %+v", s)
	}
	// One that tries is refused, and not left waiting.
	if err := eve.Close(); err != nil {
		t.Fatal(err)
	}
	m.Role = batch.RoleMember
	eve = r.start(m, eve.memory, "")
	r.await(func() bool { return eve.Status().State == team.StateRefused })
	if e := eve.Status().Error; e == nil || e.Code != types.CodeTeamRefused {
		t.Errorf("%+v", e)
	}
	eve.Follow(t.Context(), origin)
	ana.memory.put(ana.site, `{"n":2}`)
	r.awaitLines(eve, ana.Member, `{"n":1}`, `{"n":2}`)
}
