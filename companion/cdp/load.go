package cdp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/page"
)

const (
	// loadTime bounds Navigate's wait for images and the like after the document
	// itself has loaded: pages with endless loads are usable long before.
	loadTime = 5 * time.Second
	// followTime bounds Navigate's wait, after a document has loaded, for the document
	// that it redirects to. A redirect to a download never brings one.
	followTime = 3 * time.Second
	// refreshDelay is the longest delay of a meta refresh that counts as a redirect; a
	// longer one reloads a page that is meant to be read.
	refreshDelay = 1.0
	// never is the limit for a document that is not parsed yet: the deadline of the
	// call ends that wait.
	never = time.Hour
)

// loadEvents are the events that report the progress of a load. Their order counts, so
// they share one queue.
var loadEvents = map[string]bool{
	page.LifecycleEvent.Method: true, page.FrameRequestedNavigation.Method: true, frameScheduledNavigation: true,
}

// frameScheduledNavigation announces a meta refresh; cdproto has dropped it.
const frameScheduledNavigation = "Page.frameScheduledNavigation"

// loadWatch queues the load events of a tab.
type loadWatch struct {
	stop func()
	wake chan struct{} // holds one token while the queue is not empty

	mu    sync.Mutex
	queue []loadEvent
}

// loadEvent is one of loadEvents, with the fields that Navigate uses.
type loadEvent struct {
	method      string
	FrameID     cdp.FrameID  `json:"frameId"`
	LoaderID    cdp.LoaderID `json:"loaderId"`
	Name        string       `json:"name"`
	URL         string       `json:"url"`
	Disposition string       `json:"disposition"`
	Delay       float64      `json:"delay"`
}

// watchLoad queues the load events of the tab from now on, until stop.
func (t *Tab) watchLoad() *loadWatch {
	w := &loadWatch{wake: make(chan struct{}, 1)}
	t.mu.Lock()
	t.loads[w] = struct{}{}
	t.mu.Unlock()
	w.stop = func() {
		t.mu.Lock()
		delete(t.loads, w)
		t.mu.Unlock()
	}
	return w
}

func (w *loadWatch) note(method string, params json.RawMessage) {
	e := loadEvent{method: method}
	if !loadEvents[method] || jsonv2.Unmarshal(jsonv2.Value(params), &e) != nil {
		return
	}
	w.mu.Lock()
	w.queue = append(w.queue, e)
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *loadWatch) drain() []loadEvent {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := w.queue
	w.queue = nil
	return all
}

// load holds the progress of a navigation.
type load struct {
	frame     cdp.FrameID
	loader    cdp.LoaderID // of the current document
	committed bool         // its first event has arrived
	parsed    bool
	done      bool
	leaving   bool // it has requested another document
}

// await waits until a navigation's document has loaded, or the one that replaced it: a
// page that redirects by script or meta refresh has loaded when the last document of
// the chain has. It skips events of the earlier document. A document that opens a
// dialog with a question loads no further, nor does one whose life has ended.
func (w *loadWatch) await(ctx, life context.Context, boxed <-chan struct{}, went page.NavigateResult) error {
	l := load{frame: went.FrameID, loader: went.LoaderID}
	enough := time.NewTimer(l.limit())
	defer func() { enough.Stop() }()
	for {
		before := l
		for _, e := range w.drain() {
			l.handle(e)
		}
		if l.done && !l.leaving {
			return nil
		}
		if limit := l.limit(); limit != before.limit() || l.loader != before.loader {
			enough.Stop()
			enough = time.NewTimer(limit)
		}
		select {
		case <-w.wake:
		case <-enough.C:
			return nil
		case <-boxed:
			return nil
		case <-life.Done():
			return fmt.Errorf("while it loaded: %w", context.Cause(life))
		case <-ctx.Done():
			if l.parsed {
				return nil
			}
			return ctx.Err()
		}
	}
}

// limit returns how long to wait for more events.
func (l *load) limit() time.Duration {
	switch {
	case l.done:
		return followTime
	case l.parsed:
		return loadTime
	}
	return never
}

func (l *load) handle(e loadEvent) {
	if e.FrameID != l.frame {
		return
	}
	switch {
	case e.method == page.FrameRequestedNavigation.Method:
		l.leaving = l.leaving || l.committed && e.Disposition == string(page.ClientNavigationDispositionCurrentTab) && isWeb(e.URL)
	case e.method == frameScheduledNavigation:
		l.leaving = l.leaving || l.committed && e.Delay <= refreshDelay && isWeb(e.URL)
	case e.Name == "init" && e.LoaderID == l.loader:
		l.committed = true
	case e.Name == "init" && l.committed: // it was superseded
		*l = load{frame: l.frame, loader: e.LoaderID, committed: true}
	case e.LoaderID != l.loader:
	case e.Name == "DOMContentLoaded":
		l.parsed = true
	case e.Name == "load":
		l.parsed, l.done = true, true
	}
}

// isWeb reports whether an address loads a document from a server.
func isWeb(url string) bool {
	return strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://")
}
