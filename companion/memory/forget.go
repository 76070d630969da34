package memory

import (
	"context"
	"fmt"

	"cairn/shared/types"
)

// Forget removes what f names from the store, the core and, through the feed,
// from every replica. The receipt counts what was removed.
func (m *Memory) Forget(ctx context.Context, f types.Forget) (types.ForgetReceipt, error) {
	if f == (types.Forget{}) {
		return types.ForgetReceipt{}, types.Fault(types.CodeInvalidInput, "nothing is named to be forgotten", "name a step, a session, an origin, or everything")
	}
	m.mu.Lock()
	sessions, steps := m.core.Named(f)
	m.mu.Unlock()
	ids := make([]string, len(steps))
	for i, s := range steps {
		ids[i] = s.StepID
	}
	if err := m.store.Erase(ctx, f, sessions, ids, nil); err != nil {
		return types.ForgetReceipt{}, fmt.Errorf("forget: %w", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Forget(f), nil
}
