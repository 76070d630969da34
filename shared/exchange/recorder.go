package exchange

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/url"
	"strconv"
	"strings"
	"time"

	"cairn/shared/types"
)

// Caps of a recording that is read: far above what a person records.
const (
	maxRecording      = 4 << 20 // bytes
	maxRecordingSteps = 5000
)

// stepTime lies between two imported steps: a recording has no times.
const stepTime = time.Second

// recording is the Recorder's JSON (github.com/puppeteer/replay, Schema.ts).
// Fields that nothing here needs are left out.
type recording struct {
	Title string          `json:"title"`
	Steps []recordingStep `json:"steps"`
}

type recordingStep struct {
	Type           string          `json:"type"`
	URL            string          `json:"url,omitempty"`
	Target         string          `json:"target,omitempty"`
	Selectors      []selectorChain `json:"selectors,omitempty"`
	Value          *string         `json:"value,omitempty"`
	Key            string          `json:"key,omitempty"`
	OffsetX        *float64        `json:"offsetX,omitempty"`
	OffsetY        *float64        `json:"offsetY,omitempty"`
	Visible        *bool           `json:"visible,omitempty"`
	AssertedEvents []assertedEvent `json:"assertedEvents,omitempty"`

	Width             int     `json:"width,omitempty"`
	Height            int     `json:"height,omitempty"`
	DeviceScaleFactor float64 `json:"deviceScaleFactor,omitempty"`
	IsMobile          *bool   `json:"isMobile,omitempty"`
	HasTouch          *bool   `json:"hasTouch,omitempty"`
	IsLandscape       *bool   `json:"isLandscape,omitempty"`
}

type assertedEvent struct {
	Type  string `json:"type"`
	URL   string `json:"url,omitempty"`
	Title string `json:"title,omitempty"`
}

// selectorChain is one way to an element: a selector, or one for each shadow
// root on the way. In JSON a way of one may stand without its list.
type selectorChain []string

// UnmarshalJSON reads both forms.
func (c *selectorChain) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*c = selectorChain{one}
		return nil
	}
	var all []string
	if err := json.Unmarshal(b, &all); err != nil {
		return fmt.Errorf("a selector is neither a text nor a list of texts")
	}
	*c = all
	return nil
}

// writeRecorder writes a recording that the Recorder panel takes.
func writeRecorder(session *types.Session, steps []*types.Step) ([]File, error) {
	no, corner := false, 1.0
	rec := recording{Title: title(session), Steps: []recordingStep{{Type: "setViewport", Width: 1280, Height: 800, DeviceScaleFactor: 1, IsMobile: &no, HasTouch: &no, IsLandscape: &no}}}
	do := worked(steps)
	if start := startURL(session, steps); start != "" && (len(do) == 0 || navigatesTo(do[0]) != start) {
		rec.Steps = append(rec.Steps, navigation(start))
	}
	for _, step := range do {
		if to := navigatesTo(step); to != "" {
			rec.Steps = append(rec.Steps, navigation(to))
			continue
		}
		s := recordingStep{Target: "main", Selectors: selectorsOf(step.Tool.Target)}
		switch acts(step) {
		case "click":
			s.Type, s.OffsetX, s.OffsetY = "click", &corner, &corner
		case "type":
			text, _ := typed(step) // what was not kept is for the person to fill in
			s.Type, s.Value = "change", &text
		case "wait":
			yes := true
			s.Type, s.Visible = "waitForElement", &yes
		}
		if after := step.After; after != nil && after.Load == "new" && after.CurrentURL != "" {
			s.AssertedEvents = []assertedEvent{{"navigation", after.CurrentURL, after.Title}}
		}
		rec.Steps = append(rec.Steps, s)
		if acts(step) == "type" && submits(step) {
			rec.Steps = append(rec.Steps, recordingStep{Type: "keyDown", Target: "main", Key: "Enter"}, recordingStep{Type: "keyUp", Target: "main", Key: "Enter"})
		}
	}
	text, err := json.MarshalIndent(rec, "", "    ")
	if err != nil {
		return nil, fmt.Errorf("write recording: %w", err)
	}
	return []File{{fileName(session) + ".json", string(text) + "\n"}}, nil
}

func navigation(to string) recordingStep {
	return recordingStep{Type: "navigate", URL: to, AssertedEvents: []assertedEvent{{"navigation", to, ""}}}
}

// selectorsOf are the ways to an element, the surest first.
func selectorsOf(t *types.Target) []selectorChain {
	var out []selectorChain
	if t.TestID != "" {
		id := strconv.QuoteToASCII(t.TestID)
		if !strings.Contains(id, `\`) {
			out = append(out, selectorChain{"[data-testid=" + id + "]"})
		}
	}
	if t.Name != "" {
		aria := "aria/" + oneLine(t.Name)
		if t.Role != "" {
			aria += fmt.Sprintf("[role=%q]", t.Role)
		}
		out = append(out, selectorChain{aria})
	}
	if t.Selector != "" {
		out = append(out, selectorChain{t.Selector})
	}
	return out
}

// ReadRecorder makes a session of a recording. The same recording gives the
// same ids, so that reading it twice adds nothing. The texts that were typed
// are a person's, and are left out as they are everywhere. A step that cannot be
// read is left out and named in skipped; when there is no other, it is the error.
func ReadRecorder(text []byte, now types.Time) (session *types.Session, steps []*types.Step, skipped []string, err error) {
	refuse := func(err error) (*types.Session, []*types.Step, []string, error) { return nil, nil, nil, err }
	if len(text) > maxRecording {
		return refuse(bad(fmt.Sprintf("the recording has %d bytes, more than %d", len(text), maxRecording), "Split it."))
	}
	var rec recording
	if err := json.Unmarshal(text, &rec); err != nil {
		return refuse(bad("this is no recording: "+err.Error(), "In Chrome's Recorder choose Export, JSON."))
	}
	if len(rec.Steps) == 0 {
		return refuse(bad("the recording has no steps", "In Chrome's Recorder choose Export, JSON."))
	}
	if len(rec.Steps) > maxRecordingSteps {
		return refuse(bad(fmt.Sprintf("the recording has %d steps, more than %d", len(rec.Steps), maxRecordingSteps), "Split it."))
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
		return refuse(cmp.Or(first, error(bad("the recording has no step that could be remembered", "Record a click, a text or a page."))))
	}
	return r.session, r.steps, skipped, nil
}

func recordingID(text []byte) string {
	h := fnv.New64a()
	h.Write(text)
	return fmt.Sprintf("rec-%016x", h.Sum64())
}

// reader makes steps of a recording's.
type reader struct {
	session *types.Session
	steps   []*types.Step
	at      types.State // where the recording is
	typing  *types.Step // the text that was entered just now
}

// step takes the i-th step of a recording, from 0.
func (r *reader) step(i int, s *recordingStep) error {
	typing := r.typing
	r.typing = nil
	switch s.Type {
	case "navigate":
		u, err := url.Parse(s.URL)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			r.at = types.State{}
			return bad(fmt.Sprintf("step %d leads to %.80q, which is no web page", i+1, s.URL), "Only pages with http and https are remembered.")
		}
		if r.session.Launch == nil {
			r.session.Launch = &types.Launch{URL: s.URL}
		}
		r.add(i, "mm_navigate", nil, map[string]any{"url": s.URL})
		r.moveTo(s.URL, "")
	case "click", "doubleClick":
		return r.onElement(i, "mm_click", s)
	case "change":
		return r.onElement(i, "mm_type", s)
	case "waitForElement":
		return r.onElement(i, "mm_wait_for", s)
	case "keyDown":
		if typing != nil && s.Key == "Enter" {
			typing.Tool.Input = map[string]any{"submit": true}
		}
	case "setViewport", "emulateNetworkConditions", "keyUp", "scroll", "hover", "close", "waitForExpression", "customStep":
		// Nothing that is remembered of a page.
	default:
		return bad(fmt.Sprintf("step %d is of a kind %.40q that no Recorder writes", i+1, s.Type), "In Chrome's Recorder choose Export, JSON.")
	}
	for _, e := range s.AssertedEvents {
		if e.Type == "navigation" && e.URL != "" {
			r.moveTo(e.URL, e.Title)
		}
	}
	return nil
}

func (r *reader) onElement(i int, tool string, s *recordingStep) error {
	target := targetOf(s.Selectors)
	if target.Empty() {
		return bad(fmt.Sprintf("step %d (%s) names no element", i+1, s.Type), "Record it with CSS or ARIA selectors.")
	}
	step := r.add(i, tool, target, nil)
	if tool == "mm_type" {
		r.typing = step
		step.Tool.TextRedacted = true
		if s.Value != nil {
			step.Tool.TextLength = len([]rune(*s.Value))
		}
	}
	for _, e := range s.AssertedEvents {
		if e.Type == "navigation" && e.URL != "" {
			step.After = &types.After{CurrentURL: e.URL, Title: oneLine(e.Title), Load: "new"}
			r.moveTo(e.URL, e.Title)
		}
	}
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

// testIDNames are the attributes that hold test ids.
var testIDNames = []string{"data-testid", "data-test-id", "data-test", "data-qa", "data-cy"}

// targetOf reads what the ways to an element say of it. A way through shadow
// roots ends with the element itself.
func targetOf(ways []selectorChain) *types.Target {
	t, said := &types.Target{}, ""
	for _, way := range ways {
		if len(way) == 0 {
			continue
		}
		last := way[len(way)-1]
		switch {
		case strings.HasPrefix(last, "aria/"):
			readARIA(t, strings.TrimPrefix(last, "aria/"))
		case strings.HasPrefix(last, "text/"):
			said = cmp.Or(said, oneLine(strings.TrimPrefix(last, "text/")))
		default:
			css := strings.TrimPrefix(last, "pierce/")
			if path, ok := strings.CutPrefix(last, "xpath/"); ok {
				if css = attributeOf(path); css == "" {
					continue // a way through the page's structure, which changes
				}
			}
			if id := testIDOf(css); id != "" {
				t.TestID = id
			} else if t.Selector == "" && len(way) == 1 {
				t.Selector = css
			}
		}
	}
	if t.Empty() {
		t.Name = said // what it shows is all that is known of it
	}
	return t
}

// attributeOf is the CSS selector of an XPath that asks for one attribute of any
// element, as the Recorder writes it: //*[@id="send"]; else "".
func attributeOf(path string) string {
	inner, ok := strings.CutPrefix(path, `//*[@`)
	inner, end := strings.CutSuffix(inner, `"]`)
	name, value, found := strings.Cut(inner, `="`)
	if !ok || !end || !found || strings.ContainsAny(name, `[]()"'/\ `) || strings.ContainsAny(value, `[]"'\`) {
		return ""
	}
	return "[" + name + `="` + value + `"]`
}

// readARIA takes `Name[role="button"]` apart.
func readARIA(t *types.Target, s string) {
	if t.Name != "" {
		return
	}
	if at := strings.LastIndex(s, `[role="`); at >= 0 {
		if role, ok := strings.CutSuffix(s[at+len(`[role="`):], `"]`); ok {
			t.Role, s = role, s[:at]
		}
	}
	t.Name = oneLine(s)
}

// testIDOf is the test id of a selector that asks for one and nothing else.
func testIDOf(css string) string {
	css = strings.TrimSpace(css)
	inner, ok := strings.CutPrefix(css, "[")
	inner, end := strings.CutSuffix(inner, "]")
	name, value, found := strings.Cut(inner, "=")
	if !ok || !end || !found {
		return ""
	}
	for _, known := range testIDNames {
		if name == known {
			value = strings.Trim(value, `'"`)
			if !strings.ContainsAny(value, `"'[]\`) {
				return value
			}
		}
	}
	return ""
}

func bad(message, hint string) *types.Error {
	return types.Fault(types.CodeInvalidInput, message, hint)
}
