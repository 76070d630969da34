package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"cairn/shared/limits"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// The control socket is how other invocations of cairn talk to the daemon. The
// first line of a connection is one controlRequest. After wantMCP the
// connection carries MCP messages, one a line; every other request is answered
// by one controlReply and the connection ends.

// maxControlLine bounds a request line: the largest is a search query.
const maxControlLine = 64 << 10

// controlRequest is the first line of a connection.
type controlRequest struct {
	Want string `json:"want"`

	// With wantMCP: which tools, under which prefix, and the client's working
	// directory, whose git branch the sessions are tagged with.
	Tools    string `json:"tools,omitempty"`
	Prefix   string `json:"prefix,omitempty"`
	Language string `json:"language,omitempty"` // of site memory
	Dir      string `json:"dir,omitempty"`
	// Uploads are the directories whose files it may give to pages, joined as in PATH.
	Uploads string `json:"uploads,omitempty"`
	// Limits are those of this client. They come with wantLimitedMCP, which a
	// daemon that knows no limits refuses.
	Limits limits.Given `json:"limits,omitzero"`
	// Announce asks for a line before each request that is begun, so that a
	// client knows of which it can't be said how far they came.
	Announce bool `json:"announce,omitempty"`

	// With wantCore.
	Core *wire.CoreRequest `json:"core,omitempty"`
	// With wantEdit.
	Edit *types.Edit `json:"edit,omitempty"`
	// With wantOutcome.
	Outcome *wire.OutcomeRequest `json:"outcome,omitempty"`
	// With wantForget.
	Forget *types.Forget `json:"forget,omitempty"`
	// With wantFlowRun.
	Flow *types.FlowInput `json:"flow,omitempty"`
	// With wantFlowImport: flows of the same names are replaced.
	Replace bool `json:"replace,omitempty"`
	// With wantExport and wantImport: an absolute directory; with those of cards
	// and KB items an absolute file.
	Path string `json:"path,omitempty"`
	// With wantCardExport and wantRewrite: one site, or empty for all.
	Domain string `json:"domain,omitempty"`
	// With wantContextRemove.
	Context string `json:"context,omitempty"`
}

// What a controlRequest can want.
const (
	wantMCP = "mcp"
	// wantLimitedMCP is wantMCP with limits.
	wantLimitedMCP = "limitedMcp"

	wantStatus = "status"
	wantHealth = "health"
	wantStats  = "stats"
	wantCore   = "core"
	wantForget = "forget"
	wantExport = "export"
	wantImport = "import"
	wantBackup = "backup"
	wantEdit   = "edit"

	wantOutcome = "outcome"

	wantCardExport = "cardExport"
	wantCardImport = "cardImport"
	wantKBExport   = "kbExport"
	wantKBImport   = "kbImport"

	wantRewrite      = "rewrite"
	wantRenewPairing = "renewPairing"

	wantContexts      = "contexts"
	wantContextRemove = "contextRemove"

	wantFlows = "flows"
	// wantFlowRun is answered with several lines (flowReplies).
	wantFlowRun    = "flowRun"
	wantFlowImport = "flowImport"

	wantBrowser = "browser"
	wantStop    = "stop"
)

// controlReply answers a controlRequest.
type controlReply struct {
	Error   *types.Error         `json:"error,omitempty"`
	Status  *daemonStatus        `json:"status,omitempty"`
	Health  *daemonHealth        `json:"health,omitempty"`
	Core    *wire.CoreReply      `json:"core,omitempty"`
	Receipt *types.ForgetReceipt `json:"receipt,omitempty"`
	Stats   *types.AdviceStats   `json:"stats,omitempty"`
	Done    string               `json:"done,omitempty"` // what was done, in words

	Contexts []contextInfo `json:"contexts,omitempty"`
	Flows    []*types.Flow `json:"flows,omitempty"`
}

// controlServer answers on the socket until its context ends.
type controlServer struct {
	listener net.Listener
	handle   func(context.Context, controlRequest) controlReply
	serveMCP func(context.Context, controlRequest, io.ReadWriteCloser) error
	// runFlow answers wantFlowRun.
	runFlow func(context.Context, controlRequest, io.ReadWriteCloser) error
	used    brief
	wg      sync.WaitGroup
}

// alreadyRunning says why a second daemon does not start.
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

// listenControl makes the socket. A socket file without a listener is left over
// from a daemon that was killed, and is replaced. The caller holds the store's lock,
// else two daemons that start together could each replace the other's socket.
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
		release := s.used.hold()
		go func() {
			defer s.wg.Done()
			defer release()
			defer conn.Close()
			// No new request is read, but the client that asked to stop gets its answer.
			end := context.AfterFunc(ctx, func() {
				_ = conn.SetReadDeadline(time.Now())
				_ = conn.SetWriteDeadline(time.Now().Add(stopGrace))
			})
			defer end()
			s.converse(ctx, conn)
		}()
	}
	s.wg.Wait()
}

func (s *controlServer) converse(ctx context.Context, conn net.Conn) {
	in := bufio.NewReaderSize(conn, maxControlLine)
	line, err := in.ReadSlice('\n')
	if errors.Is(err, io.EOF) && len(line) == 0 {
		return // somebody only looked whether we are there
	}
	if err != nil && ctx.Err() != nil {
		return // what was not read is for the next daemon to answer
	}
	var req controlRequest
	if err == nil {
		err = json.Unmarshal(line, &req)
	}
	if err != nil {
		writeLine(conn, controlReply{Error: types.Fault(types.CodeInvalidInput, "control request not understood: "+err.Error(), "use the cairn command of the daemon's own version")})
		return
	}
	s.used.note(req.Want)
	if req.Want == wantMCP || req.Want == wantLimitedMCP {
		// What is left of the conversation is the client's; an error here is
		// the client going away.
		_ = s.serveMCP(ctx, req, readWriteCloser{in, conn})
		return
	}
	if req.Want == wantFlowRun {
		_ = s.runFlow(ctx, req, readWriteCloser{in, conn}) // the error was answered
		return
	}
	writeLine(conn, s.handle(ctx, req))
}

// readWriteCloser reads through the buffer that holds what followed the first
// line.
type readWriteCloser struct {
	io.Reader
	net.Conn
}

func (c readWriteCloser) Read(p []byte) (int, error) { return c.Reader.Read(p) }

func writeLine(w io.Writer, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		data = []byte(`{"error":{"code":"MM_INTERNAL","message":"reply cannot be written"}}`)
	}
	_, _ = w.Write(append(data, '\n')) // the asker may be gone: its loss alone
}
