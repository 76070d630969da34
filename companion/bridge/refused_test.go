package bridge

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestBadMessagesAreAnsweredAndTheLinkLives is the part of the bad inputs that
// a sender is notified of: B21, B23, B24, B28, B29, B33.
func TestBadMessagesAreAnsweredAndTheLinkLives(t *testing.T) {
	r := newRig(t, slowTimes)
	c, _ := r.open(hello("install-a"))
	tests := []struct {
		name, text string
		want       types.Code
	}{
		{"unknown kind", `{"kind":"stepp"}`, types.CodeUnknownType},
		{"unknown kind with fields of its own", `{"kind":"future","future":{"x":1}}`, types.CodeUnknownType},
		{"no kind", `{}`, types.CodeUnknownType},
		{"unknown field", `{"kind":"beat","extra":1}`, types.CodeInvalidInput},
		{"unknown field inside", `{"kind":"batch","batch":{"first":1,"records":[{"seq":1,"stepp":{}}]}}`, types.CodeInvalidInput},
		{"kind without its field", `{"kind":"batch"}`, types.CodeInvalidInput},
		{"a kind that flows down", `{"kind":"tabOpen","tabOpen":{}}`, types.CodeInvalidInput},
		{"hello again", `{"kind":"hello","hello":{"proto":1}}`, types.CodeInvalidInput},
		{"kind of another type", `{"kind":7}`, types.CodeInvalidInput},
		{"nested too deep", `{"kind":"beat","x":` + strings.Repeat("[", 65) + strings.Repeat("]", 65) + `}`, types.CodeInvalidInput},
		{"nested deep beyond measure", `{"kind":` + strings.Repeat("[", 500_000), types.CodeInvalidInput},
		{"seq 0", `{"kind":"batch","batch":{"first":0,"records":[{"seq":0,"gap":{"count":1,"reason":"x"}}]}}`, types.CodeInvalidInput},
		{"seq negative", `{"kind":"batch","batch":{"first":-1,"records":[{"seq":-1,"gap":{"count":1,"reason":"x"}}]}}`, types.CodeInvalidInput},
		{"seq 2^53", `{"kind":"batch","batch":{"first":9007199254740992,"records":[{"seq":9007199254740992,"gap":{"count":1,"reason":"x"}}]}}`, types.CodeInvalidInput},
		{"seq a string", `{"kind":"batch","batch":{"first":"1","records":[]}}`, types.CodeInvalidInput},
		{"seq a fraction", `{"kind":"batch","batch":{"first":1.5,"records":[]}}`, types.CodeInvalidInput},
		{"seq beyond all numbers", `{"kind":"batch","batch":{"first":1e999999,"records":[]}}`, types.CodeInvalidInput},
		{"numbers out of order", `{"kind":"batch","batch":{"first":1,"records":[{"seq":2,"gap":{"count":1,"reason":"x"}}]}}`, types.CodeInvalidInput},
		{"an empty record", `{"kind":"batch","batch":{"first":1,"records":[{"seq":1}]}}`, types.CodeInvalidInput},
		{"a card flowing up", `{"kind":"batch","batch":{"first":1,"records":[{"seq":1,"card":{"domain":"a.b"}}]}}`, types.CodeInvalidInput},
		{"a key in capitals", `{"KIND":"beat"}`, types.CodeInvalidInput},
		{"a key with one capital", `{"kind":"batch","batch":{"First":1,"records":[]}}`, types.CodeInvalidInput},
		{"a key with a letter that folds", `{"kind":"batch","batch":{"first":1,"record\u017f":[]}}`, types.CodeInvalidInput},
		{"a key twice", `{"kind":"beat","kind":"beat"}`, types.CodeInvalidInput},
		{"a key twice, once escaped", `{"kind":"beat","k\u0069nd":"batch"}`, types.CodeInvalidInput},
		{"a key twice in a record", `{"kind":"batch","batch":{"first":1,"records":[{"seq":1,"seq":2,"gap":{"count":1,"reason":"x"}}]}}`, types.CodeInvalidInput},
		{"a key twice in a tool's input", `{"kind":"batch","batch":{"first":1,"records":[{"seq":1,"step":{"tool":{"name":"mm_click","input":{"a":[{"b":1,"b":2}]}}}}]}}`, types.CodeInvalidInput},
		{"a reply to nothing", `{"kind":"reply","reply":{}}`, types.CodeInvalidInput},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c.say(tt.text)
			if got := c.hear(wire.KindError).Error; got.Code != tt.want {
				t.Errorf("answer %+v, want %s", got, tt.want)
			}
			if strings.Contains(tt.text, `"kind":"batch"`) {
				if ack := c.hear(wire.KindAck).Ack; ack.HWM != 0 || ack.Window != wire.Window {
					t.Errorf("ack %+v, want an unchanged mark", ack)
				}
			}
		})
	}
	c.batch(records(1, wire.MaxBatchRecords+1))
	if got := c.hear(wire.KindError).Error; got.Code != types.CodeInvalidInput {
		t.Errorf("65 records: %+v", got)
	}
	c.hear(wire.KindAck)
	c.batch(records(1, 1))
	if ack := c.hear(wire.KindAck).Ack; ack.HWM != 1 {
		t.Errorf("after all that, ack %+v, want hwm 1", ack)
	}
}

// TestRequestsThatAreNotOursGetNoSocket is B1 to B6.
func TestRequestsThatAreNotOursGetNoSocket(t *testing.T) {
	r := newRig(t, slowTimes)
	const store = "chrome-extension://bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
	r.bridge.options.Store = store
	addr := r.http.Listener.Addr().(*net.TCPAddr)
	own := fmt.Sprintf("127.0.0.1:%d", addr.Port)
	tests := []struct {
		name, host string
		origins    []string
		want       int
	}{
		{"ours", own, []string{testOrigin}, 101},
		{"ours by name", fmt.Sprintf("localhost:%d", addr.Port), []string{testOrigin}, 101},
		{"ours from the store", own, []string{store}, 101},
		{"a web page", own, []string{"https://evil.example"}, 403},
		{"a page on another local port", own, []string{"http://localhost:3000"}, 403},
		{"a page on our own port", own, []string{"http://" + own}, 403},
		{"another extension", own, []string{"chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, 403},
		{"ours with a path", own, []string{testOrigin + "/"}, 403},
		{"ours in capitals", own, []string{strings.ToUpper(testOrigin)}, 403},
		{"origin null", own, []string{"null"}, 403},
		{"no origin", own, nil, 403},
		{"an empty origin", own, []string{""}, 403},
		{"two origins", own, []string{testOrigin, "https://evil.example"}, 403},
		{"rebound name", fmt.Sprintf("evil.example:%d", addr.Port), []string{testOrigin}, 403},
		{"rebound name with its own origin", fmt.Sprintf("evil.example:%d", addr.Port), []string{fmt.Sprintf("http://evil.example:%d", addr.Port)}, 403},
		{"name that begins like ours", fmt.Sprintf("127.0.0.1.evil.example:%d", addr.Port), []string{testOrigin}, 403},
		{"name with a dot", fmt.Sprintf("localhost.:%d", addr.Port), []string{testOrigin}, 403},
		{"another port", "127.0.0.1:1", []string{testOrigin}, 403},
		{"no port", "127.0.0.1", []string{testOrigin}, 403},
		{"no name", "", []string{testOrigin}, 403},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := upgradeStatus(t, addr.String(), "Host: "+tt.host, tt.origins); got != tt.want {
				t.Errorf("status %d, want %d", got, tt.want)
			}
		})
	}
	if got := upgradeStatus(t, addr.String(), "Host: "+own+"\r\nHost: evil.example", []string{testOrigin}); got != 400 {
		t.Errorf("two hosts: status %d, want 400", got)
	}
}

// upgradeStatus sends an upgrade by hand and returns the status.
func upgradeStatus(t *testing.T, addr, host string, origins []string) int {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	lines := "GET /sync HTTP/1.1\r\n" + host + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
	for _, o := range origins {
		lines += "Origin: " + o + "\r\n"
	}
	if _, err := conn.Write([]byte(lines + "\r\n")); err != nil {
		t.Fatal(err)
	}
	var status int
	if _, err := fmt.Fscanf(conn, "HTTP/1.1 %d", &status); err != nil {
		t.Fatal(err)
	}
	return status
}

// TestOpeningsThatFail sends the bad openings of B4, B15, B19, B34 and other
// mistakes.
func TestOpeningsThatFail(t *testing.T) {
	quick := slowTimes
	quick.handshake = 300 * time.Millisecond
	with := func(change func(*wire.Hello)) func(*rig, *client) {
		return func(_ *rig, c *client) {
			h := hello("install-a")
			change(h)
			c.say(wire.Envelope{Kind: wire.KindHello, Hello: h})
		}
	}
	tests := []struct {
		name string
		do   func(*rig, *client)
		want int
	}{
		{"silence", func(*rig, *client) {}, wire.CloseSlow},
		{"silence after hello", with(func(*wire.Hello) {}), wire.CloseSlow},
		{"a batch before hello", func(_ *rig, c *client) { c.batch(records(1, 1)) }, wire.CloseBadMessage},
		{"not JSON", func(_ *rig, c *client) { c.say("hello?") }, wire.CloseBadMessage},
		{"hello without its field", func(_ *rig, c *client) { c.say(`{"kind":"hello"}`) }, wire.CloseBadMessage},
		{"hello without most fields", func(_ *rig, c *client) { c.say(`{"kind":"hello","hello":{"proto":3,"x":1}}`) }, wire.CloseBadMessage},
		{"newer protocol", with(func(h *wire.Hello) { h.Proto++ }), wire.CloseVersion},
		{"install id that is a path", with(func(h *wire.Hello) { h.InstallID = "../../etc" }), wire.CloseBadMessage},
		{"install id with a separator", with(func(h *wire.Hello) { h.InstallID = "a|b|c|d" }), wire.CloseBadMessage},
		{"epoch that is a pattern", with(func(h *wire.Hello) { h.Epoch = "****" }), wire.CloseBadMessage},
		{"short nonce", with(func(h *wire.Hello) { h.Nonce = "00" }), wire.CloseBadMessage},
		{"nothing next", with(func(h *wire.Hello) { h.Next = 0 }), wire.CloseBadMessage},
		{"negative cursor", with(func(h *wire.Hello) { h.Cursor = -1 }), wire.CloseBadMessage},
		{"wrong proof", func(_ *rig, c *client) {
			c.say(wire.Envelope{Kind: wire.KindHello, Hello: hello("install-a")})
			c.hear(wire.KindWelcome)
			c.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: strings.Repeat("0", 64)}})
		}, wire.CloseUnauthorized},
		{"the companion's own proof sent back", func(_ *rig, c *client) {
			c.say(wire.Envelope{Kind: wire.KindHello, Hello: hello("install-a")})
			c.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: c.hear(wire.KindWelcome).Welcome.Proof}})
		}, wire.CloseUnauthorized},
		{"a proof from before", func(r *rig, c *client) {
			r2 := r.dial()
			r2.say(wire.Envelope{Kind: wire.KindHello, Hello: hello("install-a")})
			old := r2.hear(wire.KindWelcome).Welcome.Nonce
			c.say(wire.Envelope{Kind: wire.KindHello, Hello: hello("install-a")})
			c.hear(wire.KindWelcome)
			c.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: r.key().proof("e|" + old + "|" + testNonce + "|install-a")}})
		}, wire.CloseUnauthorized},
		{"a proof for another install", func(r *rig, c *client) {
			c.say(wire.Envelope{Kind: wire.KindHello, Hello: hello("install-a")})
			n := c.hear(wire.KindWelcome).Welcome.Nonce
			c.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: r.key().proof("e|" + n + "|" + testNonce + "|install-b")}})
		}, wire.CloseUnauthorized},
		{"a proof for another port", func(r *rig, c *client) {
			c.say(wire.Envelope{Kind: wire.KindHello, Hello: hello("install-a")})
			n := c.hear(wire.KindWelcome).Welcome.Nonce
			c.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: r.bridge.pairingKey().at(17837).ofExtension(testNonce, n, "install-a")}})
		}, wire.CloseUnauthorized},
		{"a proof for no port", func(r *rig, c *client) {
			c.say(wire.Envelope{Kind: wire.KindHello, Hello: hello("install-a")})
			n := c.hear(wire.KindWelcome).Welcome.Nonce
			c.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: r.bridge.pairingKey().ofExtension(testNonce, n, "install-a")}})
		}, wire.CloseUnauthorized},
		{"a record instead of the proof", func(_ *rig, c *client) {
			c.say(wire.Envelope{Kind: wire.KindHello, Hello: hello("install-a")})
			c.batch(records(1, 1))
		}, wire.CloseBadMessage},
		{"binary", func(_ *rig, c *client) {
			if err := c.ws.WriteMessage(websocket.BinaryMessage, []byte("{}")); err != nil {
				c.t.Fatal(err)
			}
		}, websocket.CloseUnsupportedData},
		{"invalid UTF-8", func(_ *rig, c *client) { c.say("{\"kind\":\"\xff\"}") }, websocket.CloseInvalidFramePayloadData},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, quick)
			c := r.dial()
			tt.do(r, c)
			if got := c.closed(); got != tt.want {
				t.Errorf("closed with %d, want %d", got, tt.want)
			}
			if len(r.bridge.Peers()) != 0 || len(r.sink.kept) != 0 {
				t.Error("an opening that failed left something behind")
			}
		})
	}
}

// TestWrongProofsDelayTheirSenderAlone is B16. Many senders of wrong proofs, of
// hellos that nothing follows, and of silence fill all room again and again while
// an extension links, which is never refused nor pushed out.
func TestWrongProofsDelayTheirSenderAlone(t *testing.T) {
	r := newRig(t, slowTimes)
	over := make(chan struct{})
	var senders sync.WaitGroup
	var made atomic.Int64
	for i := range 12 {
		senders.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-over:
					return
				default:
				}
				ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(r.http.URL, "http")+"/sync", http.Header{"Origin": {testOrigin}})
				if err != nil {
					continue
				}
				defer ws.Close()
				made.Add(1)
				if i%3 > 0 {
					_ = ws.WriteJSON(wire.Envelope{Kind: wire.KindHello, Hello: hello("install-a")})
				}
				if i%3 > 1 {
					_ = ws.WriteJSON(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: "wrong"}})
				}
			}
		})
	}
	for made.Load() < 2*maxPending {
		time.Sleep(time.Millisecond)
	}
	for i := range 20 {
		c, _ := r.open(hello(fmt.Sprintf("install-%d", i)))
		c.batch(records(1, 1))
		if ack := c.hear(wire.KindAck).Ack; ack.HWM != 1 {
			t.Errorf("ack %+v", ack)
		}
	}
	close(over)
	senders.Wait()
}

// TestWhoGivesWayWhenTooManyWait has the table of pending connections full.
func TestWhoGivesWayWhenTooManyWait(t *testing.T) {
	var p pending
	conns := make([]*conn, maxPending+3)
	for i := range conns {
		conns[i] = new(conn)
	}
	for _, c := range conns[:maxPending] {
		if out := p.add(c); out != nil {
			t.Fatal("a connection gives way while there is room")
		}
	}
	p.markWrong(conns[7])
	for i, want := range []*conn{conns[7], conns[0]} {
		if out := p.add(conns[maxPending+i]); out != want {
			t.Errorf("newcomer %d: another connection gives way than the one with a wrong proof, then the oldest", i)
		}
	}
	p.remove(conns[9])
	p.remove(conns[7]) // gone already
	if out := p.add(conns[maxPending+2]); out != nil {
		t.Error("a connection gives way although another one has left")
	}
}

// TestLinksAreLimited is B55.
func TestLinksAreLimited(t *testing.T) {
	r := newRig(t, slowTimes)
	for i := range maxPeers {
		r.open(hello(fmt.Sprintf("install-%d", i)))
	}
	c, h := r.dial(), hello("install-new")
	c.say(wire.Envelope{Kind: wire.KindHello, Hello: h})
	w := c.hear(wire.KindWelcome).Welcome
	c.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: r.key().ofExtension(h.Nonce, w.Nonce, h.InstallID)}})
	if got := c.closed(); got != websocket.CloseTryAgainLater {
		t.Errorf("browser %d: closed with %d", maxPeers+1, got)
	}
}

// TestMessagesThatEndTheLink is B17 to B19 on an open link.
func TestMessagesThatEndTheLink(t *testing.T) {
	tests := []struct {
		name string
		do   func(*client)
		want int
	}{
		{"one byte too many", func(c *client) {
			c.say(`{"kind":"beat"` + strings.Repeat(" ", wire.MaxFrame) + `}`)
		}, websocket.CloseMessageTooBig},
		{"a million fragments", fragments, websocket.CloseMessageTooBig},
		{"binary", func(c *client) {
			if err := c.ws.WriteMessage(websocket.BinaryMessage, []byte("{}")); err != nil {
				c.t.Fatal(err)
			}
		}, websocket.CloseUnsupportedData},
		{"not JSON", func(c *client) { c.say("{") }, wire.CloseBadMessage},
		{"an array", func(c *client) { c.say("[]") }, wire.CloseBadMessage},
		{"two messages in one", func(c *client) { c.say(`{"kind":"beat"}{"kind":"beat"}`) }, wire.CloseBadMessage},
		{"nonsense without end", func(c *client) {
			for range maxBad + 1 {
				c.say(`{"kind":"nonsense"}`)
			}
		}, websocket.ClosePolicyViolation},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t, slowTimes)
			c, _ := r.open(hello("install-a"))
			tt.do(c)
			if got := c.closed(); got != tt.want {
				t.Errorf("closed with %d, want %d", got, tt.want)
			}
		})
	}
}

// fragments sends one message in pieces of one byte, until the other side has
// enough.
func fragments(c *client) {
	raw := c.ws.NetConn()
	const text, continued, masked = 0x01, 0x00, 0x80
	var chunk []byte
	for i := range 1_000_000 {
		op := byte(continued)
		if i == 0 {
			op = text
		}
		chunk = append(chunk, op, masked|1, 0, 0, 0, 0, ' ')
		if len(chunk) >= 64<<10 {
			if _, err := raw.Write(chunk); err != nil {
				return
			}
			chunk = chunk[:0]
		}
	}
}

func TestLargestMessageIsTaken(t *testing.T) {
	r := newRig(t, slowTimes)
	c, _ := r.open(hello("install-a"))
	head := `{"kind":"beat"`
	c.say(head + strings.Repeat(" ", wire.MaxFrame-len(head)-1) + `}`)
	c.batch(records(1, 1))
	if ack := c.hear(wire.KindAck).Ack; ack.HWM != 1 {
		t.Errorf("ack %+v", ack)
	}
}

func TestKeysMayBeAnythingWhereAnythingIsAllowed(t *testing.T) {
	for _, text := range []string{
		`{"kind":"batch","batch":{"first":1,"records":[{"seq":1,"step":{"stepId":"s-1","tool":{"name":"mm_click","input":{"KIND":1,"Kind":[],"a":{"x":{},"X":[[]]},"":null}}}}]}}`,
		` { "kind" : "reply" , "re" : 1 , "reply" : { "result" : { "Kind" : "\"}{" , "kind" : [ 1 , -2.5e3 , true ] } } } `,
		`{"kind":"batch","batch":{"first":1,"records":[]}}`,
	} {
		if _, err := decode([]byte(text), false); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// FuzzDecode decodes arbitrary frames: no panic, and an accepted frame is a
// message whose field is there.
func FuzzDecode(f *testing.F) {
	for _, e := range []wire.Envelope{
		{Kind: wire.KindBatch, Batch: records(1, 2)}, {Kind: wire.KindBeat}, {Kind: wire.KindHello, Hello: hello("install-a")},
		{Kind: wire.KindReply, Re: 1, Reply: &wire.Reply{Result: json.RawMessage(`{"a":1}`)}},
	} {
		text, err := json.Marshal(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"kind":"x","a":[[[[`))
	f.Fuzz(func(t *testing.T, text []byte) {
		msg, err := decode(text, false)
		if err != nil {
			var fault *types.Error
			if err != errNotJSON && !errors.As(err, &fault) {
				t.Fatalf("decode fails with %v", err)
			}
			return
		}
		if !hasBody(msg) {
			return
		}
		if msg.Kind == wire.KindBatch && checkBatch(msg.Batch) == nil {
			for i, r := range msg.Batch.Records {
				if r.Seq != msg.Batch.First+int64(i) || r.Seq < 1 || r.Seq > maxSeq {
					t.Errorf("batch from %d has record %d at %d", msg.Batch.First, r.Seq, i)
				}
			}
		}
	})
}
