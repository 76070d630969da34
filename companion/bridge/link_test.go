package bridge

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestBatchesAreAcknowledgedAndKeptOnce is B30 to B33: holes, repetitions with
// the same content and with another, and the batch that holds nothing.
func TestBatchesAreAcknowledgedAndKeptOnce(t *testing.T) {
	r := newRig(t, slowTimes)
	c, ready := r.open(hello("install-a"))
	if ready.HWM != 0 || ready.Window != wire.Window || string(ready.ScreenRules) != `{"sites":[]}` {
		t.Errorf("ready = %+v", ready)
	}
	tests := []struct {
		name  string
		batch *wire.Batch
		hwm   int64
	}{
		{"the first", records(1, 3), 3},
		{"the next", records(4, 2), 5},
		{"one again", records(4, 2), 5},
		{"an overlapping one", records(4, 4), 7},
		{"one behind a hole", records(10, 2), 7},
		{"an empty one", &wire.Batch{First: 8}, 7},
		{"the largest", records(8, wire.MaxBatchRecords), 71},
	}
	for _, tt := range tests {
		c.batch(tt.batch)
		if ack := c.hear(wire.KindAck).Ack; ack.HWM != tt.hwm || ack.Window != wire.Window || ack.Conflict {
			t.Errorf("%s: ack %+v, want hwm %d", tt.name, ack, tt.hwm)
		}
	}
	if got := len(r.sink.kept["install-a/epoch-1"]); got != 71 {
		t.Errorf("%d records kept, want 71", got)
	}
	other := records(3, 1)
	other.Records[0].Step.SessionID = "mm-other"
	c.batch(other)
	if ack := c.hear(wire.KindAck).Ack; !ack.Conflict || ack.HWM != 71 {
		t.Errorf("same number, other content: ack %+v", ack)
	}
	_, ready = r.open(hello("install-a"))
	if ready.HWM != 71 {
		t.Errorf("after connecting again hwm = %d, want 71", ready.HWM)
	}
}

// TestSameInstallReplacesItsOlderLink is B35.
func TestSameInstallReplacesItsOlderLink(t *testing.T) {
	r := newRig(t, slowTimes)
	first, _ := r.open(hello("install-a"))
	second, _ := r.open(hello("install-a"))
	other, _ := r.open(hello("install-b"))
	if got := first.closed(); got != wire.CloseReplaced {
		t.Errorf("older link closed with %d, want %d", got, wire.CloseReplaced)
	}
	for _, c := range []*client{second, other} {
		c.batch(records(1, 1))
		if ack := c.hear(wire.KindAck).Ack; ack.HWM != 1 {
			t.Errorf("ack %+v", ack)
		}
	}
	var ids []string
	for _, p := range r.bridge.Peers() {
		ids = append(ids, p.ID())
	}
	if want := []string{"install-b", "install-a"}; !reflect.DeepEqual(ids, want) {
		t.Errorf("peers %q, want %q", ids, want)
	}
}

// TestBrowsersOfOthersAreCounted leaves out those that the companion started, and
// says nothing of links that end because the server does.
func TestBrowsersOfOthersAreCounted(t *testing.T) {
	said := make(chan int, 10)
	r := &rig{t: t, sink: newSink()}
	r.bridge = New(testKey, testOrigin, r.sink, Options{times: slowTimes, Changed: func(others int) { said <- others }})
	r.http = httptest.NewServer(r.bridge)
	defer r.http.Close()
	next := func(what string, want int) {
		t.Helper()
		if got := <-said; got != want {
			t.Errorf("%s: %d browsers of others, want %d", what, got, want)
		}
	}
	own := hello("install-own")
	own.Own = true
	r.open(own)
	next("one of our own", 0)
	c, _ := r.open(hello("install-a"))
	next("one of others", 1)
	c.ws.Close()
	next("it left", 0)
	r.open(hello("install-b"))
	next("another one", 1)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := r.bridge.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if len(said) > 0 {
		t.Errorf("the end of the server counts as %d", <-said)
	}
}

// TestANewKeyCutsOffWhoHadTheOneBefore has the key renewed while one extension is
// linked and another has just begun to prove the key from before.
func TestANewKeyCutsOffWhoHadTheOneBefore(t *testing.T) {
	r := newRig(t, slowTimes)
	linked, _ := r.open(hello("install-a"))
	late, h := r.dial(), hello("install-b")
	late.say(wire.Envelope{Kind: wire.KindHello, Hello: h})
	w := late.hear(wire.KindWelcome).Welcome
	old := r.key()
	r.bridge.Renew([]byte("another key of thirty-two bytes."))
	late.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: old.ofExtension(h.Nonce, w.Nonce, h.InstallID)}})
	for name, c := range map[string]*client{"who was linked": linked, "who was about to be": late} {
		if got := c.closed(); got != wire.CloseUnauthorized {
			t.Errorf("%s: closed with %d, want %d", name, got, wire.CloseUnauthorized)
		}
	}
	renewed, _ := r.open(hello("install-a")) // by the new key
	renewed.batch(records(1, 1))
	if ack := renewed.hear(wire.KindAck).Ack; ack.HWM != 1 {
		t.Errorf("ack %+v", ack)
	}
}

func TestSenderPausesWhenNothingCanBeStored(t *testing.T) {
	tm := slowTimes
	tm.retry = 50 * time.Millisecond
	r := newRig(t, tm)
	c, _ := r.open(hello("install-a"))
	r.sink.mu.Lock()
	r.sink.fail = types.Fault(types.CodeStoreFull, "full", "make room")
	r.sink.mu.Unlock()
	c.batch(records(1, 2))
	if got := c.hear(wire.KindError).Error; got.Code != types.CodeStoreFull || got.Hint == "" {
		t.Errorf("error %+v", got)
	}
	if ack := c.hear(wire.KindAck).Ack; ack.HWM != 0 || ack.Window != 0 {
		t.Errorf("ack %+v, want a pause", ack)
	}
	r.sink.mu.Lock()
	r.sink.fail = nil
	r.sink.mu.Unlock()
	if ack := c.hear(wire.KindAck).Ack; ack.HWM != 0 || ack.Window != wire.Window {
		t.Errorf("ack %+v, want leave to try again", ack)
	}
	c.batch(records(1, 2))
	if ack := c.hear(wire.KindAck).Ack; ack.HWM != 2 {
		t.Errorf("ack %+v", ack)
	}
}

func TestCallsAreAnsweredWhileTheDiskIsSlow(t *testing.T) {
	r := newRig(t, slowTimes)
	r.sink.hold = make(chan struct{})
	c, _ := r.open(hello("install-a"))
	for i := range wire.Window {
		c.batch(records(int64(i)+1, 1))
	}
	p := r.peer()
	got := make(chan *wire.Reply, 1)
	go func() {
		reply, err := p.Call(context.Background(), wire.Envelope{Kind: wire.KindTabList, TabList: &wire.TabList{}})
		if err != nil {
			t.Error(err)
		}
		got <- reply
	}()
	call := c.hear(wire.KindTabList)
	c.say(wire.Envelope{Kind: wire.KindReply, Re: call.ID, Reply: &wire.Reply{Tabs: []wire.Tab{{TabID: 7, URL: "https://a.example"}}}})
	select {
	case reply := <-got:
		if len(reply.Tabs) != 1 || reply.Tabs[0].TabID != 7 {
			t.Errorf("reply %+v", reply)
		}
	case <-time.After(patience):
		t.Error("no answer while batches wait for the disk")
	}
	close(r.sink.hold)
}

func TestCallsThatEndWithoutAnAnswer(t *testing.T) {
	r := newRig(t, slowTimes)
	c, _ := r.open(hello("install-a"))
	p := r.peer()
	list := wire.Envelope{Kind: wire.KindTabList, TabList: &wire.TabList{}}

	done := make(chan error, 1)
	go func() { _, err := p.Call(context.Background(), list); done <- err }()
	call := c.hear(wire.KindTabList)
	c.say(wire.Envelope{Kind: wire.KindReply, Re: call.ID, Reply: &wire.Reply{Error: types.Fault(types.CodePageGone, "gone", "look again")}})
	if err := <-done; types.AsError(err).Code != types.CodePageGone || types.AsError(err).Hint != "look again" {
		t.Errorf("fault of the far side came as %v", err)
	}

	go func() { _, err := p.Call(context.Background(), list); done <- err }()
	call = c.hear(wire.KindTabList)
	c.say(wire.Envelope{Kind: wire.KindError, Re: call.ID, Error: types.Fault(types.CodeUnknownType, "no such call", "update the extension")})
	if err := <-done; types.AsError(err).Code != types.CodeUnknownType {
		t.Errorf("call that was not understood: %v", err)
	}

	ctx, cancel := context.WithCancel(context.Background())
	go func() { _, err := p.Call(ctx, list); done <- err }()
	late := c.hear(wire.KindTabList)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled call: %v", err)
	}
	c.say(wire.Envelope{Kind: wire.KindReply, Re: late.ID, Reply: &wire.Reply{}}) // nobody waits any more

	huge := wire.Envelope{Kind: wire.KindTabOpen, TabOpen: &wire.TabOpen{URL: strings.Repeat("x", wire.MaxFrame)}}
	if _, err := p.Call(context.Background(), huge); types.AsError(err).Code != types.CodeInvalidInput {
		t.Errorf("call that fits into no message: %v", err)
	}

	go func() { _, err := p.Call(context.Background(), list); done <- err }()
	c.hear(wire.KindTabList)
	c.ws.Close()
	if err := <-done; types.AsError(err).Code != types.CodeNoBrowser {
		t.Errorf("call on a link that broke: %v", err)
	}
	if _, err := p.Call(context.Background(), list); types.AsError(err).Code != types.CodeNoBrowser {
		t.Errorf("call after the link broke: %v", err)
	}
}

func TestEventsReachSubscribersInOrder(t *testing.T) {
	r := newRig(t, slowTimes)
	c, _ := r.open(hello("install-a"))
	p := r.peer()
	events := make(chan wire.Envelope, 10)
	cancel := p.Subscribe(func(e wire.Envelope) { events <- e })
	c.say(wire.Envelope{Kind: wire.KindNavigated, Navigated: &wire.Navigated{TabID: 1, URL: "https://a.example"}})
	c.say(wire.Envelope{Kind: wire.KindTabGone, TabGone: &wire.TabRef{TabID: 1}})
	if e := <-events; e.Kind != wire.KindNavigated || e.Navigated.URL != "https://a.example" {
		t.Errorf("first event %+v", e)
	}
	if e := <-events; e.Kind != wire.KindTabGone || e.TabGone.TabID != 1 {
		t.Errorf("second event %+v", e)
	}
	cancel()
	c.say(wire.Envelope{Kind: wire.KindTabGone, TabGone: &wire.TabRef{TabID: 2}})
	c.batch(records(1, 1))
	c.hear(wire.KindAck)
	if len(events) != 0 {
		t.Error("an event came after the subscription was cancelled")
	}
}

func TestReplicaFlowsByCursorWithinItsWindow(t *testing.T) {
	r := newRig(t, slowTimes)
	for i := range 10 * wire.MaxBatchRecords {
		r.sink.record(wire.Record{Step: &types.Step{StepID: fmt.Sprint(i + 1)}})
	}
	h := hello("install-a")
	h.Cursor = 5
	c, _ := r.open(h)
	var next int64 = 6
	messages := 0
	take := func() *wire.Replica {
		rep := c.hear(wire.KindReplica).Replica
		messages++
		for _, rec := range rep.Records {
			if rec.Seq != next || rec.Step.StepID != fmt.Sprint(next) {
				t.Fatalf("record %d came where %d was due", rec.Seq, next)
			}
			next++
		}
		if rep.Cursor != next-1 {
			t.Fatalf("message with cursor %d ends at %d", rep.Cursor, next-1)
		}
		return rep
	}
	var last *wire.Replica
	for range wire.Window {
		last = take()
	}
	// Nothing more may come before an answer: an echo would come first.
	c.batch(records(1, 1))
	if err := c.ws.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, text, err := c.ws.ReadMessage(); err != nil || !strings.Contains(string(text), `"kind":"ack"`) {
		t.Fatalf("with a full window came %.80s, %v", text, err)
	}
	for next <= 10*wire.MaxBatchRecords {
		c.say(wire.Envelope{Kind: wire.KindReplicaAck, ReplicaAck: &wire.ReplicaAck{Cursor: last.Cursor}})
		last = take()
	}
	c.say(wire.Envelope{Kind: wire.KindReplicaAck, ReplicaAck: &wire.ReplicaAck{Cursor: last.Cursor}})
	r.sink.record(wire.Record{Step: &types.Step{StepID: fmt.Sprint(next)}})
	take()
}

func TestLargeReplicasAreCutToMessages(t *testing.T) {
	r := newRig(t, slowTimes)
	big := strings.Repeat("x", 200<<10)
	for range 5 {
		r.sink.record(wire.Record{Step: &types.Step{StepID: big}})
	}
	r.sink.record(wire.Record{Step: &types.Step{StepID: strings.Repeat("y", wire.MaxFrame)}})
	c, _ := r.open(hello("install-a"))
	var got []wire.Record
	for len(got) < 6 {
		rep := c.hear(wire.KindReplica).Replica
		got = append(got, rep.Records...)
		c.say(wire.Envelope{Kind: wire.KindReplicaAck, ReplicaAck: &wire.ReplicaAck{Cursor: rep.Cursor}})
	}
	if got[4].Step == nil || got[5].Gap == nil || got[5].Gap.Count != 1 || got[5].Seq != 6 {
		t.Errorf("the record that fits into no message came as %+v", got[5].Gap)
	}
}

func TestSilentPeersHearABeatAndAreGivenUp(t *testing.T) {
	tm := slowTimes
	tm.beat, tm.dead = 20*time.Millisecond, 300*time.Millisecond
	r := newRig(t, tm)
	c, _ := r.open(hello("install-a"))
	c.hear(wire.KindBeat)
	c.hear(wire.KindBeat)
	if got := c.closed(); got != websocket.CloseGoingAway {
		t.Errorf("a silent peer was closed with %d", got)
	}
}

// TestPeerThatStopsReadingIsDropped is B58.
func TestPeerThatStopsReadingIsDropped(t *testing.T) {
	tm := slowTimes
	tm.write = 300 * time.Millisecond
	r := newRig(t, tm)
	r.open(hello("install-a")) // and never reads again
	p := r.peer()
	text := strings.Repeat("x", 512<<10)
	for {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		_, err := p.Call(ctx, wire.Envelope{Kind: wire.KindTabOpen, TabOpen: &wire.TabOpen{URL: text}})
		cancel()
		if types.AsError(err).Code == types.CodeNoBrowser {
			break
		}
		p.queue.mu.Lock()
		queued := p.queue.bytes
		p.queue.mu.Unlock()
		if queued > maxQueued {
			t.Fatalf("%d bytes wait for a peer that does not read", queued)
		}
	}
	select {
	case <-p.Done():
	case <-time.After(patience):
		t.Error("the link lives on")
	}
}

func TestShutdownStoresWhatWasSent(t *testing.T) {
	r := newRig(t, slowTimes)
	r.sink.hold = make(chan struct{})
	c, _ := r.open(hello("install-a"))
	c.batch(records(1, 3))
	c.say(wire.Envelope{Kind: wire.KindNavigated, Navigated: &wire.Navigated{TabID: 1}})
	seen := make(chan struct{})
	r.peer().Subscribe(func(e wire.Envelope) {
		if e.Navigated.TabID == 2 {
			close(seen)
		}
	})
	c.say(wire.Envelope{Kind: wire.KindNavigated, Navigated: &wire.Navigated{TabID: 2}})
	<-seen // so the batch before it was read
	done := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		done <- r.bridge.Shutdown(ctx)
	}()
	if got := c.closed(); got != websocket.CloseGoingAway {
		t.Errorf("closed with %d", got)
	}
	close(r.sink.hold)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if got := r.sink.HWM("install-a", "epoch-1"); got != 3 {
		t.Errorf("after Shutdown %d records are stored, want 3", got)
	}
	if _, resp, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(r.http.URL, "http"), http.Header{"Origin": {testOrigin}}); err == nil || resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a server that stops took a connection: %v", err)
	}
}

func TestWaitPeerGivesUpWithItsContext(t *testing.T) {
	r := newRig(t, slowTimes)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.bridge.WaitPeer(ctx, ""); types.AsError(err).Code != types.CodeNoBrowser {
		t.Errorf("err = %v", err)
	}
}
