package exchange

import (
	"encoding/json"
	"fmt"
	"slices"
)

// The Recorder's format as it is documented (github.com/puppeteer/replay,
// Schema.ts), for the steps written here: the fields of each kind of step, by
// whether it must have them, and their types.
var (
	recorderBase     = map[string]string{"timeout": "number?", "assertedEvents": "events?", "target": "text?"}
	recorderSelected = map[string]string{"frame": "numbers?", "selectors": "selectors"}
	recorderKinds    = map[string]map[string]string{
		"setViewport":    {"width": "number", "height": "number", "deviceScaleFactor": "number", "isMobile": "bool", "hasTouch": "bool", "isLandscape": "bool"},
		"navigate":       {"url": "text"},
		"click":          {"offsetX": "number", "offsetY": "number", "duration": "number?", "button": "text?", "deviceType": "text?"},
		"doubleClick":    {"offsetX": "number", "offsetY": "number", "duration": "number?", "button": "text?", "deviceType": "text?"},
		"hover":          {},
		"change":         {"value": "text"},
		"waitForElement": {"operator": "text?", "count": "number?", "visible": "bool?"},
		"keyDown":        {"key": "text"},
		"keyUp":          {"key": "text"},
	}
	recorderOnElements = []string{"click", "doubleClick", "hover", "change", "waitForElement"}
)

// recorderFaults checks a recording strictly: it lists fields that are missing, of another type,
// or unknown to the format.
func recorderFaults(text []byte) (faults []string) {
	var flow map[string]any
	if err := json.Unmarshal(text, &flow); err != nil {
		return []string{err.Error()}
	}
	faults = fieldFaults("recording", flow, map[string]string{"title": "text", "steps": "list", "timeout": "number?", "selectorAttribute": "text?"})
	steps, _ := flow["steps"].([]any)
	for i, s := range steps {
		step, _ := s.(map[string]any)
		kind, _ := step["type"].(string)
		own, ok := recorderKinds[kind]
		if !ok {
			faults = append(faults, fmt.Sprintf("step %d is of the kind %q", i, kind))
			continue
		}
		fields := map[string]string{"type": "text"}
		for name, what := range recorderBase {
			fields[name] = what
		}
		for name, what := range own {
			fields[name] = what
		}
		if slices.Contains(recorderOnElements, kind) {
			for name, what := range recorderSelected {
				fields[name] = what
			}
		}
		faults = append(faults, fieldFaults(fmt.Sprintf("step %d (%s)", i, kind), step, fields)...)
	}
	return faults
}

func fieldFaults(where string, object map[string]any, fields map[string]string) (faults []string) {
	for name, what := range fields {
		value, there := object[name]
		optional := what[len(what)-1] == '?'
		if optional {
			what = what[:len(what)-1]
		}
		if !there && !optional || there && !isRecorded(what, value) {
			faults = append(faults, fmt.Sprintf("%s: %s is %v, not %s", where, name, value, what))
		}
	}
	for name := range object {
		if _, known := fields[name]; !known {
			faults = append(faults, fmt.Sprintf("%s: there is no %s", where, name))
		}
	}
	return faults
}

// isRecorded reports whether a value is of a field's type.
func isRecorded(what string, value any) bool {
	all := func(is func(any) bool) bool {
		list, ok := value.([]any)
		return ok && !slices.ContainsFunc(list, func(v any) bool { return !is(v) })
	}
	text := func(v any) bool { _, ok := v.(string); return ok }
	number := func(v any) bool { _, ok := v.(float64); return ok }
	switch what {
	case "text":
		return text(value)
	case "number":
		return number(value)
	case "bool":
		_, ok := value.(bool)
		return ok
	case "list":
		return all(func(any) bool { return true })
	case "numbers":
		return all(number)
	case "selectors": // each a text, or a way of texts; at least one, or no element is meant
		list, _ := value.([]any)
		return len(list) > 0 && all(func(v any) bool { return text(v) || isRecorded("texts", v) })
	case "texts":
		list, _ := value.([]any)
		return len(list) > 0 && all(text)
	case "events":
		return all(func(v any) bool {
			event, ok := v.(map[string]any)
			return ok && event["type"] == "navigation" && len(fieldFaults("", event, map[string]string{"type": "text", "url": "text?", "title": "text?"})) == 0
		})
	}
	return false
}
