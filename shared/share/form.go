package share

import (
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/redact"
	"cairn/shared/types"
)

// Kind is the kind of a text that leaves.
type Kind string

// The kinds of texts.
const (
	KindName     Kind = "name"
	KindTestID   Kind = "testId"
	KindSelector Kind = "selector"
	KindScreen   Kind = "screen"
	KindAddress  Kind = "address"
	KindTag      Kind = "tag"
	KindGoal     Kind = "goal"
)

// Form makes the shared form of a session's records.
type Form struct {
	acts acts
	// keep reports whether a text may leave; nil keeps all.
	keep func(kind Kind, text string) bool
	// goals says that the team's policy shares goals.
	goals bool
	typed []capture.Typed
}

// NewForm returns the form for a session with these steps, in their order. Texts that
// keep refuses do not leave; nil refuses none. Goals leave only with goals set.
func NewForm(steps []*types.Step, goals bool, keep func(kind Kind, text string) bool) *Form {
	f := &Form{acts: acts{}, keep: keep, goals: goals}
	var names capture.Placeholders
	for _, step := range steps {
		f.acts.note(step)
		for _, key := range []string{"text", "value"} {
			if text, ok := step.Tool.Input[key].(string); ok && text != "" {
				field := "text"
				if step.Tool.Target != nil {
					field = names.Name(step.Tool.Target)
				}
				f.typed = append(f.typed, capture.Typed{Field: field, Text: text})
			}
		}
	}
	return f
}

// text returns a text that may leave, else an empty string.
func (f *Form) text(kind Kind, s string) string {
	if s == "" || f.keep != nil && !f.keep(kind, s) {
		return ""
	}
	return s
}

// name returns the name of an element as it may leave: hidden names mean nothing
// elsewhere, and rules of redaction may have come since the name was stored.
func (f *Form) name(s string) string {
	if capture.IsHidden(s) {
		return ""
	}
	return f.text(KindName, redact.Text(s))
}

func (f *Form) testID(s string) string { return f.text(KindTestID, redact.Attr(s)) }

func (f *Form) selector(s string) string {
	if !capture.PlainSelector(s) {
		return ""
	}
	return f.text(KindSelector, s)
}

// Origin returns the origin that a step belongs to, empty for a step that never
// leaves: without a page of the web, or in a frame of another origin.
func Origin(step *types.Step) string {
	o := step.Observation
	if o == nil || o.State.Embedder != "" || step.Tool.Target != nil && step.Tool.Target.Origin != "" {
		return ""
	}
	if scheme, host, ok := strings.Cut(o.State.Origin, "://"); !ok || host == "" || scheme != "http" && scheme != "https" {
		return ""
	}
	if o.State.CurrentURL != "" && !within(o.State.CurrentURL, o.State.Origin) {
		return ""
	}
	return o.State.Origin
}

// within reports whether an address is of an origin.
func within(address, origin string) bool {
	rest, ok := strings.CutPrefix(address, origin)
	return ok && (rest == "" || strings.IndexByte("/?#", rest[0]) >= 0)
}

// Step returns the form of a captured step as of at, nil for a step that never leaves.
func (f *Form) Step(step *types.Step, at types.Time) *types.Step {
	origin := Origin(step)
	if origin == "" {
		return nil
	}
	out := &types.Step{
		SchemaVersion: types.SchemaVersion,
		SessionID:     step.SessionID,
		Timestamp:     at,
		Actor:         step.Actor,
		Keep:          step.Keep,
		Tool:          types.Tool{Name: step.Tool.Name, Input: input(step), Target: f.target(step.Tool.Target)},
		Outcome:       types.Outcome{OK: step.Outcome.OK},
		Observation:   f.page(step.Observation, origin),
		After:         f.after(step.After, origin),
	}
	if e := step.Outcome.Error; e != nil && errorCode(e.Code) {
		out.Outcome.Error = &types.Error{Code: e.Code}
	}
	return out
}

// errorCode reports whether a code is one of a program and not a text.
func errorCode(code types.Code) bool {
	return code != "" && len(code) <= 40 && strings.Trim(string(code), "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
}

func (f *Form) target(t *types.Target) *types.Target {
	if t == nil {
		return nil
	}
	out := &types.Target{TestID: f.testID(t.TestID), Selector: f.selector(t.Selector), Role: role(t.Role), Name: f.name(t.Name), Sensitive: t.Sensitive}
	if out.Empty() {
		return nil
	}
	return out
}

// role returns a role, which consists of lower-case letters.
func role(s string) string {
	if len(s) > 40 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-") != "" {
		return ""
	}
	return s
}

// page returns the elements of a page on which the session acted.
func (f *Form) page(o *types.Observation, origin string) *types.Observation {
	address, screen := f.place(o.State.CurrentURL, o.State.CurrentScreen, origin)
	out := &types.Observation{
		State:   types.State{CurrentURL: address, CurrentScreen: screen, Origin: origin},
		TestIDs: []types.TestID{},
		A11y:    types.A11y{Nodes: []types.A11yNode{}},
	}
	for _, id := range o.TestIDs {
		if f.acts.has(o, id.TestID, id.Role, id.Name) && id.Origin == "" {
			id = types.TestID{TestID: f.testID(id.TestID), Visible: id.Visible, Role: role(id.Role), Name: f.name(id.Name)}
			if id.TestID != "" {
				out.TestIDs = append(out.TestIDs, id)
			}
		}
	}
	for _, n := range o.A11y.Nodes {
		if f.acts.has(o, n.TestID, n.Role, n.Name) && n.Origin == "" {
			n = types.A11yNode{Role: role(n.Role), Name: f.name(n.Name), TestID: f.testID(n.TestID), Sensitive: n.Sensitive}
			if n.Name != "" || n.TestID != "" {
				out.A11y.Nodes = append(out.A11y.Nodes, n)
			}
		}
	}
	return out
}

func (f *Form) after(a *types.After, origin string) *types.After {
	if a == nil {
		return nil
	}
	out := &types.After{}
	if a.Load == "new" || a.Load == "same" {
		out.Load = a.Load
	}
	if within(a.CurrentURL, origin) {
		out.CurrentURL, out.CurrentScreen = f.place(a.CurrentURL, a.CurrentScreen, origin)
	}
	if out.CurrentURL == "" && out.CurrentScreen == "" && out.Load == "" {
		return nil
	}
	return out
}

func (f *Form) place(address, screen, origin string) (string, string) {
	route := strings.Split(capture.Route(address), "/")
	for i, part := range route {
		if rest, ok := strings.CutPrefix(part, "*"); ok && (rest == "" || rest[0] == '#') { // others have an asterisk of their own
			route[i] = idSegment + rest
		}
	}
	if address = ""; len(route) > 1 {
		address = f.text(KindAddress, origin+strings.Join(route, "/"))
	}
	path, query, asked := strings.Cut(screen, "?")
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if capture.HiddenSegment(part) {
			parts[i] = idSegment
		}
	}
	if screen = strings.Join(parts, "/"); asked && capture.ClearPlace(query) {
		screen += "?" + query
	}
	if screen = f.text(KindScreen, redact.Attr(screen)); screen == "" {
		screen = types.UnknownScreen
	}
	return address, screen
}

// idSegment replaces the segments of an address that name one object among many.
const idSegment = ":id"

// input returns the parts of a tool's input that write nothing.
func input(step *types.Step) map[string]any {
	out := map[string]any{}
	if key := capture.Key(step); key != "" && capture.PressedKey(key) {
		out[capture.InputKey] = key
		if n := capture.Times(step); n > 0 {
			out["times"] = n
		}
	}
	if capture.Submits(step) {
		out[capture.InputSubmit] = true
	}
	how := capture.Click(step)
	how.At = nil // a point in a picture comes from the page's contents
	for key, value := range capture.ClickInput(how) {
		out[key] = value
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// Session returns the form of a session as of the start of a day.
func (f *Form) Session(s *types.Session, day types.Time) *types.Session {
	out := &types.Session{SchemaVersion: types.SchemaVersion, SessionID: s.SessionID, CreatedAt: day, EndedAt: day, Ambient: s.Ambient,
		FlowTags: f.tags(s.FlowTags), Tags: f.tags(s.Tags)}
	if f.goals {
		out.Goal = f.text(KindGoal, redact.Text(capture.WithoutTyped(s.Goal, f.typed)))
	}
	if s.Outcome != "" {
		out.Statement = types.Statement{Outcome: s.Outcome, OutcomeBy: s.OutcomeBy, OutcomeAt: day}
	}
	return out
}

func (f *Form) tags(tags []string) []string {
	out := []string{}
	for _, tag := range tags {
		if tag = f.text(KindTag, redact.Text(tag)); tag != "" {
			out = append(out, tag)
		}
	}
	return out
}

// acts holds the elements on which steps acted, by the page's screen.
type acts map[usedElement]bool

type usedElement struct {
	screen, testID, role, name string
	// withID marks the name of an element that has a test id too.
	withID bool
}

func (a acts) note(step *types.Step) {
	t, o := step.Tool.Target, step.Observation
	if t == nil || o == nil {
		return
	}
	if t.TestID != "" {
		a[usedElement{screen: o.State.CurrentScreen, testID: t.TestID}] = true
	}
	if t.Name != "" && !capture.IsHidden(t.Name) {
		a[usedElement{screen: o.State.CurrentScreen, role: t.Role, name: t.Name, withID: t.TestID != ""}] = true
	}
}

// has reports whether a session acted on an element of a page. Two elements with test
// ids are the same only if these are.
func (a acts) has(o *types.Observation, testID, role, name string) bool {
	if testID != "" && a[usedElement{screen: o.State.CurrentScreen, testID: testID}] {
		return true
	}
	named := usedElement{screen: o.State.CurrentScreen, role: role, name: name}
	withID := named
	withID.withID = true
	return name != "" && (a[named] || testID == "" && a[withID])
}

// Day returns the start of the day of a time, in UTC.
func Day(at types.Time) types.Time { return at - at%dayMs }

const dayMs = 24 * 60 * 60 * 1000

// StepTime returns the time of a session's nth step in the form, after so many places of
// the author's log on the site: the order of steps and of an author's sessions on the day
// stays, which the places say too. When and how long it took does not. Steps that are
// shared again are at other places, and so they are other records.
func StepTime(day types.Time, places, n int) types.Time {
	const daily = dayMs / stepMs
	return day + types.Time(min(places%(daily/2)+n, daily-1)*stepMs)
}

// stepMs is the distance of a session's steps in the form, in milliseconds.
const stepMs = 1000

// Sort orders steps as the form numbers them.
func Sort(steps []*types.Step) {
	slices.SortStableFunc(steps, func(a, b *types.Step) int {
		if a.Timestamp != b.Timestamp {
			return int(a.Timestamp - b.Timestamp)
		}
		return strings.Compare(a.StepID, b.StepID)
	})
}
