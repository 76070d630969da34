package mcptools

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"cairn/shared/limits"
	"cairn/shared/types"
)

// Bounds of one message: bytes (B20), and the time to receive them.
const (
	maxBody  = 4 << 20
	bodyTime = 30 * time.Second
)

const sessionHeader = "Mcp-Session-Id"

// HTTPHandler serves Streamable HTTP at the path /mcp. A request is answered with one
// JSON document, or with events if its client asked for progress (stream.go). The
// server sends nothing outside of requests (GET returns 405, as the protocol allows),
// and no pings, because some clients fail on them.
func (s *Server) HTTPHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /mcp", s.post)
	mux.HandleFunc("DELETE /mcp", s.delete)
	return s.guard(mux)
}

func (s *Server) delete(w http.ResponseWriter, r *http.Request) {
	if !s.forget(byHTTP, r.Header.Get(sessionHeader)) {
		http.Error(w, "no such session", http.StatusNotFound)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// readBody reads a message before a deadline, so that a client that stops sending
// does not occupy its connection forever.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	patience := cmp.Or(s.opts.bodyTime, bodyTime)
	conn := http.NewResponseController(w)
	err := conn.SetReadDeadline(time.Now().Add(patience))
	if errors.Is(err, http.ErrNotSupported) { // anything but a connection blocks no caller
		return io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	}
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return nil, err
	}
	// The deadline is the connection's, and a call may take longer.
	return body, conn.SetReadDeadline(time.Time{})
}

func (s *Server) post(w http.ResponseWriter, r *http.Request) {
	body, err := s.readBody(w, r)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		http.Error(w, "message over 4 MiB", http.StatusRequestEntityTooLarge)
		return
	case errors.Is(err, os.ErrDeadlineExceeded):
		http.Error(w, "message not here in time", http.StatusRequestTimeout)
		return
	case err != nil:
		http.Error(w, "message cut off", http.StatusBadRequest)
		return
	}
	m, err := readMessage(body)
	if err != nil {
		writeJSON(w, http.StatusBadRequest, faultReply(err))
		return
	}
	if refusal := refuseVersion(r.Header.Get(mcp.HeaderProtocolVersion), m); refusal != nil {
		writeJSON(w, http.StatusBadRequest, refusal)
		return
	}
	if m.method == string(mcp.MethodInitialize) {
		s.initialize(w, r, m)
		return
	}
	id := r.Header.Get(sessionHeader)
	if id == "" {
		http.Error(w, sessionHeader+" is missing; initialize first", http.StatusBadRequest)
		return
	}
	client, done := s.find(byHTTP, id)
	if client == nil {
		http.Error(w, fmt.Sprintf("this session has ended (Cairn keeps the %d clients that were active last); initialize again", maxSessions), http.StatusNotFound)
		return
	}
	defer done()
	ctx, news := r.Context(), streamFor(w, r, m)
	if news != nil {
		ctx = withSay(ctx, news.send)
	}
	answer := s.handle(ctx, client.choice, client, m)
	switch {
	case answer == nil:
		w.WriteHeader(http.StatusAccepted)
	case news.streams():
		news.send(answer)
	default:
		writeJSON(w, http.StatusOK, answer)
	}
}

func (s *Server) initialize(w http.ResponseWriter, r *http.Request, m *message) {
	choice, err := s.chosen(r.URL)
	if err != nil {
		writeJSON(w, http.StatusBadRequest, refusal(m, err))
		return
	}
	client, err := s.open(byHTTP, choice, nil)
	if err != nil {
		w.Header().Set("Retry-After", "1")
		writeJSON(w, http.StatusServiceUnavailable, refusal(m, err))
		return
	}
	answer := s.handle(r.Context(), choice, client, m)
	if !client.Initialized() {
		s.forget(byHTTP, client.id)
	} else {
		w.Header().Set(sessionHeader, client.id)
	}
	writeJSON(w, http.StatusOK, answer)
}

// chosen reads the session's options from the URL of an HTTP client's initialize
// request: /mcp?tools=memory&deny-origins=https://*.bank.test.
func (s *Server) chosen(u *url.URL) (ClientOptions, error) {
	choice := ClientOptions{Tools: s.opts.Tools, Prefix: s.opts.Prefix, Uploads: s.opts.Uploads}
	asked, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return choice, types.Invalid("the query of the address cannot be read", "use /mcp?tools=memory, core or all")
	}
	known := map[string]*string{"tools": &choice.Tools, "allow-origins": &choice.Limits.Allow, "deny-origins": &choice.Limits.Deny, "confirm": &choice.Limits.Confirm}
	for key, values := range asked {
		if known[key] == nil || len(values) != 1 {
			return choice, types.Invalid(fmt.Sprintf("the address asks for %.40q, which is not known or stands there twice", key),
				"known are "+strings.Join(slices.Sorted(maps.Keys(known)), ", ")+", each once")
		}
		*known[key] = values[0]
	}
	if _, err := limits.Parse(choice.Limits); err != nil {
		return choice, err
	}
	return choice, CheckTools(choice.Tools)
}

// refuseVersion refuses unsupported protocol versions: unknown ones, and those
// without sessions, which the tools need. Clients then fall back to a listed version.
func refuseVersion(header string, m *message) mcp.JSONRPCMessage {
	for _, version := range []string{header, m.protocol} {
		if version == "" || slices.Contains(mcp.LegacyProtocolVersions(), version) {
			continue
		}
		refusal := mcp.UnsupportedProtocolVersionError{Version: version, Supported: mcp.LegacyProtocolVersions()}.JSONRPCError()
		refusal.ID = requestID(m.id)
		return refusal
	}
	return nil
}

// handle passes a client's message to mcp-go. It returns nil if there is no answer.
func (s *Server) handle(ctx context.Context, choice ClientOptions, client *session, m *message) (answer mcp.JSONRPCMessage) {
	defer func() {
		if r := recover(); r != nil {
			s.log.Error("message handling panicked", "method", m.method, "panic", r, "stack", string(debug.Stack()))
			answer = mcp.JSONRPCError{JSONRPC: mcp.JSONRPC_VERSION, ID: requestID(m.id), Error: mcp.NewJSONRPCErrorDetails(mcp.INTERNAL_ERROR, "internal fault", nil)}
		}
	}()
	if m.method == "" {
		return nil // an answer, and we ask clients nothing
	}
	surface, err := s.surface(choice)
	if err != nil {
		return mcp.JSONRPCError{JSONRPC: mcp.JSONRPC_VERSION, ID: requestID(m.id), Error: mcp.NewJSONRPCErrorDetails(mcp.INVALID_REQUEST, err.Error(), nil)}
	}
	ctx = server.WithSupportedProtocolVersions(surface.WithContext(ctx, client), mcp.ValidProtocolVersions)
	return surface.HandleMessage(withMessage(ctx, m), m.raw)
}

// requestID is a message's id as it was sent.
func requestID(raw json.RawMessage) mcp.RequestId {
	var id any
	if json.Unmarshal(raw, &id) != nil {
		id = nil
	}
	return mcp.NewRequestId(id)
}

func faultReply(err error) mcp.JSONRPCMessage {
	var fault *protocolFault
	if !errors.As(err, &fault) {
		fault = &protocolFault{mcp.INTERNAL_ERROR, "internal fault"}
	}
	return fault.reply()
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "the answer cannot be written", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(data) // a client that went away needs no answer
}
