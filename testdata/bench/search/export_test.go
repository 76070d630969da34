package main

import (
	"slices"
	"testing"
)

func TestIdentifiersAreWholeAndInParts(t *testing.T) {
	if got, want := both("sendToken-button", "Send it"), []string{"sendtoken", "button", "send", "it", "token"}; !slices.Equal(got, want) {
		t.Errorf("both: %q, want %q", got, want)
	}
}

// TestNativeAnswersInTheExportsNumbers holds the native measurements to the
// numbers by which run.js compares and judges.
func TestNativeAnswersInTheExportsNumbers(t *testing.T) {
	made, queries, err := imagine("heldout", 1, 200, 20)
	if err != nil {
		t.Fatal(err)
	}
	results, err := native(made, queries, 0)
	if err != nil {
		t.Fatal(err)
	}
	session, _ := numbers(made)
	all := records(made)
	found := 0
	for i, q := range queries {
		relevant := ask(q, session).Relevant
		if len(relevant) != len(q.Relevant) {
			t.Errorf("%q: %d relevant sessions, want %d", q.Text, len(relevant), len(q.Relevant))
		}
		if len(results[0].Answers[i]) == 0 {
			continue
		}
		for _, top := range results[0].Top[i] {
			if all[top].Step.SessionID == made[results[0].Answers[i][0]].Meta.SessionID {
				found++
				break
			}
		}
	}
	if found < len(queries)/2 {
		t.Errorf("in %d of %d queries the best session holds one of the best steps", found, len(queries))
	}
}

func TestUnknownWordOnTheCommandLine(t *testing.T) {
	for _, args := range [][]string{nil, {"sing"}, {"export", "-nonsense"}, {"export", "-world", "nowhere"}} {
		if err := run(args); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
