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

// run is what one session did, oldest first.
type run struct {
	id      string
	session *types.Session // nil until it is known
	acts    []*act
	tale    *tale // what it comes to; nil when it must be told anew
	ended   bool  // as it was told
}

func (r *run) goal() string {
	if r.session == nil {
		return ""
	}
	return generalise(r.session.Goal, r.acts)
}

// placeholders names what was typed in each act. Every parameter has a name of
// its own; typing that corrects the typing before it is the same parameter.
func placeholders(all []*act) map[*act]string {
	var next capture.Placeholders
	names := map[*act]string{}
	var before *act
	for _, a := range all {
		switch {
		case !a.acts():
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

// acts reports whether an act is one of a recipe: it has an element, or a key.
func (a *act) acts() bool { return a.target != nil || a.key != "" }

func (a *act) types() bool { return a.target != nil && verb(a.tool) == "type" }

// corrects reports whether an act does what the one before it did, in its place:
// a field typed into again, an element waited for again. A button pressed again
// is another step.
func (a *act) corrects(before *act) bool {
	again := a.types() && !before.submit || verb(a.tool) == "wait_for"
	return again && before.sameTarget(a) && before.screen == a.screen
}

// verb is a tool's name without its prefix.
func verb(tool string) string { return strings.TrimPrefix(tool, capture.ToolPrefix) }

// act is what is kept of a step: enough to learn from it, and nothing of what
// its page showed.
type act struct {
	*deed
	id    string
	at    types.Time
	agent bool
	ok    bool
	fault bool   // the failure says something about how things are done
	typed string // what an agent typed, where it is kept at all
	err   string
}

// deed is what many acts have in common: people do the same again.
type deed struct {
	source     string // kb_source
	tool       string
	target     *types.Target
	path       string // of a navigation, without query
	key        string // of a key press
	submit     bool   // typing that ended with Enter
	origin     string
	screen, to string // before and after
}

// deeds are those that were seen, so that each is kept once.
type deeds map[sameDeed]*deed

// sameDeed is a deed as a value that can be compared.
type sameDeed struct {
	deed
	target types.Target
}

// maxDeeds bounds what is looked at for the same; it is simply begun anew.
const maxDeeds = 1 << 12

// same is a deed that was seen before, where there is one.
func (d deeds) same(of *deed) *deed {
	key := sameDeed{deed: *of}
	if of.target != nil {
		key.deed.target, key.target = nil, *of.target
	}
	if known := d[key]; known != nil && (known.target == nil) == (of.target == nil) {
		return known
	}
	if len(d) >= maxDeeds {
		clear(d)
	}
	d[key] = of
	return of
}

// add takes a step; false when it is there already.
func (r *run) add(step *types.Step, known deeds) bool {
	a := actOf(step)
	i := sort.Search(len(r.acts), func(i int) bool {
		return r.acts[i].at > a.at || r.acts[i].at == a.at && r.acts[i].id >= a.id
	})
	if i < len(r.acts) && r.acts[i].id == a.id {
		return false
	}
	a.deed = known.same(a.deed)
	r.acts = slices.Insert(r.acts, i, a)
	r.tale = nil
	return true
}

// acts reports whether a step did something: looking teaches nothing.
func acts(step *types.Step) bool {
	return slices.Contains([]string{"click", "type", "select", "press", "press_key", "navigate", "wait_for"}, verb(step.Tool.Name))
}

func actOf(step *types.Step) *act {
	a := &act{id: step.StepID, at: step.Timestamp, agent: step.Actor != types.ActorObserved, ok: step.Outcome.OK,
		deed: &deed{source: step.KBSource, tool: step.Tool.Name, target: step.Tool.Target, key: capture.Key(step), submit: capture.Submits(step)}}
	a.typed, _ = step.Tool.Input["text"].(string)
	if url, ok := step.Tool.Input["url"].(string); ok {
		a.path = pathOf(url)
		a.origin = text.Origin(url)
	}
	if o := step.Observation; o != nil {
		a.screen = known(o.State.CurrentScreen)
		if o.State.Origin != "" {
			a.origin = o.State.Origin
		}
	}
	if step.After != nil {
		a.to = known(step.After.CurrentScreen)
	}
	if !a.ok {
		a.fault, a.err = fault(step.Outcome.Error), a.errorOf(step.Outcome.Error)
	}
	return a
}

// fault reports whether a failure says something about how things are done. A
// browser that went away does not.
func fault(e *types.Error) bool {
	if e == nil {
		return true
	}
	switch e.Code {
	case types.CodeNoBrowser, types.CodePageGone, types.CodePageCrashed, types.CodePageDenied, types.CodeActionDenied, types.CodeInternal, types.CodeInvalidInput, types.CodeNoSession, types.CodeCoreDied:
		return false
	}
	return true
}

// errorOf words a failure. What failed while text was being entered may quote
// the text: that never becomes a part of a learning.
func (a *act) errorOf(e *types.Error) string {
	switch {
	case e == nil:
		return "the page showed an error"
	case e.Code == types.CodeTypeFailed || a.typed != "" && strings.Contains(e.Message, a.typed):
		return string(e.Code) + ": the text could not be entered"
	}
	return strings.TrimSuffix(string(e.Code)+": "+e.Message, ": ")
}

// action is an act as the spec's plans write actions: tool and stable target,
// no typed text.
func (a *act) action() types.KBAction {
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

// sameTarget reports whether two acts did the same to the same element.
func (a *act) sameTarget(b *act) bool {
	if a.tool != b.tool || a.path != b.path || a.key != b.key || (a.target == nil) != (b.target == nil) {
		return false
	}
	s, t := a.target, b.target
	return s == nil || s.TestID == t.TestID && s.Selector == t.Selector && s.Role == t.Role && s.Name == t.Name
}

// moved reports whether an act led to another screen.
func (a *act) moved() bool { return a.to != "" && a.to != a.screen }

func known(screen string) string {
	if screen == types.UnknownScreen {
		return ""
	}
	return screen
}

// pathOf is an address without its origin and without its query, which may
// hold what somebody typed. A route behind # stays.
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
