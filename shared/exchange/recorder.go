package exchange

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// recording is the Recorder's JSON (github.com/puppeteer/replay, Schema.ts), without
// fields that this package does not need.
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
	Button         string          `json:"button,omitempty"`
	OffsetX        *float64        `json:"offsetX,omitempty"`
	OffsetY        *float64        `json:"offsetY,omitempty"`
	Visible        *bool           `json:"visible,omitempty"`
	Operator       string          `json:"operator,omitempty"`
	Count          *int            `json:"count,omitempty"`
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

// selectorChain is one way to an element: a selector, or one for each shadow root on
// the way. In JSON a single selector may be a plain string.
type selectorChain []string

// UnmarshalJSON accepts both forms.
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

func writeRecorder(session *types.Session, steps []*types.Step) ([]File, error) {
	no := false
	lacking, unknown := 0, 0
	rec := recording{Title: title(session), Steps: []recordingStep{{Type: "setViewport", Width: 1280, Height: 800, DeviceScaleFactor: 1, IsMobile: &no, HasTouch: &no, IsLandscape: &no}}}
	do := worked(steps)
	if start := startURL(session, steps); start != "" && capture.ClearPlace(start) && (len(do) == 0 || navigatesTo(do[0]) != start) {
		rec.Steps = append(rec.Steps, navigation(start))
	}
	for _, step := range do {
		if to := navigatesTo(step); to != "" {
			if !capture.ClearPlace(to) {
				lacking++
				continue
			}
			rec.Steps = append(rec.Steps, navigation(to))
			continue
		}
		if key := pressedKey(step); key != "" {
			for range max(1, capture.Times(step)) - 1 {
				rec.Steps = append(rec.Steps, strokes(key, nil)...)
			}
			rec.Steps = append(rec.Steps, strokes(key, assertion(step))...)
			continue
		}
		if acts(step) == "back" {
			unknown++
			continue
		}
		s := recordingStep{Target: "main", Selectors: selectorsOf(storedTarget(step, step.Tool.Target))}
		if notKept(step) != "" {
			lacking++
			continue
		}
		if len(s.Selectors) == 0 || framed(step) {
			continue // the Recorder identifies frames by number, which is unknown here
		}
		switch acts(step) {
		case "drag", "upload":
			unknown++
			continue
		case "click":
			clicks, ok := recorderClick(s, capture.Click(step), assertion(step))
			if !ok {
				unknown++
			}
			rec.Steps = append(rec.Steps, clicks...)
			continue
		case "hover":
			s.Type = "hover"
		case "type":
			if len(chosen(step)) > 1 {
				unknown++
				continue
			}
			text, _ := typed(step) // a person fills in texts that are not stored
			s.Type, s.Value = "change", &text
		case "wait":
			yes := true
			s.Type, s.Visible = "waitForElement", &yes
		}
		if !capture.Submits(step) {
			s.AssertedEvents = assertion(step)
			rec.Steps = append(rec.Steps, s)
			continue
		}
		rec.Steps = append(append(rec.Steps, s), strokes(capture.KeyEnter, assertion(step))...)
	}
	if lacking > 0 { // the format has no comments
		rec.Title += fmt.Sprintf(" (%d of %d steps are missing: what they name is not kept)", lacking, len(do))
	}
	if unknown > 0 {
		rec.Title += fmt.Sprintf(" (%d of %d steps are missing: the Recorder has no words for drags, uploads, several options, triple clicks and going back)", unknown, len(do))
	}
	text, err := json.MarshalIndent(rec, "", "    ")
	if err != nil {
		return nil, fmt.Errorf("write recording: %w", err)
	}
	return []File{{fileName(session) + ".json", string(text) + "\n"}}, nil
}

// assertion returns the navigation after a step, if any.
func assertion(step *types.Step) []assertedEvent {
	if after := step.After; after != nil && after.Load == "new" && after.CurrentURL != "" {
		event := assertedEvent{"navigation", after.CurrentURL, capture.ClearName(after.Title)}
		if !capture.ClearPlace(event.URL) {
			event.URL = ""
		}
		return []assertedEvent{event}
	}
	return nil
}

// strokes returns the key events of a press, modifiers around the key. The expected
// navigation belongs to the key itself.
func strokes(chord string, events []assertedEvent) []recordingStep {
	mods, key := capture.SplitChord(chord)
	if key == "Space" {
		key = " "
	}
	var down, up []recordingStep
	for _, k := range append(mods, key) {
		down = append(down, recordingStep{Type: "keyDown", Target: "main", Key: k})
		up = append([]recordingStep{{Type: "keyUp", Target: "main", Key: k}}, up...)
	}
	down[len(down)-1].AssertedEvents = events
	return append(down, up...)
}

func navigation(to string) recordingStep {
	return recordingStep{Type: "navigate", URL: to, AssertedEvents: []assertedEvent{{"navigation", to, ""}}}
}

// selectorsOf returns the ways to an element, the most reliable first.
func selectorsOf(t *types.Target) []selectorChain {
	if t != nil && t.Row != "" && t.Twins > 0 && capture.Shown(t.Row) == t.Row {
		if way := inRow(t); way != "" {
			return []selectorChain{{"xpath/" + way}} // any other way also finds its equals
		}
	}
	var out []selectorChain
	if t.TestID != "" {
		id := strconv.QuoteToASCII(t.TestID)
		if !strings.Contains(id, `\`) {
			out = append(out, selectorChain{"[data-testid=" + id + "]"})
		}
	}
	if t.Name != "" || t.Role != "" {
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
