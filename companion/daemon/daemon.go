package daemon

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"cairn/companion/bridge"
	"cairn/companion/chromium"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/mcptools"
	"cairn/companion/memory"
	"cairn/companion/pilot"
	"cairn/companion/runner"
	"cairn/companion/store"
	"cairn/companion/version"
	"cairn/shared/limits"
	"cairn/shared/types"
)

// Timeouts of the listener and its shutdown.
const (
	headerTime = 5 * time.Second // for the head of a request to arrive (B59)
	idleTime   = 5 * time.Minute // between requests of one connection; a session survives it

	storePatience = 15 * time.Second // wait for the store of an ending daemon; below daemonStartTime
	storePause    = 20 * time.Millisecond
)

// Options configure a daemon.
type Options struct {
	Port     int              // see listen
	Keep     types.Keep       // of that browser, empty for the default; with full, older records keep their names: see rewriteOlder
	Headless bool             // of the browser that it starts on request
	DevTools int              // debugging port of that browser: -1 none, 0 any
	Encrypt  bool             // encrypt a plain store
	Limits   home.AgentLimits // of all agents, stored from now on
	Uploads  string           // directories whose files agents over HTTP may upload to pages, joined as in PATH
	Brief    bool             // end when no longer needed: see brief
	Answers  string           // whose core answers queries about a page: extension, companion or both; empty for the extension's
	Log      io.Writer        // receives log lines
	Progress store.Progress   // of opening the store; may be nil

	Browser BrowserChoice        // the one that it starts or joins
	Tested  []chromium.Extension // loaded into its browsers, to be tested
}

// Daemon is the one process per user that owns the store.
type Daemon struct {
	home    home.Dir
	options Options
	info    home.DaemonInfo
	log     *log.Logger
	slots   cpuSlots
	typed   *typedSecrets
	nameKey []byte
	limits  limits.Given // of all agents
	names   atomic.Pointer[control.Rewriting]
	// expected is set if a browser was linked when the previous daemon ended.
	expected bool

	store    *store.Store
	memory   *memory.Memory
	bridge   *bridge.Server
	tools    *mcptools.Server
	browser  *managedBrowser
	contexts *contexts
	answers  *pilot.Answers
	running  *runner.Book // the running flows
	panels   *panelRuns
	team     *teamPart
	listener net.Listener
	control  net.Listener
	stop     context.CancelFunc // set by serve
}

// Open reserves the data directory and the port, and loads the stored records. It
// answers no request before Serve.
func Open(h home.Dir, o Options) (*Daemon, error) {
	by, err := pilot.ParseAnswerer(o.Answers)
	if err != nil {
		return nil, err
	}
	d := &Daemon{home: h, options: o, answers: pilot.NewAnswers(by), running: runner.NewBook(), log: log.New(o.Log, "", log.LstdFlags|log.LUTC), slots: newCPUSlots(listenMeanwhile()), typed: newTypedSecrets()}
	d.names.Store(new(control.Rewriting))
	d.panels = &panelRuns{daemon: d, runs: map[string]*panelRun{}}
	d.team = &teamPart{daemon: d}
	if err := d.open(); err != nil {
		return nil, errors.Join(err, d.close())
	}
	d.log.Printf("ready: version %s, %s, data in %s", version.Commit, d.mcpURL(), d.home)
	return d, nil
}

func (d *Daemon) open() (err error) {
	tameCollector()
	if err := refuseSecond(d.home.Socket()); err != nil {
		return err
	}
	o := d.home.StoreOptions(fmt.Sprintf("cairn daemon, process %d", os.Getpid()))
	if o.Slot, o.Progress = d.slots.run, d.options.Progress; d.options.Encrypt {
		o = d.home.Encrypting(o, false)
	}
	var refused error // by claim: no fault of the store
	o.Again, o.Claimed = d.awaitStore(time.Now().Add(storePatience)), func() error { refused = d.claim(); return refused }
	if d.store, err = store.Open(d.home.Store(), o); err != nil {
		if d.control != nil { // the lock is released: the file may be the socket of another daemon by now
			d.control.(*net.UnixListener).SetUnlinkOnClose(false)
		} else if second := refuseSecond(d.home.Socket()); second != nil {
			return second
		}
		return cmp.Or(refused, err)
	}
	d.tellStore(d.store.Stats())
	d.expected = d.expectsLinked()
	if d.memory, err = memory.Open(d.store, memory.Options{ScreenRules: d.home.ScreenRules(), NameKey: d.nameKey, Mask: d.typed.step, MaskText: d.typed.written, Slot: d.slots.run}); err != nil {
		return err
	}
	returnMemory()
	if err = d.wire(); err != nil {
		return err
	}
	return d.home.WriteDaemonInfo(d.info)
}

// awaitStore waits, until end, for the store of a daemon that does not answer: that
// one is ending, or has just started. The loser of two that start together gives up as
// soon as the other answers.
func (d *Daemon) awaitStore(end time.Time) (again func() bool) {
	return func() bool {
		time.Sleep(storePause)
		return refuseSecond(d.home.Socket()) == nil && time.Now().Before(end)
	}
}

// claim takes the socket, the port and the keys, which no two daemons may share. It
// runs while the store is locked and before it is read, so that clients can connect
// while a large store loads.
func (d *Daemon) claim() (err error) {
	if d.control, err = listenControl(d.home.Socket()); err != nil {
		return err
	}
	if d.limits, err = d.home.LimitAgents(d.options.Limits); err != nil {
		return err
	}
	if err = d.listen(); err != nil {
		return err
	}
	d.info = home.DaemonInfo{PID: os.Getpid(), Port: d.listener.Addr().(*net.TCPAddr).Port, Version: version.Commit, StartedAt: types.At(time.Now())}
	if d.nameKey, err = d.home.Secret(home.NameKeyFile); err != nil {
		return err
	}
	changed, err := d.home.NoteNameKey(d.nameKey, time.Now())
	if changed {
		d.log.Printf("names: %s is another key than before: names hidden under that one are found no more; nothing else is lost", d.home.Path(home.NameKeyFile))
	}
	return err
}

// listen binds the port. A daemon that a command started uses any free port if the
// usual ones are taken, because the command itself needs none.
func (d *Daemon) listen() (err error) {
	d.listener, err = listen(d.options.Port)
	if fault := types.AsError(err); fault != nil && fault.Code == types.CodePortInUse && d.options.Brief && d.options.Port == 0 {
		if d.listener, err = listen(-1); err == nil {
			d.log.Printf("%s: listening on %s, where no extension looks", fault.Message, d.listener.Addr())
		}
	}
	return err
}

// tellStore logs the damage that opening the store found.
func (d *Daemon) tellStore(s store.Stats) {
	if s.TornBytes > 0 {
		d.log.Printf("store: %d bytes at its end are incomplete and are cut off; they were never acknowledged", s.TornBytes)
	}
	if s.DamagedFile != "" {
		d.log.Printf("store: it was damaged; %d steps of %d sessions are sound, %d values are not; the file as it was is %s", s.Steps, s.Sessions, s.Quarantined, s.DamagedFile)
	}
}

// Serve answers until ctx ends, then closes all parts in an order that loses no data.
func (d *Daemon) Serve(ctx context.Context) error {
	ctx, d.stop = context.WithCancel(ctx)
	defer d.stop()
	mux := http.NewServeMux()
	mux.Handle("/sync", d.bridge)
	mux.Handle("/mcp", d.tools.HTTPHandler())
	mux.Handle(samplePath, sampleHandler())
	server := &http.Server{Handler: mux, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, ErrorLog: d.log}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(d.listener) }()
	socket := &controlServer{listener: d.control, handle: d.handle, serveMCP: d.serveMCP, runFlow: d.serveFlow,
		serveMemory: d.serveMemory}
	if d.options.Brief {
		socket.used.inUse, socket.used.sending, socket.used.released = d.inUse, d.team.sending, make(chan struct{}, 1)
		go socket.used.endWhenIdle(ctx, d.stop)
	}
	if err := d.team.open(ctx); err != nil {
		d.log.Printf("team: %v; cairn team status says more", err) // the memory works without
	}
	go d.rewriteOlder(ctx)
	go d.retain(ctx)
	go d.pack(ctx)
	go d.scrub(ctx)
	go tendCollector(ctx)
	controlDone := make(chan struct{})
	go func() {
		socket.serve(ctx)
		close(controlDone)
	}()

	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
		d.stop()
	}
	grace, cancel := context.WithTimeout(context.Background(), control.StopGrace)
	defer cancel()
	d.browser.close()
	d.contexts.close()
	d.tools.Close()
	if shutErr := d.bridge.Shutdown(grace); shutErr != nil {
		d.log.Printf("links: %v", shutErr)
	}
	_ = server.Shutdown(grace) // connections still open after the grace are cut
	_ = server.Close()
	<-controlDone
	err = errors.Join(err, d.team.finish(), d.team.close())
	return errors.Join(err, d.close())
}

// close releases the resources that Open took.
func (d *Daemon) close() error {
	var err error
	if d.store != nil {
		// The file is ours while the store is: the next daemon writes its own as soon
		// as it has the store.
		_ = os.Remove(d.home.DaemonFile())
		err = d.store.Close()
	}
	if d.listener != nil {
		d.listener.Close()
	}
	if d.control != nil {
		d.control.Close()
		if d.info.PID != 0 {
			d.log.Print("closed")
		}
	}
	return err
}

// inUse reports whether a client has a session, or a linked browser is visible to a
// person.
func (d *Daemon) inUse() bool {
	return d.tools.Sessions() > 0 || len(d.bridge.Peers()) > d.contexts.unseen()
}

func (d *Daemon) mcpURL() string {
	return "http://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(d.info.Port)) + "/mcp"
}
