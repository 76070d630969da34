// Package chromium finds Chromium or Chrome on this machine and runs it with
// the extension loaded, in a profile of its own.
//
// The usual path: [Find] the binary, [Start] it with [Options], wait on
// [Browser.Done] and [Browser.Close] it. The profile that it opens is Cairn's
// and never the user's own.
package chromium

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"cairn/shared/types"
)

// closeGrace is how long a browser may take to write its profile before it is
// killed.
const closeGrace = 5 * time.Second

// portFile is where Chromium writes its debugging port, inside the profile.
const portFile = "DevToolsActivePort"

// UnusedFeatures are features of Chromium, as --disable-features takes them: the
// address bar's suggestions as pages. Each window renders two of them from its
// start, which is a quarter of the time that starting takes, and keeps them up.
const UnusedFeatures = "WebUIOmniboxPopup,WebUIOmniboxAimPopup"

// EnvBinary names the environment variable that overrides the search.
const EnvBinary = "CAIRN_CHROMIUM"

// Options says how to start a browser.
type Options struct {
	Binary    string // as Find returned it
	Extension string // directory of the unpacked extension
	Profile   string // user data directory, made if absent
	// Tested are extensions that are loaded beside ours, and whose pages ours may
	// reach by the debugger.
	Tested   []Extension
	Headless bool
	URL      string // first page; about:blank when empty
	// DevToolsPort opens a remote debugging port on loopback: -1 for none, 0
	// for any free one.
	DevToolsPort int
	// Pipe opens a DevTools endpoint for us alone (Browser.Pipe), where the
	// system can hand a pipe to a program. The browser ends with it.
	Pipe bool
	Log  io.Writer // the browser's own messages; nil drops them
}

// Browser is a running browser.
type Browser struct {
	// Pipe is the endpoint that Options.Pipe asked for, or nil.
	Pipe io.ReadWriteCloser

	cmd  *exec.Cmd
	done chan struct{}
	once sync.Once
	err  error
}

// Find returns the path of a browser that can load an unpacked extension, or a
// *types.Error whose hint is the command that installs one.
func Find() (string, error) {
	if p := os.Getenv(EnvBinary); p != "" {
		if _, err := exec.LookPath(p); err != nil {
			return "", types.Fault(types.CodeNotFound, fmt.Sprintf("%s names %s, which cannot be run", EnvBinary, p), "unset "+EnvBinary)
		}
		return p, nil
	}
	for _, c := range candidates() {
		if p, err := exec.LookPath(c); err == nil {
			return p, nil
		}
	}
	return "", types.Fault(types.CodeNotFound, "no Chromium found on this machine, and "+EnvBinary+" names none", InstallCommand())
}

// candidates lists binaries in order of preference. Branded Chrome 137 and
// later ignores --load-extension, so it stands last. Debian's wrapper adds a
// --load-extension of its own, so the binary behind it comes first.
func candidates() []string {
	switch runtime.GOOS {
	case "darwin":
		return []string{
			"/Applications/Chromium.app/Contents/MacOS/Chromium",
			"/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
			"chromium",
		}
	case "windows":
		var list []string
		for _, base := range []string{os.Getenv("LOCALAPPDATA"), os.Getenv("ProgramFiles")} {
			list = append(list, filepath.Join(base, "Chromium", "Application", "chrome.exe"))
		}
		return append(list, "chromium.exe")
	}
	return []string{"/usr/lib/chromium/chromium", "chromium", "chromium-browser", "/usr/lib64/chromium-browser/chromium-browser"}
}

// InstallCommand is what installs Chromium here, or brings it up to date.
func InstallCommand() string {
	switch runtime.GOOS {
	case "darwin":
		return "brew install --cask chromium"
	case "windows":
		return "winget install Hibbiki.Chromium"
	}
	for _, manager := range []struct{ name, install string }{
		{"apt-get", "install"}, {"dnf", "install"}, {"pacman", "-S"}, {"zypper", "install"},
	} {
		if _, err := exec.LookPath(manager.name); err == nil {
			return "sudo " + manager.name + " " + manager.install + " chromium"
		}
	}
	return "install your distribution's package chromium"
}

// HasDisplay reports whether a window can be opened here.
func HasDisplay() bool {
	if runtime.GOOS != "linux" {
		return true
	}
	return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// Start runs the browser.
func Start(o Options) (*Browser, error) {
	if err := os.MkdirAll(o.Profile, 0o700); err != nil {
		return nil, fmt.Errorf("make profile: %w", err)
	}
	// A port that an earlier run wrote down is not this run's.
	if err := os.Remove(filepath.Join(o.Profile, portFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("clear profile: %w", err)
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

// args builds the command line. The switches after the first group keep the
// browser quiet: no first-run pages, no calls home for updates and sync.
func args(o Options) []string {
	extensions := o.Extension
	for _, e := range o.Tested {
		extensions += "," + e.Dir
	}
	list := []string{
		"--user-data-dir=" + o.Profile,
		"--load-extension=" + extensions,
		"--disable-extensions-except=" + extensions,

		"--no-first-run",
		"--no-default-browser-check",
		"--disable-background-networking",
		"--disable-component-update",
		"--disable-sync",
		"--disable-features=" + UnusedFeatures,
		"--disable-search-engine-choice-screen",
		"--password-store=basic",
		"--use-mock-keychain",
		// Hidden tabs must still settle and animate, or actions wait.
		"--disable-backgrounding-occluded-windows",
		"--disable-renderer-backgrounding",
		"--disable-background-timer-throttling",
		// An attached debugger is announced by a bar that shifts the page.
		"--silent-debugger-extension-api",
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
		// Chromium refuses to sandbox as root (containers, CI).
		list = append(list, "--no-sandbox")
	}
	if o.URL != "" {
		list = append(list, o.URL)
	} else {
		list = append(list, "about:blank")
	}
	return list
}

// Done is closed when the browser has ended, by itself or by Close.
func (b *Browser) Done() <-chan struct{} { return b.done }

// PID is the browser's process id.
func (b *Browser) PID() int { return b.cmd.Process.Pid }

// Close asks the browser to end, so that it writes its profile, and kills it
// when it does not within five seconds. It may be called more than once.
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
// Options.DevToolsPort asked for: the browser writes it into its profile.
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
