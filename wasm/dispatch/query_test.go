package dispatch

import (
	"encoding/json"
	"testing"

	"cairn/shared/core"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestQueryAnswersOnlyQueries holds Query to its promise: a question changes
// nothing, and has the same answer as in a core in WebAssembly.
func TestQueryAnswersOnlyQueries(t *testing.T) {
	now := types.Time(1770091506000)
	complete := wire.CoreRequest{Now: now, Search: &types.SearchRequest{Query: "send"}, Last: &types.LastRequest{N: 3}, Sessions: &types.SessionsRequest{},
		Records: []wire.Record{{Forget: &types.Forget{All: true}}}, Outcome: &wire.OutcomeRequest{SessionID: "s-1234", Outcome: string(types.SessionDone)}}
	for op := range ops {
		c := core.New()
		if err := c.PutSession(&types.Session{SessionID: "s-1234", CreatedAt: now}); err != nil {
			t.Fatal(err)
		}
		asked := complete
		asked.Op = op
		reply, err := Query(c, asked)
		if !ops[op].query {
			if types.AsError(err) == nil || types.AsError(err).Code != types.CodeUnknownType {
				t.Errorf("%s: %v", op, err)
			}
		} else if err == nil {
			d := &Dispatcher{core: c}
			text, _ := json.Marshal(asked)
			if got := d.Call(text); string(got) != toJSON(t, reply) {
				t.Errorf("%s: a request as JSON gives\n%s\nwant\n%s", op, got, toJSON(t, reply))
			}
		}
		if status := c.Status(); status.Sessions != 1 || c.Session("s-1234").Outcome != "" {
			t.Errorf("%s changed the memory: %+v", op, status)
		}
	}
	for name, asked := range map[string]wire.CoreRequest{"no operation": {}, "another": {Op: "drop"}} {
		if _, err := Query(core.New(), asked); types.AsError(err) == nil || types.AsError(err).Code != types.CodeUnknownType {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Query(core.New(), wire.CoreRequest{Op: wire.OpSearch, Now: now}); types.AsError(err) == nil || types.AsError(err).Code != types.CodeInvalidInput {
		t.Errorf("without arguments: %v", err)
	}
}
