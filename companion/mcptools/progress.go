package mcptools

import (
	"context"
	"encoding/json"

	"cairn/shared/text"
	"cairn/shared/types/tool"
)

// Long calls send progress notifications if the client sent a progress token and can
// receive messages before the answer.

// sayKey is the context key of the function that sends a message to the client.
type sayKey struct{}

// withSay adds a function to the context that sends messages before the answer.
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

// progressOf returns the function that reports the steps of a run to the client.
func progressOf(ctx context.Context) func(tool.FlowProgress) {
	say, _ := ctx.Value(sayKey{}).(func(any))
	m := messageOf(ctx)
	if say == nil || m == nil {
		return func(tool.FlowProgress) {}
	}
	return Progress(m.progress, say)
}

// Progress returns a function that reports each step of a run once, because the
// protocol requires increasing progress. It does nothing without a valid token.
func Progress(token json.RawMessage, say func(any)) func(tool.FlowProgress) {
	if token = progressToken(token); token == nil {
		return func(tool.FlowProgress) {}
	}
	last := 0
	return func(p tool.FlowProgress) {
		if p.Step <= last {
			return
		}
		last = p.Step
		say(progressNote{"2.0", "notifications/progress", progressParams{token, p.Step, p.Total, withoutOrders(text.Clip(p.Does, maxFlowStep))}})
	}
}
