package sim

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// link is one WebSocket, as connection.js lives it.
type link struct {
	d      *document
	ws     *websocket.Conn
	ctx    context.Context
	cancel context.CancelFunc
	saying chan struct{} // one at a time
	heard  chan *wire.Envelope
	acks   chan *wire.Envelope // also errors: the sender's part, in order

	sender  *sender
	heardAt time.Time
	held    *wire.Batch // comes late
}

// connect opens a socket and shows both proofs.
func (d *document) connect(to *listener) (*link, error) {
	ctx, cancel := context.WithCancel(d.ctx)
	l := &link{d: d, ctx: ctx, cancel: cancel, saying: make(chan struct{}, 1),
		heard: make(chan *wire.Envelope, 1024), acks: make(chan *wire.Envelope, 1024), heardAt: time.Now()}
	opening, stop := context.WithTimeout(ctx, openTime)
	defer stop()
	hwm, err := l.open(opening, to)
	if err != nil {
		l.close()
		return nil, err
	}
	if err := l.ready(hwm); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

func (l *link) open(ctx context.Context, to *listener) (hwm int64, err error) {
	dialer := websocket.Dialer{NetDialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return to.dial(ctx) }}
	ws, resp, err := dialer.DialContext(ctx, "ws://"+port.String()+"/sync", http.Header{"Origin": {origin}})
	if err != nil {
		return 0, err
	}
	resp.Body.Close()
	l.ws = ws
	deadline, _ := ctx.Deadline()
	if err := ws.SetReadDeadline(deadline); err != nil {
		return 0, err
	}
	nonce := hex.EncodeToString([]byte(l.d.epoch())[2:18])
	hello, err := l.d.hello(nonce)
	if err != nil {
		return 0, err
	}
	if err := l.say(&hello); err != nil {
		return 0, err
	}
	welcome, err := l.hear()
	if err != nil || welcome.Welcome == nil || welcome.Welcome.Proof != proof("s|"+nonce+"|"+welcome.Welcome.Nonce) {
		return 0, errors.Join(errors.New("no companion"), err)
	}
	mine := proof("e|" + welcome.Welcome.Nonce + "|" + nonce + "|" + hello.Hello.InstallID)
	if err := l.say(&wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: mine}}); err != nil {
		return 0, err
	}
	ready, err := l.hear()
	if err != nil || ready.Ready == nil {
		return 0, errors.Join(errors.New("not ready"), err)
	}
	return ready.Ready.HWM, ws.SetReadDeadline(time.Time{})
}

// proof is one for the port that the extension dials.
func proof(text string) string {
	bound := hmac.New(sha256.New, key)
	fmt.Fprintf(bound, "port|%d", port.Port)
	mac := hmac.New(sha256.New, bound.Sum(nil))
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil))
}

var errApart = errors.New("the companion and the outbox had come apart")

// ready compares the companion's mark with the outbox.
func (l *link) ready(hwm int64) error {
	var first int64
	if err := l.d.read(func(t *tables) { first = t.first() }); err != nil {
		return err
	}
	if hwm+1 != first {
		if err := l.apart(hwm); err != nil {
			return err
		}
	}
	l.sender = newSender(l, hwm)
	return nil
}

// apart begins a new epoch; or, planted, takes the companion's word for its
// records, as a simpler extension would.
func (l *link) apart(hwm int64) error {
	var first, next int64
	if err := l.d.read(func(t *tables) { first, next = t.first(), t.next }); err != nil {
		return err
	}
	planted := l.d.p.w.planted
	if planted == numbersReused || planted == markBeside && hwm >= first && hwm < next {
		return l.d.write(func(t *tables) {
			t.acknowledge(hwm)
			t.next = max(t.next, hwm+1)
		})
	}
	if err := l.d.newEpoch(); err != nil {
		return err
	}
	return errApart
}

// run lives the link until it ends.
func (l *link) run() bool {
	done := make(chan struct{}, 3)
	part := func(work func()) {
		work()
		l.cancel()
		done <- struct{}{}
	}
	go part(l.receive)
	go part(l.sender.run)
	go part(l.understand)
	l.d.poke()
	<-l.ctx.Done()
	l.close()
	for range cap(done) {
		<-done
	}
	return true
}

func (l *link) close() {
	l.cancel()
	if l.ws != nil {
		l.ws.Close()
	}
}

// receive sorts the messages, which may be lost or come twice on the way.
func (l *link) receive() {
	for {
		msg, err := l.hear()
		if err != nil {
			return
		}
		times := 1
		if msg.Kind == wire.KindAck && l.d.mishap() {
			times = 2 * l.d.draw(2)
		}
		for range times {
			to := l.heard
			if msg.Kind == wire.KindAck || msg.Kind == wire.KindError {
				to = l.acks
			}
			select {
			case to <- msg:
			case <-l.ctx.Done():
				return
			}
		}
	}
}

// understand takes replicas and looks after the time.
func (l *link) understand() {
	look := time.NewTicker(lookTime)
	defer look.Stop()
	for {
		select {
		case msg := <-l.heard:
			l.heardAt = time.Now()
			if msg.Kind != wire.KindReplica {
				continue
			}
			if l.d.write(func(t *tables) { t.replicate(msg.Replica.Records, msg.Replica.Cursor) }) != nil {
				return
			}
			if l.say(&wire.Envelope{Kind: wire.KindReplicaAck, ReplicaAck: &wire.ReplicaAck{Cursor: msg.Replica.Cursor}}) != nil {
				return
			}
		case <-look.C:
			now := time.Now()
			answered := l.sender.answered()
			if answered.After(l.heardAt) {
				l.heardAt = answered
			}
			if now.Sub(l.heardAt) > wire.DeadAfter || l.sender.waits() && now.Sub(l.heardAt) > ackTime {
				return
			}
			if l.say(&wire.Envelope{Kind: wire.KindBeat}) != nil {
				return
			}
		case <-l.ctx.Done():
			return
		}
	}
}

func (l *link) hear() (*wire.Envelope, error) {
	_, text, err := l.ws.ReadMessage()
	if err != nil {
		return nil, err
	}
	msg := new(wire.Envelope)
	if err := json.Unmarshal(text, msg); err != nil {
		return nil, err
	}
	return msg, nil
}

func (l *link) say(msg *wire.Envelope) error {
	select {
	case l.saying <- struct{}{}:
	case <-l.ctx.Done():
		return errDead
	}
	defer func() { <-l.saying }()
	text, err := json.Marshal(msg)
	if err != nil {
		return err
	}
	return l.ws.WriteMessage(websocket.TextMessage, text)
}

// sayBatch sends a batch, which may be lost, come twice or come late.
func (l *link) sayBatch(b *wire.Batch) error {
	times := 1
	if l.d.mishap() {
		switch l.d.draw(3) {
		case 0:
			return nil
		case 1:
			times = 2
		case 2:
			l.held = b
			return nil
		}
	}
	for range times {
		if err := l.say(batchOf(b)); err != nil {
			return err
		}
	}
	if late := l.held; late != nil {
		l.held = nil
		return l.say(batchOf(late))
	}
	return nil
}

func batchOf(b *wire.Batch) *wire.Envelope { return &wire.Envelope{Kind: wire.KindBatch, Batch: b} }

func isInvalid(msg *wire.Envelope) bool {
	return msg.Error != nil && msg.Error.Code == types.CodeInvalidInput
}
