package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/store"
	"cairn/companion/version"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// Timeouts of the doctor. A daemon that is loading a large store takes longer and is
// reported as not answering yet.
const (
	answerPatience = 5 * time.Second
	portPatience   = 2 * time.Second
)

func (d *Doctor) checkDaemon() {
	const check = "daemon"
	conn, err := net.Dial("unix", d.home.Socket())
	if err != nil {
		d.absentDaemon(check)
		return
	}
	if err := conn.SetDeadline(time.Now().Add(answerPatience)); err != nil {
		conn.Close()
		d.wrong(check, "", "the daemon cannot be asked: %v", err)
		return
	}
	reply, err := control.AskOn(conn, control.Request{Want: control.WantHealth}) // closes conn
	var fault *types.Error
	switch {
	case errors.As(err, &fault) && fault.Code == types.CodeUnknownType:
		d.wrong(check, d.command("stop"), "the running daemon is of an older version than this cairn (%s)", version.Commit)
	case errors.As(err, &fault):
		d.wrong(check, d.command("stop"), "the daemon answers with a fault: %s", fault.Message)
	case err != nil || reply.Health == nil:
		d.wrong(check, d.killCommand(), "a daemon is there but does not answer within %s; if it has just been started it may still be loading", answerPatience)
	case reply.Health.Version != version.Commit:
		d.health = reply.Health
		d.wrong(check, d.command("stop"), "the running daemon is version %s, this cairn is %s; the next use starts the new one", d.health.Version, version.Commit)
	default:
		d.health = reply.Health
		d.ok(check, "process %d answers, version %s, started %s", d.health.PID, d.health.Version, console.Ago(d.health.StartedAt))
	}
}

// absentDaemon distinguishes a daemon that is not running from one that hangs without
// its socket.
func (d *Doctor) absentDaemon(check string) {
	pid, err := store.Holder(d.home.Store())
	switch {
	case err != nil && !errors.Is(err, os.ErrPermission):
		d.wrong(check, "", "no daemon answers, and the store cannot be asked who uses it: %v", err)
	case pid > 0:
		d.wrong(check, fmt.Sprintf("kill -9 %d", pid), "no daemon answers, but process %d has the store open", pid)
	default:
		d.warn(check, d.command("run"), "none is running; MCP clients start it when they need it, and until then browsers record by themselves")
	}
}

func (d *Doctor) killCommand() string {
	if info, err := d.home.ReadDaemonInfo(); err == nil && info.PID > 0 {
		return fmt.Sprintf("kill -9 %d", info.PID) // a hanging daemon ignores requests; the store tolerates a kill
	}
	return "end the process that is called cairn serve or cairn run"
}

func (d *Doctor) checkPort(ctx context.Context) {
	const check = "port"
	if d.health != nil {
		if who := whoListens(ctx, d.health.Port); who != listenerCairn {
			d.wrong(check, d.command("stop"), "the daemon says that it listens on 127.0.0.1:%d, but %s", d.health.Port, who)
			return
		}
		d.ok(check, "127.0.0.1:%d is the daemon's", d.health.Port)
		return
	}
	if d.running() {
		return // the port's owner is unknown while the daemon does not answer
	}
	held := 0
	for port := wire.DefaultPort; port < wire.DefaultPort+wire.PortTries; port++ {
		who := whoListens(ctx, port)
		if who == listenerNone {
			if held == 0 {
				d.ok(check, "127.0.0.1:%d is free", port)
			} else {
				d.warn(check, "", "%s held by others; the daemon will take 127.0.0.1:%d, which extensions find by themselves", console.Counted(held, "usual port is", "usual ports are"), port)
			}
			return
		}
		held++
	}
	d.wrong(check, d.command("serve --port "+strconv.Itoa(freePort())), "ports %d to %d are all held by other programs", wire.DefaultPort, wire.DefaultPort+wire.PortTries-1)
}

// running reports whether a daemon exists, answering or not.
func (d *Doctor) running() bool { return control.Running(d.home) }

// listener describes the program that listens on a port.
type listener string

const (
	listenerNone  listener = "no listener"
	listenerCairn listener = "a Cairn daemon is there"
	listenerOther listener = "another program is there"
)

// whoListens recognises a Cairn by its refusal of a link request that comes from no
// extension.
func whoListens(ctx context.Context, port int) listener {
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	ctx, cancel := context.WithTimeout(ctx, portPatience)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp4", address)
	if err != nil && ctx.Err() == nil {
		return listenerNone // refused
	} else if err == nil {
		conn.Close()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/sync", nil)
	if err != nil {
		return listenerOther
	}
	client := http.Client{Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		return listenerOther
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(res.Body, 4<<10)) // the bytes read decide
	if res.StatusCode == http.StatusForbidden && strings.Contains(string(body), "ORIGIN_DENIED") {
		return listenerCairn
	}
	return listenerOther
}

func freePort() int {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return wire.DefaultPort + wire.PortTries
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// silentFor bounds the silence of a linked browser: two beats.
const silentFor = 2 * wire.BeatEvery

func (d *Doctor) checkLink() {
	const check = "link"
	h := d.health
	if h == nil {
		return // the daemon's finding has the reason
	}
	own := embeddedManifest().Version
	for _, l := range h.Links {
		silent := d.now.Sub(l.Heard.Std())
		switch {
		case newerVersion(l.Version, own):
			d.warn(check, updateCairn, "%s has extension %s, which is newer than this cairn (%s): update cairn", l.Browser, l.Version, own)
		case l.Version != own:
			d.warn(check, d.writeExtensionCommand(), "%s has extension %s, which is older than this cairn (%s): update the extension, then press reload in chrome://extensions", l.Browser, l.Version, own)
		case silent > silentFor:
			d.warn(check, "", "%s has said nothing for %s; it is given up and reconnects by itself", l.Browser, silent.Round(time.Second))
		default:
			d.ok(check, "%s is connected since %s, last message %s ago", l.Browser, console.When(l.Since), max(0, silent.Round(time.Second)))
		}
	}
	if len(h.Links) == 0 {
		last := "none has been since the daemon started"
		if h.Left > 0 {
			last = "the last left " + console.Ago(h.Left)
		}
		d.warn(check, d.command("run"), "no browser is connected; %s", last)
	}
	if h.Mispaired > 0 {
		d.warn(check, d.command("pair"), "%s, an extension with another pairing key tried to connect; give its popup this one's code", console.Ago(h.Mispaired))
	}
	if h.Outdated > 0 {
		d.warn(check, d.writeExtensionCommand(), "%s, an extension from before this version tried to connect; then press reload in chrome://extensions", console.Ago(h.Outdated))
	}
	if h.Ahead > 0 {
		d.warn(check, updateCairn, "%s, an extension tried to connect that is too new for this cairn: update cairn", console.Ago(h.Ahead))
	}
}

// updateCairn names the ways to update the companion to an extension's version.
const updateCairn = "update cairn in the way it was installed: npm install -g cairn-mcp@latest, your package manager, or " + version.Repository + "/releases"

// newerVersion reports whether a version such as 1.10.0 comes after another one.
func newerVersion(a, b string) bool {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(as), len(bs)) {
		x, errX := strconv.Atoi(as[i])
		y, errY := strconv.Atoi(bs[i])
		if errX != nil || errY != nil || x != y {
			return errX == nil && errY == nil && x > y
		}
	}
	return len(as) > len(bs)
}

// manifest holds the parts of an extension's manifest that the doctor checks.
type manifest struct {
	Version       string `json:"version"`
	OldestBrowser int    `json:"minimum_chrome_version,string"`
}

// embeddedManifest returns that of the extension in this binary.
func embeddedManifest() manifest {
	m := manifest{Version: "unknown"}
	if text, err := readEmbedded("manifest.json"); err == nil {
		_ = json.Unmarshal(text, &m) // it is built in; a test covers the decoding
	}
	return m
}
