package cdp

import (
	"context"
	"encoding/json"

	"cairn/shared/wire"
)

// way carries commands to an attached tab.
type way interface {
	command(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error)
	detach(ctx context.Context)
}

// relay is the way through the extension's chrome.debugger.
type relay struct {
	caller Caller
	tabID  int
}

func attachRelay(ctx context.Context, caller Caller, tabID int) (*relay, error) {
	if _, err := caller.Call(ctx, wire.Envelope{Kind: wire.KindAttach, Attach: &wire.TabRef{TabID: tabID}}); err != nil {
		return nil, err
	}
	return &relay{caller, tabID}, nil
}

func (r *relay) command(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
	reply, err := r.caller.Call(ctx, wire.Envelope{Kind: wire.KindCommand, Command: &wire.Command{TabID: r.tabID, Method: method, Params: params}})
	if err != nil {
		return nil, err
	}
	return reply.Result, nil
}

// detach is best effort: a closed tab or browser is detached as well.
func (r *relay) detach(ctx context.Context) {
	_, _ = r.caller.Call(ctx, wire.Envelope{Kind: wire.KindDetach, Detach: &wire.TabRef{TabID: r.tabID}})
}
