package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"cairn/companion/cdp"
	"cairn/companion/chromium"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/pilot"
	"cairn/shared/types"
)

const (
	// maxContexts bounds the contexts that are open at once: each is a browser.
	maxContexts = 8
	// contextIdle bounds the time that the browser of an unused context stays open, for the
	// next session.
	contextIdle = 2 * time.Minute
)

// contextForm matches a context's name, which is also a directory's name.
var contextForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// contexts holds the browser contexts: more browsers of Cairn's, each with a separate
// profile in the data directory, and so with separate cookies and storage. A context's
// browser runs while sessions use it. All contexts share the memory. DevTools' own
// contexts would be lighter, but no extension runs in them.
type contexts struct {
	daemon *Daemon

	mu     sync.Mutex
	open   map[string]*openContext
	closed bool
}

// openContext is a context whose browser runs or is starting.
type openContext struct {
	browser *managedBrowser
	users   int
	idle    *time.Timer // fires contextIdle after the last session; nil while one is there
	since   time.Time   // start of the idle time
}

func newContexts(d *Daemon) *contexts { return &contexts{daemon: d, open: map[string]*openContext{}} }

// reserve returns a context for a session, which no other may use. The first use starts its
// browser.
func (c *contexts) reserve(name string) (pilot.Context, error) {
	if !contextForm.MatchString(name) {
		return nil, badContext(name)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, types.Fault(types.CodeNoBrowser, "Cairn is stopping", "start it again: cairn run")
	}
	o := c.open[name]
	if o == nil {
		if err := c.makeRoom(); err != nil {
			return nil, err
		}
		first := c.daemon.browser
		o = &openContext{browser: &managedBrowser{home: first.home, context: name, port: first.port, headless: first.headless, devTools: -1, keep: first.keep, tested: first.tested, choice: first.choice, log: first.log}}
		c.open[name] = o
	}
	if o.users++; o.idle != nil {
		o.idle.Stop()
		o.idle = nil
	}
	return &contextHold{contexts: c, name: name, open: o}, nil
}

// makeRoom closes the context that has been idle longest if the maximum is open, with
// the lock held.
func (c *contexts) makeRoom() error {
	if len(c.open) < maxContexts {
		return nil
	}
	oldest := ""
	for name, o := range c.open {
		if o.users == 0 && (oldest == "" || o.since.Before(c.open[oldest].since)) {
			oldest = name
		}
	}
	if oldest == "" {
		return types.Fault(types.CodeActionDenied, fmt.Sprintf("%d contexts are in use, and no more may be", maxContexts), "end a session that uses one with mm_cleanup, or use one of: "+strings.Join(c.names(), ", "))
	}
	c.end(oldest)
	return nil
}

// names returns the names of the open contexts, with the lock held.
func (c *contexts) names() (names []string) {
	for name := range c.open {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// end closes the browser of an open context, with the lock held.
func (c *contexts) end(name string) {
	o := c.open[name]
	if o.idle != nil {
		o.idle.Stop()
	}
	o.browser.close()
	delete(c.open, name)
}

// release ends a session's hold.
func (c *contexts) release(name string, o *openContext, discard bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if o.users--; c.open[name] != o || o.users > 0 {
		return nil
	}
	if discard {
		c.end(name)
		return c.erase(name)
	}
	o.since = time.Now()
	o.idle = time.AfterFunc(contextIdle, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.open[name] == o && o.users == 0 {
			c.end(name)
		}
	})
	return nil
}

// erase removes the files of a closed context's browser.
func (c *contexts) erase(name string) error {
	if err := os.RemoveAll(filepath.Join(c.daemon.home.Contexts(), name)); err != nil {
		return types.Fault(types.CodeInternal, fmt.Sprintf("the context %s could not be removed whole: %v", name, err), "remove what is left of it with: cairn contexts remove "+name)
	}
	return nil
}

// remove closes a context that no session uses, and erases it.
func (c *contexts) remove(name string) error {
	if !contextForm.MatchString(name) {
		return badContext(name)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if o := c.open[name]; o != nil {
		if o.users > 0 {
			return inUse(name, o.users)
		}
		c.end(name)
	} else if _, err := os.Stat(filepath.Join(c.daemon.home.Contexts(), name)); err != nil {
		return types.Fault(types.CodeNotFound, "there is no context "+name, "cairn contexts lists them")
	}
	return c.erase(name)
}

func (c *contexts) list() (infos []control.Context, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	entries, err := os.ReadDir(c.daemon.home.Contexts())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("list contexts: %w", err)
	}
	for _, e := range entries {
		info := control.Context{Name: e.Name()}
		if !contextForm.MatchString(info.Name) {
			continue
		}
		if file, err := os.Stat(filepath.Join(c.daemon.home.Contexts(), info.Name, "extension", home.PairingFile)); err == nil {
			info.Used = types.At(file.ModTime())
		}
		if o := c.open[info.Name]; o != nil {
			info.Open, info.Sessions = true, o.users
		}
		infos = append(infos, info)
	}
	return infos, nil
}

// unseen counts the browsers that Cairn started without a window: the first and those
// of contexts.
func (c *contexts) unseen() int {
	if first := c.daemon.browser; first.attach != "" || !first.headless && chromium.HasDisplay() {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(c.open)
	if c.daemon.browser.isOpen() {
		n++
	}
	return n
}

// close closes all browsers. No context opens afterwards.
func (c *contexts) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	var ending sync.WaitGroup
	for _, o := range c.open {
		ending.Go(o.browser.close)
	}
	ending.Wait()
}

// endpointOf returns the DevTools endpoint of a browser that Cairn started, nil for
// others. Browsers of unknown context get that of the first browser.
func (d *Daemon) endpointOf(b pilot.Browser) *cdp.Endpoint {
	for _, p := range d.bridge.Peers() {
		if p.ID() != b.ID() || p.Context() == "" {
			continue
		}
		d.contexts.mu.Lock()
		defer d.contexts.mu.Unlock()
		if o := d.contexts.open[p.Context()]; o != nil {
			return o.browser.endpoint()
		}
		return nil
	}
	return d.browser.endpoint()
}

// contextHold is one session's hold on a context.
type contextHold struct {
	contexts *contexts
	name     string
	open     *openContext
}

// Browser returns the context's browser, and starts it if it does not run.
func (h *contextHold) Browser(ctx context.Context) (pilot.Browser, error) {
	d := h.contexts.daemon
	if err := h.open.browser.start(""); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, browserStartTime)
	defer cancel()
	p, err := d.bridge.WaitPeer(ctx, h.name)
	if err != nil {
		return nil, types.Fault(types.CodeNoBrowser, "the browser of context "+h.name+" did not connect in time", "call mm_launch again, with a larger timeoutMs where the machine is slow")
	}
	return maskedBrowser{p, d.typed}, nil
}

// Sole refuses if another session uses the context, too.
func (h *contextHold) Sole() error {
	h.contexts.mu.Lock()
	defer h.contexts.mu.Unlock()
	if h.open.users > 1 {
		return inUse(h.name, h.open.users-1)
	}
	return nil
}

// Release ends the hold, and with discard removes the context.
func (h *contextHold) Release(discard bool) error {
	return h.contexts.release(h.name, h.open, discard)
}

func inUse(name string, sessions int) *types.Error {
	return types.Fault(types.CodeActionDenied, fmt.Sprintf("the context %s is used by %d other session(s)", name, sessions), "end those first; mm_cleanup without discardContext keeps the context")
}

func badContext(name string) *types.Error {
	return types.Invalid(fmt.Sprintf("%.60q is no name of a context", name), "use 1 to 40 small letters, digits and dashes, beginning with a letter or digit")
}
