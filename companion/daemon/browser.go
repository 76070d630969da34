package daemon

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cairn/companion/cdp"
	"cairn/companion/chromium"
	"cairn/companion/home"
	"cairn/shared/types"
)

// browserStartTime bounds the wait for a newly started browser: a new profile on a
// slow machine takes a while (measured: 0.6 to 1.1 s when idle).
const browserStartTime = 30 * time.Second

// quitTime bounds the wait for a browser to write its profile and end.
const quitTime = 3 * time.Second

// managedBrowser is a browser that the daemon starts itself, in a profile of Cairn's:
// the first one, or that of a context. It starts on first use and ends with the
// daemon.
type managedBrowser struct {
	home     home.Dir
	context  string // empty for the first one
	port     int    // of the daemon, for the pairing
	headless bool
	devTools int
	keep     types.Keep
	tested   []chromium.Extension
	choice   string // value of --browser; empty for the default
	attach   string // address of a browser's debugging port, to join that browser instead
	from     string // a person's profile, which Cairn copies
	log      io.Writer
	giveUp   atomic.Pointer[context.CancelFunc] // of a start that is under way

	mu       sync.Mutex
	running  *chromium.Browser
	devtools *cdp.Endpoint // of running, or of the joined browser
	copied   string        // the copy of from in use
	noted    []string      // notes on it for people
}

// start opens the browser at url unless it runs already.
func (m *managedBrowser) start(url string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.devtools != nil {
		select {
		case <-m.devtools.Done():
		default:
			return nil
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), browserStartTime)
	defer cancel()
	m.giveUp.Store(&cancel)
	defer m.giveUp.Store(nil)
	m.noted = nil
	if m.attach != "" {
		return m.join(ctx, url)
	}
	return m.open(ctx, url)
}

// open starts a browser in a profile of Cairn's.
func (m *managedBrowser) open(ctx context.Context, url string) error {
	machine := chromium.ThisMachine()
	browser, err := machine.Choose(m.choice)
	if err != nil {
		return err
	}
	if err := machine.CanRead(browser, m.extension()); err != nil {
		return err
	}
	m.noted = []string{fmt.Sprintf("Browser           %s: %s", browser.Path, browser.Why)}
	if m.from != "" {
		dir, says, err := copyProfile(ctx, m.home, m.from, browser)
		if err != nil {
			return err
		}
		m.copied, m.noted = dir, append(m.noted, "Profile           "+says)
	}
	if err := m.write(); err != nil {
		return err
	}
	m.running, m.devtools, err = openBrowser(ctx, chromium.Options{
		Binary: browser.Path, Extension: m.extension(), Profile: m.profile(), Headless: m.headless || !chromium.HasDisplay(),
		Tested: m.tested, URL: address(m.tested, url), DevToolsPort: m.devTools, Keyring: m.from != "", Log: m.log,
	})
	return err
}

// join connects to a running browser. The browser keeps running after the daemon, and
// keeps the extension until it is closed.
func (m *managedBrowser) join(ctx context.Context, url string) (err error) {
	if err := m.write(); err != nil {
		return err
	}
	if m.devtools, err = attachBrowser(ctx, m.attach, m.extension()); err != nil || url == "" {
		return err
	}
	return m.devtools.ShowTab(ctx, url)
}

func (m *managedBrowser) write() error {
	p, err := m.home.Pairing()
	if err != nil {
		return err
	}
	p.Port, p.Ports = m.port, home.Ports(m.port)
	// The daemon does not end a joined browser. With a person's sign-ins, steps store
	// only the names that actions used.
	p.Managed, p.Own, p.Keep, p.Context = true, m.attach == "", home.KeepOrUsual(m.keep, m.attach == "" && m.from == ""), m.context
	p.Extensions = m.tested
	return home.WriteExtension(m.extension(), p)
}

func (m *managedBrowser) profile() string {
	if m.copied != "" {
		return m.copied
	}
	if m.context != "" {
		return filepath.Join(m.home.Contexts(), m.context, "profile")
	}
	return m.home.Profile()
}

func (m *managedBrowser) extension() string {
	if m.context != "" {
		return filepath.Join(m.home.Contexts(), m.context, "extension")
	}
	if m.attach != "" {
		return m.home.JoinedExtension()
	}
	return m.home.ManagedExtension()
}

// address converts an address to the browser's form: in pages of an extension under
// test, it replaces the extension's name, which Cairn shows, by its id.
func address(tested []chromium.Extension, shown string) string {
	for _, e := range tested {
		if rest, ok := strings.CutPrefix(shown, "extension://"+e.Name); ok && (rest == "" || strings.ContainsRune("/?#", rune(rest[0]))) {
			return "chrome-extension://" + e.ID + rest
		}
	}
	return shown
}

// endpoint returns the DevTools endpoint for direct input to the browser, or nil if it
// has none.
func (m *managedBrowser) endpoint() *cdp.Endpoint {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.devtools
}

func (m *managedBrowser) notes() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.noted
}

// done returns a channel that is closed when the browser has ended; nil if none was
// started.
func (m *managedBrowser) done() <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.devtools == nil {
		return nil
	}
	return m.devtools.Done()
}

// isOpen reports whether the browser runs.
func (m *managedBrowser) isOpen() bool {
	select {
	case <-m.done():
		return false
	default:
		return m.done() != nil
	}
}

// BrowserDone returns a channel that is closed when the browser that the daemon
// started or joined has ended; nil if there is none.
func (d *Daemon) BrowserDone() <-chan struct{} { return d.browser.done() }

// devToolsAddress returns the address at which other drivers reach the browser. The
// browser writes a port file only if it chose the port itself.
func (m *managedBrowser) devToolsAddress() (string, error) {
	if m.devTools > 0 {
		return fmt.Sprintf("127.0.0.1:%d", m.devTools), nil
	}
	return chromium.DevToolsAddress(m.profile(), browserStartTime)
}

// close ends the browser, and a start that is under way.
func (m *managedBrowser) close() {
	if giveUp := m.giveUp.Load(); giveUp != nil {
		(*giveUp)()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.devtools == nil:
	case m.running == nil: // a joined browser
		_ = m.devtools.Close()
	default:
		ctx, cancel := context.WithTimeout(context.Background(), quitTime)
		defer cancel()
		if m.devtools.Quit(ctx) == nil {
			select {
			case <-m.running.Done():
			case <-ctx.Done():
			}
		}
		_ = m.running.Close() // the browser ends either way
	}
}

// awaitBrowser waits until the extension of a context's browser is connected. An empty
// name stands for any browser without a context.
func (d *Daemon) awaitBrowser(ctx context.Context, name string, within time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if _, err := d.bridge.WaitPeer(ctx, name); err != nil {
		return types.Fault(types.CodeNoBrowser, fmt.Sprintf("no browser connected within %s", within), "load the extension (cairn extension DIR), or run: cairn run; "+home.EnvHome+" and --data must be the same for both")
	}
	return nil
}
