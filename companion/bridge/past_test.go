package bridge

import (
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"cairn/shared/wire"
)

// past waits until the server knows of what the test has just done.
func (r *rig) past(known func(Past) bool) {
	r.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if known(r.bridge.Past()) {
			return
		}
	}
	r.t.Errorf("past is %+v", r.bridge.Past())
}

func TestPastTellsWhenALinkEnded(t *testing.T) {
	r := newRig(t, slowTimes)
	c, _ := r.open(hello("install-a"))
	if past := r.bridge.Past(); past != (Past{}) {
		t.Errorf("while it is open: %+v", past)
	}
	if info := r.peer().Info(); info.Heard < info.Since {
		t.Errorf("last heard at %v, linked since %v", info.Heard, info.Since)
	}
	c.ws.Close()
	r.past(func(p Past) bool { return p.Left > 0 && p.Mispaired == 0 })
}

func TestPastTellsOfAnotherPairingKey(t *testing.T) {
	t.Run("the extension's proof is wrong", func(t *testing.T) {
		r := newRig(t, slowTimes)
		c := r.dial()
		c.say(wire.Envelope{Kind: wire.KindHello, Hello: hello("install-a")})
		c.hear(wire.KindWelcome)
		c.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: "00"}})
		r.past(func(p Past) bool { return p.Left == 0 && p.Mispaired > 0 })
	})
	t.Run("the extension finds ours wrong", func(t *testing.T) {
		r := newRig(t, slowTimes)
		c := r.dial()
		c.say(wire.Envelope{Kind: wire.KindHello, Hello: hello("install-a")})
		c.hear(wire.KindWelcome)
		end := websocket.FormatCloseMessage(wire.CloseUnauthorized, "another key")
		if err := c.ws.WriteControl(websocket.CloseMessage, end, time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
		r.past(func(p Past) bool { return p.Mispaired > 0 })
	})
}

// TestAnOlderExtensionIsToldToBeReloaded has one from before proofs were bound to
// the port: there is no way around the binding.
func TestAnOlderExtensionIsToldToBeReloaded(t *testing.T) {
	r := newRig(t, slowTimes)
	for _, proto := range []int{wire.Proto - 1, 0, -1, wire.Proto + 1} {
		c := r.dial()
		h := hello("install-a")
		h.Proto = proto
		c.say(wire.Envelope{Kind: wire.KindHello, Hello: h})
		_, _, err := c.ws.ReadMessage()
		want := "reload it"
		if proto > wire.Proto {
			want = "update cairn"
		}
		if !websocket.IsCloseError(err, wire.CloseVersion) || !strings.Contains(err.Error(), want) {
			t.Errorf("protocol %d: %v", proto, err)
		}
	}
	r.past(func(p Past) bool { return p.Outdated > 0 && p.Mispaired == 0 })
}
