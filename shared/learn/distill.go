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

// The states of a distilled item.
const (
	StatusDraft     = "draft"     // worked once
	StatusConfirmed = "confirmed" // worked again, or a person said so
)

// Sizes of a recipe.
const (
	minRecipe = 2  // actions: fewer show no way
	maxRecipe = 30 // actions
)

// Distill makes a draft item of a session that reached its goal: the actions
// that worked as stable targets, with placeholders for what was typed. It is nil
// where there is nothing to learn: no goal, ambient browsing, too few actions, a
// last action that failed, or several origins. steps are the session's, in the
// order of time.
func Distill(session *types.Session, steps []*types.Step) *types.KBItem {
	if session == nil || session.Ambient || session.Goal == "" {
		return nil
	}
	done := succeeded(steps)
	if len(done) < minRecipe || len(done) > maxRecipe {
		return nil
	}
	origin := originOf(done[0])
	item := &types.KBItem{
		Description: session.Goal, UILocation: strings.Join(route(done), " → "), TrustScore: trustFull,
		DocCitation: "session " + session.SessionID, Origin: origin, Status: StatusDraft, Prerequisites: []string{}, KBLearnings: []types.Learning{},
	}
	params := map[string]string{}
	for _, step := range done {
		if originOf(step) != origin {
			return nil
		}
		item.ActionSequence = append(item.ActionSequence, call(step, params))
	}
	if screen := screenOf(done[0]); screen != "" {
		item.Prerequisites = append(item.Prerequisites, "on screen "+screen)
	}
	last := done[len(done)-1]
	item.OutputState = screenOf(last)
	if last.After != nil {
		item.OutputState = cmp.Or(last.After.CurrentScreen, item.OutputState)
	}
	item.Parameters, _ = json.Marshal(params) // a map of strings always encodes
	item.KnowledgeID = idOf(session.Goal, origin)
	if tidy(item) != nil {
		return nil
	}
	return item
}

// Propose adds a distilled item. The same recipe again confirms a draft; another
// way to the same goal replaces a draft and leaves a confirmed item alone.
// It returns the item as it is now.
func (b *Base) Propose(item *types.KBItem) *types.KBItem {
	old := b.byID[item.KnowledgeID]
	switch {
	case old == nil:
		if len(b.items) >= maxItems {
			return nil
		}
		b.put(item)
		return item
	case old.DocCitation == item.DocCitation || old.Status != StatusDraft:
	case slices.Equal(old.ActionSequence, item.ActionSequence):
		old.Status = StatusConfirmed
	default:
		learnt, trust := old.KBLearnings, old.TrustScore
		*old = *item
		old.KBLearnings, old.TrustScore = learnt, trust
	}
	return old
}

// succeeded are the actions of a run that worked, without those that were
// tried again; nil when the last one failed.
func succeeded(steps []*types.Step) []*types.Step {
	var done []*types.Step
	ok := false
	for _, step := range steps {
		if !acts(step) || step.Tool.Target == nil {
			continue
		}
		if ok = step.Outcome.OK; !ok {
			continue
		}
		if n := len(done); n > 0 && sameTarget(done[n-1], step) {
			done[n-1] = step
			continue
		}
		done = append(done, step)
	}
	if !ok {
		return nil
	}
	return done
}

func sameTarget(a, b *types.Step) bool {
	s, t := a.Tool.Target, b.Tool.Target
	return a.Tool.Name == b.Tool.Name && s.TestID == t.TestID && s.Selector == t.Selector && s.Role == t.Role && s.Name == t.Name && screenOf(a) == screenOf(b)
}

// call writes an action: click(testId="send"), type(role="textbox",
// name="Amount", text={amount}).
func call(step *types.Step, params map[string]string) string {
	verb := strings.TrimPrefix(step.Tool.Name, capture.ToolPrefix)
	t := step.Tool.Target
	var args []string
	if t.TestID != "" {
		args = append(args, fmt.Sprintf("testId=%q", t.TestID))
	}
	if t.Role != "" && t.Name != "" {
		args = append(args, fmt.Sprintf("role=%q, name=%q", t.Role, t.Name))
	}
	if len(args) == 0 {
		args = append(args, fmt.Sprintf("selector=%q", t.Selector))
	}
	if verb == "type" {
		name := placeholder(t, params)
		params[name] = cmp.Or(t.Name, t.TestID, "text")
		args = append(args, "text={"+name+"}")
	}
	return verb + "(" + strings.Join(args, ", ") + ")"
}

// placeholder names a typed value after its field, each once.
func placeholder(t *types.Target, params map[string]string) string {
	base := strings.Join(text.Words(strings.ToLower(cmp.Or(t.Name, t.TestID))), "_")
	base = cmp.Or(capture.Clean(base, 40), "text")
	name := base
	for i := 2; ; i++ {
		if _, taken := params[name]; !taken {
			return name
		}
		name = fmt.Sprintf("%s_%d", base, i)
	}
}

func route(steps []*types.Step) []string {
	var out []string
	for _, step := range steps {
		if screen := screenOf(step); screen != "" && (len(out) == 0 || out[len(out)-1] != screen) {
			out = append(out, screen)
		}
	}
	return out
}

// idOf names a recipe after its goal and site, so that the same goal on the same
// site is the same item.
func idOf(goal, origin string) string {
	_, host, _ := strings.Cut(origin, "://")
	words := append(text.Words(strings.ToLower(goal)), text.Words(strings.ToLower(host))...)
	return cmp.Or(capture.Clean(strings.Join(words, "_"), maxID), "recipe")
}
