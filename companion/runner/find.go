package runner

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/flow"
	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// find finds the element of a step on the page of the last observation, by one of the
// step's targets.
func (r *run) find(ctx context.Context, i int) (*found, *doubt) {
	return r.findAny(ctx, r.flow.Steps[i].Targets)
}

func (r *run) findAny(ctx context.Context, targets []types.FlowTarget) (*found, *doubt) {
	var best *found
	var first *doubt
	for k := range targets {
		t, data, err := r.filled(&targets[k])
		if err != nil {
			return nil, &doubt{reason: types.FlowNeedsParam, message: messageOf(err)}
		}
		f, d := r.findOne(ctx, t, data)
		switch {
		case d != nil && first == nil:
			first = d
		case d != nil && d.reason == types.FlowAmbiguous && first.reason == types.FlowMissing:
			first = d
		case d != nil:
		case best == nil || best.healed != "" && f.healed == "":
			best = f
		case f.healed == "" && f.node.Ref != best.node.Ref:
			return nil, &doubt{reason: types.FlowAmbiguous, message: "the step was done on two elements before, and both are here", candidates: []string{best.node.Ref, f.node.Ref}}
		}
	}
	if best != nil {
		return best, nil
	}
	return nil, first
}

func (r *run) findOne(ctx context.Context, t *types.FlowTarget, data bool) (*found, *doubt) {
	if origin := t.Origin; origin != "" && origin == r.sight.Page.State.Origin {
		same := *t
		same.Origin = ""
		t = &same
	}
	if flow.ByText(t) {
		return r.byText(ctx, t)
	}
	s := sceneOf(r.sight.Page, r.sight.Outline, t.Origin)
	s.came, s.led, s.choices, s.filled = r.came(), r.led(t), r.choices(), r.fields
	t = s.spelt(t, data)
	f, d := prove(t, data, s)
	f, d = r.ofMonth(ctx, t, s, f, d)
	if f != nil && r.moved && f.node.Ref == r.on && r.at > r.did && t.Role != "" && f.node.Role != t.Role {
		f, d = nil, &doubt{reason: types.FlowMissing, message: said(t) + " is not on the page"} // the last step was done on it
	}
	if d == nil || t.Row != "" {
		f, d = r.ofRows(ctx, t, s, f, d)
		if why := r.otherRow(ctx, t, s, f); why != "" {
			return nil, &doubt{reason: types.FlowMissing, message: why + ": it may be another", candidates: []string{f.node.Ref}}
		}
		return f, d
	}
	if f := r.unfolded(t, s); f != nil {
		return f, nil
	}
	if f := r.cameAs(t, data, s); f != nil {
		return f, nil
	}
	if f := r.hinted(ctx, t, s); f != nil {
		return f, nil
	}
	if better := r.probe(ctx, t, data, s, d); better != nil {
		return better, nil
	}
	return nil, d
}

// spelt returns a target whose name has the letters in which the page writes it: a goal says "the vet visit", and the
// menu "Vet visit". Drivers differ too, where a style sheet makes capitals of Login.
func (s *scene) spelt(t *types.FlowTarget, data bool) *types.FlowTarget {
	same := *t
	var names, labels []string
	for i := range s.nodes {
		n := &s.nodes[i]
		if flow.UsedAlike(t.Role, n.Role) {
			names = append(names, n.Name)
		}
		if len(t.Near) > 0 {
			labels = append(labels, labelOf(n.Role, n.Name))
		}
	}
	same.Name = spelling(t.Name, names)
	if day, is := text.CalendarDay(t.Name); is && data && same.Name == t.Name {
		same.Name = s.calendarDay(t, day)
	}
	same.Near = slices.Clone(t.Near)
	for i, near := range t.Near {
		same.Near[i] = spelling(near, labels)
	}
	return &same
}

// calendarDay returns the name of the only element that names the day of a value, and the value itself for none or several.
func (s *scene) calendarDay(t *types.FlowTarget, day text.Day) (name string) {
	for i := range s.nodes {
		n := &s.nodes[i]
		if is, ok := text.CalendarDay(n.Name); !ok || !is.Same(day) || !flow.UsedAlike(t.Role, n.Role) || n.Name == name {
			continue
		}
		if name != "" || n.Name == t.Name {
			return t.Name
		}
		name = n.Name
	}
	return cmp.Or(name, t.Name)
}

// spelling returns the only one of several texts that differs from another in capitals at most, else the other one.
func spelling(text string, all []string) string {
	found := ""
	for _, is := range all {
		switch {
		case !strings.EqualFold(is, text):
		case is == text, found != "" && found != is:
			return text
		default:
			found = is
		}
	}
	return cmp.Or(found, text)
}

// came returns the labels of the elements that the last step was recorded to have appear, and that
// were not on the page before it in this run. In a table, they stand in another row than they did.
func (r *run) came() map[string]bool {
	all := map[string]bool{}
	if !r.moved || r.before == nil {
		return all
	}
	for _, label := range r.flow.Steps[r.did].Expect.Appeared {
		if filled, err := flow.Fill(label, r.values); err == nil && !showsLabel(r.before, filled) {
			all[filled] = true
		}
	}
	return all
}

// led returns the parts of the page in which the last step had the target appear: the recorded dialog,
// and for an entry the menus that are new.
func (r *run) led(t *types.FlowTarget) []string {
	if !r.moved || r.before == nil {
		return nil
	}
	var parts []string
	fronts := dialogsSince(r.before, r.sight.Page)
	for _, label := range r.flow.Steps[r.did].Expect.Appeared {
		if at := r.closest(fronts, label); isDialog(label) && at >= 0 {
			parts = append(parts, fronts[at])
		}
	}
	if inMenu(t.Role) {
		had := partsOf(r.before)
		for part := range partsOf(r.sight.Page) {
			if !had[part] && (strings.HasPrefix(part, "menu") || strings.HasPrefix(part, "listbox")) {
				parts = append(parts, part)
			}
		}
	}
	return parts
}

// partsOf returns the parts of a page that hold its elements.
func partsOf(page *types.Observation) map[string]bool {
	parts := map[string]bool{}
	for i := range page.A11y.Nodes {
		for _, part := range page.A11y.Nodes[i].Path {
			parts[part] = true
		}
	}
	return parts
}

// byText finds the one element that shows a text. Observations may not list such elements.
func (r *run) byText(ctx context.Context, t *types.FlowTarget) (*found, *doubt) {
	if r.sight.Dialog != nil {
		return nil, &doubt{reason: types.FlowMissing, message: said(t) + " is not on the page"}
	}
	in := tool.TargetInput{Text: t.Name, Frame: t.Origin}
	at, err := r.driver.Point(ctx, in)
	switch {
	case isFault(err, types.CodeTargetAmbiguous):
		return nil, &doubt{reason: types.FlowAmbiguous, message: "several elements show the text " + fmt.Sprintf("%q", t.Name)}
	case err != nil || at.Name != t.Name || at.Origin != t.Origin:
		return nil, &doubt{reason: types.FlowMissing, message: said(t) + " is not on the page"}
	}
	f := foundAt(t, at)
	f.by = &in
	return f, nil
}

// probe queries the page itself for the element of a target if the observation alone does
// not prove one: for a test id of an unlisted element, for a selector, and on a page that is
// larger than an observation.
func (r *run) probe(ctx context.Context, t *types.FlowTarget, data bool, s *scene, d *doubt) *found {
	if r.sight.Dialog != nil {
		return nil
	}
	if at, err := r.pointed(ctx, t, tool.TargetInput{TestID: t.TestID, Frame: t.Origin}); err == nil && t.TestID != "" && d.reason == types.FlowMissing {
		if (t.Role == "" || flow.UsedAlike(t.Role, at.Role)) && (t.Name == "" || t.Name == at.Name) {
			return foundAt(t, at)
		}
		return nil
	}
	if r.sight.Page.Truncated && d.reason == types.FlowMissing && t.Role != "" && t.Name != "" && t.Twins == 0 {
		if at, err := r.pointed(ctx, t, tool.TargetInput{Role: t.Role, Name: t.Name, Frame: t.Origin}); err == nil && (t.TestID == "" || t.TestID == at.TestID) {
			return foundAt(t, at)
		}
	}
	if d.reason == types.FlowMissing && t.TestID == "" && t.Twins == 0 && counted[t.Role] && t.Name != "" {
		by := tool.TargetInput{Text: t.Name, Frame: t.Origin} // a page lists no rows that only a mouse can drag
		if at, err := r.driver.Point(ctx, by); err == nil && at.Role == t.Role && at.Name == t.Name && at.Origin == t.Origin {
			f := foundAt(t, at)
			f.by = &by
			return f
		}
	}
	if t.Selector == "" || strings.Contains(t.Selector, ":nth-") || t.TestID != "" && len(s.withID(t)) > 0 {
		return nil
	}
	at, err := r.pointed(ctx, t, tool.TargetInput{Selector: t.Selector, Frame: t.Origin})
	byID := t.Role == "" && t.Name == "" && lettered.MatchString(t.Selector) // as good as a test id
	if err != nil || at.Role != t.Role && !byID || t.TestID != "" && at.TestID != "" {
		return nil
	}
	if at.Name == t.Name || byID {
		return foundAt(t, at)
	}
	// Its text changed: no other element may have that text, and the place must be the same.
	if data || counted[at.Role] || t.Twins > 0 || opposes(t.Name, at.Name) || labelsAnother(t, at.Name) || numbered.MatchString(t.Selector) || len(s.named(t)) > 0 {
		return nil
	}
	for i := range s.nodes {
		if s.nodes[i].Ref == at.A11yRef && (s.near(t, i) > 0 || s.shape(t, i)) {
			return s.found(t, i, fmt.Sprintf("it was named %q", t.Name))
		}
	}
	return nil
}

// pointed queries the page for an element by one of its names.
func (r *run) pointed(ctx context.Context, t *types.FlowTarget, in tool.TargetInput) (*types.Target, error) {
	if in.TestID == "" && in.Selector == "" && in.Name == "" {
		return nil, types.Fault(types.CodeTargetNotFound, "the target has no such name", "")
	}
	if in.TestID != "" && !r.listsID(t) {
		return nil, types.Fault(types.CodeTargetNotFound, "the page lists no such test id", "")
	}
	at, err := r.driver.Point(ctx, in)
	if err == nil && (at.A11yRef == "" || at.Origin != t.Origin) {
		return nil, types.Fault(types.CodeTargetNotFound, "the element is in another frame", "")
	}
	return at, err
}

// listsID reports whether the page has the test id of a target, or is larger than its
// observation.
func (r *run) listsID(t *types.FlowTarget) bool {
	page := r.sight.Page.Part(t.Origin)
	count := 0
	for i := range page.TestIDs {
		if page.TestIDs[i].TestID == t.TestID {
			count++
		}
	}
	return count == 1 || count == 0 && page.Truncated
}

func foundAt(t *types.FlowTarget, at *types.Target) *found {
	return &found{
		node:  types.A11yNode{Ref: at.A11yRef, Role: at.Role, Name: at.Name, TestID: at.TestID, Sensitive: at.Sensitive},
		proof: tool.Proof{Target: types.Target{Role: at.Role, Name: at.Name, TestID: at.TestID, Origin: t.Origin}},
	}
}

// filled returns a target with its parameters filled in; data reports that its name contains
// one.
func (r *run) filled(t *types.FlowTarget) (filled *types.FlowTarget, data bool, err error) {
	out := *t
	if flow.About(t) {
		out.Under = "" // ofAnother reads it
	}
	for _, field := range []*string{&out.TestID, &out.Name, &out.Row, &out.Under} {
		if *field, err = flow.Fill(*field, r.values); err != nil {
			return nil, false, err
		}
	}
	out.Near = make([]string, 0, len(t.Near))
	for _, l := range t.Near {
		if l, err := flow.Fill(l, r.values); err == nil {
			out.Near = append(out.Near, l)
		}
	}
	return &out, strings.ContainsAny(t.Name, "{}") || strings.ContainsAny(t.TestID, "{}"), nil
}
