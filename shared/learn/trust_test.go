package learn

import (
	"fmt"
	"math"
	"testing"

	"cairn/shared/types"
)

// TestTrustKeepsItsHistory: the causes of its changes, why and where, in the order of time,
// and no more than the newest.
func TestTrustKeepsItsHistory(t *testing.T) {
	b := concatBase(t)
	b.Learn(concatenating, act1(1, "Concatenate", false, "concatenate_mode"))
	b.Learn(concatenating, act1(2, "Concatenate", true, ""))
	after := *concatenating
	after.SessionID, after.EndedAt, after.Statement = "mm-run-2", act1(9, "", true, "").Timestamp, done
	for _, step := range []*types.Step{act1(5, "Tab", true, "concatenate_mode"), act1(6, "Save", true, "")} {
		step.SessionID = after.SessionID
		b.Learn(&after, step)
	}
	item := b.Item("concatenate_mode")
	want := []types.TrustWhy{types.TrustFailed, types.TrustWorked}
	if len(item.TrustHistory) != len(want) {
		t.Fatalf("history %+v", item.TrustHistory)
	}
	trust := 1.0
	for i, c := range item.TrustHistory {
		if c.Why != want[i] || c.From != trust || c.At == "" || c.Origin != "https://app.test" {
			t.Errorf("change %d: %+v, want %s from %v", i, c, want[i], trust)
		}
		trust = c.To
	}
	if trust != item.TrustScore {
		t.Errorf("the history ends at %v, trust is %v", trust, item.TrustScore)
	}

	many := &types.KBItem{TrustScore: 1}
	for i := range maxHistory + 5 {
		attach(many, types.Learning{OriginalError: fmt.Sprint(i), Timestamp: fmt.Sprint(i)})
	}
	if n := len(many.TrustHistory); n != maxHistory || many.TrustHistory[n-1].At != fmt.Sprint(maxHistory+4) {
		t.Errorf("%d changes are kept, the last is %+v", n, many.TrustHistory[n-1])
	}
}

func TestTrustThatSomebodySet(t *testing.T) {
	b := concatBase(t)
	b.Learn(concatenating, act1(1, "Concatenate", false, "concatenate_mode"))
	item := *b.Item("concatenate_mode")
	item.TrustHistory, item.TrustScore = nil, 0.7
	put := &types.Edit{EditID: "x-set", At: act1(3, "", true, "").Timestamp, KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: item.KnowledgeID, Item: &item}}
	if err := b.Edit(put); err != nil {
		t.Fatal(err)
	}
	got := b.Item("concatenate_mode")
	if n := len(got.TrustHistory); n != 2 || got.TrustHistory[1].Why != types.TrustSet || got.TrustHistory[1].From != 0.95 || got.TrustHistory[1].To != 0.7 || got.TrustScore != 0.7 {
		t.Errorf("%v: %+v", got.TrustScore, got.TrustHistory)
	}
	if len(item.TrustHistory) != 0 {
		t.Error("the edit itself was changed")
	}
}

// TestAForgottenSiteGivesTrustBack: after retention an item is an edit that
// holds lowered trust; a site's share of it goes with that site.
func TestAForgottenSiteGivesTrustBack(t *testing.T) {
	item := &types.KBItem{KnowledgeID: "k", TrustScore: 0.9}
	for i, origin := range []string{"https://a.test", "https://b.test", "https://a.test"} {
		attach(item, types.Learning{OriginalError: fmt.Sprint(i), Timestamp: fmt.Sprint(i), Origin: origin})
	}
	verified(item, 9, "https://b.test")
	e := &types.Edit{EditID: "e-1", At: 5, KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: "k", Item: item}}
	kept := putWithout(e, types.Forgetting{Here: func(origin string) bool { return origin == "https://a.test" }})
	if kept == nil {
		t.Fatal("nothing of the site is found")
	}
	left := kept.KB.Item
	if want := 0.9 * trustFall * trustRise; math.Abs(left.TrustScore-want) > 1e-9 || len(left.KBLearnings) != 1 || len(left.TrustHistory) != 2 || left.TrustHistory[0].From != 0.9 {
		t.Errorf("trust %v, want %v; %+v", left.TrustScore, want, left.TrustHistory)
	}
	if len(item.TrustHistory) != 4 {
		t.Error("the edit that was put is changed")
	}
	kept = putWithout(e, types.Forgetting{Here: func(string) bool { return true }})
	if kept.KB.Item.TrustScore != 0.9 || kept.KB.Item.TrustHistory != nil {
		t.Errorf("without any site trust is %v", kept.KB.Item.TrustScore)
	}
}
