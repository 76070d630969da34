package daemon

import (
	"context"
	"io"

	"cairn/companion/gateway"
	"cairn/companion/memory"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// gatewayMemory is the memory's interface for gateways.
type gatewayMemory struct {
	*memory.Memory
	daemon *Daemon
}

var _ gateway.Memory = gatewayMemory{}

// serveMemory answers the requests of a gateway until it disconnects.
func (d *Daemon) serveMemory(ctx context.Context, conn io.ReadWriter) error {
	return gateway.Serve(ctx, gatewayMemory{d.memory, d}, conn)
}

// PutStep stores a driver's step once, if an extension records its action too.
func (m gatewayMemory) PutStep(ctx context.Context, session *types.Session, step *types.Step, keep types.Keep) (*types.Step, error) {
	return m.PutDriven(ctx, session, step, keep)
}

// Ask names and redacts a page, and returns the knowledge about it.
func (m gatewayMemory) Ask(ctx context.Context, q types.Question, page *types.Observation) (*types.Known, error) {
	m.Observe(page)
	return m.Memory.Ask(ctx, q, page)
}

// Observed names and redacts a page.
func (m gatewayMemory) Observed(_ context.Context, page *types.Observation) (*types.Observation, error) {
	m.Observe(page)
	return page, nil
}

// Meant finds the flow of an id, or the one that surely fits a goal.
func (m gatewayMemory) Meant(_ context.Context, in tool.FlowInput, address string) (gateway.Meant, error) {
	f, err := m.daemon.meantFlow(in, "", address)
	if err != nil {
		return gateway.Meant{}, err
	}
	return gateway.Meant{Flow: f, Origins: m.daemon.originsOf(f)}, nil
}
