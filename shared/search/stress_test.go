package search

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestStressedWords finds the words that queries quote and name.
func TestStressedWords(t *testing.T) {
	for query, want := range map[string]string{
		`Rename the list "Old things"`:                  "old things",
		`Open the “Quarterly report”, then close it`:    "quarterly report",
		`don't cancel Anna's order`:                     "anna s",
		`Book a table at Luigi for two. Pay with Visa.`: "luigi visa",
		`Open The Old List`:                             "", // a title
		`打开“新闻”频道`:                                      "新闻",
		`it said "` + strings.Repeat("much ", 40) + `"`: "",
		`say "`:           "",
		`rename the list`: "",
	} {
		got := strings.Join(slices.Sorted(maps.Keys(stressed(query))), " ")
		if got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

// TestWhatAQueryNamesLeads ranks a goal with the query's quoted words before one with its other words
// alone, and a goal in nearly the same words before both.
func TestWhatAQueryNamesLeads(t *testing.T) {
	s := newStore()
	s.session("mm-other", "Open the settings of an account and change the language")
	s.session("mm-named", "See what Apollo costs")
	s.session("mm-same", "Open the page of the project Hermes and read the budget")
	for i := range 4 {
		s.session("mm-"+string(rune('a'+i)), "Read the weather")
	}
	for _, id := range []string{"mm-other", "mm-named", "mm-same", "mm-a", "mm-b", "mm-c", "mm-d"} {
		s.step(id, "", "home")
	}
	if got := ids(s.find(`language of Apollo`, "")); !strings.HasPrefix(got, "s002 s001") {
		t.Errorf("a name: ranked %s", got)
	}
	if got := ids(s.find("Open the page of the project Zephyr and read the budget", "")); !strings.HasPrefix(got, "s003") {
		t.Errorf("the same words: ranked %s", got)
	}
}
