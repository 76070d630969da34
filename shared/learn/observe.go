package learn

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// Bounds of what counts as the recovery from a failure.
const (
	recoverySteps = 3          // actions that are told
	recoveryTime  = 10 * 60000 // milliseconds in which they must begin
)

// run is what the Base remembers of a session under way.
type run struct {
	steps int // actions so far: a learning's step_num
	open  *openFailure
	// used are the items that the session's steps named, and whether one of
	// those steps failed.
	used map[string]bool
	// recalled are the items whose learnings the session could have profited
	// from: they had some when it first used them.
	recalled map[string]bool
}

// openFailure is a failure whose recovery is not known yet.
type openFailure struct {
	item   *types.KBItem
	key    types.Learning // as it was attached; the item's own may move
	failed *types.Step
	told   []string
	done   bool
}

// Observe takes the next step of a session, in the order of time, and says which
// items changed, so that they can be stored.
//
// A step that failed opens a learning on the item that it was derived from: the
// one that its kb_source names, else the one that the guess of [Base.Attribute]
// is sure of. The steps that succeed next fill in the recovery; when a person
// did them in an agent's session, the learning is that person's correction.
// A session that used an item without a failure of it raises the item's trust,
// once, when it ends ([Base.End]).
func (b *Base) Observe(session *types.Session, step *types.Step) (changed []*types.KBItem) {
	if !acts(step) {
		return nil
	}
	r := b.runs[step.SessionID]
	if r == nil {
		r = &run{used: map[string]bool{}, recalled: map[string]bool{}}
		b.runs[step.SessionID] = r
	}
	r.steps++
	b.tally.step(step)
	if item := b.byID[step.KBSource]; item != nil {
		if _, known := r.used[item.KnowledgeID]; !known {
			r.used[item.KnowledgeID] = false
			r.recalled[item.KnowledgeID] = len(item.KBLearnings) > 0
		}
	}
	if !step.Outcome.OK {
		return b.failure(session, r, step)
	}
	return r.recovery(step)
}

// failure opens a learning.
func (b *Base) failure(session *types.Session, r *run, step *types.Step) []*types.KBItem {
	if !fault(step.Outcome.Error) {
		return nil
	}
	item, guess := b.byID[step.KBSource], 0.0
	if item == nil {
		if item, guess = b.Attribute(step); item == nil {
			b.tally.silent++
			return nil
		}
		b.tally.guessed++
	}
	r.used[item.KnowledgeID] = true
	learning := attach(item, types.Learning{
		Task: goalOf(session), StepNum: r.steps, OriginalAction: actionOf(step), OriginalError: errorOf(step),
		Timestamp: step.Timestamp.String(), Origin: originOf(step), Screen: screenOf(step), Guess: guess,
	})
	r.open = &openFailure{item: item, key: *learning, failed: step}
	return []*types.KBItem{item}
}

// recovery tells an open failure what worked next, up to the step that led
// somewhere else.
func (r *run) recovery(step *types.Step) []*types.KBItem {
	o := r.open
	if o == nil || o.done || originOf(step) != originOf(o.failed) {
		return nil
	}
	if len(o.told) == 0 && step.Timestamp > o.failed.Timestamp+recoveryTime {
		r.open = nil
		return nil
	}
	learning := find(o.item, &o.key)
	if learning == nil {
		r.open = nil
		return nil
	}
	o.told = append(o.told, words(step))
	approach := strings.Join(o.told, ", then ")
	if step.Actor == types.ActorObserved && o.failed.Actor == types.ActorAgent {
		corrected := actionOf(step)
		learning.CorrectedAction = &corrected
		learning.HumanReasoning = "A person went on in the page: " + approach
	} else {
		learning.RecoveryApproach = "Worked instead: " + approach
	}
	o.done = len(o.told) >= recoverySteps || moved(step)
	return []*types.KBItem{o.item}
}

// find is the place in an item where an open failure's learning stands now.
func find(item *types.KBItem, l *types.Learning) *types.Learning {
	for i := range item.KBLearnings {
		at := &item.KBLearnings[i]
		if at.Timestamp == l.Timestamp && at.OriginalError == l.OriginalError && at.OriginalAction.ToolName == l.OriginalAction.ToolName && at.Screen == l.Screen {
			return at
		}
	}
	return nil
}

// End closes a session: every item that it used without a failure of it is
// verified. It says which items changed.
func (b *Base) End(sessionID string) (changed []*types.KBItem) {
	r := b.runs[sessionID]
	if r == nil {
		return nil
	}
	delete(b.runs, sessionID)
	for _, item := range b.items {
		hadFailure, used := r.used[item.KnowledgeID]
		if !used {
			continue
		}
		item.Uses++
		if !hadFailure {
			item.Wins++
			verified(item)
		}
		if r.recalled[item.KnowledgeID] {
			b.tally.reused++
		}
		changed = append(changed, item)
	}
	return changed
}

// acts reports whether a step did something: looking teaches nothing.
func acts(step *types.Step) bool {
	return slices.Contains([]string{"click", "type", "select", "press_key", "navigate", "wait_for"}, strings.TrimPrefix(step.Tool.Name, capture.ToolPrefix))
}

// fault reports whether a failure says something about how things are done. A
// browser that went away does not.
func fault(e *types.Error) bool {
	if e == nil {
		return true
	}
	switch e.Code {
	case types.CodeNoBrowser, types.CodePageGone, types.CodePageDenied, types.CodeInternal, types.CodeInvalidInput, types.CodeNoSession, types.CodeCoreDied:
		return false
	}
	return true
}

func moved(step *types.Step) bool {
	return step.After != nil && step.After.CurrentScreen != "" && step.After.CurrentScreen != screenOf(step)
}

// actionOf is a step as the spec's plans write actions: tool and stable target,
// no typed text.
func actionOf(step *types.Step) types.KBAction {
	args := map[string]string{}
	if t := step.Tool.Target; t != nil {
		for key, value := range map[string]string{"testId": t.TestID, "role": t.Role, "name": t.Name} {
			if value != "" {
				args[key] = value
			}
		}
		if len(args) == 0 && t.Selector != "" {
			args["selector"] = t.Selector
		}
	}
	if to, ok := step.Tool.Input["url"].(string); ok {
		args["url"] = to
	}
	a := types.KBAction{ToolName: step.Tool.Name, KBSource: step.KBSource}
	if len(args) > 0 {
		a.ToolArguments, _ = json.Marshal(args) // a map of strings always encodes
	}
	return a
}

// words is a step in the words of a recovery.
func words(step *types.Step) string {
	verb := strings.TrimPrefix(step.Tool.Name, capture.ToolPrefix)
	t := step.Tool.Target
	switch {
	case t != nil && t.Name != "":
		verb += fmt.Sprintf(" %s %q", orElement(t.Role), t.Name)
		if t.TestID != "" {
			verb += fmt.Sprintf(" (testId %q)", t.TestID)
		}
	case t != nil && t.TestID != "":
		verb += fmt.Sprintf(" testId %q", t.TestID)
	case t != nil && t.Selector != "":
		verb += fmt.Sprintf(" %q", t.Selector)
	}
	if screen := screenOf(step); screen != "" {
		verb += " on screen " + screen
	}
	return verb
}

func orElement(role string) string {
	if role == "" {
		return "element"
	}
	return role
}

func errorOf(step *types.Step) string {
	if e := step.Outcome.Error; e != nil {
		return strings.TrimSuffix(string(e.Code)+": "+e.Message, ": ")
	}
	return "the page showed an error"
}

func goalOf(session *types.Session) string {
	if session == nil {
		return ""
	}
	return session.Goal
}

func screenOf(step *types.Step) string {
	if o := step.Observation; o != nil && o.State.CurrentScreen != types.UnknownScreen {
		return o.State.CurrentScreen
	}
	return ""
}

func originOf(step *types.Step) string {
	if o := step.Observation; o != nil {
		return o.State.Origin
	}
	return ""
}
