package search

import "testing"

// TestOneEditFromFourLettersTwoFromEight is DESIGN 9.8's rule for typing errors,
// at its edges.
func TestOneEditFromFourLettersTwoFromEight(t *testing.T) {
	for _, c := range []struct {
		goal, query string
		found       bool
	}{
		{"zap", "zpa", false},           // three letters: never
		{"wolf", "wlf", false},          // three were written
		{"wolf", "wofl", true},          // four, two swapped
		{"wolf", "wllf", true},          // four, one replaced
		{"wolf", "wlaf", false},         // four, two edits
		{"lantern", "lenturn", false},   // seven, two edits
		{"lantern", "lanturn", true},    // seven, one
		{"calendar", "kalender", true},  // eight, two
		{"calendar", "kalinder", false}, // eight, three
		{"55512345", "55512344", false}, // another number is another thing
	} {
		s := newStore()
		s.session("mm-one", c.goal)
		s.step("mm-one", "", "")
		if got := s.find(c.query, ""); (len(got) > 0) != c.found {
			t.Errorf("%q finds %q: %v, want %v", c.query, c.goal, len(got) > 0, c.found)
		}
	}
}

// TestIdentifiersOfEveryStyle finds each by its whole, by each part and by parts
// in another style.
func TestIdentifiersOfEveryStyle(t *testing.T) {
	s := newStore()
	s.session("mm-one", "")
	s.step("mm-one", "fridge-door-open", "")
	s.step("mm-one", "lamp_shade_dim", "")
	s.step("mm-one", "ovenTimerStop", "")
	s.step("mm-one", "sink.tap.close", "")
	s.step("mm-one", "rack2Shelf3", "")
	for query, want := range map[string]string{
		"fridge-door-open": "s001", "door": "s001", "fridgeDoor": "s001", "lamp_shade_dim": "s002", "shade": "s002", "lamp-shade": "s002",
		"ovenTimerStop": "s003", "oventimerstop": "s003", "timer": "s003", "oven_timer": "s003", "sink.tap.close": "s004", "tap": "s004",
		"tapClose": "s004", "rack2Shelf3": "s005", "rack2": "s005", "shelf3": "s005", "fridge-do": "s001",
	} {
		if got := s.find(query, ""); len(got) == 0 || got[0].StepID != want {
			t.Errorf("%q gives %q, want %s first", query, ids(got), want)
		}
	}
}
