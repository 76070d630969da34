package search

import (
	"bytes"
	"slices"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/types"
)

var testNameKey = bytes.Repeat([]byte{7}, capture.NameKeyBytes)

// hiddenStore has one step on a page that showed names which are not kept.
func hiddenStore(t *testing.T, key []byte) *Engine {
	t.Helper()
	e := New()
	e.SetNameKey(key)
	e.PutSession(&types.Session{SessionID: "mm-one", CreatedAt: noon, FlowTags: []string{}, Tags: []string{}})
	step := &types.Step{SessionID: "mm-one", StepID: "s-one", Timestamp: noon, Outcome: types.Outcome{OK: true},
		Tool: types.Tool{Name: "mm_click", Target: &types.Target{Role: "button", Name: "Archive"}},
		Observation: &types.Observation{State: types.State{CurrentScreen: "parcels/lantern-festival", CurrentURL: "https://a.example/parcels/lantern-festival", Title: "Parcel of Wilma"},
			A11y: types.A11y{Nodes: []types.A11yNode{{Role: "button", Name: "Archive"}, {Role: "link", Name: "Pineapple deliveries"}}}}}
	(&capture.Needed{Names: capture.NewHider(testNameKey)}).Apply(step)
	if !e.PutStep(step) {
		t.Fatal("the step was there")
	}
	return e
}

func TestHiddenWordsAreFoundByTheSameWordsAndSynonyms(t *testing.T) {
	found := func(e *Engine, query, ranker string) bool {
		return len(e.Query(noon, types.SearchRequest{Query: query, Limit: 5, Scope: types.Scope{Kind: types.ScopeAll}, Ranker: ranker})) > 0
	}
	e := hiddenStore(t, testNameKey)
	for query, want := range map[string]bool{
		"archive": true, "archi": true, "archiev": true, // clear: beginnings and typing errors too
		"pineapple": true, "Pineapple": true, "delivery": true, "deliveries": true, "wilma": true, "lantern": true, "festival": true, "parcels": true,
		"pineap": false, "pinapple": false, "hidden": false, "apple": false,
	} {
		if got := found(e, query, ""); got != want {
			t.Errorf("%q is found: %v, want %v", query, got, want)
		}
	}
	for _, other := range [][]byte{nil, bytes.Repeat([]byte{8}, capture.NameKeyBytes)} {
		if e := hiddenStore(t, other); found(e, "pineapple", "") || !found(e, "archive", "") {
			t.Errorf("with another key pineapple is found: %v, archive: %v", found(e, "pineapple", ""), found(e, "archive", ""))
		}
	}
	hider := capture.NewHider(testNameKey)
	for _, garbage := range []string{capture.HiddenID(hider.Hide("Pineapple deliveries")), hider.WordHash("pineapple"), "#" + hider.WordHash("pineapple")} {
		if found(e, garbage, "") || found(e, garbage, RankerSpec) {
			t.Errorf("a hash is found as a word: %q", garbage)
		}
	}
	if e.RemoveStep("s-one"); e.index.hashed != 0 {
		t.Errorf("%d hashes are left of a forgotten step", e.index.hashed)
	}
}

func TestEvidenceOfHiddenWordsSaysThatTheNameIsNotKept(t *testing.T) {
	e := hiddenStore(t, testNameKey)
	for query, want := range map[string][]string{
		"pineapple": {`a11y:link:(name not kept)`}, "lantern": {"screen:…/…", "page"}, "archive": {`target:button:"Archive"`, `a11y:button:(name not kept)`},
	} {
		got := e.Query(noon, types.SearchRequest{Query: query, Limit: 5, Scope: types.Scope{Kind: types.ScopeAll}, Explain: true})
		if len(got) != 1 || !slices.Equal(got[0].MatchedFields, want) {
			t.Errorf("%q: %+v, want evidence %q", query, got, want)
		}
	}
}
