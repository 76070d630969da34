package learn

import (
	"encoding/json"
	"slices"
	"sort"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// run holds the actions of one session, oldest first.
type run struct {
	id           string
	session      *types.Session // nil until it is known
	actions      []*stepAction
	summaryCache *summary // nil if stale
	ended        bool     // when it was summarized
}

func (r *run) goal() string {
	if r.session == nil {
		return ""
	}
	return generalise(r.session.Goal, r.actions)
}

// placeholders returns a parameter name for the typed text of each action. Typing that
// corrects the previous one shares its parameter.
func placeholders(all []*stepAction) map[*stepAction]string {
	var next capture.Placeholders
	names := map[*stepAction]string{}
	var before *stepAction
	for _, a := range all {
		switch {
		case !a.isRecipeAction():
			continue
		case !a.types():
		case !a.ok:
			names[a] = capture.FieldName(a.target)
			continue
		case before != nil && a.corrects(before):
			names[a] = names[before]
		default:
			names[a] = next.Name(a.target)
		}
		if a.ok {
			before = a
		}
	}
	return names
}

// isRecipeAction reports whether an action belongs in a recipe: it has an element
// or a key.
func (a *stepAction) isRecipeAction() bool { return a.target != nil || a.key != "" }

func (a *stepAction) types() bool { return a.target != nil && verb(a.tool) == "type" }

// corrects reports whether an action replaces the one before it: typing into the same
// field again, or waiting for the same element again. A repeated button press is a
// separate step.
func (a *stepAction) corrects(before *stepAction) bool {
	again := a.types() && !before.submit || verb(a.tool) == "wait_for"
	return again && before.sameTarget(a) && before.screen == a.screen
}

// verb returns a tool's name without its prefix.
func verb(tool string) string { return strings.TrimPrefix(tool, capture.ToolPrefix) }

// stepAction is the part of a step that learning needs, without the contents of its
// page.
type stepAction struct {
	*actionKey
	id    string
	at    types.Time
	agent bool
	ok    bool
	fault bool   // see isRelevantFailure
	typed string // text that an agent typed, if it is stored
	err   string
}

// actionKey holds the fields that repeated actions share, so that they are stored once.
type actionKey struct {
	source     string // kb_source
	tool       string
	target     *types.Target
	path       string // of a navigation, without query
	key        string // of a key press
	submit     bool   // typing that ended with Enter
	origin     string
	screen, to string // before and after
}

// actionKeys interns action keys.
type actionKeys map[comparableKey]*actionKey

// comparableKey is an actionKey as a comparable value.
type comparableKey struct {
	actionKey
	target types.Target
}

// maxActionKeys bounds the interned keys; beyond it the map is cleared.
const maxActionKeys = 1 << 12

// intern returns a known key equal to of, or of itself.
func (d actionKeys) intern(of *actionKey) *actionKey {
	key := comparableKey{actionKey: *of}
	if of.target != nil {
		key.actionKey.target, key.target = nil, *of.target
	}
	if known := d[key]; known != nil && (known.target == nil) == (of.target == nil) {
		return known
	}
	if len(d) >= maxActionKeys {
		clear(d)
	}
	d[key] = of
	return of
}

// add adds a step. It returns false for a known one.
func (r *run) add(step *types.Step, known actionKeys) bool {
	a := stepActionOf(step)
	i := sort.Search(len(r.actions), func(i int) bool {
		return r.actions[i].at > a.at || r.actions[i].at == a.at && r.actions[i].id >= a.id
	})
	if i < len(r.actions) && r.actions[i].id == a.id {
		return false
	}
	a.actionKey = known.intern(a.actionKey)
	r.actions = slices.Insert(r.actions, i, a)
	r.summaryCache = nil
	return true
}

// isAction reports whether a step acted on a page; observations do not.
func isAction(step *types.Step) bool {
	return slices.Contains([]string{"click", "type", "select", "press", "press_key", "navigate", "wait_for"}, verb(step.Tool.Name))
}

func stepActionOf(step *types.Step) *stepAction {
	a := &stepAction{id: step.StepID, at: step.Timestamp, agent: step.Actor != types.ActorObserved, ok: step.Outcome.OK,
		actionKey: &actionKey{source: step.KBSource, tool: step.Tool.Name, target: step.Tool.Target, key: capture.Key(step), submit: capture.Submits(step)}}
	a.typed, _ = step.Tool.Input["text"].(string)
	if url, ok := step.Tool.Input["url"].(string); ok {
		a.path = pathOf(url)
		a.origin = text.Origin(url)
	}
	if o := step.Observation; o != nil {
		a.screen = types.KnownScreen(o.State.CurrentScreen)
		if o.State.Origin != "" {
			a.origin = o.State.Origin
		}
	}
	if step.After != nil {
		a.to = types.KnownScreen(step.After.CurrentScreen)
	}
	if !a.ok {
		a.fault, a.err = isRelevantFailure(step.Outcome.Error), a.errorOf(step.Outcome.Error)
	}
	return a
}

// isRelevantFailure reports whether a failure was caused by the action, unlike a browser
// that was closed.
func isRelevantFailure(e *types.Error) bool {
	if e == nil {
		return true
	}
	switch e.Code {
	case types.CodeNoBrowser, types.CodePageGone, types.CodePageCrashed, types.CodePageDenied, types.CodeActionDenied, types.CodeInternal, types.CodeInvalidInput, types.CodeNoSession, types.CodeCoreDied:
		return false
	}
	return true
}

// errorOf describes a failure. It drops messages that may quote typed text, which must
// not become part of a learning.
func (a *stepAction) errorOf(e *types.Error) string {
	switch {
	case e == nil:
		return "the page showed an error"
	case e.Code == types.CodeTypeFailed || a.typed != "" && strings.Contains(e.Message, a.typed):
		return string(e.Code) + ": the text could not be entered"
	}
	return strings.TrimSuffix(string(e.Code)+": "+e.Message, ": ")
}

// kbAction returns an action in the form of the spec's plans: tool and stable target,
// without typed text.
func (a *stepAction) kbAction() types.KBAction {
	args := map[string]any{}
	if t := a.target; t != nil {
		for key, value := range map[string]string{"testId": t.TestID, "role": t.Role, "name": t.Name} {
			if value != "" {
				args[key] = value
			}
		}
		if len(args) == 0 && t.Selector != "" && !capture.Positional(t.Selector) {
			args["selector"] = t.Selector
		}
	}
	if a.path != "" {
		args["path"] = a.path
	}
	if a.key != "" {
		args["key"] = a.key
	}
	if a.submit {
		args["submit"] = true
	}
	out := types.KBAction{ToolName: a.tool, KBSource: a.source}
	if len(args) > 0 {
		out.ToolArguments, _ = json.Marshal(args) // a map of strings and booleans always encodes
	}
	return out
}

// sameTarget reports whether two actions are the same on the same element.
func (a *stepAction) sameTarget(b *stepAction) bool {
	if a.tool != b.tool || a.path != b.path || a.key != b.key || (a.target == nil) != (b.target == nil) {
		return false
	}
	s, t := a.target, b.target
	return s == nil || s.TestID == t.TestID && s.Selector == t.Selector && s.Role == t.Role && s.Name == t.Name
}

// changedScreen reports whether an action led to another screen.
func (a *stepAction) changedScreen() bool { return a.to != "" && a.to != a.screen }

// pathOf returns the path of an address without its query, which may contain typed
// text. It keeps a route after #.
func pathOf(address string) string {
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		return ""
	}
	path := "/"
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		path = "/" + strings.TrimPrefix(rest[i:], "/")
	}
	path, fragment, _ := strings.Cut(path, "#")
	path, _, _ = strings.Cut(path, "?")
	if fragment, _, _ = strings.Cut(fragment, "?"); strings.HasPrefix(fragment, "/") {
		path += "#" + fragment
	}
	return path
}
