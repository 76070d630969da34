package sim

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"cairn/companion/memory"
	"cairn/companion/team/batch"
	"cairn/shared/share"
	"cairn/shared/types"
)

// Six mistakes that a team's companion could make. They stand in the mirror of companion/daemon's adapter, and the last one
// in the member (team_member_test.go).
const (
	acceptedEarly bug = "a batch counts as taken before it is kept"
	deletionLater bug = "deletions are sent after batches"
	orderOnce     bug = "a deletion holds for what is there alone"
	runKept       bug = "a store from a backup goes on in its run"
	formTrusted   bug = "others' records are not filtered"
	undoReshared  bug = "what a person took back is shared again"
)

var teamBugs = []bug{acceptedEarly, deletionLater, orderOnce, runKept, formTrusted, undoReshared}

// adapter adapts the memory to the interface of a team's client, as companion/daemon does.
type adapter struct {
	*memory.Memory
	w       *teamWorld
	planted bug
	ended   chan struct{} // closed with the life
	turn    chan struct{} // see take
}

// take has calls that write wait for each other by a channel: simulated time stands still while a goroutine waits for a
// mutex, and the store sleeps before it rewrites its file.
func (m *adapter) take() (done func()) {
	m.turn <- struct{}{}
	return func() { <-m.turn }
}

func (m *adapter) MakeDue(ctx context.Context) (int, error) {
	defer m.take()()
	return m.Memory.MakeDue(ctx)
}

func (m *adapter) Acked(ctx context.Context, id string) error {
	defer m.take()()
	return m.Memory.Acked(ctx, id)
}

func (m *adapter) TombstoneAcked(ctx context.Context, run string, n int64) error {
	defer m.take()()
	return m.Memory.TombstoneAcked(ctx, run, n)
}

func (m *adapter) Reshare(ctx context.Context, ids []string) error {
	defer m.take()()
	return m.Memory.Reshare(ctx, ids)
}

func (m *adapter) SetAside(ctx context.Context, author string, aside bool) error {
	defer m.take()()
	return m.Memory.SetAside(ctx, author, aside)
}

func (m *adapter) Tombstones() []types.Tombstone {
	if m.planted == deletionLater && m.Waiting() > 0 {
		return nil
	}
	return m.Memory.Tombstones()
}

func (m *adapter) NewRun(ctx context.Context, run string) error {
	if m.planted == runKept {
		return nil
	}
	defer m.take()()
	return m.Memory.NewRun(ctx, run)
}

func (m *adapter) AcceptTeam(ctx context.Context, author, name string, of func(origin string) bool, site, run string, first int64, batches ...[][]byte) (batch.Receipt, error) {
	keep := func() (batch.Receipt, error) {
		defer m.take()()
		return m.Memory.AcceptTeam(ctx, author, name, of, site, run, first, batches...)
	}
	switch m.planted {
	case acceptedEarly:
		go func() {
			select {
			case <-m.ended:
			case <-time.After(2 * time.Second):
				_, _ = keep()
			}
		}()
		return batch.Receipt{}, nil
	case formTrusted:
		got, err := keep()
		for _, line := range slices.Concat(batches...) {
			m.trust(author, line)
		}
		return got, err
	}
	return keep()
}

// trust stores a record as it came.
func (m *adapter) trust(author string, line []byte) {
	var rec share.Record
	if json.Unmarshal(line, &rec) != nil || rec.Step == nil {
		return
	}
	defer m.take()()
	step := *rec.Step
	step.StepID, step.SessionID = share.StepID(m.w.team, author, line)+"x", "mm-trusted"
	_, _ = m.PutStep(context.Background(), &types.Session{SessionID: step.SessionID, CreatedAt: 1, Goal: "do it"}, &step, types.KeepFull)
}

func (m *adapter) ForgetTeam(ctx context.Context, t types.Tombstone) (types.ForgetReceipt, error) {
	if m.planted == orderOnce && !t.All && !slices.ContainsFunc(t.IDs, func(id string) bool { return m.Session(id) != nil }) {
		return types.ForgetReceipt{}, nil
	}
	defer m.take()()
	return m.Memory.ForgetTeam(ctx, t)
}
