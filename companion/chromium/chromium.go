// Package chromium finds the Chromium-family browsers of this machine and runs one in
// a separate profile.
//
// The usual path: [Machine.Choose] one, [Start] it with [Options], wait on
// [Browser.Done] and [Browser.Close] it. The profile that it opens is Cairn's and
// never the user's own. The caller loads extensions over the DevTools pipe once the
// browser runs, which every current browser allows; the switch --load-extension is for
// older ones, and Chrome itself ignores it from 137 on.
package chromium

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// closeGrace bounds the wait for a browser to write its profile before Close kills it.
const closeGrace = 5 * time.Second

// portFile is the file inside the profile to which Chromium writes its debugging port.
const portFile = "DevToolsActivePort"

// UnusedFeatures are features of Chromium, as --disable-features takes them: the
// address bar's suggestions as pages. Each window renders two of them from its start,
// which takes a quarter of the startup time, and keeps them open.
const UnusedFeatures = "WebUIOmniboxPopup,WebUIOmniboxAimPopup"

// Options configure the start of a browser.
type Options struct {
	Binary    string // as Choose returned it
	Extension string // directory of the unpacked extension
	Profile   string // user data directory, created if absent
	// Tested lists extensions that are loaded beside ours, and whose pages ours may
	// reach by the debugger.
	Tested []Extension
	// BySwitch loads the extensions at the browser's start. Otherwise the caller loads
	// them over the pipe.
	BySwitch bool
	// Keyring lets the browser decrypt data with the user's keyring, such as the
	// cookies of a copied profile.
	Keyring  bool
	Headless bool
	URL      string // first page; about:blank when empty
	// DevToolsPort opens a remote debugging port on loopback: -1 for none, 0
	// for any free one.
	DevToolsPort int
	// Pipe opens a private DevTools endpoint (Browser.Pipe). The browser ends with it.
	Pipe bool
	Log  io.Writer // the browser's own messages; nil drops them
}

// Extensions returns the directories of the extensions to load.
func (o Options) Extensions() []string {
	dirs := []string{o.Extension}
	for _, e := range o.Tested {
		dirs = append(dirs, e.Dir)
	}
	return dirs
}

// Browser is a running browser.
type Browser struct {
	// Pipe is the endpoint that Options.Pipe requested, or nil.
	Pipe io.ReadWriteCloser

	cmd  *exec.Cmd
	done chan struct{}
	once sync.Once
	err  error
}

// HasDisplay reports whether a window can be opened here.
func HasDisplay() bool {
	if runtime.GOOS != "linux" {
		return true
	}
	return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// Start starts the browser.
func Start(o Options) (*Browser, error) {
	if err := os.MkdirAll(o.Profile, 0o700); err != nil {
		return nil, fmt.Errorf("make profile: %w", err)
	}
	// The port of an earlier run is not this run's.
	if err := os.Remove(filepath.Join(o.Profile, portFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("clear profile: %w", err)
	}
	if err := forgetWorkers(o); err != nil {
		return nil, fmt.Errorf("clear cached service workers: %w", err)
	}
	cmd := exec.Command(o.Binary, args(o)...)
	cmd.Stdout, cmd.Stderr = o.Log, o.Log
	setGroup(cmd)
	b := &Browser{cmd: cmd, done: make(chan struct{})}
	if o.Pipe {
		var handOver func()
		var err error
		if b.Pipe, handOver, err = addPipe(cmd); err != nil {
			return nil, fmt.Errorf("open pipe: %w", err)
		}
		defer handOver()
	}
	if err := cmd.Start(); err != nil {
		if b.Pipe != nil {
			b.Pipe.Close()
		}
		return nil, fmt.Errorf("start %s: %w", o.Binary, err)
	}
	go func() {
		b.err = cmd.Wait()
		if b.Pipe != nil {
			b.Pipe.Close()
		}
		close(b.done)
	}()
	return b, nil
}

// args builds the command line. The switches after the first group keep the browser
// quiet: no first-run pages, no requests for updates and sync.
func args(o Options) []string {
	list := []string{
		"--user-data-dir=" + o.Profile,

		"--no-first-run",
		"--no-default-browser-check",
		"--disable-background-networking",
		"--disable-component-update",
		"--disable-sync",
		"--disable-features=" + UnusedFeatures,
		"--disable-search-engine-choice-screen",
		// Hidden tabs must still settle and animate, or actions wait.
		"--disable-backgrounding-occluded-windows",
		"--disable-renderer-backgrounding",
		"--disable-background-timer-throttling",
		// Without it, an attached debugger shows a bar that shifts the page.
		"--silent-debugger-extension-api",
	}
	if o.BySwitch {
		extensions := strings.Join(o.Extensions(), ",")
		list = append(list, "--load-extension="+extensions, "--disable-extensions-except="+extensions)
	}
	if !o.Keyring {
		list = append(list, "--password-store=basic", "--use-mock-keychain")
	}
	if len(o.Tested) > 0 {
		list = append(list, "--extensions-on-extension-urls")
	}
	if o.Headless {
		list = append(list, "--headless=new", "--disable-gpu", "--window-size=1280,900")
	}
	if o.DevToolsPort >= 0 {
		list = append(list, fmt.Sprintf("--remote-debugging-port=%d", o.DevToolsPort))
	}
	if os.Geteuid() == 0 {
		// Chromium cannot use its sandbox as root (containers, CI).
		list = append(list, "--no-sandbox")
	}
	if o.URL != "" {
		list = append(list, o.URL)
	} else {
		list = append(list, "about:blank")
	}
	return list
}

// Done returns a channel that is closed when the browser has ended, by itself or by
// Close.
func (b *Browser) Done() <-chan struct{} { return b.done }

// PID returns the browser's process id.
func (b *Browser) PID() int { return b.cmd.Process.Pid }

// Close asks the browser to end, so that it writes its profile, and kills it after
// five seconds. It may be called more than once.
func (b *Browser) Close() error {
	b.once.Do(func() {
		terminate(b.cmd)
		select {
		case <-b.done:
		case <-time.After(closeGrace):
			kill(b.cmd)
			<-b.done
		}
	})
	var exit *exec.ExitError
	if errors.As(b.err, &exit) {
		return nil // ended by our signal
	}
	return b.err
}

// DevToolsAddress waits for the address of the remote debugging port that
// Options.DevToolsPort requested: the browser writes it into its profile.
func DevToolsAddress(profile string, within time.Duration) (string, error) {
	file := filepath.Join(profile, portFile)
	for end := time.Now().Add(within); ; time.Sleep(50 * time.Millisecond) {
		if data, err := os.ReadFile(file); err == nil && len(data) > 0 {
			var port int
			if _, err := fmt.Sscanf(string(data), "%d", &port); err == nil {
				return fmt.Sprintf("127.0.0.1:%d", port), nil
			}
		}
		if time.Now().After(end) {
			return "", fmt.Errorf("browser opened no debugging port within %s", within)
		}
	}
}

// InUseBy returns the process id of the browser that uses a profile on this computer,
// or 0. Chromium's lock on a profile is a link to "<host>-<process>"; Windows has none
// that names a process.
func InUseBy(profile string) int {
	lock, err := os.Readlink(filepath.Join(profile, "SingletonLock"))
	if err != nil {
		return 0
	}
	at := strings.LastIndexByte(lock, '-')
	pid, err := strconv.Atoi(lock[at+1:])
	host, hostErr := os.Hostname()
	if err != nil || hostErr != nil || at < 0 || lock[:at] != host {
		return 0 // of another computer, or in another form
	}
	p, err := os.FindProcess(pid)
	if err != nil || p.Signal(syscall.Signal(0)) != nil {
		return 0
	}
	return pid
}
