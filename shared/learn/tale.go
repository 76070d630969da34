package learn

import (
	"fmt"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// Bounds of what counts as the recovery from a failure, and of what counts as a
// person's correction.
const (
	recoverySteps = 3          // actions that are told
	recoveryTime  = 10 * 60000 // milliseconds in which they must begin
	interruptTime = 5 * 60000  // milliseconds after an agent's action
	nearReach     = 2          // steps to either side that say what a step is about
)

// What a recovery and a correction begin with.
const (
	workedInstead = "Worked instead: "
	workedAgain   = "Worked when it was tried again: "
	personDid     = "A person went on in the page: "
)

// tale is what a session comes to.
type tale struct {
	slips []*slip
	// uses are the items that its steps named, with the time of the first.
	uses map[string]types.Time
	// did are the words of all that worked, to know taken ways again.
	did    map[string]bool
	origin string
	failed int // agents' failures that say something
	named  int // of these, with a kb_source
	end    types.Time
	recipe *types.KBItem
}

// slip is something that went wrong, or that a person took out of the agent's
// hands, with what came of it.
type slip struct {
	act      *act
	learning types.Learning
	human    bool     // made by a person's hand, not by a failure
	near     []string // the items that the steps around it named
	fetched  []string // the items that kb_search gave for the session
	guess    guess
	told     []string
	done     bool
}

// guess is whom a slip was laid to when the items were as shape says.
type guess struct {
	shape uint64
	id    string
	sure  float64
}

// tell tells what a run comes to. ended says that nothing more is to come.
func (r *run) tell(ended bool) *tale {
	t := &tale{uses: map[string]types.Time{}, did: map[string]bool{}}
	var last *act // of the agent
	for i, a := range r.acts {
		t.end = max(t.end, a.at)
		if t.origin == "" {
			t.origin = a.origin
		}
		if _, seen := t.uses[a.source]; a.source != "" && !seen {
			t.uses[a.source] = a.at
		}
		switch {
		case !a.ok && a.agent && a.fault:
			t.failed++
			if a.source != "" {
				t.named++
			}
			t.slips = append(t.slips, &slip{act: a, learning: r.learning(a, i+1), near: r.near(i), fetched: r.fetched()})
		case a.ok:
			t.did[words(a)] = true
			if !t.recover(a) && !a.agent {
				t.interrupt(r, last, a, i)
			}
		}
		if a.agent {
			last = a
		}
	}
	if ended {
		t.recipe = r.distill()
	}
	return t
}

// fetched are the items that kb_search gave for the session; nil where that is
// not known.
func (r *run) fetched() []string {
	if r.session == nil {
		return nil
	}
	return r.session.RetrievedKB
}

// near are the items that the steps around the i-th named.
func (r *run) near(i int) (ids []string) {
	for _, a := range r.acts[max(0, i-nearReach):min(len(r.acts), i+nearReach+1)] {
		if a.source != "" && !slices.Contains(ids, a.source) {
			ids = append(ids, a.source)
		}
	}
	return ids
}

// learning is what an act's failure teaches before anything is known of a
// recovery.
func (r *run) learning(a *act, number int) types.Learning {
	return types.Learning{Task: r.goal(), StepNum: number, OriginalAction: a.action(), OriginalError: a.err,
		Timestamp: a.at.String(), Origin: a.origin, Screen: a.screen}
}

// recover tells open slips what worked next, up to the step that led somewhere
// else. It reports whether there was one.
func (t *tale) recover(a *act) bool {
	told := false
	for _, s := range t.slips {
		if s.done || a.origin != s.act.origin {
			continue
		}
		handed := s.human || s.learning.CorrectedAction != nil
		if handed && a.agent || len(s.told) == 0 && a.at > s.act.at+recoveryTime {
			s.done = true
			continue
		}
		s.tell(a)
		told = true
	}
	return told
}

func (s *slip) tell(a *act) {
	begin := workedInstead
	if s.act.sameTarget(a) && len(s.told) == 0 {
		begin = workedAgain
		s.done = true
	}
	if len(s.told) > 0 && strings.HasPrefix(s.learning.RecoveryApproach, workedAgain) {
		begin = workedAgain
	}
	s.told = append(s.told, words(a))
	approach := strings.Join(s.told, ", then ")
	if !a.agent || s.human {
		if s.learning.CorrectedAction == nil {
			corrected := a.action()
			s.learning.CorrectedAction = &corrected
		}
		s.learning.HumanReasoning = personDid + approach
	} else {
		s.learning.RecoveryApproach = begin + approach
	}
	s.done = s.done || len(s.told) >= recoverySteps || a.moved()
}

// interrupt notes that a person acted where the agent's last action was or had
// led, and nothing had failed: the person's way is a correction of it.
func (t *tale) interrupt(r *run, last, a *act, i int) {
	if last == nil || !last.ok || last.target == nil || last.origin != a.origin || a.at > last.at+interruptTime ||
		a.screen == "" || a.screen != last.screen && a.screen != last.to {
		return
	}
	if n := len(t.slips); n > 0 && t.slips[n-1].act == last {
		return // one correction of an action is told
	}
	s := &slip{act: last, human: true, learning: r.learning(last, i), near: r.near(i), fetched: r.fetched()}
	s.learning.OriginalError = ""
	s.tell(a)
	t.slips = append(t.slips, s)
}

// words is an act in the words of a recovery.
func words(a *act) string {
	verb := strings.Trim(verb(a.tool)+" "+a.key, " ")
	t := a.target
	switch {
	case t != nil && t.Name != "":
		verb += fmt.Sprintf(" %s %q", orElement(t.Role), t.Name)
		if t.TestID != "" {
			verb += fmt.Sprintf(" (testId %q)", t.TestID)
		}
	case t != nil && t.TestID != "":
		verb += fmt.Sprintf(" testId %q", t.TestID)
	case t != nil && t.Selector != "" && !capture.Positional(t.Selector):
		verb += fmt.Sprintf(" %q", t.Selector)
	case a.path != "":
		verb += " to " + a.path
	}
	if a.submit {
		verb += ", then press Enter"
	}
	if a.screen != "" {
		verb += " on screen " + a.screen
	}
	return verb
}

func orElement(role string) string {
	if role == "" {
		return "element"
	}
	return role
}
