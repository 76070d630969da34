package sim

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"cairn/companion/memory"
	"cairn/companion/team"
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

func (m *adapter) Outbox(most int) (out []team.Outgoing) {
	for _, o := range m.Memory.Outbox(most) {
		out = append(out, team.Outgoing(o))
	}
	return out
}

func (m *adapter) Shared() (out []team.Placed) {
	for _, o := range m.SharedBatches() {
		out = append(out, team.Placed{ID: o.ID, Site: o.Site, Run: o.Run, First: o.First, At: o.At})
	}
	return out
}

func (m *adapter) Mark(author, run, site string) int64 { return m.TeamMark(author, run, site) }

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

func (m *adapter) Accept(ctx context.Context, author, name string, of func(origin string) bool, site, run string, first int64, batches ...[][]byte) (team.Accepted, error) {
	keep := func() (team.Accepted, error) {
		defer m.take()()
		got, err := m.AcceptTeam(ctx, author, name, of, site, run, first, batches...)
		return team.Accepted{New: got.New, Overshared: got.Overshared}, err
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
		return team.Accepted{}, nil
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

func (m *adapter) Forget(ctx context.Context, t types.Tombstone) error {
	if m.planted == orderOnce && !t.All && !slices.ContainsFunc(t.IDs, func(id string) bool { return m.Session(id) != nil }) {
		return nil
	}
	defer m.take()()
	_, err := m.ForgetTeam(ctx, t)
	return err
}
