package team

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// fullLog is a Log on a full disk.
type fullLog struct {
	emptyLog
	mu   sync.Mutex
	full bool
}

func (l *fullLog) Append(context.Context, batch.Message) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.full {
		return errors.New("no space left on device")
	}
	return nil
}

// oneStone is a Memory with one deletion to send.
type oneStone struct {
	Memory
	mu   sync.Mutex
	sent bool
}

func (m *oneStone) Changed() <-chan struct{} { return nil }

func (m *oneStone) Tombstones() []types.Tombstone {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sent {
		return nil
	}
	return []types.Tombstone{{Run: "run00001", N: 1, At: 1, All: true}}
}

func (m *oneStone) TombstoneAcked(context.Context, string, int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent = true
	return nil
}

// TestAServerThatTakesNothingIsNamed has a server that is connected and acknowledges nothing for a minute, then
// does.
func TestAServerThatTakesNothingIsNamed(t *testing.T) {
	c := newTaking(t)
	mem, l := &oneStone{}, &fullLog{full: true}
	c.Client.memory, c.report.State, c.member.Role = stoneOf{mem, c.member.Member}, StateLive, batch.RoleReader
	var mu sync.Mutex
	now := takeNow
	c.now = func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(20 * time.Second)
		return now
	}
	ctx, stop := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() { c.send(ctx, l) })
	defer done.Wait()
	defer stop()
	fault := func() (code types.Code) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.report.Error != nil {
			code = c.report.Error.Code
		}
		return code
	}
	await := func(want types.Code) {
		t.Helper()
		for end := time.Now().Add(2 * time.Minute); fault() != want; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("the fault is %q, want %q", fault(), want)
			}
		}
	}
	await(types.CodeTeamStalled)
	l.mu.Lock()
	l.full = false
	l.mu.Unlock()
	await("")
}

// stoneOf names the author of the deletion.
type stoneOf struct {
	*oneStone
	author string
}

func (m stoneOf) Tombstones() []types.Tombstone {
	all := m.oneStone.Tombstones()
	for i := range all {
		all[i].Author = m.author
	}
	return all
}

// TestWhoAsksForTheStateHasItTried asks for the state of a connection that failed: it is tried at once, and the
// outcome is awaited.
func TestWhoAsksForTheStateHasItTried(t *testing.T) {
	c := newTaking(t)
	c.tried, c.again, c.Client.changed = make(chan struct{}), make(chan struct{}, 1), make(chan struct{})
	c.setState(StateOffline, errors.New("nothing listens"))
	var done sync.WaitGroup
	done.Go(func() { c.Tried(t.Context()) })
	select {
	case <-c.again:
	case <-time.After(2 * time.Minute):
		t.Fatal("nothing was tried")
	}
	c.setState(StateLive, nil)
	done.Wait()
	c.Tried(t.Context())
	if len(c.again) > 0 {
		t.Error("a live connection was tried again")
	}
}
