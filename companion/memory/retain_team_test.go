package memory

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/share"
)

// crowd has a member share sessions of three steps each, one a day, and bob read them.
func crowd(t *testing.T, bob *member, author, origin string, sessions int) {
	t.Helper()
	m := newMember(t, author, map[string]share.Mode{origin: share.Auto})
	m.clock = m.clock.AddDate(0, 0, -sessions)
	for n := range sessions {
		m.does(fmt.Sprintf("mm-%04d", n), origin, "Open", "Fill", "Send")
		m.clock = m.clock.Add(24 * time.Hour)
	}
	m.sends(bob)
}

// othersDays lists the days before noon of others' sessions that are left, and how many steps an author has.
func othersDays(m *member) (days []int, steps map[string]int) {
	steps = map[string]int{}
	for _, s := range m.othersSessions() {
		days = append(days, int(noon.Sub(s.at.Std()).Hours()/24))
		steps[s.author] += s.steps
	}
	slices.Sort(days)
	return slices.Compact(days), steps
}

// TestOthersHaveBounds keeps the newest sessions of other members, on each site and in all, and all of one's own. What went
// does not come back when the log is read again.
func TestOthersHaveBounds(t *testing.T) {
	for name, test := range map[string]struct {
		most  othersBounds
		days  []int
		steps map[string]int
		says  string
	}{
		"within":         {othersBounds{24, 48}, []int{1, 2, 3, 4, 5, 6}, map[string]int{"ana": 18, "cem": 18}, "[]"},
		"a site is full": {othersBounds{24, 30}, []int{1, 2, 3, 4, 5}, map[string]int{"ana": 15, "cem": 15}, "[6 steps of 2 sessions of other members dropped: the oldest of more than 24 on a site, or 30 in all]"},
		"each site":      {othersBounds{9, 99}, []int{1, 2, 3}, map[string]int{"ana": 9, "cem": 9}, "[18 steps of 6 sessions of other members dropped: the oldest of more than 9 on a site, or 99 in all]"},
		"nothing fits":   {othersBounds{2, 99}, nil, map[string]int{}, "[36 steps of 12 sessions of other members dropped: the oldest of more than 2 on a site, or 99 in all]"},
	} {
		t.Run(name, func(t *testing.T) {
			bob := newMember(t, "bob", nil)
			bob.does("mm-mine", acme, "Open", "Send")
			crowd(t, bob, "ana", acme, 6)
			crowd(t, bob, "cem", other, 6)
			said, err := bob.retainOthers(t.Context(), test.most)
			days, steps := othersDays(bob)
			if err != nil || fmt.Sprint(said) != test.says || !slices.Equal(days, test.days) || fmt.Sprint(steps) != fmt.Sprint(test.steps) {
				t.Errorf("said %q (%v); the days %v and steps %v are left", said, err, days, steps)
			}
			if got := bob.core.Count("mm-mine"); got != 2 {
				t.Errorf("%d of 2 own steps are left", got)
			}
			if got := bob.Tombstones(); len(got) > 0 {
				t.Errorf("the team is asked to delete: %+v", got)
			}
			bob.reopen()
			if again, _ := othersDays(bob); !slices.Equal(again, test.days) {
				t.Errorf("after a start the days %v are left", again)
			}
		})
	}
}

// TestWhatWentForLackOfRoomStaysAway has the log read again from its beginning, in another run, as after a loss.
func TestWhatWentForLackOfRoomStaysAway(t *testing.T) {
	ana, bob := newMember(t, "ana", auto()), newMember(t, "bob", nil)
	ana.knows("Send")
	sent := ana.sends(bob)
	if _, err := bob.retainOthers(t.Context(), othersBounds{}); err != nil {
		t.Fatal(err)
	}
	again := sent[0]
	again.Run = "anotherrun"
	bob.accepts("ana", again)
	wantNames(t, bob)
}

// TestOthersGoFirstForLackOfRoom fills a store with steps of others that are newer than one's own.
func TestOthersGoFirstForLackOfRoom(t *testing.T) {
	bob := newMember(t, "bob", nil)
	bob.clock = noon.AddDate(0, 0, -60)
	bob.does("mm-mine", acme, "Open", "Fill", "Send")
	bob.clock = noon
	own, _ := bob.store.LiveSize()
	crowd(t, bob, "ana", acme, 40)
	full, _ := bob.store.LiveSize()
	limit := own + (full-own)/2
	said, err := bob.Retain(t.Context(), Limits{Bytes: limit}, bob.store)
	after, _ := bob.store.LiveSize()
	days, _ := othersDays(bob)
	if err != nil || len(said) == 0 || !strings.Contains(said[0], "of other members dropped: the oldest of more than") || after > limit || bob.core.Count("mm-mine") != 3 || len(days) == 0 || days[0] != 1 {
		t.Errorf("said %q (%v); %d of %d bytes, %d own steps, and others' days %v are left", said, err, after, limit, bob.core.Count("mm-mine"), days)
	}
	if _, err := bob.Retain(t.Context(), Limits{Bytes: own / 2}, bob.store); err != nil || len(bob.othersSessions()) > 0 || bob.core.Count("mm-mine") > 0 {
		t.Errorf("with room for less than one's own, %d own steps are left and %d sessions of others (%v)", bob.core.Count("mm-mine"), len(bob.othersSessions()), err)
	}
}
