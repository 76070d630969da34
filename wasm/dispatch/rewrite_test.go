package dispatch

import (
	"encoding/base64"
	"fmt"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func TestOlderStepsAreRewrittenInTheOrderOfTime(t *testing.T) {
	record := func(session *types.Session, id string, actor types.Actor, keep types.Keep) wire.Record {
		step := &types.Step{StepID: "s-" + id, SessionID: id, Timestamp: 1770091506000, Actor: actor, Keep: keep, Outcome: types.Outcome{OK: true},
			Tool: types.Tool{Name: "mm_click", Target: &types.Target{Role: "link", Name: "Payments"}},
			Observation: &types.Observation{State: types.State{CurrentURL: "https://bank.example/", Origin: "https://bank.example"},
				A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "heading", Name: "Ann"}}}}}
		return wire.Record{Session: session, Step: step}
	}
	ambient := func(id string) wire.Record {
		return record(&types.Session{SessionID: id, Ambient: true}, id, types.ActorObserved, "")
	}
	launched := &types.Session{SessionID: "mm-agent"}
	d := New()
	key := base64.StdEncoding.EncodeToString(make([]byte, capture.NameKeyBytes))
	rewrite := func(begin bool, recs ...wire.Record) *wire.CoreReply {
		return call(t, d, toJSON(t, wire.CoreRequest{Op: wire.OpRewrite, Rewrite: &wire.RewriteRequest{Begin: begin, Records: recs}}))
	}
	if reply := rewrite(true, ambient("amb-one")); reply.Error == nil || reply.Error.Code != types.CodeInvalidInput {
		t.Errorf("without a key: %s", toJSON(t, reply))
	}
	call(t, d, fmt.Sprintf(`{"op":"nameKey","nameKey":%q}`, key))
	if reply := rewrite(false, ambient("amb-one")); reply.Error == nil || reply.Error.Code != types.CodeInvalidInput {
		t.Errorf("that was not begun: %s", toJSON(t, reply))
	}
	if reply := rewrite(true, wire.Record{}); reply.Error == nil {
		t.Errorf("a record without a step: %s", toJSON(t, reply))
	}
	form := func(s *types.Step) string {
		switch {
		case s == nil:
			return "as it is"
		case !capture.IsHidden(s.Observation.A11y.Nodes[0].Name):
			return "a name that was only seen is in clear"
		case capture.IsHidden(s.Tool.Target.Name):
			return "hidden"
		}
		return "familiar"
	}
	var got []string
	for i, recs := range [][]wire.Record{
		{ambient("amb-one"), record(launched, "mm-agent", types.ActorAgent, "")},
		{ambient("amb-two"), record(launched, "mm-agent", types.ActorObserved, ""), record(nil, "mm-alone", types.ActorAgent, ""), record(launched, "mm-agent", types.ActorObserved, types.KeepNeeded)},
	} {
		reply := rewrite(i == 0, recs...)
		if reply.Error != nil {
			t.Fatal(reply.Error)
		}
		for _, r := range reply.Rewritten {
			got = append(got, form(r.Step))
		}
	}
	if want := "[hidden as it is familiar familiar familiar as it is]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
	if got := rewrite(true, ambient("amb-two")).Rewritten; len(got) != 1 || form(got[0].Step) != "hidden" {
		t.Errorf("begun again: %s", toJSON(t, got))
	}
	if steps := call(t, d, `{"op":"status"}`).Status.Steps; steps != 0 {
		t.Errorf("%d steps were put", steps)
	}
}
