package dispatch

import (
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// asking is a call that masks a look at the page of capturing, and asks.
func asking(steps int, change ...func(*wire.CoreRequest)) wire.CoreRequest {
	page := capturing("").Capture.Observation
	r := wire.CoreRequest{Op: wire.OpMask, Now: 1770091506000, Mask: &wire.Reply{Page: &wire.Page{TabID: 1, Observation: *page}},
		Ask: &wire.AskRequest{Steps: steps, Question: types.Question{Now: 1770091507000, SessionID: "mm-two", Goal: "pay"}}}
	for _, c := range change {
		c(&r)
	}
	return r
}

// TestALookIsMaskedAndAnsweredInOneCall compares with the answers of the single calls.
func TestALookIsMaskedAndAnsweredInOneCall(t *testing.T) {
	d := New()
	for _, id := range []string{"one", "three", "four"} {
		req := capturing("s-" + id)
		req.Capture.SessionID = "mm-" + id
		req.Session = &types.Session{SchemaVersion: 1, SessionID: "mm-" + id, CreatedAt: 1770091506000, Goal: "pay", FlowTags: []string{}, Tags: []string{}}
		if reply := call(t, d, toJSON(t, req)); reply.Error != nil {
			t.Fatal(reply.Error)
		}
	}
	both := asking(10)
	alone := both
	alone.Ask = nil
	masked := call(t, d, toJSON(t, alone)).Masked
	reply := call(t, d, toJSON(t, both))
	if reply.Error != nil || toJSON(t, reply.Masked) != toJSON(t, masked) || reply.Masked.Page.Observation.State.CurrentScreen != "" {
		t.Fatalf("masked %s, want %s", toJSON(t, reply.Masked), toJSON(t, masked))
	}
	prior := call(t, d, toJSON(t, wire.CoreRequest{Op: wire.OpPrior, Now: both.Ask.Question.Now,
		Prior: &types.PriorRequest{Observation: masked.Page.Observation, SessionID: "mm-two", Goal: "pay"}})).Prior
	known := reply.Answer.Known
	if known == nil || known.PriorKnowledge == nil || len(known.PriorKnowledge.SuggestedNextActions) == 0 || toJSON(t, known.PriorKnowledge) != toJSON(t, prior) {
		t.Errorf("known is %s, want %s", toJSON(t, known), toJSON(t, prior))
	}
	if s := reply.Answer.State; s == nil || s.CurrentScreen == "" || s.Origin != "https://a.example" {
		t.Errorf("answered of %+v", s)
	}
}

func TestWhatCannotBeAnsweredIsMaskedAllTheSame(t *testing.T) {
	const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	for name, c := range map[string]struct {
		steps  int
		change func(*wire.CoreRequest)
		why    string
		left   int
		known  bool
	}{
		"an answer":             {steps: 10, change: func(*wire.CoreRequest) {}, known: true},
		"not all is read":       {steps: 0, change: func(*wire.CoreRequest) {}, why: wire.WhySlow, left: 1},
		"less than nothing":     {steps: -1, change: func(*wire.CoreRequest) {}, why: wire.WhySlow, left: 1},
		"the same as never":     {steps: 10, change: func(r *wire.CoreRequest) { r.Mask.Page = &wire.Page{Same: true, Stamp: "s"} }},
		"a session's bad id":    {steps: 10, change: func(r *wire.CoreRequest) { r.Ask.Question.SessionID = "../x" }, why: wire.WhyFailed},
		"no page":               {steps: 10, change: func(r *wire.CoreRequest) { r.Mask = &wire.Reply{Texts: []string{secret}} }},
		"a page without origin": {steps: 10, change: func(r *wire.CoreRequest) { r.Mask.Page.Observation.State = types.State{Title: secret} }, known: true},
	} {
		t.Run(name, func(t *testing.T) {
			d := New()
			step := capturing("s-one").Capture
			step.SchemaVersion = types.SchemaVersion
			mustPut(t, d, wire.Record{Seq: 1, Session: &types.Session{SchemaVersion: 1, SessionID: "mm-one", CreatedAt: 1, FlowTags: []string{}, Tags: []string{}}, Step: step})
			ask := asking(c.steps, func(r *wire.CoreRequest) { r.Mask.Page.Observation.State.Title = "Key " + secret }, c.change)
			reply := call(t, d, toJSON(t, ask))
			if reply.Error != nil || reply.Masked == nil || strings.Contains(toJSON(t, reply), secret[8:]) {
				t.Fatalf("got %s", toJSON(t, reply))
			}
			why, known := "", false
			if a := reply.Answer; a != nil {
				why, known = a.Why, a.Known != nil
			}
			left := 0
			if reply.Learned != nil {
				left = reply.Learned.Left
			}
			if why != c.why || left != c.left || known != c.known {
				t.Errorf("why %q, left %d, known %v: %s", why, left, known, toJSON(t, reply))
			}
		})
	}
}

// TestAPageThatIsTheSameNeedNotBeSentAgain asks about looks by their stamps.
func TestAPageThatIsTheSameNeedNotBeSentAgain(t *testing.T) {
	d := New()
	req := capturing("s-one")
	req.Session = &types.Session{SchemaVersion: 1, SessionID: "mm-one", CreatedAt: 1}
	call(t, d, toJSON(t, req))
	ask := func(stamp string, same bool) *wire.CoreReply {
		r := asking(10, func(r *wire.CoreRequest) {
			if r.Mask.Page.Stamp = stamp; same {
				r.Mask.Page.Same, r.Mask.Page.Observation = true, types.Observation{}
			}
		})
		reply := call(t, d, toJSON(t, r))
		if reply.Error != nil || same && len(reply.Masked.Page.Observation.A11y.Nodes) > 0 {
			t.Fatalf("got %s", toJSON(t, reply))
		}
		return reply
	}
	first := ask("one", false).Answer
	if again := ask("one", true).Answer; first == nil || first.Known == nil || toJSON(t, again) != toJSON(t, first) {
		t.Errorf("the same page is answered %s, want %s", toJSON(t, again), toJSON(t, first))
	}
	for _, stamp := range []string{"two", "three", "four", "five", ""} {
		ask(stamp, false)
	}
	for stamp, kept := range map[string]bool{"one": false, "two": true, "five": true, "": false} {
		if got := ask(stamp, true).Answer; (got != nil) != kept {
			t.Errorf("%q, kept %v: %s", stamp, kept, toJSON(t, got))
		}
	}
	call(t, d, `{"op":"know","know":{"salt":"0123456789abcdef0123456789abcdef","text":"Tr0ub4dor&3"}}`)
	if got := ask("five", true).Answer; got != nil {
		t.Errorf("after a secret was typed: %s", toJSON(t, got))
	}
}
