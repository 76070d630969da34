package e2e

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"cairn/extension"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// badRig is a real daemon without a browser, and clients made by hand.
type badRig struct {
	*world
	token, key string
	session    string            // of a well-behaved MCP client
	links      *int              // that were ever made
	dialer     *websocket.Dialer // nil for one over the network
}

func newBadRig(t testing.TB) *badRig {
	w := newWorld(t)
	w.startDaemon()
	r := &badRig{world: w, token: w.token(), links: new(int)}
	text, err := os.ReadFile(filepath.Join(w.home, "pairing.key"))
	if err != nil {
		t.Fatal(err)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	r.key = string(key)
	r.session = r.initialize()
	return r
}

func (r *badRig) origin() string { return "chrome-extension://" + extension.ID }
func (r *badRig) host() string   { return fmt.Sprintf("127.0.0.1:%d", r.port) }

// request sends a request by hand, header lines as they are, and says status
// and the kind of the answer.
func (r *badRig) request(head, body string) string {
	conn, err := net.Dial("tcp", r.host())
	if err != nil {
		return err.Error()
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(patience))
	go func() { _, _ = io.WriteString(conn, head+"\r\n"+body) }()
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return err.Error()
	}
	defer resp.Body.Close()
	status := fmt.Sprint(resp.StatusCode)
	if resp.StatusCode == http.StatusSwitchingProtocols {
		return status
	}
	answer, _ := io.ReadAll(resp.Body)
	for header := range resp.Header {
		if strings.HasPrefix(header, "Access-Control-") {
			status += " with CORS"
		}
	}
	for _, code := range []string{"ORIGIN_DENIED", "HOST_DENIED"} {
		if bytes.Contains(answer, []byte(code)) {
			status += " " + code
		}
	}
	return status
}

// upgrade asks for a WebSocket.
func (r *badRig) upgrade(host string, origins ...string) string {
	head := "GET /sync HTTP/1.1\r\n" + host + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
	for _, o := range origins {
		head += "Origin: " + o + "\r\n"
	}
	return r.request(head, "")
}

// post sends an MCP message with headers; a header given as "" is left out.
func (r *badRig) post(body string, headers map[string]string) (status int, answer string) {
	req, err := http.NewRequest(http.MethodPost, "http://"+r.host()+"/mcp", strings.NewReader(body))
	if err != nil {
		return 0, err.Error()
	}
	all := map[string]string{"Authorization": "Bearer " + r.token, "Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Mcp-Session-Id": r.session}
	for k, v := range headers {
		all[k] = v
	}
	for k, v := range all {
		if v != "" {
			req.Header.Set(k, v)
		}
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	if resp.Header.Get("Access-Control-Allow-Origin") != "" {
		return resp.StatusCode, "CORS"
	}
	if id := resp.Header.Get("Mcp-Session-Id"); id != "" {
		return resp.StatusCode, id
	}
	return resp.StatusCode, string(text)
}

const initializeBody = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bad","version":"1"}}}`

// initialize begins an MCP session and returns its id.
func (r *badRig) initialize() string {
	_, id := r.post(initializeBody, map[string]string{"Mcp-Session-Id": ""})
	_, _ = r.post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, map[string]string{"Mcp-Session-Id": id})
	return id
}

// mcp sends a message and returns the outcome: a status that is not 200, a
// JSON-RPC error's number, the code of a tool's error, or ok.
func (r *badRig) mcp(body string, headers ...string) string {
	with := map[string]string{}
	for i := 0; i+1 < len(headers); i += 2 {
		with[headers[i]] = headers[i+1]
	}
	status, text := r.post(body, with)
	var answer struct {
		Error  *struct{ Code int }
		Result struct {
			StructuredContent struct {
				OK    bool
				Error *types.Error
			}
		}
	}
	_ = json.Unmarshal([]byte(text), &answer)
	switch {
	case answer.Error != nil:
		return fmt.Sprint(answer.Error.Code)
	case status == 0:
		return text
	case status != http.StatusOK:
		return fmt.Sprint(status)
	case answer.Result.StructuredContent.Error != nil:
		return string(answer.Result.StructuredContent.Error.Code)
	case answer.Result.StructuredContent.OK:
		return "ok"
	}
	return "odd: " + text
}

// tool calls a tool with arguments as they are.
func (r *badRig) tool(name, args string) string {
	return r.mcp(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"` + name + `","arguments":` + args + `}}`)
}

// search is a search with those arguments besides the query.
func (r *badRig) search(more string) string {
	return r.tool("mm_knowledge_search", `{"query":"send"`+more+`}`)
}

// badLink is an extension's end of a link, done by hand.
type badLink struct {
	r              *badRig
	ws             *websocket.Conn
	install, epoch string
	mark           int64 // that the companion had when the link was opened
}

func (r *badRig) dial() *badLink {
	ws, _, err := cmp.Or(r.dialer, websocket.DefaultDialer).Dial("ws://"+r.host()+"/sync", http.Header{"Origin": {r.origin()}})
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { ws.Close() })
	*r.links++
	return &badLink{r: r, ws: ws, install: fmt.Sprintf("install-%d", *r.links), epoch: "epoch-1"}
}

func (r *badRig) proof(text string) string {
	bound := hmac.New(sha256.New, []byte(r.key))
	fmt.Fprintf(bound, "port|%d", r.port)
	mac := hmac.New(sha256.New, bound.Sum(nil))
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil))
}

// wrongProof is an extension that proves another key.
func (r *badRig) wrongProof() *badLink {
	l := r.dial()
	l.greet()
	l.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: strings.Repeat("0", 64)}})
	return l
}

const badNonce = "00112233445566778899aabbccddeeff"

// greet says hello and returns the companion's nonce.
func (l *badLink) greet() string {
	l.say(wire.Envelope{Kind: wire.KindHello, Hello: &wire.Hello{Proto: wire.Proto, Version: "1", InstallID: l.install, Epoch: l.epoch, Next: 1, Nonce: badNonce}})
	if w := l.hear(wire.KindWelcome); w.Welcome != nil {
		return w.Welcome.Nonce
	}
	return ""
}

// open is a link with both proofs shown.
func (r *badRig) open() *badLink { return r.dial().prove() }

func (l *badLink) prove() *badLink {
	nonce := l.greet()
	l.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: l.r.proof("e|" + nonce + "|" + badNonce + "|" + l.install)}})
	if msg := l.hear(wire.KindReady); msg.Ready != nil {
		l.mark = msg.Ready.HWM
	}
	return l
}

func (l *badLink) say(msg any) {
	text, ok := msg.(string)
	if !ok {
		b, _ := json.Marshal(msg)
		text = string(b)
	}
	_ = l.ws.WriteMessage(websocket.TextMessage, []byte(text))
}

// hear returns the next message of a kind; one without kind when the link ends.
func (l *badLink) hear(kind wire.Kind) *wire.Envelope {
	for {
		_ = l.ws.SetReadDeadline(time.Now().Add(patience))
		_, text, err := l.ws.ReadMessage()
		if err != nil {
			return &wire.Envelope{Error: types.Fault(types.Code(ending(err)), "", "")}
		}
		var msg wire.Envelope
		if json.Unmarshal(text, &msg) == nil && msg.Kind == kind {
			return &msg
		}
	}
}

// closed says with which code the link ends.
func (l *badLink) closed() string {
	for {
		_ = l.ws.SetReadDeadline(time.Now().Add(patience))
		if _, _, err := l.ws.ReadMessage(); err != nil {
			return ending(err)
		}
	}
}

func ending(err error) string {
	var end *websocket.CloseError
	if errors.As(err, &end) {
		return fmt.Sprint("close ", end.Code)
	}
	return "cut: " + err.Error()
}

// answer sends a message and returns the error that comes back, and the mark that
// follows when it was a batch.
func (l *badLink) answer(text string) string {
	l.say(text)
	msg := l.hear(wire.KindError)
	out := string(msg.Error.Code)
	if strings.Contains(text, `"batch"`) && msg.Kind != "" {
		out += fmt.Sprint(", hwm ", l.hear(wire.KindAck).Ack.HWM)
	}
	return out
}

// acked sends a batch and returns the acknowledged mark.
func (l *badLink) acked(text string) string {
	l.say(text)
	a := l.hear(wire.KindAck)
	if a.Ack == nil {
		return string(a.Error.Code)
	}
	if a.Ack.Conflict {
		return fmt.Sprint("SEQ_CONFLICT, hwm ", a.Ack.HWM)
	}
	return fmt.Sprint("hwm ", a.Ack.HWM)
}

// gaps is a batch of n gap records from a number on.
func gaps(first, n int, reason string) string {
	var recs []string
	for i := range n {
		recs = append(recs, fmt.Sprintf(`{"seq":%d,"gap":{"count":1,"reason":%q}}`, first+i, reason))
	}
	return fmt.Sprintf(`{"kind":"batch","batch":{"first":%d,"records":[%s]}}`, first, strings.Join(recs, ","))
}

// stored sends a step over a link of its own and returns its export
// afterwards.
func (r *badRig) stored(change func(*types.Step)) *types.Step {
	*r.links++
	id := fmt.Sprintf("mm-bad-%d", *r.links)
	step := &types.Step{SchemaVersion: 1, StepID: fmt.Sprintf("s-bad%017d", *r.links), SessionID: id, Timestamp: types.At(time.Now()), Tool: types.Tool{Name: "mm_click", Target: &types.Target{Role: "button", Name: "Go"}},
		Actor: types.ActorObserved, Outcome: types.Outcome{OK: true}, Observation: &types.Observation{State: types.State{CurrentURL: "https://a.example/x", Origin: "https://a.example"}}}
	change(step)
	text, _ := json.Marshal(wire.Envelope{Kind: wire.KindBatch, Batch: &wire.Batch{First: 1, Records: []wire.Record{{Seq: 1, Step: step}}}})
	if got := r.open().acked(string(text)); got != "hwm 1" {
		r.t.Errorf("the step is answered %s", got)
	}
	return r.exportedStep(id)
}

// storedText is stored, with that much of the observation as it is to be sent.
func (r *badRig) storedText(observation string) *types.Step {
	*r.links++
	id := fmt.Sprintf("mm-bad-%d", *r.links)
	text := fmt.Sprintf(`{"kind":"batch","batch":{"first":1,"records":[{"seq":1,"step":{"schemaVersion":1,"stepId":"s-bad%017d","sessionId":%q,"timestamp":%q,"tool":{"name":"mm_click"},"actor":"observed","outcome":{"ok":true},`+
		`"observation":{"state":{"currentUrl":"https://a.example/x","currentScreen":"","origin":"https://a.example"},%s}}}]}}`, *r.links, id, time.Now().UTC().Format("2006-01-02T15:04:05.000Z"), observation)
	if got := r.open().acked(text); got != "hwm 1" {
		r.t.Errorf("the step is answered %s", got)
	}
	return r.exportedStep(id)
}

func (r *badRig) exportedStep(session string) *types.Step {
	dir := filepath.Join(r.t.(*testing.T).TempDir(), "out")
	r.mustCairn("export", dir)
	files, _ := filepath.Glob(filepath.Join(dir, session, "steps", "*.json"))
	for _, name := range files {
		step := new(types.Step)
		if text, err := os.ReadFile(name); err == nil && json.Unmarshal(text, step) == nil {
			return step
		}
	}
	return nil
}

// holds reports whether any file under the data directory has the bytes.
func (r *badRig) holds(what string) bool {
	found := false
	_ = filepath.Walk(r.home, func(path string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			text, _ := os.ReadFile(path)
			found = found || bytes.Contains(text, []byte(what))
		}
		return nil
	})
	return found || strings.Contains(r.log.String(), what)
}
