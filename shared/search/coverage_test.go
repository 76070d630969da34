package search

import "testing"

// TestWhoAsksForSeveralThingsGetsWhatHasThemAll wants a long goal with both words
// before a short one with the rarer of them.
func TestWhoAsksForSeveralThingsGetsWhatHasThemAll(t *testing.T) {
	s := newStore()
	for id, goal := range map[string]string{
		"mm-both": "Share the album with everybody who was at the wedding in Lyon before the end of the month",
		"mm-rare": "Open album",
		"mm-1":    "Share the route with Anna",
		"mm-2":    "Share a list",
		"mm-3":    "Find the route",
		"mm-4":    "Print a list",
	} {
		s.session(id, goal)
		s.step(id, "", "home")
	}
	for _, query := range []string{"share album", "album share"} {
		if got := s.find(query, ""); len(got) == 0 || got[0].SessionID != "mm-both" {
			t.Errorf("%q gives %v first, want the goal with both words", query, got)
		}
	}
}

// TestLightWordsDoNotLead wants the form of a wish to count less than its
// object, and a light word never taken for another one misspelt.
func TestLightWordsDoNotLead(t *testing.T) {
	s := newStore()
	for id, goal := range map[string]string{
		"mm-wish":  "Cancel the lease",
		"mm-order": "Cancel the order of Maria in the warehouse",
		"mm-how":   "Find out how somebody could do things again",
		"mm-1":     "Ship the order",
		"mm-2":     "Pack the order",
		"mm-3":     "Cancel the shift",
	} {
		s.session(id, goal)
		s.step(id, "", "home")
	}
	for _, query := range []string{"how could i cancel order again", "please cancel order"} {
		if got := s.find(query, ""); len(got) == 0 || got[0].SessionID != "mm-order" {
			t.Errorf("%q gives %v first, want the cancelled order", query, got)
		}
	}
	if got := s.find("please", ""); len(got) > 0 {
		t.Errorf("please finds %v: it is no lease", got)
	}
	if got := s.find("how", ""); len(got) != 1 || got[0].SessionID != "mm-how" {
		t.Errorf("how gives %v: alone it is what is asked for", got)
	}
}

// TestCoverageNeverPaysForLess holds the rule under the bounds: more words found never
// score lower.
func TestCoverageNeverPaysForLess(t *testing.T) {
	for of := range 65 {
		c := coverage{of: of}.counted()
		for words := range 66 {
			if less, more := c.discounted(1000, words), c.discounted(1000, words+1); less > more || more > 1000 || less < 0 {
				t.Errorf("of %d words %d keep %d, one more keeps %d", of, words, less, more)
			}
		}
	}
}
