package runner

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"cairn/shared/flow"
	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// A page may show an obstacle that the flow does not know: a cookie banner, a notice, a menu
// into which a control moved. A run then acts like a careful person who need not ask: it
// refuses the cookies, closes the notice, or opens the one menu that can contain the control.
// It never agrees to anything, and it never closes an overlay that its last action
// caused.

// maxCleared bounds how many overlays are closed for one step.
const maxCleared = 2

var (
	consent = regexp.MustCompile(`(?i)\b(cookies?|consent|gdpr|privacy|datenschutz|confidentialité|privacidad|tracking)\b`)
	asking  = regexp.MustCompile(`(?i)\?|\b(confirm|sure|delete|remove|discard|unsaved|error|failed|expired|sign in|log in|session|password|pay|required)\b`)
	more    = regexp.MustCompile(`(?i)^(⋮|⋯|…|\.\.\.|☰|≡|more( actions| options)?( …|…|\.\.\.)?|(show )?more( menu)?|open menu|menu|actions?( menu)?|options|(open )?(overflow|kebab|action|context|navigation|main) menu|toggle (menu|navigation)|mehr|weitere (aktionen|optionen)|menü|aktionen|plus( d.actions)?|actions|más|altro|mais|meer)\s*[▾▼⌄]?$`)
)

// recover tries to remove the obstacle to the next step, and reports whether it did
// something. Then the step must be tried again.
func (r *run) recover(ctx context.Context, h *halt) bool {
	if ctx.Err() != nil {
		return false
	}
	if (h.reason == types.FlowDialog || h.reason == types.FlowMissing) && r.sight.Dialog == nil && r.clear(ctx) {
		return true
	}
	return h.reason == types.FlowMissing && (r.reopen(ctx) || r.unfold(ctx) || r.turn(ctx))
}

// clear closes one overlay that is proved to be only an obstacle.
func (r *run) clear(ctx context.Context) bool {
	if r.closed >= maxCleared {
		return false
	}
	s, err := r.look(ctx, true)
	if err != nil || s.Dialog != nil || s.Outline == nil || len(s.Outline.Overlays) == 0 {
		return false
	}
	for _, o := range s.Outline.Overlays {
		if control := r.way(&o); control != nil && r.pressed(ctx, control) {
			r.closed++
			r.patient(ctx)
			return true
		}
	}
	return false
}

// way returns the control that closes an overlay; nil where there is none, or
// where the overlay is no notice.
func (r *run) way(o *types.Overlay) *types.A11yNode {
	inside := r.inside(o)
	about := o.Name
	for _, n := range inside {
		about += " " + n.Name
	}
	banner := len(inside) == 0 // whose controls the observation does not separate from the page's
	if banner {
		inside = r.underConsent()
	}
	isConsent := banner || consent.MatchString(about)
	if isConsent {
		if n := only(inside, flow.Refusing); n != nil {
			return n
		}
	}
	if !banner && (r.answers(o) || r.known(inside) || !isConsent && asking.MatchString(about)) {
		return nil
	}
	return only(inside, flow.Dismissing)
}

// only returns the only element of some that can be pressed and whose name fits, nil for none or several.
// The driver asks before it presses one that risks something.
func only(from []types.A11yNode, fits *regexp.Regexp) (one *types.A11yNode) {
	for i := range from {
		n := &from[i]
		if n.Role != "button" && n.Role != "link" && n.Role != "generic" || n.Disabled || n.Unseen != "" || n.Origin != "" || !fits.MatchString(strings.TrimSpace(n.Name)) {
			continue
		}
		if one != nil {
			return nil
		}
		one = n
	}
	return one
}

// underConsent returns the elements of the page close behind a text about cookies that nothing covers. The
// application's own Reject or Close may be elsewhere, and is no answer to a banner.
func (r *run) underConsent() (under []types.A11yNode) {
	since := reach
	for _, it := range r.sight.Outline.Items {
		words, n := it.Text, types.A11yNode{}
		if i := slices.IndexFunc(r.sight.Page.A11y.Nodes, func(o types.A11yNode) bool { return it.Ref != "" && o.Ref == it.Ref }); i >= 0 {
			n = r.sight.Page.A11y.Nodes[i]
			words += n.Name
		}
		since++
		if consent.MatchString(words) && !it.Covered && n.Role != "link" {
			since = 0
		}
		if n.Ref != "" && !it.Covered && since <= reach {
			under = append(under, n)
		}
	}
	return under
}

// inside returns the elements in an overlay, none where the observation does not list them.
func (r *run) inside(o *types.Overlay) (inside []types.A11yNode) {
	for _, n := range r.sight.Page.A11y.Nodes {
		if slices.ContainsFunc(n.Path, func(p string) bool {
			role, name, _ := strings.Cut(p, " ")
			return (role == "dialog" || role == "alertdialog") && (o.Role == role || o.Role == "") && (o.Name == "" || name == "" || strings.Contains(o.Name, strings.Trim(name, `"`)) || strings.Contains(name, o.Name))
		}) {
			inside = append(inside, n)
		}
	}
	return inside
}

// answers reports whether the last step caused an overlay: it is on the same page, which did
// not have it before.
func (r *run) answers(o *types.Overlay) bool {
	if !r.moved || r.before == nil || r.before.State.CurrentURL != r.sight.Page.State.CurrentURL {
		return false
	}
	return !slices.ContainsFunc(r.before.A11y.Nodes, func(n types.A11yNode) bool {
		return n.Role == o.Role && (o.Name == "" || n.Name == o.Name) || slices.ContainsFunc(n.Path, func(p string) bool { return o.Name != "" && strings.Contains(p, o.Name) })
	})
}

// known reports whether the flow acts on one of the given elements, which are then no notice.
func (r *run) known(inside []types.A11yNode) bool {
	for i := range r.flow.Steps {
		for k := range r.flow.Steps[i].Targets {
			t, _, err := r.filled(&r.flow.Steps[i].Targets[k])
			if err != nil {
				continue
			}
			for _, n := range inside {
				if t.TestID != "" && t.TestID == n.TestID || t.Name != "" && t.Role == n.Role && t.Name == n.Name && !flow.Dismissing.MatchString(n.Name) {
					return true
				}
			}
		}
	}
	return false
}

// unfold opens the one collapsed menu that can contain the element of the next step. Its
// elements must then be proved like all others.
func (r *run) unfold(ctx context.Context) bool {
	step := &r.flow.Steps[r.at]
	if r.opened[r.at] != nil || len(step.Targets) == 0 || r.sight.Dialog != nil {
		return false
	}
	t, _, err := r.filled(&step.Targets[0])
	if err != nil {
		return false
	}
	rows := rowsOf(r.sight.Outline, r.sight.Page.A11y.Nodes)
	nodes := r.sight.Page.Part(step.Targets[0].Origin).A11y.Nodes
	var menus []int
	for i := range nodes {
		n := &nodes[i]
		if n.Role != "button" && n.Role != "generic" || n.Expanded == "true" || n.Disabled || n.Unseen != "" || !more.MatchString(strings.TrimSpace(n.Name)) {
			continue
		}
		if holds, _ := rows[n.Ref].holds(t.Row); t.Row != "" && !holds {
			continue // the menu of another row
		}
		menus = append(menus, i)
	}
	menu := nearest(t, nodes, menus)
	if menu < 0 {
		return false
	}
	r.opened[r.at] = r.sight.Page
	n := nodes[menu]
	n.Origin = step.Targets[0].Origin
	if !r.pressed(ctx, &n) {
		return false
	}
	r.patient(ctx)
	return true
}

// unfolded returns the element of a target that appeared when a menu was opened for it: the
// only one with its name, where none was before.
func (r *run) unfolded(t *types.FlowTarget, s *scene) *found {
	before := r.opened[r.at]
	if before == nil || t.Name == "" {
		return nil
	}
	fits := func(n *types.A11yNode) bool { return alike(t.Role, n.Role) && n.Name == t.Name }
	if slices.ContainsFunc(before.Part(t.Origin).A11y.Nodes, func(n types.A11yNode) bool { return fits(&n) }) {
		return nil
	}
	if at := s.where(fits); len(at) == 1 {
		return s.found(t, at[0], "it moved into a menu")
	}
	return nil
}

// nearest returns the only one of several elements, or the only one among the recorded
// neighbours of a target; -1 for none.
func nearest(t *types.FlowTarget, nodes []types.A11yNode, all []int) int {
	if s := (&scene{nodes: nodes}); len(all) > 1 {
		all = slices.DeleteFunc(all, func(i int) bool { return s.near(t, i) == 0 })
	}
	if len(all) != 1 {
		return -1
	}
	return all[0]
}

// pressed clicks an element that is no step of the flow, and reports whether that
// succeeded.
func (r *run) pressed(ctx context.Context, n *types.A11yNode) bool {
	_, err := r.press(ctx, n, "")
	return err == nil
}

// press clicks an element where the run saw it last: a dialog may be used for another question meanwhile.
func (r *run) press(ctx context.Context, n *types.A11yNode, may string) (*tool.ActResult, error) {
	proof := &tool.Proof{Target: types.Target{Role: n.Role, Name: n.Name, TestID: n.TestID, Origin: n.Origin}, May: may, ByWord: r.o.AllowRisky}
	nodes := r.sight.Page.Part(n.Origin).A11y.Nodes
	if i := slices.IndexFunc(nodes, func(o types.A11yNode) bool { return o.Ref == n.Ref }); i >= 0 {
		proof.Around = flow.Around(nodes, i)
	}
	return r.clickOn(ctx, n.Ref, proof)
}

// clickOn clicks the element of a ref, if it is still the proved one.
func (r *run) clickOn(ctx context.Context, ref string, proof *tool.Proof) (*tool.ActResult, error) {
	return r.driver.Click(ctx, tool.ClickInput{TargetInput: tool.TargetInput{A11yRef: ref}, ActInput: tool.ActInput{TimeoutMs: ms(actTime), Proof: proof}})
}

// inDialog reports whether an element is in a dialog.
func inDialog(n *types.A11yNode) bool {
	return slices.ContainsFunc(n.Path, isDialog)
}

func isDialog(path string) bool {
	return strings.HasPrefix(path, "dialog") || strings.HasPrefix(path, "alertdialog")
}

// leastPart is the least length of the name of a part of a page where that was shortened in the paths of its elements.
const leastPart = 20

// frontsOf returns the labels of a page's dialogs, in their order, as the paths of their elements have them:
// these name no dialog that has no name, and shorten a long one.
func frontsOf(page *types.Observation) (fronts []string) {
	add := func(label string) {
		if !slices.Contains(fronts, label) {
			fronts = append(fronts, label)
		}
	}
	for i := range page.A11y.Nodes {
		n := &page.A11y.Nodes[i]
		if n.Unseen != "" {
			continue
		}
		switch {
		case n.Role != "dialog" && n.Role != "alertdialog":
		case n.Name == "":
			add(n.Role)
		default:
			add(labelOf(n.Role, n.Name))
		}
		for _, p := range n.Path {
			if isDialog(p) {
				add(p)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(fronts), func(front string) bool {
		return slices.ContainsFunc(fronts, func(short string) bool {
			name := strings.TrimSuffix(short, `"`)
			return short != front && len(name)-strings.Index(name, `"`) > leastPart && strings.HasPrefix(front, name+" ")
		})
	})
}

// asked returns the dialog that the last step caused and that is not recorded for it: the
// page asks for more, and the step's purpose is not fulfilled yet.
func (r *run) asked(page *types.Observation) string {
	if !r.moved || r.before == nil || r.before.State.CurrentURL != page.State.CurrentURL {
		return ""
	}
	return r.unasked(page)
}

// unasked returns the dialog of a page that appeared since the last step and that is not
// recorded for it, nor has a control that is.
func (r *run) unasked(page *types.Observation) string {
	fronts, expected := dialogsSince(r.before, page), r.expected()
	for i := range page.A11y.Nodes {
		n := &page.A11y.Nodes[i]
		if expected[labelOf(n.Role, n.Name)] && !agrees.MatchString(n.Name) && !refuses.MatchString(n.Name) {
			fronts = slices.DeleteFunc(fronts, func(front string) bool { return slices.Contains(n.Path, front) })
		}
	}
	for label := range expected {
		if isDialog(label) {
			if at := r.closest(fronts, label); at >= 0 {
				fronts = slices.Delete(fronts, at, at+1)
			}
		}
	}
	fronts = slices.DeleteFunc(fronts, func(front string) bool { return slices.Contains(r.beside, front) })
	if len(fronts) == 0 {
		return ""
	}
	return fronts[0]
}

// putAside notes a new dialog that only tells something, as a toast does, and lies in front of nothing.
func (r *run) putAside(ctx context.Context, s *tool.Sight) {
	front := r.asked(s.Page)
	if front == "" || !onlyTells(s.Page, front) {
		return
	}
	if s.Outline == nil {
		var err error
		if s, err = r.look(ctx, true); err != nil || s.Outline == nil {
			return
		}
	}
	if !slices.ContainsFunc(s.Outline.Items, func(it types.OutlineItem) bool { return it.Covered }) {
		r.beside = append(slices.Clone(r.beside), front)
	}
}

// onlyTells reports whether a dialog asks for nothing and speaks of no failure: its only control closes it.
func onlyTells(page *types.Observation, front string) bool {
	closes := 0
	for i := range page.A11y.Nodes {
		n := &page.A11y.Nodes[i]
		if n.Unseen != "" || !slices.Contains(n.Path, front) {
			continue
		}
		switch name := strings.TrimSpace(n.Name); {
		case n.Role == "button" && flow.Dismissing.MatchString(name):
			closes++
		case !slices.Contains(saying, n.Role) || asking.MatchString(name) || speaksOfError(name):
			return false
		}
	}
	return closes == 1 && !asking.MatchString(front) && !speaksOfError(front)
}

// saying are the roles of elements that only say something.
var saying = []string{"heading", "paragraph", "text", "status", "alert", "img"}

// closest returns the index of the dialog that a recorded one is now: that of its name, else the
// first with half of its words, because a name may hold data; -1 for none.
func (r *run) closest(fronts []string, label string) int {
	if filled, err := flow.Fill(label, r.values); err == nil {
		label = filled
	}
	if at := slices.Index(fronts, label); at >= 0 {
		return at
	}
	_, said, _ := strings.Cut(label, " ")
	was := words(strings.Trim(said, `"?.!`))
	return slices.IndexFunc(fronts, func(front string) bool {
		common := 0
		for _, w := range was {
			if text.HoldsWhole(front, w) {
				common++
			}
		}
		return 2*common >= len(was)
	})
}

// dialogsSince returns the dialogs of a page that an earlier observation did not have. An
// earlier dialog may lie behind them.
func dialogsSince(before, now *types.Observation) (since []string) {
	var was []string
	if before != nil {
		was = frontsOf(before)
	}
	for _, front := range frontsOf(now) {
		if !slices.Contains(was, front) {
			since = append(since, front)
		}
	}
	return since
}
