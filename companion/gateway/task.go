package gateway

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"cairn/shared/capture"
	"cairn/shared/exact"
	"cairn/shared/redact"
	"cairn/shared/risk"
	"cairn/shared/text"
	"cairn/shared/types"
)

// task is the client's session and its current page.
type task struct {
	mu      sync.Mutex
	goal    string
	client  string
	session *types.Session // nil before the first action
	tab     string         // as the adapter names it
	page    *page          // nil before the first answer with a page
	stale   bool           // an action may have changed the page since it was read
	looks   int
	given   []types.SuggestedAction // with the last answer
	briefed map[string]bool         // origins
	offers  []string                // flows that this task was offered
	also    wanted                  // elements of the flow alsoOf that pages list for advice
	alsoOf  string
	deeds   []types.Tool // the session's successful actions
	last    types.Time   // of the newest step
	from    *page        // on which it acted
	// held is the newest step while no answer has shown the page behind it, which is a part of the step.
	held    *types.Step
	typed   *exact.Secrets // into fields for secrets
	running bool           // a flow acts, which records its steps itself
	// gaps reports that the session may lack an action. It then teaches no flow, which
	// would leave that action out and still report success.
	gaps bool
	// behind reports that memory lacks the last action: what it suggests next was done.
	behind bool
	ended  types.SessionOutcome // of the last session, while there is no other
	// unstored reports that the session's outcome was stated and could not be stored.
	unstored bool
}

// maxDeeds bounds the stored actions of a session for a run.
const maxDeeds = 250

func now() types.Time { return types.At(time.Now()) }

// answered handles an answer of the driver, records the actions, and returns the text
// to add, "" for none.
func (w *watcher) answered(c *call, m *message) string {
	var result struct {
		Content           []struct{ Type, Text string }
		StructuredContent json.RawMessage
		IsError           bool
	}
	if w.adapt == nil {
		return ""
	}
	unread := json.Unmarshal(m.result.of(m.line), &result) != nil || len(result.Content) == 0 || result.Content[0].Type != "text"
	w.task.mu.Lock()
	defer w.task.mu.Unlock()
	if w.task.running { // the run records its steps alone
		w.task.gaps = w.task.gaps || !result.IsError && w.mayAct(c)
		return ""
	}
	if unread {
		w.task.gaps = w.task.gaps || w.mayAct(c)
		return ""
	}
	r := reading{failure: result.Content[0].Text}
	if !result.IsError {
		var err error
		if r, err = w.adapt.read(c, answer{result.Content[0].Text, result.StructuredContent}); err != nil {
			w.reads(err)
			w.task.gaps = w.task.gaps || w.mayAct(c)
			w.task.page = nil
			return ""
		}
	}
	w.took(c, r)
	// After an action that leaves its page as it is, the last snapshot stays valid without a
	// new one: its refs still hold, or the driver refuses them.
	if result.IsError || w.task.page == nil || w.task.stale || !r.snapshot && (w.adapt.looks(c.tool) || len(w.adapt.deeds(c, w.task.page)) == 0) {
		return ""
	}
	return w.advise()
}

// mayAct reports whether a call may have done a part of the task, if its answer does not say it.
func (w *watcher) mayAct(c *call) bool {
	return w.unrecorded(c) || len(w.adapt.deeds(c, w.task.page)) > 0
}

// took records the actions of a call, and the page after it.
func (w *watcher) took(c *call, r reading) {
	t, failure := &w.task, r.failure
	if tab := w.adapt.tab(c, t.tab); tab != t.tab {
		t.tab, t.page = tab, nil
	}
	before := t.page
	if w.adapt.looks(c.tool) {
		t.looks++
	}
	deeds := w.adapt.deeds(c, before)
	if failure == "" && len(deeds) == 0 && w.unrecorded(c) {
		t.gaps = true
	}
	t.see(r)
	t.stale = t.stale && !r.snapshot
	if r.snapshot && len(deeds) == 0 {
		w.release(t.page)
	}
	for i := range deeds {
		d := &deeds[i]
		t.stale = t.stale || failure == "" && !r.snapshot && !before.stays(d)
		if len(deeds) == 1 && r.testID != "" {
			d.target.TestID = r.testID
		}
		if step := t.step(c, d, before, failure); step != nil {
			if i < len(c.ids) {
				step.StepID = c.ids[i]
			}
			if i == len(deeds)-1 && failure == "" {
				step.After = after(before, t.page)
			}
			t.from = before
			w.record(step)
		} else if failure == "" {
			t.gaps = true
		}
	}
}

// stays reports whether an action usually leaves a page as it is: filling in a field, or
// ticking a box.
func (p *page) stays(d *deed) bool {
	if d.tool == "click" && p != nil {
		i, ok := p.at[p.choice(d.ref)]
		return ok && slices.Contains([]string{"checkbox", "radio", "switch"}, p.tree[i].role)
	}
	return d.tool == "type" && !d.submit || d.tool == "upload"
}

// address returns the current page's address, empty where none is known.
func (t *task) address() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.page == nil {
		return ""
	}
	return t.page.obs.State.CurrentURL
}

// see records the page information of an answer.
func (t *task) see(r reading) {
	switch {
	case r.dialog != nil:
		if t.page != nil {
			t.page = boxed(t.page, r.dialog)
		}
	case r.snapshot:
		if r.title == "" && t.page != nil && t.page.obs.State.CurrentURL == r.url {
			r.title = t.page.obs.State.Title // the snapshot does not say it
		}
		t.page = pageOf(r.url, r.title, r.tree)
	case r.url != "" && (t.page == nil || t.page.obs.State.CurrentURL != r.url): // also behind a dialog
		t.page = pageOf(r.url, r.title, nil)
		t.page.whole = false
	case t.page != nil && t.page.dialog != nil && (r.url != "" || r.answered):
		t.page = t.page.under
	}
	if t.page != nil {
		t.page.tab = t.tab
	}
}

// expect announces the actions of a call that begins. It does not wait for the daemon.
func (w *watcher) expect(c *call) {
	t := &w.task
	if !t.mu.TryLock() {
		return // an answer is being read: the client does not wait for answers
	}
	defer t.mu.Unlock()
	if w.adapt == nil {
		return
	}
	deeds := w.adapt.deeds(c, t.page)
	var steps []*types.Step
	for i := range deeds {
		s := t.step(c, &deeds[i], t.page, "")
		id := newStepID()
		if c.ids = append(c.ids, id); s == nil {
			continue
		}
		announced := &types.Step{StepID: id, Timestamp: c.began, Tool: s.Tool}
		if s.Observation != nil {
			announced.Observation = &types.Observation{State: s.Observation.State}
		}
		steps = append(steps, announced)
	}
	if len(steps) > 0 {
		go func() { w.lost(expecting, w.memory.Expect(w.ctx, steps)) }() // without it, both steps are stored
	}
}

func newStepID() string { return "s-" + strings.ToLower(rand.Text()[:20]) }

// maxSelector is the length up to which selectors are stored (package capture).
const maxSelector = 500

// step converts an action to a step, nil if too little is known of it.
func (t *task) step(c *call, d *deed, before *page, failure string) *types.Step {
	s := &types.Step{SchemaVersion: types.SchemaVersion, StepID: newStepID(), Timestamp: c.began, Actor: types.ActorAgent,
		Tool: types.Tool{Name: "mm_" + d.tool, Input: map[string]any{}}, DurationMs: now().Sub(c.began).Milliseconds(), Outcome: types.Outcome{OK: failure == ""}}
	if failure != "" {
		s.Outcome.Error = types.Fault(codeOf(d.tool), clip(firstLine(failure)), "")
	}
	if before != nil && before.obs.State.Origin != "" {
		obs := *before.obs // a copy, because the page changes later
		obs.A11y.Nodes = slices.Clone(obs.A11y.Nodes)
		s.Observation = &obs
	}
	ref := before.choice(d.ref)
	if ref != "" {
		target, ok := before.target(ref)
		if !ok {
			if failure != "" {
				return nil // a ref that the page lacks identifies no element
			}
			if target = (types.Target{Selector: ref}); len(ref) > maxSelector {
				target = types.Target{Role: "generic"} // cut off, it may select another element
			}
		}
		target.TestID = d.target.TestID
		s.Tool.Target = &target
	}
	in := s.Tool.Input
	if n := before.nth(ref); n > 0 {
		in[capture.InputNth] = n
	}
	if before != nil && s.Tool.Target != nil {
		on := *d
		on.ref, on.target = ref, *s.Tool.Target
		for _, does := range risks(before, &on) { // a run of the flow asks in the same way
			if kind := risk.Of(does); kind != risk.None {
				in[capture.InputDoes] = string(kind)
			}
		}
	}
	switch d.tool {
	case "navigate":
		in["url"] = d.text
	case "press":
		in[capture.InputKey] = d.text
	case "click":
		for name, value := range capture.ClickInput(d.click) {
			in[name] = value
		}
	case "type":
		if d.submit {
			in["submit"] = true
		}
		if on := s.Tool.Target; on != nil && (on.Sensitive || redact.Sensitive(on.Name, on.TestID, on.Selector)) && (before == nil || !exact.Public(d.text, before.obs.State.Title+" "+before.obs.State.CurrentURL)) {
			t.typed.Add(d.text) // a page may show it later
		}
		if d.choose || said(t.goal, d.text) {
			in["text"] = d.text
		} else {
			s.Tool.TextRedacted, s.Tool.TextLength = true, len([]rune(d.text))
		}
	case "drag":
		if to, ok := before.target(d.to); ok {
			in["to"] = map[string]any{"role": to.Role, "name": to.Name}
		}
	case "upload":
		in["files"] = []any{}
	}
	return s
}

// said reports whether a goal contains a value. No other typed text is stored: the
// driver does not report which fields are secret.
func said(goal, value string) bool {
	return strings.TrimSpace(value) != "" && text.HoldsWhole(goal, value)
}

// codeOf returns the error code of a failed action.
func codeOf(tool string) types.Code {
	switch tool {
	case "click":
		return types.CodeClickFailed
	case "type":
		return types.CodeTypeFailed
	case "drag":
		return types.CodeDragFailed
	case "upload":
		return types.CodeUploadFailed
	case "navigate", "back":
		return types.CodeNavigationFailed
	}
	return types.CodeActionFailed
}

func firstLine(s string) string {
	s = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s), "### Error"))
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// holdTime bounds the wait for a look at the page behind an action. An extension that records the action too waits for its
// step longer (package memory).
const holdTime = 8 * time.Second

// record adds a step to the task's session, and begins one if there is none.
func (w *watcher) record(s *types.Step) {
	t := &w.task
	w.release(nil)
	if t.session == nil && !w.begin(s) {
		t.gaps, t.behind = true, true
		return
	}
	s.SessionID = t.session.SessionID
	// One call may contain several actions, and steps are ordered by their time.
	s.Timestamp = max(s.Timestamp, t.last+1)
	t.last = s.Timestamp
	if s.Tool.Target != nil || s.Tool.Name == "mm_navigate" {
		s.Advice = types.Advise(s, t.given)
	}
	if s.Outcome.OK && len(t.deeds) < maxDeeds {
		t.deeds = append(t.deeds, s.Tool)
	}
	t.held = s
	if !s.Outcome.OK || s.After != nil || !t.stale {
		w.release(nil)
		return
	}
	time.AfterFunc(holdTime, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.held == s {
			w.release(nil)
		}
	})
}

// release stores the held step, with the page behind it if that was seen. The caller holds the task's lock.
func (w *watcher) release(seen *page) {
	t, s := &w.task, w.task.held
	if t.held = nil; s == nil {
		return
	}
	if seen != nil {
		s.After = after(t.from, seen)
	}
	capture.Known(s, t.typed)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(w.ctx), orderTime)
	defer cancel()
	_, err := w.memory.PutStep(ctx, t.session, s, w.keep)
	w.lost(storing, err)
	t.gaps, t.behind = t.gaps || err != nil && s.Outcome.OK || t.unstored, err != nil
}

// begin starts the session of the task.
func (w *watcher) begin(s *types.Step) bool {
	t := &w.task
	at := now()
	session := &types.Session{SchemaVersion: types.SchemaVersion, SessionID: "mm-" + at.Std().Format("20060102-150405") + "-" + strings.ToLower(rand.Text()[:6]),
		CreatedAt: at, Goal: t.goal, FlowTags: []string{}, Tags: []string{}, Client: t.client}
	if s != nil && s.Timestamp < at {
		session.CreatedAt = s.Timestamp
	}
	if s != nil && s.Tool.Name == "mm_navigate" {
		address, _ := s.Tool.Input["url"].(string)
		session.Launch = &types.Launch{URL: address}
	}
	ctx, cancel := context.WithTimeout(w.ctx, orderTime)
	defer cancel()
	err := w.memory.PutSession(ctx, session)
	w.lost(storing, err)
	if err != nil {
		return false
	}
	t.ended = ""
	t.session, t.deeds, t.looks, t.briefed = session, nil, 0, map[string]bool{}
	return true
}
