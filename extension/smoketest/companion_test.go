package smoketest

import (
	"context"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"cairn/companion/bridge"
	"cairn/extension"
	"cairn/extension/rig"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// companion is the real bridge over records in memory.
type companion struct {
	t       *testing.T
	key     []byte
	port    int
	http    *http.Server
	bridge  *bridge.Server
	mu      sync.Mutex
	hwm     map[string]int64
	records []wire.Record
	others  []wire.Record // that extensions get
	changed chan struct{}
}

func newCompanion(t *testing.T) *companion {
	c := &companion{t: t, key: []byte(strings.Repeat("k", 32)), hwm: map[string]int64{}, changed: make(chan struct{})}
	t.Cleanup(c.stop)
	return c
}

// start listens on any port, and on the same one when started again.
func (c *companion) start(key []byte) {
	c.t.Helper()
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", c.port))
	if err != nil {
		c.t.Fatal(err)
	}
	c.port = listener.Addr().(*net.TCPAddr).Port
	c.bridge = bridge.New(key, "chrome-extension://"+extension.ID, c, bridge.Options{Version: "test"})
	mux := http.NewServeMux()
	mux.Handle("/sync", c.bridge)
	c.http = &http.Server{Handler: mux}
	go func() { _ = c.http.Serve(listener) }()
}

func (c *companion) stop() {
	if c.http == nil {
		return
	}
	_ = c.http.Close()
	if err := c.bridge.Shutdown(context.Background()); err != nil {
		c.t.Error(err)
	}
	c.http = nil
}

// code returns the code that `cairn pair` shows.
func (c *companion) code() string { return fmt.Sprintf("%d-%s", c.port, hex.EncodeToString(c.key)) }

func (c *companion) HWM(install, epoch string) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hwm[install+epoch]
}

func (c *companion) Accept(_ context.Context, install, epoch string, recs []wire.Record) (int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range recs {
		if r.Seq == c.hwm[install+epoch]+1 {
			c.hwm[install+epoch] = r.Seq
			c.records = append(c.records, r)
		}
	}
	return c.hwm[install+epoch], nil
}

func (c *companion) Driven([]wire.Record) []string { return nil }

func (c *companion) Replica(cursor int64, _, _ string, _ int) ([]wire.Encoded, int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var recs []wire.Encoded
	for i, r := range c.others {
		if r.Seq = int64(i + 1); r.Seq > cursor {
			e, err := wire.Encode(r)
			if err != nil {
				return nil, 0, err
			}
			recs = append(recs, e)
		}
	}
	return recs, int64(len(c.others)), nil
}

func (c *companion) Cursor() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return int64(len(c.others))
}

func (c *companion) Changed() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.changed
}

// tell adds a record of somebody else's.
func (c *companion) tell(r wire.Record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.others = append(c.others, r)
	close(c.changed)
	c.changed = make(chan struct{})
}

// stepIDs lists the steps that have arrived, in order.
func (c *companion) stepIDs() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var ids []string
	for _, r := range c.records {
		if r.Step != nil {
			ids = append(ids, r.Step.StepID)
		}
	}
	return ids
}

// health asks until the offscreen document is there to answer.
func (b *browser) health() *wire.Health {
	b.T.Helper()
	var health *wire.Health
	b.Until("the offscreen document to answer", func() bool {
		health = b.tell(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunHealth}).Health
		return health != nil
	})
	return health
}

// finds reports whether a search finds a step.
func (b *browser) finds(query, stepID string) bool {
	b.T.Helper()
	reply := b.core(wire.CoreRequest{Op: wire.OpSearch, Search: &types.SearchRequest{Query: query, Limit: 50}})
	return slices.ContainsFunc(reply.Steps, func(s types.StepSummary) bool { return s.StepID == stepID })
}

// kill ends the worker and the offscreen document, as a crash would.
func (b *browser) kill() {
	b.T.Helper()
	infos, err := chromedp.CallBrowser(b.Ctx, target.GetTargets, target.GetTargetsParams{Filter: target.Filter{{}}})
	if err != nil {
		b.T.Fatal(err)
	}
	for _, info := range infos.TargetInfos {
		own := strings.Contains(info.URL, extension.ID) && !strings.Contains(info.URL, "popup")
		if own && (info.Type == "service_worker" || strings.HasSuffix(info.URL, "offscreen.html")) {
			// The one may go with the other before it is its turn.
			_, _ = chromedp.CallBrowser(b.Ctx, target.CloseTarget, target.CloseTargetParams{TargetID: info.TargetID})
		}
	}
	b.Until("the offscreen document to be gone", func() bool {
		contexts := evaluate[[]any](b, b.Ctx, `chrome.runtime.getContexts({contextTypes: ["OFFSCREEN_DOCUMENT"]})`)
		return len(contexts) == 0
	})
}

// TestEveryStepArrivesOnce goes through being alone, paired, cut off, killed
// and joined again.
func TestEveryStepArrivesOnce(t *testing.T) {
	b := start(t, pages())
	c := newCompanion(t)
	c.start(c.key)
	evaluate[any](b, b.Ctx, `chrome.storage.local.set({mode: "all"})`)
	page := b.Tab(b.URL + "/")
	b.Act(page, chromedp.Click(rig.TestID("send")))
	b.Until("the first click to be stored", func() bool { return b.health().Outbox >= 2 })
	own := byTool(b.waitSteps(2))["mm_click"].StepID

	if reply := b.tell(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunPair, Code: c.code()}); reply.Error != nil || !reply.Health.Paired && reply.Health.Error != nil {
		t.Fatalf("pairing answered %s", describe(reply))
	}
	b.Until("what was recorded before pairing to arrive", func() bool { return len(c.stepIDs()) == 2 && b.health().Outbox == 0 })
	if h := b.health(); !h.Linked || !h.Paired || h.Port != c.port || h.LastAck == 0 || h.Error != nil {
		t.Errorf("health is %s", describe(h))
	}
	if !b.finds("send tokens", own) {
		t.Error("an acknowledged step is not found any more")
	}

	c.tell(wire.Record{Session: session("mm-other"), Step: &types.Step{
		SchemaVersion: 1, StepID: "s-of-an-agent", SessionID: "mm-other", Timestamp: types.At(time.Now()), Actor: types.ActorAgent,
		Tool: types.Tool{Name: "mm_click", Target: &types.Target{TestID: "unstake-validator"}}, Outcome: types.Outcome{OK: true},
	}})
	b.Until("an agent's step to be searchable here", func() bool { return b.finds("unstake validator", "s-of-an-agent") })

	peer, err := c.bridge.WaitPeer(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	reply, err := peer.Call(t.Context(), wire.Envelope{Kind: wire.KindTabList, TabList: &wire.TabList{}})
	if err != nil || len(reply.Tabs) < 2 {
		t.Errorf("the companion's call was answered %s, %v", describe(reply), err)
	}

	c.stop()
	b.Act(page, chromedp.Click(rig.TestID("send")))
	b.Until("the click to wait in the outbox", func() bool { return b.health().Outbox == 1 })
	b.kill()
	b.Act(page, chromedp.Click(rig.TestID("send")))
	b.Until("the click after the crash to be stored", func() bool { return b.health().Outbox == 2 })
	b.Until("the memory to be whole after the crash", func() bool {
		return b.health().Steps == 5 && b.finds("send tokens", own) && b.finds("unstake validator", "s-of-an-agent")
	})

	c.start(c.key)
	b.Until("everything to arrive", func() bool { return b.health().Outbox == 0 })
	ids := c.stepIDs()
	unique := slices.Compact(slices.Sorted(slices.Values(ids)))
	if len(ids) != 4 || len(unique) != 4 {
		t.Errorf("arrived: %v", ids)
	}
}

// TestNothingIsSaidToACompanionWithAnotherKey holds the link back until the
// other side has proved itself.
func TestNothingIsSaidToACompanionWithAnotherKey(t *testing.T) {
	b := start(t, pages())
	c := newCompanion(t)
	c.start([]byte(strings.Repeat("x", 32)))
	evaluate[any](b, b.Ctx, `chrome.storage.local.set({mode: "all"})`)
	page := b.Tab(b.URL + "/")
	b.Act(page, chromedp.Click(rig.TestID("send")))
	b.Until("the click to be stored", func() bool { return b.health().Outbox >= 1 })
	b.tell(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunPair, Code: c.code()})
	b.Until("the link to complain", func() bool {
		h := b.health()
		return h.Error != nil && strings.Contains(h.Error.Message, "another pairing key")
	})
	if h := b.health(); h.Linked || h.Outbox < 1 || len(c.stepIDs()) != 0 || len(c.bridge.Peers()) != 0 {
		t.Errorf("health is %s", describe(h))
	}
}
