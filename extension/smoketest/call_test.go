package smoketest

import (
	"encoding/json"
	"math"
	"net/http/httptest"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// call does a call as the companion would, and returns its fault.
func (b *browser) call(envelope wire.Envelope) (*wire.Reply, *types.Error) {
	b.T.Helper()
	reply := b.tell(wire.RuntimeMessage{To: "worker", Kind: wire.RunCall, Call: &envelope})
	if reply.Error != nil {
		b.T.Fatalf("%s was not understood: %v", envelope.Kind, reply.Error)
	}
	return reply.Reply, reply.Reply.Error
}

// mustCall is call for a request that must work.
func (b *browser) mustCall(envelope wire.Envelope) *wire.Reply {
	b.T.Helper()
	reply, fault := b.call(envelope)
	if fault != nil {
		b.T.Fatalf("%s: %v (%s)", envelope.Kind, fault, fault.Hint)
	}
	return reply
}

// session is an agent's.
func session(id string) *types.Session {
	return &types.Session{SchemaVersion: 1, SessionID: id, CreatedAt: 1, Goal: "send tokens", FlowTags: []string{"send"}, Tags: []string{}}
}

// open opens a tab for an agent.
func (b *browser) open(url string) int {
	b.T.Helper()
	reply := b.mustCall(wire.Envelope{Kind: wire.KindTabOpen, TabOpen: &wire.TabOpen{URL: url, Session: session("mm-smoke")}})
	if reply.Tab == nil || reply.Tab.TabID == 0 || reply.Tab.SessionID != "mm-smoke" {
		b.T.Fatalf("tabOpen answered %s", describe(reply))
	}
	return reply.Tab.TabID
}

// press clicks by CDP commands through the extension, as the companion does.
func (b *browser) press(tab int, at *wire.Located) {
	b.T.Helper()
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		params, _ := json.Marshal(map[string]any{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1})
		b.mustCall(wire.Envelope{Kind: wire.KindCommand, Command: &wire.Command{TabID: tab, Method: "Input.dispatchMouseEvent", Params: params}})
	}
}

func (b *browser) locate(tab int, target types.Target) *wire.Located {
	b.T.Helper()
	reply := b.mustCall(wire.Envelope{Kind: wire.KindLocate, Locate: &wire.Locate{TabID: tab, Target: target, For: "click", TimeoutMs: 60_000}})
	return reply.Located
}

// TestAnAgentActsThroughTheExtension plays the calls of one click, and shows
// that our own input is not recorded a second time but a person's is, into the
// agent's session.
func TestAnAgentActsThroughTheExtension(t *testing.T) {
	b := start(t, pages())
	tab := b.open(b.URL + "/")
	seen := b.mustCall(wire.Envelope{Kind: wire.KindObserve, Observe: &wire.Observe{TabID: tab}}).Page
	if !shows(&seen.Observation, "Send tokens") || seen.Observation.State.Origin != b.URL {
		t.Fatalf("observe saw %s", describe(seen))
	}
	at := b.locate(tab, types.Target{TestID: "send"})
	b.mustCall(wire.Envelope{Kind: wire.KindBracket, Bracket: &wire.Bracket{TabID: tab, Open: true, MaxMs: 60_000}})
	b.mustCall(wire.Envelope{Kind: wire.KindAttach, Attach: &wire.TabRef{TabID: tab}})
	b.mustCall(wire.Envelope{Kind: wire.KindAttach, Attach: &wire.TabRef{TabID: tab}})
	b.press(tab, at)
	after := b.mustCall(wire.Envelope{Kind: wire.KindSettle, Settle: &wire.Settle{TabID: tab, QuietMs: 100}}).Page
	b.mustCall(wire.Envelope{Kind: wire.KindBracket, Bracket: &wire.Bracket{TabID: tab}})
	if !shows(&after.Observation, "Transfer queued") {
		t.Fatalf("the click did nothing: %s", describe(after))
	}

	// The same input outside a bracket is somebody else's.
	b.press(tab, at)
	step := b.waitSteps(1)[0]
	if step.SessionID != "mm-smoke" || step.Actor != types.ActorObserved {
		t.Errorf("recorded %s", describe(step))
	}
	b.mustCall(wire.Envelope{Kind: wire.KindDetach, Detach: &wire.TabRef{TabID: tab}})

	tabs := b.mustCall(wire.Envelope{Kind: wire.KindTabList, TabList: &wire.TabList{}}).Tabs
	if len(tabs) < 2 {
		t.Errorf("tabs are %s", describe(tabs))
	}
	b.mustCall(wire.Envelope{Kind: wire.KindTabClose, TabClose: &wire.TabRef{TabID: tab}})
	if _, fault := b.call(wire.Envelope{Kind: wire.KindObserve, Observe: &wire.Observe{TabID: tab}}); fault == nil || fault.Code != types.CodePageGone || fault.Hint == "" {
		t.Errorf("a closed tab answers %v", fault)
	}
}

// TestFramesAreOnePage has a frame of the same and one of another origin.
func TestFramesAreOnePage(t *testing.T) {
	b := start(t, pages())
	other := httptest.NewServer(pages())
	t.Cleanup(other.Close)
	elsewhere := strings.Replace(other.URL, "127.0.0.1", "localhost", 1)
	for _, src := range []string{"/inner", elsewhere + "/inner"} {
		tab := b.open(b.URL + "/framed?src=" + src)
		var ref string
		b.Until("the frame to be seen", func() bool {
			page := b.mustCall(wire.Envelope{Kind: wire.KindObserve, Observe: &wire.Observe{TabID: tab}}).Page
			for _, n := range page.Observation.A11y.Nodes {
				if n.TestID == "inner" {
					ref = n.Ref
				}
			}
			return ref != ""
		})
		if !strings.HasPrefix(ref, "f") {
			t.Errorf("%s: the element in the frame has ref %s", src, ref)
		}
		byID := b.locate(tab, types.Target{TestID: "inner"})
		byRef := b.locate(tab, types.Target{A11yRef: ref})
		if math.Abs(byID.X-byRef.X) > 1 || math.Abs(byID.Y-byRef.Y) > 1 {
			t.Errorf("%s: by test id at %v,%v, by ref at %v,%v", src, byID.X, byID.Y, byRef.X, byRef.Y)
		}
		b.mustCall(wire.Envelope{Kind: wire.KindAttach, Attach: &wire.TabRef{TabID: tab}})
		b.press(tab, byID)
		b.Until("the press to reach the frame", func() bool {
			page := b.mustCall(wire.Envelope{Kind: wire.KindObserve, Observe: &wire.Observe{TabID: tab}}).Page
			return shows(&page.Observation, "Pressed") && shows(&page.Observation, "Outer")
		})
		b.mustCall(wire.Envelope{Kind: wire.KindTabClose, TabClose: &wire.TabRef{TabID: tab}})
	}
	origins := map[string]int{}
	for _, step := range b.waitSteps(2) {
		state := step.Observation.State
		origins[state.Origin]++
		foreign := state.Origin == elsewhere
		// A stored step is of one origin: a frame of another is stored by itself.
		if !shows(step.Observation, "Inner") || shows(step.Observation, "Outer") == foreign || foreign != (state.Embedder == b.URL) || foreign != (step.Tool.Target.Origin == elsewhere) {
			t.Errorf("a step in a frame has target %+v and the observation %s", step.Tool.Target, describe(step.Observation))
		}
	}
	if origins[b.URL] != 1 || origins[elsewhere] != 1 {
		t.Errorf("steps by origin are %v", origins)
	}
}

func TestBadCallsGetAHint(t *testing.T) {
	b := start(t, pages())
	tab := b.open(b.URL + "/")
	tests := map[string]struct {
		call wire.Envelope
		want types.Code
	}{
		"unknown kind":       {wire.Envelope{Kind: "fly"}, types.CodeUnknownType},
		"no tab":             {wire.Envelope{Kind: wire.KindObserve}, types.CodeInvalidInput},
		"tab that never was": {wire.Envelope{Kind: wire.KindLocate, Locate: &wire.Locate{TabID: 1, For: "click", Target: types.Target{TestID: "x"}}}, types.CodePageGone},
		"closed page":        {wire.Envelope{Kind: wire.KindTabOpen, TabOpen: &wire.TabOpen{URL: "chrome://settings"}}, types.CodePageDenied},
		"file":               {wire.Envelope{Kind: wire.KindTabOpen, TabOpen: &wire.TabOpen{URL: "file:///etc/passwd"}}, types.CodePageDenied},
		"dead server":        {wire.Envelope{Kind: wire.KindTabOpen, TabOpen: &wire.TabOpen{URL: "http://127.0.0.1:9/"}}, types.CodeNavigationFailed},
		"target not there":   {wire.Envelope{Kind: wire.KindLocate, Locate: &wire.Locate{TabID: tab, For: "click", TimeoutMs: 300, Target: types.Target{TestID: "nope"}}}, types.CodeTargetNotFound},
		"cookies":            {wire.Envelope{Kind: wire.KindCommand, Command: &wire.Command{TabID: tab, Method: "Network.getAllCookies"}}, types.CodeActionDenied},
		"file by command":    {wire.Envelope{Kind: wire.KindCommand, Command: &wire.Command{TabID: tab, Method: "Page.navigate", Params: json.RawMessage(`{"url":"file:///etc/passwd"}`)}}, types.CodeActionDenied},
		"not attached":       {wire.Envelope{Kind: wire.KindCommand, Command: &wire.Command{TabID: tab, Method: "Page.getLayoutMetrics"}}, types.CodePageGone},
		"bind to nothing":    {wire.Envelope{Kind: wire.KindBind, Bind: &wire.Bind{TabID: 1}}, types.CodePageGone},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, fault := b.call(tt.call)
			if fault == nil || fault.Code != tt.want || fault.Message == "" || fault.Hint == "" {
				t.Errorf("answered %s", describe(fault))
			}
		})
	}
	if reply := b.tell(wire.RuntimeMessage{To: "worker", Kind: "nonsense"}); reply.Error == nil || reply.Error.Code != types.CodeUnknownType {
		t.Errorf("an unknown message was answered %s", describe(reply))
	}
	if reply := b.tell(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunCore, Core: &wire.CoreRequest{Op: wire.OpReset}}); reply.Error == nil {
		t.Error("a page could reset the core")
	}
	if reply := b.tell(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunPair, Code: "1-2"}); reply.Error == nil || reply.Error.Code != types.CodeInvalidInput {
		t.Errorf("a wrong pairing code was answered %s", describe(reply))
	}
}
