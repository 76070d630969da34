package search

import (
	"strings"
	"testing"
)

// goalsFound are the sessions that a query finds among goals, in order.
func goalsFound(query string, goals ...string) string {
	s := newStore()
	for i, goal := range goals {
		id := "mm-" + string(rune('a'+i))
		s.session(id, goal)
		s.step(id, "", "home")
	}
	var found []string
	for _, hit := range s.find(query, "") {
		found = append(found, strings.TrimPrefix(hit.SessionID, "mm-"))
	}
	return strings.Join(found, " ")
}

// TestPhrasesMeanTheirWord finds several words by their one word, and the other way
// round.
func TestPhrasesMeanTheirWord(t *testing.T) {
	for query, goals := range map[string][]string{
		"turn dark mode on": {"Show dark mode", "Enable dark mode", "Read the news"},
		"reimburse Ann":     {"Invite Ann", "Pay back Ann", "Read the news"},
		"get rid of a tag":  {"Show a tag", "Delete a tag", "Read the news"},
	} {
		if got := goalsFound(query, goals...); !strings.HasPrefix(got, "b") {
			t.Errorf("%q finds %q among %q", query, got, goals)
		}
	}
}

// TestShortPluralsAndArticlesOfOtherLanguages finds an abbreviation by its plural, and takes no article for a subject.
func TestShortPluralsAndArticlesOfOtherLanguages(t *testing.T) {
	for query, goals := range map[string][]string{
		"allow ads here": {"Allow popups", "Block an ad", "Read the news"},
		"stop all ips":   {"Read the news", "Stop an IP", "Open the gas bill"},
	} {
		if got := goalsFound(query, goals...); !strings.Contains(got, "b") {
			t.Errorf("%q finds %q among %q", query, got, goals)
		}
	}
	if got := goalsFound("Anschrift eines Kunden", "Kunden ändern", "Wagen eines Gastes eines Kollegen buchen"); !strings.HasPrefix(got, "a") {
		t.Errorf("an article finds %q", got)
	}
	if got := goalsFound("gas bill", "Pay gas", "Go away"); got != "a" {
		t.Errorf("gas bill finds %q", got)
	}
}

// TestAWordOfTheQueryCountsOnce asks for two words that are used for the same thing: a
// goal with one of them has one.
func TestAWordOfTheQueryCountsOnce(t *testing.T) {
	s := newStore()
	s.session("mm-a", "Create a standing order")
	s.step("mm-a", "", "home")
	if len(s.find("checkout", "")) == 0 {
		t.Fatal("checkout does not find the order alone")
	}
	for _, x := range rankedPlan("checkout order", s.Engine.index).terms {
		if x.word == "checkout" && len(x.hits) > 0 {
			t.Errorf("checkout stands for order: %v", x.hits)
		}
	}
}

// TestAWordSaidTwiceCountsTwice prefers the query's object.
func TestAWordSaidTwiceCountsTwice(t *testing.T) {
	if got := goalsFound("list invoice invoice", "Read list", "Read invoice", "Open news"); !strings.HasPrefix(got, "b") {
		t.Errorf("found %q", got)
	}
}
