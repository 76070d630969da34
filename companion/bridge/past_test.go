package bridge

import (
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// past waits until the server knows of what the test has just done.
func (r *rig) past(known func(left, mispaired types.Time) bool) {
	r.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if known(r.bridge.Past()) {
			return
		}
	}
	left, mispaired := r.bridge.Past()
	r.t.Errorf("past is left %v, mispaired %v", left, mispaired)
}

func TestPastTellsWhenALinkEnded(t *testing.T) {
	r := newRig(t, slowTimes)
	c, _ := r.open(hello("install-a"))
	if left, mispaired := r.bridge.Past(); left != 0 || mispaired != 0 {
		t.Errorf("while it is open: %v, %v", left, mispaired)
	}
	if info := r.peer().Info(); info.Heard < info.Since {
		t.Errorf("last heard at %v, linked since %v", info.Heard, info.Since)
	}
	c.ws.Close()
	r.past(func(left, mispaired types.Time) bool { return left > 0 && mispaired == 0 })
}

func TestPastTellsOfAnotherPairingKey(t *testing.T) {
	t.Run("the extension's proof is wrong", func(t *testing.T) {
		r := newRig(t, slowTimes)
		c := r.dial()
		c.say(wire.Envelope{Kind: wire.KindHello, Hello: hello("install-a")})
		c.hear(wire.KindWelcome)
		c.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: "00"}})
		r.past(func(left, mispaired types.Time) bool { return left == 0 && mispaired > 0 })
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
		r.past(func(_, mispaired types.Time) bool { return mispaired > 0 })
	})
}
