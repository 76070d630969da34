package exchange

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/url"
	"slices"
	"strings"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// Limits for reading a recording: far above a person's recordings.
const (
	maxRecording      = 4 << 20 // bytes
	maxRecordingSteps = 5000
)

// stepTime separates two imported steps, because a recording has no times.
const stepTime = time.Second

// ReadRecorder converts a recording into a session. The same recording gives the same
// ids, so that reading it twice adds nothing. It omits typed texts, because they are
// a person's and never stored. It omits steps that it cannot read and names them in
// skipped; when there are no others, it returns an error. skipped also counts, by
// kind, actions without a form in Cairn (scrolling, hovering, typed letters,
// scripts).
func ReadRecorder(text []byte, now types.Time) (session *types.Session, steps []*types.Step, skipped []string, err error) {
	refuse := func(err error) (*types.Session, []*types.Step, []string, error) { return nil, nil, nil, err }
	if len(text) > maxRecording {
		return refuse(types.Invalid(fmt.Sprintf("the recording has %d bytes, more than %d", len(text), maxRecording), "Split it."))
	}
	var rec recording
	if err := json.Unmarshal(text, &rec); err != nil {
		return refuse(types.Invalid("this is no recording: "+err.Error(), "In Chrome's Recorder choose Export, JSON."))
	}
	if len(rec.Steps) == 0 {
		return refuse(types.Invalid("the recording has no steps", "In Chrome's Recorder choose Export, JSON."))
	}
	if len(rec.Steps) > maxRecordingSteps {
		return refuse(types.Invalid(fmt.Sprintf("the recording has %d steps, more than %d", len(rec.Steps), maxRecordingSteps), "Split it."))
	}
	id := recordingID(text)
	r := reader{session: &types.Session{SchemaVersion: types.SchemaVersion, SessionID: id, CreatedAt: now.Add(-stepTime * time.Duration(len(rec.Steps))),
		Goal: oneLine(rec.Title), FlowTags: []string{}, Tags: []string{"imported"}, Client: "Chrome Recorder", EndedAt: now}}
	var first error
	for i := range rec.Steps {
		if err := r.step(i, &rec.Steps[i]); err != nil {
			first = cmp.Or(first, err)
			skipped = append(skipped, err.Error())
		}
	}
	if len(r.steps) == 0 {
		return refuse(cmp.Or(first, error(types.Invalid("the recording has no step that could be remembered", "Record a click, a text or a page."))))
	}
	return r.session, r.steps, append(skipped, r.untaken()...), nil
}

func recordingID(text []byte) string {
	h := fnv.New64a()
	h.Write(text)
	return fmt.Sprintf("rec-%016x", h.Sum64())
}

// reader converts the steps of a recording.
type reader struct {
	session *types.Session
	steps   []*types.Step
	at      types.State // the current page
	typing  *types.Step // the text entry just before
	held    []string    // modifier keys
	not     [len(untaken)]int
}

// untaken are the kinds of steps that Cairn does not store, with their names in messages.
var untaken = [...]struct{ kind, name string }{
	{"scroll", "scroll"}, {"keyDown", "key"}, {"customStep", "custom step"}, {"waitForExpression", "wait for a script"}, {waitGone, "wait for something to go"},
}

// waitGone is a waitForElement that waits until an element is gone.
const waitGone = "waitForElement, gone"

// omit counts an omitted step.
func (r *reader) omit(kind string) {
	for i, u := range untaken {
		if u.kind == kind {
			r.not[i]++
		}
	}
}

// untaken lists the omitted steps in one line.
func (r *reader) untaken() []string {
	var parts []string
	for i, n := range r.not {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s ×%d", untaken[i].name, n))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"not remembered: " + strings.Join(parts, ", ")}
}

// waitsToGo reports whether a waitForElement waits for the element to disappear: for
// a count of zero, or for invisibility.
func (s *recordingStep) waitsToGo() bool {
	none := s.Count != nil && *s.Count == 0 && s.Operator != ">="
	return none || s.Visible != nil && !*s.Visible
}

// step converts the i-th step of a recording, from 0.
func (r *reader) step(i int, s *recordingStep) error {
	typing := r.typing
	r.typing = nil
	switch s.Type {
	case "navigate":
		u, err := url.Parse(s.URL)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			r.at = types.State{}
			return types.Invalid(fmt.Sprintf("step %d leads to %.80q, which is no web page", i+1, s.URL), "Only pages with http and https are remembered.")
		}
		if r.session.Launch == nil {
			r.session.Launch = &types.Launch{URL: s.URL}
		}
		r.add(i, "mm_navigate", nil, map[string]any{"url": s.URL})
		r.moveTo(s.URL, "")
	case "click", "doubleClick":
		return r.onElement(i, "mm_click", s)
	case "hover":
		return r.onElement(i, "mm_hover", s)
	case "change":
		return r.onElement(i, "mm_type", s)
	case "waitForElement":
		if s.waitsToGo() {
			r.omit(waitGone)
			break
		}
		return r.onElement(i, "mm_wait_for", s)
	case "keyDown":
		return r.key(i, s, typing)
	case "keyUp":
		r.held = slices.DeleteFunc(r.held, func(k string) bool { return k == s.Key })
	case "scroll", "waitForExpression", "customStep":
		r.omit(s.Type)
	case "setViewport", "emulateNetworkConditions", "close":
		// Not an action on a page.
	default:
		return types.Invalid(fmt.Sprintf("step %d is of a kind %.40q that no Recorder writes", i+1, s.Type), "In Chrome's Recorder choose Export, JSON.")
	}
	for _, e := range s.AssertedEvents {
		if e.Type == "navigation" && e.URL != "" {
			r.moveTo(e.URL, e.Title)
		}
	}
	return nil
}

// key converts a key press. Enter after typing belongs to the typing; a key without
// text or a shortcut is a step; all others type single letters.
func (r *reader) key(i int, s *recordingStep, typing *types.Step) error {
	if capture.Modifier(s.Key) {
		r.held, r.typing = append(r.held, s.Key), typing
		return nil
	}
	key := s.Key
	if key == " " {
		key = "Space"
	}
	chord := capture.Chord(r.held, key)
	switch {
	case typing != nil && chord == capture.KeyEnter:
		typing.Tool.Input = map[string]any{capture.InputSubmit: true}
		r.landed(typing, s)
	case capture.PressedKey(chord) && key != "Tab": // the Recorder records Tab for every move to the next field
		r.landed(r.add(i, "mm_press", nil, map[string]any{capture.InputKey: chord}), s)
	default:
		r.omit(s.Type)
	}
	return nil
}

func (r *reader) landed(step *types.Step, s *recordingStep) {
	for _, e := range s.AssertedEvents {
		if e.Type == "navigation" && e.URL != "" {
			step.After = &types.After{CurrentURL: e.URL, Title: oneLine(e.Title), Load: "new"}
			r.moveTo(e.URL, e.Title)
		}
	}
}

func (r *reader) onElement(i int, tool string, s *recordingStep) error {
	target := targetOf(s.Selectors)
	if target.Empty() {
		return types.Invalid(fmt.Sprintf("step %d (%s) names no element", i+1, s.Type), "Record it with CSS or ARIA selectors.")
	}
	step := r.add(i, tool, target, nil)
	if tool == "mm_click" {
		step.Tool.Input = clickOf(s, r.held)
	}
	if tool == "mm_type" {
		r.typing = step
		step.Tool.TextRedacted = true
		if s.Value != nil {
			step.Tool.TextLength = len([]rune(*s.Value))
		}
	}
	r.landed(step, s)
	return nil
}

func (r *reader) add(i int, tool string, target *types.Target, input map[string]any) *types.Step {
	step := &types.Step{SchemaVersion: types.SchemaVersion, StepID: fmt.Sprintf("%s-%d", r.session.SessionID, i+1), SessionID: r.session.SessionID,
		Timestamp: r.session.CreatedAt.Add(stepTime * time.Duration(i)), Actor: types.ActorObserved, Outcome: types.Outcome{OK: true},
		Tool: types.Tool{Name: tool, Input: input, Target: target}}
	if r.at.CurrentURL != "" {
		o := &types.Observation{State: r.at, TestIDs: []types.TestID{}, A11y: types.A11y{Nodes: []types.A11yNode{}}}
		if target != nil && target.TestID != "" {
			o.TestIDs = append(o.TestIDs, types.TestID{TestID: target.TestID, Visible: true})
		}
		if target != nil && target.Role != "" && target.Name != "" {
			o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: "e1", Role: target.Role, Name: target.Name, TestID: target.TestID})
		}
		step.Observation = o
	}
	r.steps = append(r.steps, step)
	return step
}

func (r *reader) moveTo(address, title string) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return
	}
	r.at = types.State{CurrentURL: address, Title: oneLine(title), Origin: strings.ToLower(u.Scheme + "://" + u.Host)}
}
