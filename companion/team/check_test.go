package team_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/companion/team"
	"cairn/shared/types"
)

// TestMembersSeeVersionsAndWhatIsLeftToDelete has Bob away while Ana deletes, and the server end before it has erased.
func TestMembersSeeVersionsAndWhatIsLeftToDelete(t *testing.T) {
	r := newRig(t)
	r.version = "1.2.0"
	ana := r.member("ana")
	r.version = "1.1.0"
	joined, mem := r.join("bob"), newMemory("run00bob")
	bob := r.start(joined, mem, "")
	status := func(name string) (m team.MemberStatus) {
		all := ana.Status().Members
		if at := slices.IndexFunc(all, func(m team.MemberStatus) bool { return m.Name == name }); at >= 0 {
			m = all[at]
		}
		return m
	}
	r.await(func() bool { return status("bob").Version == "1.1.0" })
	if err := bob.Close(); err != nil {
		t.Fatal(err)
	}
	ana.memory.put(ana.site, "one")
	ana.memory.forget(types.Tombstone{Author: ana.Member, Run: "run00ana", N: 1, At: types.At(time.Now()), IDs: []string{"t-" + strings.Repeat("a", 32)}})
	r.await(func() bool { s := ana.Status(); return len(s.Receipts) == 1 && s.Receipts[0].Server && s.Unerased == 0 })
	if got := status("bob"); got.Behind != 1 || status("ana").Behind != 0 || status("ana").Version != "1.2.0" {
		t.Errorf("bob %+v, ana %+v", got, status("ana"))
	}
	var says []string
	s := ana.Status()
	for _, n := range s.Notes() {
		says = append(says, n.Says)
	}
	if want := []string{"1 deletion is not carried out by bob yet", "bob has Cairn 1.1.0, this is 1.2.0"}; !slices.Equal(says, want) {
		t.Errorf("the doctor says %q, want %q", says, want)
	}
	r.start(joined, mem, bob.state)
	r.await(func() bool { return status("bob").Behind == 0 })
}

// TestWhoSharesTooMuchHearsOfIt has Bob remove a field from what Eve shared (T7). Eve's companion says so.
func TestWhoSharesTooMuchHearsOfIt(t *testing.T) {
	r := newRig(t)
	eve, bob := r.member("eve"), r.member("bob")
	bob.Follow(t.Context(), origin)
	eve.memory.put(eve.site, "one")
	r.awaitLines(bob, eve.Member, "one")
	if got := eve.Status().Oversharing; len(got) > 0 {
		t.Errorf("it is said too early, by %q", got)
	}
	eve.memory.put(eve.site, "two over")
	r.await(func() bool { return slices.Equal(eve.Status().Oversharing, []string{"bob"}) })
	s := eve.Status()
	if notes := s.Notes(); len(notes) != 1 || notes[0] != (team.Note{Says: "bob removed fields from what you shared that must not leave", Mend: "cairn upgrade"}) {
		t.Errorf("%+v", notes)
	}
	if got := bob.Status(); got.Overshared != 1 || len(got.Oversharing) > 0 {
		t.Errorf("bob: %+v", got)
	}
}

func TestNotesNameWhatIsNotAsItShouldBe(t *testing.T) {
	for want, s := range map[string]team.Status{
		"": {Version: "1.2.0", Members: []team.MemberStatus{{Name: "bob", Version: "1.2.0"}, {Name: "old"}}},
		"2 deletions are not carried out on the server's files yet: cairn team serve does it":                                   {Unerased: 2},
		"1 message was refused since the start: newer; cairn upgrade":                                                           {Refused: map[string]int{team.ReasonNewer: 1}},
		"2 deletions of bob are missing in the team's log: its servers lost or withhold what that companion sends again":        {Members: []team.MemberStatus{{Name: "bob", Withheld: 2}}},
		"the copy of the log is not up to date at cairn-10.0.0.5, cairn-10.0.0.6: one more server that fails can stop the team": {ServersBehind: []string{"cairn-10.0.0.5", "cairn-10.0.0.6"}},
		"3 fields were removed that others should not have sent":                                                                {Overshared: 3},
	} {
		var got []string
		for _, n := range s.Notes() {
			if n.Mend != "" {
				n.Says += "; " + n.Mend
			}
			got = append(got, n.Says)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestWhoIsTooOldReadsAlone has the admin want a newer version than Bob's (T14), and later any.
func TestWhoIsTooOldReadsAlone(t *testing.T) {
	r := newRig(t)
	r.version = "1.2.0"
	ana := r.member("ana")
	r.version = "1.1.0"
	bob := r.member("bob")
	bob.Follow(t.Context(), origin)
	if err := r.team.Require("1.2.0"); err != nil {
		t.Fatal(err)
	}
	if err := r.team.OfferAuto(origin, true); err != nil {
		t.Fatal(err)
	}
	r.await(func() bool { return bob.AutoOffered(origin) }) // and so knows the settings
	bob.memory.put(bob.site, "of bob")
	bob.memory.forget(types.Tombstone{Author: bob.Member, Run: "run00bob", N: 1, At: types.At(time.Now()), IDs: []string{"t-" + strings.Repeat("a", 32)}})
	ana.memory.put(ana.site, "of ana")
	r.awaitLines(bob, ana.Member, "of ana")
	r.await(func() bool { s := bob.Status(); return s.Deletions == 0 && s.Error != nil })
	if s := bob.Status(); s.Outbox != 1 || s.Error.Code != types.CodeTeamOutdated || bob.Sending() {
		t.Errorf("%d wait, %v; sending is %v", s.Outbox, s.Error, bob.Sending())
	}
	ana.Follow(t.Context(), origin)
	if err := r.team.Require(""); err != nil {
		t.Fatal(err)
	}
	r.awaitLines(ana, bob.Member, "of bob")
	r.await(func() bool { return bob.Status().Error == nil })
}
