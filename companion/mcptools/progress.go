package mcptools

import (
	"context"
	"encoding/json"

	"cairn/shared/types"
)

// A call that takes long says how far it has come, where its client asked for that
// by a progress token and has a way to hear it before the answer.

// sayKey is where a context has the function that sends a message to the client.
type sayKey struct{}

// withSay lets a tool send messages before its answer.
func withSay(ctx context.Context, say func(any)) context.Context {
	return context.WithValue(ctx, sayKey{}, say)
}

// progressNote is the protocol's notification.
type progressNote struct {
	JSONRPC string         `json:"jsonrpc"`
	Method  string         `json:"method"`
	Params  progressParams `json:"params"`
}

type progressParams struct {
	Token    json.RawMessage `json:"progressToken"`
	Progress int             `json:"progress"`
	Total    int             `json:"total"`
	Message  string          `json:"message"`
}

// progressOf returns the function that tells a client of each step, once: the
// protocol wants progress to rise. It does nothing for clients that do not listen.
func progressOf(ctx context.Context) func(types.FlowProgress) {
	say, _ := ctx.Value(sayKey{}).(func(any))
	m := messageOf(ctx)
	if say == nil || m == nil || m.progress == nil {
		return func(types.FlowProgress) {}
	}
	last := 0
	return func(p types.FlowProgress) {
		if p.Step <= last {
			return
		}
		last = p.Step
		say(progressNote{"2.0", "notifications/progress", progressParams{m.progress, p.Step, p.Total, withoutOrders(clean(p.Does, maxFlowStep))}})
	}
}
