package exchange

import (
	"fmt"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// playwrightClick returns a click as a call of a locator's method.
func playwrightClick(how types.Clicking) string {
	method := "click"
	var options []string
	switch how.Count {
	case 0:
	case 2:
		method = "dblclick"
	default:
		options = append(options, fmt.Sprintf("clickCount: %d", how.Count))
	}
	if how.Button != "" {
		options = append(options, "button: "+js(how.Button))
	}
	if len(how.Modifiers) > 0 {
		options = append(options, "modifiers: "+jsList(how.Modifiers))
	}
	if how.At != nil {
		options = append(options, fmt.Sprintf("position: { x: %d, y: %d }", how.At.X, how.At.Y))
	}
	if len(options) == 0 {
		return method + "()"
	}
	return method + "({ " + strings.Join(options, ", ") + " })"
}

// playwrightPress presses a step's key the recorded number of times.
func playwrightPress(step *types.Step, on string) string {
	press := fmt.Sprintf("await %s.press(%s);\n", on, js(pressedKey(step)))
	if n := capture.Times(step); n > 0 {
		return fmt.Sprintf("  for (let i = 0; i < %d; i++) %s", n, press)
	}
	return "  " + press
}

// recorderButtons maps buttons to the Recorder's names.
var recorderButtons = map[string]string{"right": "secondary", "middle": "auxiliary"}

// recorderClick returns a click between the presses and releases of its modifiers. It
// returns false for a click that the Recorder does not support.
func recorderClick(s recordingStep, how types.Clicking, events []assertedEvent) (steps []recordingStep, ok bool) {
	corner := 1.0
	x, y := corner, corner
	if how.At != nil {
		x, y = float64(how.At.X), float64(how.At.Y)
	}
	s.Type, s.OffsetX, s.OffsetY, s.Button, s.AssertedEvents = "click", &x, &y, recorderButtons[how.Button], events
	switch how.Count {
	case 0:
	case 2:
		s.Type = "doubleClick"
	default:
		return nil, false
	}
	var up []recordingStep
	for _, m := range how.Modifiers {
		steps = append(steps, recordingStep{Type: "keyDown", Target: "main", Key: m})
		up = append([]recordingStep{{Type: "keyUp", Target: "main", Key: m}}, up...)
	}
	return append(append(steps, s), up...), true
}

// clickOf returns the details of a recorded click in a step's form.
func clickOf(s *recordingStep, held []string) map[string]any {
	how := types.Clicking{}
	for ours, theirs := range recorderButtons {
		if s.Button == theirs {
			how.Button = ours
		}
	}
	if s.Type == "doubleClick" {
		how.Count = 2
	}
	for _, m := range held {
		if capture.Modifier(m) {
			how.Modifiers = append(how.Modifiers, m)
		}
	}
	return capture.ClickInput(how)
}

// clickWords describes a click: a verb, and the text after the element's name.
func clickWords(how types.Clicking) (verb, end string) {
	verb = "Click"
	if how.Button == "right" {
		verb = "Right-click"
	} else if how.Button == "middle" {
		verb = "Middle-click"
	}
	switch {
	case how.Count == 2 && how.Button == "":
		verb = "Double-click"
	case how.Count > 1:
		end = fmt.Sprintf(" %d times", how.Count)
	}
	if how.At != nil {
		end += fmt.Sprintf(" at %d,%d from its top left corner", how.At.X, how.At.Y)
	}
	if len(how.Modifiers) > 0 {
		end += " with " + strings.Join(how.Modifiers, " and ") + " held"
	}
	return verb, end
}
