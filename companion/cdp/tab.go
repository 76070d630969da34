package cdp

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"

	"cairn/shared/types"
	"cairn/shared/wire"
)

const (
	// lingerTime keeps a tab attached between two actions of one thought:
	// attaching costs 5 to 7 ms and makes the banner flicker.
	lingerTime = 1500 * time.Millisecond
	// sideTime bounds commands that nobody waits for: detaching, answering a
	// dialog.
	sideTime = 2 * time.Second
	// readyTime is what a page may take to get ready for acting. One that is
	// frozen by a dialog of the browser never does, but can be left.
	readyTime = 2 * time.Second
	// eventBuffer is how many events a subscription holds for a slow reader;
	// later ones are dropped, for a reader that far behind has lost the thread.
	eventBuffer = 256
)

// Caller relays one call to the browser, and the browser's events back. Errors
// of the far side come back as [*types.Error].
type Caller interface {
	Call(ctx context.Context, call wire.Envelope) (*wire.Reply, error)
	// Subscribe hands every event to fn, which must not block, until cancel.
	Subscribe(fn func(wire.Envelope)) (cancel func())
}

// Tab is one tab of a browser. It may be used from several goroutines.
type Tab struct {
	caller Caller
	id     int
	linger time.Duration
	unhear func()
	// gate lets one attach or detach through at a time. It is not mu, because
	// events take mu, and the answer to an attach may come behind an event.
	gate chan struct{}

	mu       sync.Mutex
	attached bool
	frozen   bool        // it did not get ready when it was attached
	users    int         // operations under way; the tab detaches when none is left
	idle     *time.Timer // runs out lingerTime after the last one
	subs     map[*subscription]struct{}
	dialogs  []types.Dialog
	box      *box          // the dialog that waits for an answer
	boxed    chan struct{} // closed while one does
}

var _ cdp.Session = (*Tab)(nil)

type subscription struct {
	method string
	events chan jsonv2.Value
}

// NewTab returns the tab with that id. Nothing is sent before its first use.
func NewTab(caller Caller, tabID int) *Tab {
	t := &Tab{caller: caller, id: tabID, linger: lingerTime, gate: make(chan struct{}, 1), subs: map[*subscription]struct{}{}, boxed: make(chan struct{})}
	t.unhear = caller.Subscribe(t.hear)
	return t
}

// Call runs one command and decodes its result (cdp.Session).
func (t *Tab) Call(ctx context.Context, method string, params, result any) error {
	release, err := t.hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	if d := t.Dialog(); d != nil {
		return covered(d)
	}
	return t.command(ctx, method, params, result)
}

// Subscribe buffers the events of one method from now on (cdp.Session). The
// channel is closed by cancel, or when the tab is no longer attached.
func (t *Tab) Subscribe(method string) (<-chan jsonv2.Value, func()) {
	s := &subscription{method: method, events: make(chan jsonv2.Value, eventBuffer)}
	t.mu.Lock()
	t.subs[s] = struct{}{}
	t.mu.Unlock()
	return s.events, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.drop(s)
	}
}

// Hold keeps the tab attached until release, so that its dialogs are heard and
// answered although no command is sent.
func (t *Tab) Hold(ctx context.Context) (release func(), err error) { return t.hold(ctx) }

// Close detaches at once and stops listening. The tab itself stays open; a
// dialog that waited in it is dismissed.
func (t *Tab) Close() {
	if t.Dialog() != nil {
		t.decline()
	}
	t.unhear()
	t.gate <- struct{}{}
	defer func() { <-t.gate }()
	t.mu.Lock()
	was := t.attached
	t.ended()
	t.mu.Unlock()
	if was {
		t.detach()
	}
}

// hold attaches the tab, unless it is, and keeps it so until release.
func (t *Tab) hold(ctx context.Context) (release func(), err error) {
	select {
	case t.gate <- struct{}{}:
		defer func() { <-t.gate }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	t.mu.Lock()
	t.users++
	attached := t.attached
	if t.idle != nil {
		t.idle.Stop()
	}
	t.mu.Unlock()
	if !attached {
		err = t.attach(ctx)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		t.users--
		return nil, err
	}
	t.attached = true
	return sync.OnceFunc(t.release), nil
}

func (t *Tab) release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.letGo()
}

// letGo is release with the lock held.
func (t *Tab) letGo() {
	if t.users--; t.users > 0 || !t.attached {
		return
	}
	t.idle = time.AfterFunc(t.linger, t.leave)
}

// leave detaches unless somebody came meanwhile.
func (t *Tab) leave() {
	t.gate <- struct{}{}
	defer func() { <-t.gate }()
	t.mu.Lock()
	if t.users > 0 || !t.attached {
		t.mu.Unlock()
		return
	}
	t.ended()
	t.mu.Unlock()
	t.detach()
}

// attach makes the tab fit for acting, unless it is frozen.
func (t *Tab) attach(ctx context.Context) error {
	call := wire.Envelope{Kind: wire.KindAttach, Attach: &wire.TabRef{TabID: t.id}}
	if _, err := t.caller.Call(ctx, call); err != nil {
		return fmt.Errorf("attach to tab %d: %w", t.id, err)
	}
	brief, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	err := t.prepare(brief)
	late := err != nil && brief.Err() != nil && ctx.Err() == nil
	t.mu.Lock()
	t.frozen = late
	t.mu.Unlock()
	if late {
		return nil
	}
	return err
}

// prepare asks for page events, which loads and dialogs need, and for focus
// emulation, which lets a tab behind another one paint and take keys.
func (t *Tab) prepare(ctx context.Context) error {
	if err := t.command(ctx, page.Enable.Method, page.EnableParams{}, nil); err != nil {
		return err
	}
	return t.command(ctx, emulation.SetFocusEmulationEnabled.Method, emulation.SetFocusEmulationEnabledParams{Enabled: true}, nil)
}

// detach is best effort: a tab or browser that is gone is detached as well.
func (t *Tab) detach() {
	ctx, cancel := context.WithTimeout(context.Background(), sideTime)
	defer cancel()
	_, _ = t.caller.Call(ctx, wire.Envelope{Kind: wire.KindDetach, Detach: &wire.TabRef{TabID: t.id}})
}

// ended notes, with the lock held, that the tab is no longer attached.
func (t *Tab) ended() {
	t.attached = false
	t.boxClosed()
	for s := range t.subs {
		t.drop(s)
	}
}

func (t *Tab) drop(s *subscription) {
	if _, ok := t.subs[s]; ok {
		delete(t.subs, s)
		close(s.events)
	}
}

// command sends one command, without regard to who holds the tab.
func (t *Tab) command(ctx context.Context, method string, params, result any) error {
	call := wire.Envelope{Kind: wire.KindCommand, Command: &wire.Command{TabID: t.id, Method: method}}
	if params != nil {
		raw, err := jsonv2.Marshal(params)
		if err != nil {
			return fmt.Errorf("%s: encode parameters: %w", method, err)
		}
		call.Command.Params = json.RawMessage(raw)
	}
	reply, err := t.caller.Call(ctx, call)
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	if result == nil || len(reply.Result) == 0 {
		return nil
	}
	if err := jsonv2.Unmarshal(reply.Result, result); err != nil {
		return fmt.Errorf("%s: decode result: %w", method, err)
	}
	return nil
}

// hear takes the events that are about this tab.
func (t *Tab) hear(e wire.Envelope) {
	switch {
	case e.TabGone != nil && e.TabGone.TabID == t.id:
		t.mu.Lock()
		t.ended()
		t.mu.Unlock()
	case e.CDPEvent != nil && e.CDPEvent.TabID == t.id:
		t.event(e.CDPEvent)
	}
}

func (t *Tab) event(e *wire.CDPEvent) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.Method == "Inspector.detached" {
		t.ended()
		return
	}
	switch e.Method {
	case page.JavascriptDialogOpening.Method:
		t.dialogOpened(e.Params)
	case page.JavascriptDialogClosed.Method:
		t.boxClosed()
	}
	for s := range t.subs {
		if s.method != e.Method {
			continue
		}
		select {
		case s.events <- jsonv2.Value(e.Params):
		default:
		}
	}
}
