package learn

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// The status of a distilled item.
const (
	StatusDraft     = "draft"     // worked once
	StatusConfirmed = "confirmed" // worked again, or confirmed by a person
)

// Sizes of a recipe.
const (
	minRecipe = 2  // actions: fewer are not a way
	maxRecipe = 30 // actions
)

// distill creates a draft item from a session with a goal: the successful actions
// with stable targets, with placeholders for typed text. It returns nil if there is
// nothing to learn: no goal, too few actions, a failed last action, or several
// origins. The caller checks whether the goal was reached.
func (r *run) distill() *types.KBItem {
	if r.session == nil || r.session.Ambient || r.session.Goal == "" {
		return nil
	}
	done := succeeded(r.actions)
	if len(done) < minRecipe || len(done) > maxRecipe {
		return nil
	}
	goal, origin := r.goal(), done[0].origin
	item := &types.KBItem{
		Description: capture.Clean(goal, maxText), UILocation: strings.Join(route(done), " → "), TrustScore: trustStart,
		DocCitation: "session " + r.id, Origin: origin, Status: StatusDraft, KBLearnings: []types.Learning{},
		Prerequisites: []string{"on " + origin},
	}
	params, names := map[string]string{}, placeholders(r.actions)
	for _, a := range done {
		if a.origin != origin || unnamed(a.target) {
			return nil
		}
		item.ActionSequence = append(item.ActionSequence, call(a, names[a], params))
	}
	if done[0].screen != "" {
		item.Prerequisites = append(item.Prerequisites, "on screen "+done[0].screen)
	}
	last := done[len(done)-1]
	item.OutputState = cmp.Or(last.to, last.screen)
	item.Parameters, _ = json.Marshal(params) // a map of strings always encodes
	item.KnowledgeID = idOf(goal, origin)
	if checkItem(item) != nil {
		return nil
	}
	return item
}

// way is one way to a goal, with the number of its runs.
type way struct {
	item *types.KBItem
	runs int
	last types.Time
}

// propose adds a distilled item. A repetition of the same way confirms it, with or
// without detours, and propose returns true. Another way to the same goal becomes
// another draft. It never changes people's texts.
func (s *state) propose(item *types.KBItem, at types.Time) (again bool) {
	id := item.KnowledgeID
	if s.written[id] || s.deleted[id] {
		return false
	}
	if s.byID[id] == nil && !s.roomForDraft() {
		return false
	}
	ways := s.ways[id]
	i := slices.IndexFunc(ways, func(w *way) bool { return within(w.item.ActionSequence, item.ActionSequence) })
	if i < 0 {
		ways = append(ways, &way{item: item})
		i = len(ways) - 1
	} else if len(item.ActionSequence) < len(ways[i].item.ActionSequence) {
		ways[i].item = item
	}
	ways[i].runs++
	ways[i].last = at
	s.ways[id] = ways
	s.choose(id)
	return ways[i].runs > 1
}

// within reports whether one of two sequences equals the other plus detours.
func within(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, x := range b {
		if len(a) > 0 && a[0] == x {
			a = a[1:]
		}
	}
	return len(a) == 0
}

// choose makes the newest confirmed way the item, or else the newest way.
func (s *state) choose(id string) {
	best := slices.MaxFunc(s.ways[id], func(a, b *way) int {
		return cmp.Or(cmp.Compare(min(a.runs, 2), min(b.runs, 2)), cmp.Compare(a.last, b.last))
	})
	item := *best.item
	if best.runs >= 2 {
		item.Status = StatusConfirmed
	}
	if old := s.byID[id]; old != nil {
		item.KBLearnings, item.TrustScore, item.Uses, item.Wins = old.KBLearnings, old.TrustScore, old.Uses, old.Wins
		item.TrustHistory = old.TrustHistory
	}
	s.put(&item)
}

// confirm applies a person's confirmation of a draft: it then has the trust of a
// catalog's item. A confirmation older than outcomes may concern a session that now
// counts as tried: it remains valid.
func (s *state) confirm(id string, at types.Time) {
	s.deleted[id] = false
	if tried := s.tried[id]; s.byID[id] == nil && tried != nil {
		item := *tried
		s.propose(&item, at)
	}
	item := s.byID[id]
	if item == nil {
		return
	}
	item.Status = StatusConfirmed
	if item.TrustScore == trustStart && len(item.TrustHistory) == 0 {
		note(item, types.TrustChange{At: at.String(), Why: types.TrustSet, To: trustFull})
	}
	for _, w := range s.ways[id] {
		if slices.Equal(w.item.ActionSequence, item.ActionSequence) {
			w.runs = max(w.runs, 2)
		}
	}
}

// roomForDraft drops the oldest draft when there are too many.
func (s *state) roomForDraft() bool {
	if len(s.ways) < maxDistilled {
		return true
	}
	for _, item := range s.items {
		if item.Status == StatusDraft && s.ways[item.KnowledgeID] != nil {
			s.remove(item.KnowledgeID)
			return true
		}
	}
	return false
}

// succeeded returns the successful actions of a run, without those that the next one
// corrected; nil when the last one failed.
func succeeded(all []*stepAction) []*stepAction {
	var done []*stepAction
	ok := false
	for _, a := range all {
		if !a.isRecipeAction() {
			continue
		}
		if ok = a.ok; !ok {
			continue
		}
		if n := len(done); n > 0 && a.corrects(done[n-1]) {
			done[n-1] = a
			continue
		}
		done = append(done, a)
	}
	if !ok {
		return nil
	}
	return done
}

// call formats an action: click(testId="send"), type(role="textbox", name="Amount",
// text={amount}), press(key="Escape").
func call(a *stepAction, param string, params map[string]string) string {
	var args []string
	if a.key != "" {
		args = append(args, fmt.Sprintf("key=%q", a.key))
	}
	args = append(args, named(a.target)...)
	if a.types() {
		params[param] = cmp.Or(capture.ClearName(a.target.Name), a.target.TestID, "text")
		args = append(args, "text={"+param+"}")
	}
	if a.submit {
		args = append(args, submitted)
	}
	return verb(a.tool) + "(" + strings.Join(args, ", ") + ")"
}

// submitted is the argument of typing that ends with Enter.
const submitted = "submit=true"

// named returns the arguments that name an element.
func named(t *types.Target) (args []string) {
	if t == nil {
		return nil
	}
	if t.TestID != "" && !(capture.IsMasked(t.TestID) && capture.ClearName(t.Name) != "") { // no element has a masked id
		args = append(args, fmt.Sprintf("testId=%q", t.TestID))
	}
	if t.Role != "" && t.Name != "" {
		args = append(args, fmt.Sprintf("role=%q, name=%q", t.Role, t.Name))
	}
	switch {
	case len(args) > 0:
	case t.Selector == "" && capture.ClearName(t.Name) != "": // it was named by a text
		args = append(args, fmt.Sprintf("text=%q", t.Name))
	default:
		args = append(args, fmt.Sprintf("selector=%q", t.Selector))
	}
	if t.Twins > 0 && t.Row != "" {
		args = append(args, fmt.Sprintf("row=%q", t.Row)) // identifies one of several equals
	}
	return args
}

// generalise returns a goal without the text that the session typed.
func generalise(goal string, all []*stepAction) string {
	var typed []capture.Typed
	names := placeholders(all)
	for _, a := range all {
		if names[a] != "" && a.typed != "" {
			typed = append(typed, capture.Typed{Field: names[a], Text: a.typed})
		}
	}
	return capture.WithoutTyped(goal, typed)
}

func route(done []*stepAction) []string {
	var out []string
	for _, a := range done {
		if a.screen != "" && (len(out) == 0 || out[len(out)-1] != a.screen) {
			out = append(out, a.screen)
		}
	}
	return out
}

// idOf derives a recipe's id from its goal and site, so that the same goal on the
// same site is the same item.
func idOf(goal, origin string) string {
	_, host, _ := strings.Cut(origin, "://")
	words := append(text.Words(strings.ToLower(goal)), strings.FieldsFunc(strings.ToLower(host), func(r rune) bool { return !text.Alnum(r) })...)
	return capture.Clean(strings.Join(words, "_"), maxID)
}

// unnamed reports whether a target has only a place among others.
func unnamed(t *types.Target) bool {
	return t != nil && t.TestID == "" && (t.Role == "" || t.Name == "") && capture.Positional(t.Selector)
}
