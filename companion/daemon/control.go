package daemon

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"cairn/companion/control"
	"cairn/shared/types"
)

// controlServer answers on the socket until its context ends.
type controlServer struct {
	listener net.Listener
	handle   func(context.Context, control.Request) control.Reply
	serveMCP func(context.Context, control.Request, io.ReadWriteCloser) error
	// runFlow answers WantFlowRun.
	runFlow func(context.Context, control.Request, io.ReadWriteCloser) error
	// serveMemory answers the requests after WantMemory.
	serveMemory func(context.Context, io.ReadWriter) error
	used        brief
	wg          sync.WaitGroup
}

// alreadyRunning is the error of a second daemon.
const alreadyRunning = "a cairn daemon is already running here"

// refuseSecond returns an error when a daemon answers on the socket.
func refuseSecond(path string) error {
	conn, err := net.Dial("unix", path)
	if err != nil {
		return nil
	}
	conn.Close()
	return types.Fault(types.CodeStoreLocked, alreadyRunning, "use it (cairn status), or end it with: cairn stop")
}

// listenControl creates the socket. It replaces a socket file without a listener,
// which a killed daemon left behind. The caller holds the store's lock: otherwise two
// daemons that start together could each replace the other's socket.
func listenControl(path string) (net.Listener, error) {
	if err := refuseSecond(path); err != nil {
		return nil, err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("replace old socket: %w", err)
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("listen on control socket: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return nil, fmt.Errorf("close control socket to others: %w", err)
	}
	return l, nil
}

func (s *controlServer) serve(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() { s.listener.Close() })
	defer stop()
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			break // closed
		}
		s.wg.Add(1)
		release := s.used.acquire()
		go func() {
			defer s.wg.Done()
			defer release()
			defer conn.Close()
			// No further request is read, but the client that asked for the stop gets
			// its answer.
			end := context.AfterFunc(ctx, func() {
				_ = conn.SetReadDeadline(time.Now())
				_ = conn.SetWriteDeadline(time.Now().Add(control.StopGrace))
			})
			defer end()
			s.converse(ctx, conn)
		}()
	}
	s.wg.Wait()
}

func (s *controlServer) converse(ctx context.Context, conn net.Conn) {
	in := bufio.NewReaderSize(conn, control.MaxControlLine)
	line, err := in.ReadSlice('\n')
	if errors.Is(err, io.EOF) && len(line) == 0 {
		return // a client only checked whether a daemon runs
	}
	if err != nil && ctx.Err() != nil {
		return // an incomplete request is for the next daemon to answer
	}
	var req control.Request
	if err == nil {
		err = json.Unmarshal(line, &req)
	}
	if err != nil {
		control.WriteLine(conn, control.Reply{Error: types.Invalid("control request not understood: "+err.Error(), "use the cairn command of the daemon's own version")})
		return
	}
	s.used.note(req.Want)
	if req.Want == control.WantMCP || req.Want == control.WantLimitedMCP {
		// The rest of the conversation belongs to the client; an error here means that
		// the client went away.
		_ = s.serveMCP(ctx, req, readWriteCloser{in, conn})
		return
	}
	if req.Want == control.WantMemory {
		_ = s.serveMemory(ctx, readWriteCloser{in, conn}) // an error means that the gateway went away
		return
	}
	if req.Want == control.WantFlowRun {
		_ = s.runFlow(ctx, req, readWriteCloser{in, conn}) // runFlow has sent the error to the client
		return
	}
	control.WriteLine(conn, s.handle(ctx, req))
}

// readWriteCloser reads through the buffer that holds the bytes after the first line.
type readWriteCloser struct {
	io.Reader
	net.Conn
}

func (c readWriteCloser) Read(p []byte) (int, error) { return c.Reader.Read(p) }

// renewPairing replaces the secrets and disconnects clients that used the old ones.
func (d *Daemon) renewPairing() (done string, err error) {
	key, token, err := d.home.RenewSecrets()
	if key != nil {
		d.bridge.Renew(key)
	}
	if token != nil {
		d.tools.Renew(hex.EncodeToString(token))
	}
	d.log.Print("the pairing key and the token were renewed")
	return "pairing renewed", err
}

func (d *Daemon) health(ctx context.Context) (*control.Health, error) {
	h := &control.Health{DaemonInfo: d.info, Store: d.store.Stats(), Core: d.memory.Status(), Hidden: d.memory.Hidden(ctx), Unfit: d.memory.Unfit(), Ignored: d.memory.Ignored()}
	for _, p := range d.bridge.Peers() {
		h.Links = append(h.Links, p.Info())
	}
	past := d.bridge.Past()
	h.Left, h.Mispaired, h.Outdated, h.Ahead = past.Left, past.Mispaired, past.Outdated, past.Ahead
	last, err := d.memory.Last(ctx, types.LastRequest{N: 1, Scope: types.Scope{Kind: types.ScopeAll}})
	if err != nil {
		return nil, fmt.Errorf("newest step: %w", err)
	}
	if len(last) > 0 {
		h.Newest = last[0].Timestamp
	}
	return h, nil
}
