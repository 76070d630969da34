package cdp

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/page"

	"cairn/shared/types"
	"cairn/shared/wire"
)

const (
	// sideTime bounds commands without a waiting caller: detaching, answering a
	// dialog.
	sideTime = 2 * time.Second
	// eventBuffer is the number of events that a subscription holds for a slow reader.
	// Later ones are dropped: a reader that far behind cannot catch up.
	eventBuffer = 256
	// waitsTime is longer than the time after which the extension treats a request as
	// a poll.
	waitsTime = 15 * time.Second
)

// Caller relays one call to the browser, and the browser's events back. Errors of the
// other side arrive as [*types.Error].
type Caller interface {
	Call(ctx context.Context, call wire.Envelope) (*wire.Reply, error)
	// Subscribe passes every event to fn, which must not block, until cancel.
	Subscribe(fn func(wire.Envelope)) (cancel func())
}

// Tab is one tab of a browser. It may be used from several goroutines.
type Tab struct {
	caller   Caller
	endpoint *Endpoint // nil if there is none
	id       int
	linger   time.Duration
	unhear   func()
	// attaching lets one attach or detach through at a time. It is separate from mu,
	// because events take mu, and the answer to an attach may arrive after an event.
	attaching chan struct{}

	mu       sync.Mutex
	attached bool
	way      way // to the attached tab
	// life ends with the attachment, or when its page crashes. Then end holds the
	// reason, and pending commands return.
	life    context.Context
	end     context.CancelCauseFunc
	crashed bool        // the page crashed after the tab was attached
	frozen  bool        // the page was not ready in time when the tab was attached
	world   string      // where the extension's script runs in the page; empty while unknown
	waits   time.Time   // start of the page's wait for its server; zero if it does not wait
	users   int         // operations in progress; the tab detaches after the last one
	idle    *time.Timer // fires lingerTime after the last one
	subs    map[*subscription]struct{}
	loads   map[*loadWatch]struct{}
	console *consoleWatch // set while Complaints reads
	dialogs []types.Dialog
	box     *box          // the dialog that waits for an answer
	boxed   chan struct{} // closed while a dialog waits
}

var _ cdp.Session = (*Tab)(nil)

type subscription struct {
	method string
	events chan jsonv2.Value
}

// NewTab returns the tab with that id. It sends nothing before the first use. Commands
// go over the endpoint, unless it is nil or the tab is in another browser.
func NewTab(caller Caller, endpoint *Endpoint, tabID int) *Tab {
	t := &Tab{caller: caller, endpoint: endpoint, id: tabID, linger: lingerTime, attaching: make(chan struct{}, 1), subs: map[*subscription]struct{}{}, loads: map[*loadWatch]struct{}{}, boxed: make(chan struct{})}
	t.life, t.end = context.WithCancelCause(context.Background())
	t.end(errDetached) // until it is attached
	t.unhear = caller.Subscribe(t.handleEvent)
	return t
}

// Call runs one command and decodes its result (cdp.Session).
func (t *Tab) Call(ctx context.Context, method string, params, result any) error {
	release, err := t.keepAttached(ctx)
	if err != nil {
		return err
	}
	defer release()
	if d := t.Dialog(); d != nil {
		return covered(d)
	}
	return t.command(ctx, method, params, result)
}

// Subscribe buffers the events of one method from now on (cdp.Session). The channel is
// closed by cancel, or when the tab is no longer attached.
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

// Listen attaches the tab early if that costs nothing, so that none of its dialogs is
// missed. Nothing depends on it.
func (t *Tab) Listen(ctx context.Context) {
	if t.endpoint == nil {
		return
	}
	if release, err := t.keepAttached(ctx); err == nil {
		release()
	}
}

// Hold keeps the tab attached until release, so that its dialogs are reported and
// answered even if no command is sent.
func (t *Tab) Hold(ctx context.Context) (release func(), err error) { return t.keepAttached(ctx) }

// Close detaches at once and stops listening. The tab itself stays open; a waiting
// dialog in it is dismissed.
func (t *Tab) Close() {
	if t.Dialog() != nil {
		t.decline()
	}
	t.unhear()
	t.attaching <- struct{}{}
	defer func() { <-t.attaching }()
	t.mu.Lock()
	was := t.way
	t.ended()
	t.mu.Unlock()
	if was != nil {
		detach(was)
	}
}

func (t *Tab) drop(s *subscription) {
	if _, ok := t.subs[s]; ok {
		delete(t.subs, s)
		close(s.events)
	}
}

// command sends one command, even if the tab is not held.
func (t *Tab) command(ctx context.Context, method string, params, result any) error {
	var raw json.RawMessage
	if params != nil {
		text, err := jsonv2.Marshal(params)
		if err != nil {
			return fmt.Errorf("%s: encode parameters: %w", method, err)
		}
		raw = json.RawMessage(text)
	}
	answer, err := t.send(ctx, method, raw)
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	if result == nil || len(answer) == 0 {
		return nil
	}
	if err := jsonv2.Unmarshal(answer, result); err != nil {
		return fmt.Errorf("%s: decode result: %w", method, err)
	}
	return nil
}

// send sends one command and waits for its answer, unless the attachment ends.
func (t *Tab) send(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
	t.mu.Lock()
	through, life := t.way, t.life
	t.mu.Unlock()
	if life.Err() != nil {
		return nil, context.Cause(life)
	}
	while, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(life, cancel)()
	answer, err := through.command(while, method, params)
	if err != nil && life.Err() != nil && ctx.Err() == nil {
		return nil, context.Cause(life)
	}
	return answer, err
}

// Waits reports whether the page waits for a server response that may change it. The
// extension reports the end of the wait. If that message is lost, the wait ends after
// waitsTime.
func (t *Tab) Waits() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.waits.IsZero() && time.Since(t.waits) < waitsTime
}

// handleEvent acts on the events that concern this tab.
func (t *Tab) handleEvent(e wire.Envelope) {
	switch {
	case e.TabGone != nil && e.TabGone.TabID == t.id:
		t.mu.Lock()
		t.ended()
		t.mu.Unlock()
	case e.Waiting != nil && e.Waiting.TabID == t.id:
		t.mu.Lock()
		t.waits = time.Time{}
		if e.Waiting.Waits {
			t.waits = time.Now()
		}
		t.mu.Unlock()
	case e.CDPEvent != nil && e.CDPEvent.TabID == t.id:
		t.event(e.CDPEvent.Method, e.CDPEvent.Params)
	}
}

// event handles one event of the attached tab.
func (t *Tab) event(method string, params json.RawMessage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch method {
	case "Inspector.detached":
		t.ended()
		return
	case inspector.TargetCrashed.Method:
		t.crashed = true
		t.end(errCrashed)
		t.boxClosed()
	case page.JavascriptDialogOpening.Method:
		t.dialogOpened(params)
	case page.JavascriptDialogClosed.Method:
		t.boxClosed()
	}
	if t.console != nil {
		t.console.note(method, params)
	}
	for w := range t.loads {
		w.note(method, params)
	}
	for s := range t.subs {
		if s.method != method {
			continue
		}
		select {
		case s.events <- jsonv2.Value(params):
		default:
		}
	}
}
