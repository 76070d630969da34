package daemon

import (
	"context"
	"fmt"

	"cairn/companion/control"
	"cairn/shared/types"
)

func (d *Daemon) health(ctx context.Context) (*control.Health, error) {
	h := &control.Health{DaemonInfo: d.info, Store: d.store.Stats(), Core: d.memory.Status(), Hidden: d.memory.Hidden(ctx), Unfit: d.memory.Unfit(), Ignored: d.memory.Ignored()}
	for _, p := range d.bridge.Peers() {
		h.Links = append(h.Links, p.Info())
	}
	past := d.bridge.Past()
	h.Left, h.Mispaired, h.Outdated, h.Ahead = past.Left, past.Mispaired, past.Outdated, past.Ahead
	last, err := d.memory.Last(ctx, types.LastRequest{N: 1, Scope: types.Scope{Kind: types.ScopeAll}})
	if err != nil {
		return nil, fmt.Errorf("newest step: %w", err)
	}
	if len(last) > 0 {
		h.Newest = last[0].Timestamp
	}
	return h, nil
}
