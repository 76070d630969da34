package paneltest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
	"cairn/shared/capture"
	"cairn/shared/core"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// flow lists the actions of a session, in words.
type flow struct {
	goal   string
	tags   []string
	agent  bool
	branch string
	ago    time.Duration
	source string // the KB item that it follows
	keep   types.Keep
	acts   []deed
}

type deed struct {
	tool, screen, role, name, id string
	to                           string // the screen that it leads to, if not the same
	failed                       types.Code
}

// flows are sessions as agents and people leave them.
var flows = []flow{
	{goal: "Send 0.1 ETH to Alice", tags: []string{"send"}, agent: true, branch: "main", ago: 3 * time.Hour, acts: sending("")},
	{goal: "Send 2 ETH to the exchange", tags: []string{"send"}, agent: true, branch: "fee-picker", ago: 26 * time.Hour,
		acts: sending(types.CodeTargetNotFound)},
	{goal: "Change the currency to EUR", tags: []string{"settings"}, agent: true, branch: "main", ago: 28 * time.Hour, acts: []deed{
		{tool: "mm_click", screen: "home", role: "link", name: "Settings", id: "nav-settings", to: "settings"},
		{tool: "mm_type", screen: "settings", role: "combobox", name: "Currency", id: "settings-currency"}}},
	{ago: 50 * time.Hour, acts: []deed{
		{tool: "mm_click", screen: "home", role: "link", name: "Activity", to: "activity"},
		{tool: "mm_click", screen: "activity", role: "button", name: "Show older transactions"}}},
}

func sending(failed types.Code) []deed {
	acts := []deed{
		{tool: "mm_type", screen: "unlock", role: "textbox", name: "Password", id: "unlock-password"},
		{tool: "mm_click", screen: "unlock", role: "button", name: "Unlock", id: "unlock-submit", to: "home"},
		{tool: "mm_click", screen: "home", role: "button", name: "Send", id: "coin-overview-send", to: "send"},
		{tool: "mm_type", screen: "send", role: "textbox", name: "Recipient", id: "send-recipient"},
		{tool: "mm_type", screen: "send", role: "textbox", name: "Amount", id: "send-amount"},
		{tool: "mm_click", screen: "send", role: "button", name: "Continue", id: "send-continue", to: "confirm"},
		{tool: "mm_click", screen: "confirm", role: "button", name: "Confirm", id: "confirm-footer-button"},
	}
	if failed != "" {
		acts = append(acts[:3:3], append([]deed{{tool: "mm_click", screen: "send", role: "button", name: "Next", id: "send-next", failed: failed}}, acts[3:]...)...)
	}
	return acts
}

// seed puts records into the extension's database and restarts its core.
func (b *browser) seed(records []wire.Record) {
	b.T.Helper()
	const batch = 500
	for len(records) > 0 {
		n := min(batch, len(records))
		text, err := json.Marshal(records[:n])
		if err != nil {
			b.T.Fatal(err)
		}
		records = records[n:]
		evaluate[any](b, b.Ctx, fmt.Sprintf(`new Promise((resolve, reject) => {
			const open = indexedDB.open("cairn");
			open.onerror = () => reject(open.error);
			open.onsuccess = () => {
				const tx = open.result.transaction("records", "readwrite");
				for (const record of %s) {
					const key = record.step ? "step:" + record.step.stepId : "session:" + record.session.sessionId;
					tx.objectStore("records").put({key, record});
				}
				tx.oncomplete = () => { open.result.close(); resolve(1); };
				tx.onabort = () => reject(tx.error);
			};
		})`, text))
	}
	b.newCore()
}

// newCore ends the offscreen document; the next question starts another one.
func (b *browser) newCore() {
	b.T.Helper()
	evaluate[any](b, b.Ctx, `chrome.offscreen.closeDocument()`)
	b.Until("the core to be back", func() bool {
		err := chromedp.Do(b.Ctx, chromedp.Navigate(rig.Origin+"/popup/popup.html"))
		return err == nil && b.coreRuns()
	})
}

// records tells flows as the companion would send them down.
func records(t testing.TB, site string, flows []flow) []wire.Record {
	t.Helper()
	c := core.New()
	if err := c.SetNameKey(bytes.Repeat([]byte{1}, capture.NameKeyBytes)); err != nil {
		t.Fatal(err)
	}
	var out []wire.Record
	for i, f := range flows {
		began := time.Now().Add(-f.ago)
		session := &types.Session{SchemaVersion: types.SchemaVersion, SessionID: fmt.Sprintf("seed-%04d", i), CreatedAt: types.At(began), Goal: f.goal,
			FlowTags: f.tags, Tags: []string{}, Ambient: !f.agent, EndedAt: types.At(began.Add(time.Minute))}
		if f.agent {
			looks := i // the newest come first
			session.Cost = types.Cost{Looks: &looks, Calls: 3 + 2*i, Tokens: 400 + 300*i}
			session.Statement = types.Statement{Outcome: types.SessionDone, OutcomeBy: types.StatedByAgent, OutcomeAt: session.EndedAt, Evidence: "the page said so"}
		}
		if f.tags == nil {
			session.FlowTags = []string{}
		}
		if f.branch != "" {
			session.Git = &types.Git{Branch: f.branch}
		}
		out = append(out, wire.Record{Session: session})
		for j, d := range f.acts {
			step, err := c.Capture(types.At(time.Now()), d.step(site, f, session, j), f.keep)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, wire.Record{Session: session, Step: step})
		}
	}
	return out
}

// step is a deed as it was reported.
func (d deed) step(site string, f flow, session *types.Session, at int) *types.Step {
	s := &types.Step{SchemaVersion: types.SchemaVersion, StepID: fmt.Sprintf("%s-%d", session.SessionID, at), SessionID: session.SessionID,
		Timestamp: session.CreatedAt.Add(time.Duration(at) * 4 * time.Second), DurationMs: 340,
		Tool:    types.Tool{Name: d.tool, Target: &types.Target{TestID: d.id, Role: d.role, Name: d.name}},
		Actor:   types.ActorObserved,
		Outcome: types.Outcome{OK: d.failed == ""},
		Observation: &types.Observation{
			State:   types.State{CurrentURL: site + "/#/" + d.screen, Title: "Sample Wallet", Origin: site},
			TestIDs: []types.TestID{},
			A11y:    types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "heading", Name: strings.ToTitle(d.screen[:1]) + d.screen[1:], Level: 1}}},
		},
		After: &types.After{CurrentURL: site + "/#/" + cmp.Or(d.to, d.screen)},
	}
	if f.agent {
		s.Actor, s.KBSource = types.ActorAgent, f.source
		sure := []float64{0.84, 0.66, 0.9, 0.58}[at%4]
		s.Advice = &types.Advice{Shown: 3, Confidence: sure}
		if at%4 != 3 {
			s.Advice.Rank = 1
		}
	}
	if d.tool == "mm_type" {
		s.Tool.TextRedacted, s.Tool.TextLength = true, 16
	}
	if d.failed != "" {
		s.Outcome.Error = types.Fault(d.failed, fmt.Sprintf("no element has the test id %q", d.id), "Describe the screen and take one of its names.")
	}
	for i := range 12 {
		s.Observation.A11y.Nodes = append(s.Observation.A11y.Nodes, types.A11yNode{Ref: fmt.Sprintf("e%d", i+2), Role: "button", Name: fmt.Sprintf("Asset %d", i+1)})
	}
	s.Observation.A11y.Nodes = append(s.Observation.A11y.Nodes, types.A11yNode{Ref: "e20", Role: d.role, Name: d.name, TestID: d.id})
	return s
}
