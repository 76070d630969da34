package cdp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/target"

	"cairn/shared/types"
)

// Endpoint is the DevTools endpoint of a browser that Cairn started: a pipe with JSON
// messages that end in a zero byte. It serves any number of tabs, each in a separate
// session (flat mode).
type Endpoint struct {
	pipe io.ReadWriteCloser
	done chan struct{} // closed when the browser has gone

	writing sync.Mutex

	mu       sync.Mutex
	last     int64
	waiting  map[int64]chan endpointMessage
	sessions map[string]func(method string, params json.RawMessage)
}

// endpointMessage is one message of the protocol, in either direction.
type endpointMessage struct {
	ID        int64           `json:"id,omitempty"`
	SessionID string          `json:"sessionId,omitempty"`
	Method    string          `json:"method,omitempty"`
	Params    json.RawMessage `json:"params,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	Error     *endpointError  `json:"error,omitempty"`
}

type endpointError struct {
	Message string `json:"message"`
	Data    string `json:"data,omitempty"`
}

// NewEndpoint reads from the pipe until it ends.
func NewEndpoint(pipe io.ReadWriteCloser) *Endpoint {
	e := &Endpoint{pipe: pipe, done: make(chan struct{}), waiting: map[int64]chan endpointMessage{},
		sessions: map[string]func(string, json.RawMessage){}}
	go e.read()
	return e
}

// Quit asks the browser to end as if its user closed it, so that it writes cookies and
// storage first. After a signal it would not write them.
func (e *Endpoint) Quit(ctx context.Context) error {
	_, err := e.command(ctx, "", browser.Close.Method, nil)
	return err
}

// Close ends the connection, and with it the browser.
func (e *Endpoint) Close() error { return e.pipe.Close() }

func (e *Endpoint) read() {
	defer close(e.done)
	in := bufio.NewReader(e.pipe)
	for {
		text, err := in.ReadBytes(0)
		if err != nil {
			return
		}
		var m endpointMessage
		if json.Unmarshal(text[:len(text)-1], &m) != nil {
			continue // its caller has a deadline
		}
		e.dispatch(m)
	}
}

func (e *Endpoint) dispatch(m endpointMessage) {
	session, method := m.SessionID, m.Method
	if method == target.DetachedFromTarget.Method {
		var gone struct {
			SessionID string `json:"sessionId"`
		}
		_ = json.Unmarshal(m.Params, &gone) // an event without a session has no receiver
		session, method = gone.SessionID, "Inspector.detached"
	}
	e.mu.Lock()
	answer, hear := e.waiting[m.ID], e.sessions[session]
	if m.ID != 0 {
		delete(e.waiting, m.ID)
	}
	e.mu.Unlock()
	switch {
	case m.ID != 0 && answer != nil:
		answer <- m
	case m.ID == 0 && hear != nil:
		hear(method, m.Params)
	}
}

// command sends one command in a session, or to the browser itself if session is
// empty, and waits for the result.
func (e *Endpoint) command(ctx context.Context, session, method string, params json.RawMessage) (json.RawMessage, error) {
	answer := make(chan endpointMessage, 1)
	e.mu.Lock()
	e.last++
	id := e.last
	e.waiting[id] = answer
	e.mu.Unlock()
	defer func() {
		e.mu.Lock()
		delete(e.waiting, id)
		e.mu.Unlock()
	}()
	if err := e.write(endpointMessage{ID: id, SessionID: session, Method: method, Params: params}); err != nil {
		return nil, noEndpoint()
	}
	select {
	case m := <-answer:
		return m.Result, m.Error.fault()
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-e.done:
		return nil, noEndpoint()
	}
}

func (e *Endpoint) write(m endpointMessage) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	e.writing.Lock()
	defer e.writing.Unlock()
	_, err = e.pipe.Write(append(text, 0))
	return err
}

// fault returns the error in the form for agents; nil stays nil.
func (e *endpointError) fault() error {
	switch {
	case e == nil:
		return nil
	case strings.Contains(e.Message, "Session with given id not found"), strings.Contains(e.Message, "Target closed"),
		strings.Contains(e.Message, "Not attached to an active page"):
		return types.Fault(types.CodePageGone, "the page was replaced, or its tab closed", "describe the screen and try again")
	case e.Data != "":
		return types.Fault(types.CodeInternal, e.Message+" ("+e.Data+")", "")
	}
	return types.Fault(types.CodeInternal, e.Message, "")
}

func noEndpoint() error {
	return types.Fault(types.CodeNoBrowser, "the browser has gone", "")
}

// direct is the way to a tab over an endpoint.
type direct struct {
	endpoint *Endpoint
	session  string
}

// attachDirect opens a session with a tab of known DevTools id; the tab's events go to
// hear.
func attachDirect(ctx context.Context, e *Endpoint, targetID string, hear func(method string, params json.RawMessage)) (*direct, error) {
	flat := true
	params, err := jsonv2.Marshal(target.AttachToTargetParams{TargetID: target.ID(targetID), Flatten: &flat})
	if err != nil {
		return nil, fmt.Errorf("attach: encode: %w", err)
	}
	raw, err := e.command(ctx, "", target.AttachToTarget.Method, json.RawMessage(params))
	if err != nil {
		return nil, err
	}
	var attached target.AttachToTargetResult
	if err := jsonv2.Unmarshal(raw, &attached); err != nil || attached.SessionID == "" {
		return nil, fmt.Errorf("attach: no session in %.100q", raw)
	}
	d := &direct{e, string(attached.SessionID)}
	e.mu.Lock()
	e.sessions[d.session] = hear
	e.mu.Unlock()
	return d, nil
}

func (d *direct) command(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
	return d.endpoint.command(ctx, d.session, method, params)
}

func (d *direct) detach(ctx context.Context) {
	d.endpoint.mu.Lock()
	delete(d.endpoint.sessions, d.session)
	d.endpoint.mu.Unlock()
	params, err := json.Marshal(map[string]string{"sessionId": d.session})
	if err == nil {
		_, _ = d.endpoint.command(ctx, "", target.DetachFromTarget.Method, params) // a closed session is detached
	}
}
