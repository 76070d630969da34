package bridge

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"cairn/shared/wire"
)

// past waits until the server knows of the test's last action.
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

// TestAnOlderExtensionIsAskedToReload has one from before proofs were bound to
// the port: there is no way around the binding.
func TestAnOlderExtensionIsAskedToReload(t *testing.T) {
	r := newRig(t, slowTimes)
	for _, proto := range []int{wire.OldestProto - 1, 0, -1, wire.Proto + 1} {
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
	r.past(func(p Past) bool { return p.Outdated > 0 && p.Ahead > 0 && p.Mispaired == 0 })
}

// TestVersionsOfTheProtocolMeet links each version with the one before and the one
// after it, as a store updates an extension days before its companion.
func TestVersionsOfTheProtocolMeet(t *testing.T) {
	for _, tc := range []struct {
		name               string
		companion          protocols
		extension, newest  int
		agreed             int // 0 for none
		outdated, isTooNew bool
	}{
		{"the same", protocols{2, 3}, 2, 3, 3, false, false},
		{"the same, with one version", protocols{3, 3}, 3, 0, 3, false, false},
		{"extension N+1", protocols{2, 3}, 3, 4, 3, false, false},
		{"extension N+1 that speaks all", protocols{2, 3}, 2, 4, 3, false, false},
		{"extension N-1", protocols{2, 3}, 1, 2, 2, false, false},
		{"extension N-1 without a range", protocols{2, 3}, 2, 0, 2, false, false},
		{"extension N+2", protocols{2, 3}, 4, 5, 0, false, true},
		{"extension N-2", protocols{2, 3}, 1, 0, 0, true, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := newRig(t, slowTimes)
			r.bridge.speaks = tc.companion
			c := r.dial()
			h := hello("install-a")
			h.Proto, h.Newest = tc.extension, tc.newest
			c.say(wire.Envelope{Kind: wire.KindHello, Hello: h})
			if tc.agreed > 0 {
				if w := c.hear(wire.KindWelcome); w.Welcome.Proto != tc.agreed {
					t.Errorf("they speak %d, want %d", w.Welcome.Proto, tc.agreed)
				}
				return
			}
			if _, _, err := c.ws.ReadMessage(); !websocket.IsCloseError(err, wire.CloseVersion) {
				t.Errorf("got %v", err)
			}
			r.past(func(p Past) bool { return (p.Outdated > 0) == tc.outdated && (p.Ahead > 0) == tc.isTooNew })
		})
	}
}

// TestFieldsOfANewerPeerAreIgnored refuses those of a peer that is as old (B28). A key in
// another letter case is an unknown field and changes no known one.
func TestFieldsOfANewerPeerAreIgnored(t *testing.T) {
	for _, tc := range []struct {
		text       string
		same, then bool
	}{
		{`{"kind":"beat"}`, true, true},
		{`{"kind":"beat","extra":{"Kind":[1,{}]}}`, false, true},
		{`{"kind":"batch","batch":{"first":1,"records":[{"seq":1,"mood":"good"}]}}`, false, true},
		{`{"kind":"beat","Kind":"batch"}`, false, true},
		{`{"kind":"beat","extra":1,"extra":2}`, false, false},
		{`{"kind":"beat","extra":}`, false, false},
	} {
		_, same := decode([]byte(tc.text), false)
		msg, newer := decode([]byte(tc.text), true)
		if (same == nil) != tc.same || (newer == nil) != tc.then {
			t.Errorf("%s: %v, of a newer peer %v", tc.text, same, newer)
		}
		if newer == nil && !strings.Contains(tc.text, fmt.Sprintf(`"kind":%q`, msg.Kind)) {
			t.Errorf("%s: read as kind %q", tc.text, msg.Kind)
		}
	}
}
