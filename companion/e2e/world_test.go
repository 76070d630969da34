package e2e

import (
	"bytes"
	"cmp"
	"context"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"cairn/companion/chromium"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/extension"
	"cairn/testdata/pages"
)

// patience bounds every wait. It is long because machines are slow and noisy,
// and a page repeats unanswered messages for a minute; no test measures time.
const patience = 2 * time.Minute

// world is one user's machine: a data directory, a daemon, a browser with the
// extension, a web site. Everything that a test opens is closed at its end.
type world struct {
	t         testing.TB
	home      string
	port      int
	extension string
	profile   string
	site      string // the sample wallet
	binary    string // the daemon's, where it is not cairnBinary
	writer    string // writes the extension, where it is not cairnBinary
	keep      string // which names the browser keeps; empty for the usual ones

	editExtension []func(dir string) error // the changes of the extension once it is written out

	daemon  *exec.Cmd
	log     *lockedBuffer
	browser *chromium.Browser
	devtool string // address of the browser's debugging port
}

// newWorld makes a test's own world. Nothing of it runs yet.
func newWorld(t testing.TB) *world {
	t.Helper()
	w := makeWorld(t)
	t.Cleanup(w.end)
	w.serveWallet()
	return w
}

// makeWorld makes a world's directories.
func makeWorld(t testing.TB) *world {
	t.Helper()
	dir, err := os.MkdirTemp("", "cairn-w-") // short: a socket's path has little room
	if err != nil {
		t.Fatal(err)
	}
	return &world{t: t, home: filepath.Join(dir, "home"), extension: filepath.Join(dir, "extension"),
		profile: filepath.Join(dir, "profile"), binary: cairnBinary, port: freePort(t), log: &lockedBuffer{}}
}

// end closes the world and deletes its directories.
func (w *world) end() {
	w.closeBrowser()
	w.stopDaemon()
	if w.t.Failed() {
		w.t.Logf("daemon's log:\n%s", w.log.String())
	}
	os.RemoveAll(filepath.Dir(w.home))
}

// serveWallet serves the sample wallet until the test ends.
func (w *world) serveWallet() { w.site = serve(w.t, http.FileServerFS(pages.Wallet())) + "/" }

// start brings up daemon and browser and waits until they are linked.
func (w *world) start() {
	w.t.Helper()
	w.startDaemon()
	w.openBrowser()
	w.waitLinked()
}

func (w *world) startDaemon(args ...string) {
	w.t.Helper()
	cmd := exec.Command(w.binary, append([]string{"serve", "--data", w.home, "--port", strconv.Itoa(w.port)}, args...)...)
	cmd.Stdout, cmd.Stderr = w.log, w.log
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.daemon = cmd
	w.eventually("the daemon answers", func() bool { return w.status() != nil })
}

// stopDaemon ends the daemon as a person does, with an interrupt, and wants a
// clean exit.
func (w *world) stopDaemon() {
	if w.daemon == nil {
		return
	}
	_ = w.daemon.Process.Signal(os.Interrupt)
	w.reapDaemon(true)
}

// killDaemon ends the daemon as a crash does.
func (w *world) killDaemon() {
	_ = w.daemon.Process.Kill()
	w.reapDaemon(false)
}

func (w *world) reapDaemon(clean bool) {
	ended := make(chan error, 1)
	cmd := w.daemon
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if clean && err != nil {
			w.t.Errorf("daemon did not exit cleanly: %v", err)
		}
	case <-time.After(patience):
		_ = cmd.Process.Signal(syscall.SIGQUIT) // its goroutines go into the log
		w.t.Errorf("daemon does not end")
		<-ended
	}
	w.daemon = nil
}

// openBrowser writes the extension out and starts Chromium with it, as somebody
// does who drives a browser by a program: nobody could answer Chrome's question
// for access.
func (w *world) openBrowser() {
	w.t.Helper()
	args := []string{"extension", "--all-sites", w.extension}
	if w.keep != "" {
		args = append(args, "--keep", w.keep)
	}
	w.mustRun(cmp.Or(w.writer, cairnBinary), args...)
	for _, edit := range w.editExtension {
		if err := edit(w.extension); err != nil {
			w.t.Fatal(err)
		}
	}
	binary, err := chromium.Find()
	if err != nil {
		w.t.Fatal(err)
	}
	b, err := chromium.Start(chromium.Options{Binary: binary, Extension: w.extension, BySwitch: true, Profile: w.profile, Headless: true, DevToolsPort: 0})
	if err != nil {
		w.t.Fatal(err)
	}
	w.browser = b
	if w.devtool, err = chromium.DevToolsAddress(w.profile, patience); err != nil {
		w.t.Fatal(err)
	}
	w.rememberAllSites()
}

func (w *world) closeBrowser() {
	if w.browser != nil {
		_ = w.browser.Close()
		w.browser = nil
	}
}

// waitLinked waits until the extension is connected to the daemon.
func (w *world) waitLinked() {
	w.t.Helper()
	w.eventually("the extension is linked", func() bool {
		status := w.status()
		return status != nil && len(status.Browsers) > 0
	})
}

// status asks the daemon as cairn status does, without a process for each question; it is
// nil while no daemon answers.
func (w *world) status() *control.Status {
	conn, err := net.Dial("unix", home.Dir(w.home).Socket())
	if err != nil {
		return nil
	}
	_ = conn.SetDeadline(time.Now().Add(patience)) // AskOn then fails
	reply, err := control.AskOn(conn, control.Request{Want: control.WantStatus})
	if err != nil {
		return nil
	}
	return reply.Status
}

// cairn runs one command against this world's data directory.
func (w *world) cairn(args ...string) (string, error) {
	return w.run(cairnBinary, args...)
}

// run runs one command of a build of Cairn.
func (w *world) run(binary string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	out, err := exec.CommandContext(ctx, binary, append(args, "--data", w.home)...).CombinedOutput()
	return string(out), err
}

func (w *world) mustCairn(args ...string) string {
	w.t.Helper()
	return w.mustRun(cairnBinary, args...)
}

func (w *world) mustRun(binary string, args ...string) string {
	w.t.Helper()
	out, err := w.run(binary, args...)
	if err != nil {
		w.t.Fatalf("cairn %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// eventually waits until ok says so. It asks often at first, and less often when that
// takes long: on a busy machine, asking is a part of the load.
func (w *world) eventually(what string, ok func() bool) {
	w.t.Helper()
	pause := 20 * time.Millisecond
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(pause) {
		if ok() {
			return
		}
		pause = min(3*pause/2, time.Second)
	}
	w.t.Fatalf("waited %s in vain until %s", patience, what)
}

// serve serves handler on a port of its own until the test ends.
func serve(t testing.TB, handler http.Handler) (url string) {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: patience}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { server.Close() })
	return "http://" + l.Addr().String()
}

// triedPorts counts those that freePort has looked at, from a place that differs from
// process to process.
var (
	triedPorts atomic.Int64
	startAt    = rand.Int64N(ports)
)

// freePort finds a port that nobody listens on, below those that the system gives to
// others: one of them could be taken before a daemon listens on it, or while it restarts.
func freePort(t testing.TB) int {
	t.Helper()
	for range ports {
		port := firstPort + int((startAt+triedPorts.Add(1))%ports)
		if l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no port is free")
	return 0
}

const firstPort, ports = 20_000, 12_000

// lockedBuffer collects a process's output.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.buf.Reset()
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// extensionURL is the address of one of the extension's own pages.
func extensionURL(path string) string { return "chrome-extension://" + extension.ID + "/" + path }
