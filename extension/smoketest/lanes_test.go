package smoketest

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"cairn/extension/rig"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestAPageThatShowsTheSameIsNotSentAgain looks through the lanes of a tab with
// a frame of another origin in it, and through the ends of lanes.
func TestAPageThatShowsTheSameIsNotSentAgain(t *testing.T) {
	b := start(t, pages())
	c := newCompanion(t)
	c.start(c.key)
	b.health() // the offscreen document is there
	b.tell(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunPair, Code: c.code()})
	ctx, cancel := context.WithTimeout(t.Context(), rig.Patience)
	defer cancel()
	peer, err := c.bridge.WaitPeer(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	call := func(e wire.Envelope) *wire.Reply {
		t.Helper()
		reply, err := peer.Call(ctx, e)
		if err != nil {
			t.Fatalf("%s: %v", e.Kind, err)
		}
		return reply
	}
	other := httptest.NewServer(pages())
	t.Cleanup(other.Close)
	tab := b.open(b.URL + "/framed?src=" + strings.Replace(other.URL, "127.0.0.1", "localhost", 1) + "/inner")
	look := func(since string) *wire.Page {
		t.Helper()
		return call(wire.Envelope{Kind: wire.KindObserve, Observe: &wire.Observe{TabID: tab, Since: since}}).Page
	}
	var page *wire.Page
	settled := func() {
		t.Helper()
		b.Until("both frames to show the same twice", func() bool {
			page = look("")
			again := look(page.Stamp)
			return page.Stamp != "" && again.Same && again.Stamp == page.Stamp && len(again.Observation.A11y.Nodes) == 0
		})
	}
	settled()
	if !shows(&page.Observation, "Outer") || !shows(&page.Observation, "Inner") || page.Observation.State.Origin != b.URL {
		t.Errorf("seen: %s", describe(page))
	}

	at := b.locate(tab, types.Target{TestID: "inner"})
	call(wire.Envelope{Kind: wire.KindAttach, Attach: &wire.TabRef{TabID: tab}})
	b.press(tab, at)
	b.Until("the press to be seen", func() bool {
		now := look(page.Stamp)
		return !now.Same && now.Stamp != page.Stamp && shows(&now.Observation, "Pressed") && shows(&now.Observation, "Outer")
	})
	settled()

	call(wire.Envelope{Kind: wire.KindCommand, Command: &wire.Command{TabID: tab, Method: "Page.navigate", Params: []byte(`{"url":"` + b.URL + `/next"}`)}})
	b.Until("the next page to be seen", func() bool {
		now := look(page.Stamp)
		return !now.Same && shows(&now.Observation, "Back") && !shows(&now.Observation, "Pressed")
	})
	settled()
}
