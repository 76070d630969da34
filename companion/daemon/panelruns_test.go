package daemon

import (
	"context"
	"sync"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// panelBrowser is a browser that receives the messages about runs.
type panelBrowser struct {
	mu    sync.Mutex
	heard []wire.FlowSaid
}

func (l *panelBrowser) ID() string { return "install-1" }

func (l *panelBrowser) Keep(...string) types.Keep { return types.KeepFull }

func (l *panelBrowser) Subscribe(func(wire.Envelope)) func() { return func() {} }

func (l *panelBrowser) Call(_ context.Context, e wire.Envelope) (*wire.Reply, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.FlowSaid != nil {
		l.heard = append(l.heard, *e.FlowSaid)
	}
	return &wire.Reply{}, nil
}

// next waits for the next message.
func (l *panelBrowser) next(t *testing.T) wire.FlowSaid {
	t.Helper()
	for range 6000 {
		l.mu.Lock()
		if len(l.heard) > 0 {
			said := l.heard[0]
			l.heard = l.heard[1:]
			l.mu.Unlock()
			return said
		}
		l.mu.Unlock()
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("nothing is said")
	return wire.FlowSaid{}
}

func TestOrdersOfThePanelThatCannotBeFollowed(t *testing.T) {
	b := &panelBrowser{}
	cancelled := false
	p := &panelRuns{runs: map[string]*panelRun{"install-1": {"one", func() { cancelled = true }}}}
	for _, c := range []struct {
		name  string
		order wire.FlowOrder
		code  types.Code // "" where nothing is said
	}{
		{"one that was said before", wire.FlowOrder{ID: "one", Flow: "send"}, ""},
		{"a second beside it", wire.FlowOrder{ID: "two", Flow: "send"}, types.CodeInvalidInput},
		{"the end of one that is no more", wire.FlowOrder{ID: "gone", Stop: true}, types.CodeNotFound},
		{"its end", wire.FlowOrder{ID: "one", Stop: true}, ""},
	} {
		p.handleOrder(b, &c.order)
		if c.code == "" {
			continue
		}
		if said := b.next(t); said.ID != c.order.ID || said.Error == nil || said.Error.Code != c.code || said.Error.Hint == "" {
			t.Errorf("%s: %+v", c.name, said)
		}
	}
	if b.mu.Lock(); !cancelled || len(b.heard) > 0 {
		t.Errorf("cancelled %v, and %+v was said", cancelled, b.heard)
	}
	b.mu.Unlock()
}

func TestTitlesOfRunsShowNoSecrets(t *testing.T) {
	f := &types.Flow{Title: "Log in as {user} with {code} for {{all}}", Params: []types.FlowParam{{Name: "user", Kind: types.FlowText}, {Name: "code", Kind: types.FlowSecret}}}
	if got := titleOf(f, map[string]string{"user": "ann", "code": "1234"}); got != "Log in as ann with {code} for {all}" {
		t.Errorf("the title is %q", got)
	}
}
