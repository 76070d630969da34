package daemon

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"cairn/companion/cdp"
	"cairn/companion/chromium"
	"cairn/companion/home"
	"cairn/shared/types"
)

// browserStartTime bounds the wait for a browser that was just started: a new
// Profile on a slow machine takes a while (measured: 0.6 to 1.1 s when idle).
const browserStartTime = 30 * time.Second

// quitTime is what a browser may take to write its profile and end.
const quitTime = 3 * time.Second

// managedBrowser is a browser that the daemon starts itself, in a profile of
// Cairn's own: the first one, or that of a context. It is started when somebody
// needs it and ends with the daemon.
type managedBrowser struct {
	home     home.Dir
	context  string // empty for the first one
	port     int    // of the daemon, for the pairing
	headless bool
	devTools int
	keep     types.Keep
	tested   []chromium.Extension
	log      io.Writer

	mu       sync.Mutex
	running  *chromium.Browser
	devtools *cdp.Endpoint // of running; nil where there is none
}

// start opens the browser at url unless it runs already.
func (m *managedBrowser) start(url string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running != nil {
		select {
		case <-m.running.Done():
		default:
			return nil
		}
	}
	binary, err := chromium.Find()
	if err != nil {
		return err
	}
	p, err := m.home.Pairing()
	if err != nil {
		return err
	}
	p.Port, p.Ports = m.port, home.Ports(m.port)
	p.Managed, p.Own, p.Keep, p.Context = true, true, home.KeepOrUsual(m.keep, true), m.context
	p.Extensions = m.tested
	dir := m.extension()
	if err := home.WriteExtension(dir, p); err != nil {
		return err
	}
	m.running, err = chromium.Start(chromium.Options{
		Binary: binary, Extension: dir, Profile: m.profile(), Headless: m.headless || !chromium.HasDisplay(),
		Tested: m.tested, URL: address(m.tested, url), DevToolsPort: m.devTools, Pipe: true, Log: m.log,
	})
	m.devtools = nil
	if err == nil && m.running.Pipe != nil {
		m.devtools = cdp.NewEndpoint(m.running.Pipe)
	}
	return err
}

func (m *managedBrowser) profile() string {
	if m.context != "" {
		return filepath.Join(m.home.Contexts(), m.context, "profile")
	}
	return m.home.Profile()
}

func (m *managedBrowser) extension() string {
	if m.context != "" {
		return filepath.Join(m.home.Contexts(), m.context, "extension")
	}
	return m.home.ManagedExtension()
}

// address is an address as the browser has it: of a page of an extension under test,
// which Cairn shows by the extension's name, by its id.
func address(tested []chromium.Extension, shown string) string {
	for _, e := range tested {
		if rest, ok := strings.CutPrefix(shown, "extension://"+e.Name); ok && (rest == "" || strings.ContainsRune("/?#", rune(rest[0]))) {
			return "chrome-extension://" + e.ID + rest
		}
	}
	return shown
}

// endpoint is where agents' hands reach the browser without a detour, if they
// can at all.
func (m *managedBrowser) endpoint() *cdp.Endpoint {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.devtools
}

// done is closed when the browser has ended; nil when none was started.
func (m *managedBrowser) done() <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running == nil {
		return nil
	}
	return m.running.Done()
}

// BrowserDone is closed when the browser that the daemon started has ended; nil when it started none.
func (d *Daemon) BrowserDone() <-chan struct{} { return d.browser.done() }

// devToolsAddress is where other drivers reach the browser. It writes down a
// port only when it chose it itself.
func (m *managedBrowser) devToolsAddress() (string, error) {
	if m.devTools > 0 {
		return fmt.Sprintf("127.0.0.1:%d", m.devTools), nil
	}
	return chromium.DevToolsAddress(m.profile(), browserStartTime)
}

func (m *managedBrowser) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running == nil {
		return
	}
	if m.devtools != nil {
		ctx, cancel := context.WithTimeout(context.Background(), quitTime)
		defer cancel()
		if m.devtools.Quit(ctx) == nil {
			select {
			case <-m.running.Done():
			case <-ctx.Done():
			}
		}
	}
	_ = m.running.Close() // it is gone either way
}

// awaitBrowser waits until the extension of a context's browser is connected, or of
// any browser without a context where name is empty.
func (d *Daemon) awaitBrowser(ctx context.Context, name string, within time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if _, err := d.bridge.WaitPeer(ctx, name); err != nil {
		return types.Fault(types.CodeNoBrowser, fmt.Sprintf("no browser connected within %s", within), "load the extension (cairn extension DIR), or run: cairn run; "+home.EnvHome+" and --data must be the same for both")
	}
	return nil
}
