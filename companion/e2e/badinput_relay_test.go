package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gorilla/websocket"

	"cairn/shared/wire"
)

// throughRelay has a real browser whose extension finds a relay on the first port
// of its list and the daemon on the second.
func throughRelay(r *badRig) string {
	w := newWorld(r.t)
	w.startDaemon()
	relay := w.relayWire(r.t)
	w.openBrowser()
	w.waitLinked()
	w.person(serve(r.t, http.HandlerFunc(manyButtons))).click("#thing-0")
	w.eventually("the click is remembered", func() bool { return w.timesOf(r.t, "thing-0") > 0 })
	said, _ := relay.heard(r.t)
	return fmt.Sprintf("the relay heard %s; linked to the daemon's own port: %v; a click is remembered once: %v",
		strings.Join(kindsIn(said), ", "), w.inExtension().health().Port == w.port, w.timesOf(r.t, "thing-0") == 1)
}

// kindsIn lists the kinds of messages, each once, in their order.
func kindsIn(said string) (kinds []string) {
	for line := range strings.Lines(said) {
		var msg wire.Envelope
		if json.Unmarshal([]byte(line), &msg) == nil && !slices.Contains(kinds, string(msg.Kind)) {
			kinds = append(kinds, string(msg.Kind))
		}
	}
	return kinds
}

// amidWrongProofs has programs without the key open connections as fast as they
// can, while the rightful extension links again and again.
func amidWrongProofs(r *badRig) string {
	r = newBadRig(r.t)
	over := make(chan struct{})
	var senders sync.WaitGroup
	var made atomic.Int64
	for i := range 12 {
		senders.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
				}
				ws, _, err := websocket.DefaultDialer.Dial("ws://"+r.host()+"/sync", http.Header{"Origin": {r.origin()}})
				if err != nil {
					continue
				}
				defer ws.Close()
				l := &badLink{r: r, ws: ws, install: "install-x", epoch: "epoch-1"}
				if i%3 > 0 {
					l.greet()
				}
				if i%3 > 1 {
					l.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: strings.Repeat("0", 64)}})
				}
				made.Add(1)
			}
		})
	}
	r.eventually("more connections wait than have room", func() bool { return made.Load() > 1000 })
	linked := 0
	for range 20 {
		if r.open().acked(gaps(1, 0, "")) == "hwm 0" {
			linked++
		}
	}
	close(over)
	senders.Wait()
	return fmt.Sprintf("%d of 20 linked at once", linked)
}
