package search

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

// TestDetailsForPeople tests that steps and sessions describe themselves when asked,
// and only then: answers for agents stay as the specs have them.
func TestDetailsForPeople(t *testing.T) {
	s := newStore()
	s.session("mm-one", "Send money")
	put := func(session, origin string, ok bool) *types.Step {
		s.n++
		step := &types.Step{SessionID: session, StepID: fmt.Sprintf("s%03d", s.n), Timestamp: noon.Add(time.Duration(s.n) * time.Second), Tool: types.Tool{Name: "mm_click", Target: &types.Target{TestID: "send", Role: "button", Name: "Send"}},
			Outcome: types.Outcome{OK: ok}, Observation: &types.Observation{State: types.State{CurrentScreen: "home", Origin: origin}}}
		s.PutStep(step)
		return step
	}
	put("mm-one", "https://a.example", true)
	failed := put("mm-one", "https://b.example", false)
	s.session("mm-two", "")
	for range 150 {
		put("mm-two", "", true)
	}
	put("mm-two", "", false)

	found := func(detail bool) types.StepSummary {
		t.Helper()
		all := s.Query(noon, types.SearchRequest{Query: "send", Limit: 5, Detail: detail, Filters: types.Filters{Outcome: types.OutcomeFailed}, Scope: types.Scope{Kind: types.ScopeSession, SessionID: "mm-one"}})
		if len(all) != 1 {
			t.Fatalf("found %d steps", len(all))
		}
		return all[0]
	}
	if d := found(false).Detail; d != nil {
		t.Errorf("a detail nobody asked for: %+v", d)
	}
	got, _ := json.Marshal(found(true).Detail)
	if want := `{"origin":"https://b.example","testId":"send","role":"button","name":"Send","ok":false}`; string(got) != want {
		t.Errorf("step: %s, want %s", got, want)
	}
	for _, list := range s.List(noon, types.SessionsRequest{Limit: 10}) {
		if list.Detail != nil {
			t.Errorf("%s has a detail nobody asked for", list.SessionID)
		}
	}
	strips := map[string]*types.SessionDetail{}
	for _, list := range s.List(noon, types.SessionsRequest{Limit: 10, Detail: true}) {
		strips[list.SessionID] = list.Detail
	}
	if d := strips["mm-one"]; d == nil || d.Origin != "https://a.example" || d.Steps != 2 || d.Strip != "ox" || d.LastAt != failed.Timestamp {
		t.Errorf("session: %+v", d)
	}
	if d := strips["mm-two"]; d == nil || d.Steps != 151 || d.Strip != strings.Repeat("o", stripMost-1)+"x" || d.Origin != "" {
		t.Errorf("long session: %+v", d)
	}
}
