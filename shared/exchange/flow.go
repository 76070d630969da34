package exchange

import (
	"cmp"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// maxFileName bounds the part of a file's name that is derived from a goal, in bytes.
const maxFileName = 48

func fileName(session *types.Session) string {
	var b strings.Builder
	for _, r := range strings.ToLower(session.Goal) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= maxFileName {
			break
		}
	}
	return cmp.Or(strings.Trim(b.String(), "-"), session.SessionID)
}

// title returns the purpose of a session. Unless it is known to be done, the title
// calls it tried (DESIGN 9.18).
func title(session *types.Session) string {
	name := cmp.Or(oneLine(session.Goal), "Session "+session.SessionID)
	if tried(session) {
		return "Tried: " + name
	}
	return name
}

// tried reports whether a session had a task that it is not known to have completed.
// Ambient browsing has no task.
func tried(session *types.Session) bool { return !session.Done() && !session.Ambient }

// outcomeWords describes a tried session's outcome in a sentence.
func outcomeWords(session *types.Session) string {
	if session.Outcome == "" {
		return "nobody said that it reached its goal"
	}
	return "it " + map[types.SessionOutcome]string{types.SessionFailed: "failed", types.SessionAbandoned: "was abandoned"}[session.Outcome]
}

// startURL returns the address at which the session began.
func startURL(session *types.Session, steps []*types.Step) string {
	if session.Launch != nil && session.Launch.URL != "" {
		return session.Launch.URL
	}
	for _, step := range steps {
		if url := navigatesTo(step); url != "" {
			return url
		}
		if o := step.Observation; o != nil && o.State.CurrentURL != "" && !framed(step) {
			return o.State.CurrentURL
		}
	}
	return ""
}

// worked returns the steps to repeat. It omits failed steps, which later ones
// corrected, and observations.
func worked(steps []*types.Step) (out []*types.Step) {
	for _, step := range steps {
		if step.Outcome.OK && (navigatesTo(step) != "" || pressedKey(step) != "" || acts(step) == "back" || acts(step) != "" && !step.Tool.Target.Empty()) {
			out = append(out, step)
		}
	}
	return out
}

// acts returns the action of a step: click, type, wait, drag, upload, press or "".
func acts(step *types.Step) string {
	switch step.Tool.Name {
	case "mm_click":
		return "click"
	case "mm_type":
		return "type"
	case "mm_wait_for":
		return "wait"
	case "mm_press":
		if pressedKey(step) != "" {
			return "press"
		}
	case "mm_hover":
		return "hover"
	case "mm_back":
		return "back"
	case "mm_drag":
		if capture.DropOf(step) != nil {
			return "drag"
		}
	case "mm_upload":
		return "upload"
	}
	return ""
}

// droppedOn returns the element on which a drag ended, nil if it ended at an offset.
func droppedOn(step *types.Step) *types.Target {
	if d := capture.DropOf(step); d != nil {
		return d.Target
	}
	return nil
}

// uploaded returns the names of the files that a step uploaded, none if they are not
// stored.
func uploaded(step *types.Step) (names []string) {
	files, _ := step.Tool.Input["files"].([]any)
	for _, file := range files {
		if name, ok := file.(string); ok {
			names = append(names, oneLine(name))
		}
	}
	return names
}

// chosen returns the labels of the options that a step chose, none if it typed a
// text.
func chosen(step *types.Step) (labels []string) {
	options, _ := step.Tool.Input["text"].([]any)
	for _, option := range options {
		if label, ok := option.(string); ok {
			labels = append(labels, label)
		}
	}
	return labels
}

func navigatesTo(step *types.Step) string {
	url, _ := step.Tool.Input["url"].(string)
	if step.Tool.Name != "mm_navigate" {
		return ""
	}
	return url
}

// typed returns the typed text, and whether it is stored.
func typed(step *types.Step) (text string, kept bool) {
	text, kept = step.Tool.Input["text"].(string)
	return text, kept && !step.Tool.TextRedacted
}

// pressedKey returns the key of a step that is a repeatable key press, else "".
func pressedKey(step *types.Step) string {
	key := capture.Key(step)
	if chord, err := capture.ReadChord(key, false); capture.PressedKey(key) || step.Actor == types.ActorAgent && err == nil && chord == key {
		return key
	}
	return ""
}

func elementName(t *types.Target) string {
	switch {
	case t == nil:
		return ""
	case capture.ClearName(t.Name) != "":
		return oneLine(t.Name)
	case t.TestID != "":
		return oneLine(t.TestID)
	}
	return oneLine(cmp.Or(t.Selector, t.Role))
}

// oneLine joins a page's text to one line.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// framed reports whether a step was taken in a frame of another origin.
func framed(step *types.Step) bool { return step.Tool.Target != nil && step.Tool.Target.Origin != "" }
