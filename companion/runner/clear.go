package runner

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"cairn/shared/flow"
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
	fits := func(n *types.A11yNode) bool { return flow.UsedAlike(t.Role, n.Role) && n.Name == t.Name }
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
