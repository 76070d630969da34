package learn

import (
	"cmp"
	"fmt"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// Bounds of a recovery from a failure and of a person's correction.
const (
	recoverySteps = 3          // actions in a recovery
	recoveryTime  = 10 * 60000 // milliseconds until its first action
	interruptTime = 5 * 60000  // milliseconds after an agent's action
)

// The prefixes of recoveries and corrections.
const (
	workedInstead = "Worked instead: "
	workedAgain   = "Worked when it was tried again: "
	personDid     = "A person went on in the page: "
)

// summary holds the data that the knowledge base derives from one session.
type summary struct {
	failures []*failure
	// uses maps the items in its steps' kb_source to the time of the first use.
	uses map[string]types.Time
	// succeeded holds the descriptions of successful actions, to recognise an applied
	// recovery.
	succeeded       map[string]bool
	origin          string
	agentFailures   int // relevant failures of agents
	sourcedFailures int // of these, with a kb_source
	end             types.Time
	recipe          *types.KBItem
}

// failure is a failed action, or an action that a person corrected, with its recovery.
type failure struct {
	action      *stepAction
	learning    types.Learning
	corrected   bool     // a correction by a person, not a failure
	retrieved   []string // the items that kb_search returned for the session
	attribution attribution
	recovery    []string
	done        bool
}

// attribution caches the item that a failure was attributed to. It is valid while the
// items have this hash.
type attribution struct {
	itemsHash  uint64
	id         string
	confidence float64
}

// summarize derives the summary of a run. ended is set if no further steps are expected.
func (r *run) summarize(ended bool) *summary {
	t := &summary{uses: map[string]types.Time{}, succeeded: map[string]bool{}}
	var last *stepAction // of the agent
	for i, a := range r.actions {
		t.end = max(t.end, a.at)
		if t.origin == "" {
			t.origin = a.origin
		}
		if _, seen := t.uses[a.source]; a.source != "" && !seen {
			t.uses[a.source] = a.at
		}
		switch {
		case !a.ok && a.agent && a.fault:
			t.agentFailures++
			if a.source != "" {
				t.sourcedFailures++
			}
			t.failures = append(t.failures, &failure{action: a, learning: r.learning(a, i+1), retrieved: r.retrieved()})
		case a.ok:
			t.succeeded[words(a)] = true
			if !t.noteRecovery(a) && !a.agent {
				t.noteCorrection(r, last, a, i)
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

// retrieved returns the items that kb_search returned for the session, nil if unknown.
func (r *run) retrieved() []string {
	if r.session == nil {
		return nil
	}
	return r.session.RetrievedKB
}

// learning returns the learning of a failed action before its recovery is known.
func (r *run) learning(a *stepAction, number int) types.Learning {
	return types.Learning{Task: r.goal(), StepNum: number, OriginalAction: a.kbAction(), OriginalError: a.err,
		Timestamp: a.at.String(), Origin: a.origin, Screen: a.screen}
}

// noteRecovery adds a successful action to the recoveries of open failures, up to the
// action that led to another screen. It reports whether there was an open failure.
func (t *summary) noteRecovery(a *stepAction) bool {
	failed := false
	for _, s := range t.failures {
		if s.done || a.origin != s.action.origin {
			continue
		}
		handed := s.corrected || s.learning.CorrectedAction != nil
		if handed && a.agent || len(s.recovery) == 0 && a.at > s.action.at+recoveryTime {
			s.done = true
			continue
		}
		s.addRecovery(a)
		failed = true
	}
	return failed
}

func (s *failure) addRecovery(a *stepAction) {
	begin := workedInstead
	if s.action.sameTarget(a) && len(s.recovery) == 0 {
		begin = workedAgain
		s.done = true
	}
	if len(s.recovery) > 0 && strings.HasPrefix(s.learning.RecoveryApproach, workedAgain) {
		begin = workedAgain
	}
	s.recovery = append(s.recovery, words(a))
	approach := strings.Join(s.recovery, ", then ")
	if !a.agent || s.corrected {
		if s.learning.CorrectedAction == nil {
			corrected := a.kbAction()
			s.learning.CorrectedAction = &corrected
		}
		s.learning.HumanReasoning = personDid + approach
	} else {
		s.learning.RecoveryApproach = begin + approach
	}
	s.done = s.done || len(s.recovery) >= recoverySteps || a.changedScreen()
}

// noteCorrection records a correction: a person acted on the screen of the agent's last
// action, or on the one that it led to, although nothing had failed.
func (t *summary) noteCorrection(r *run, last, a *stepAction, i int) {
	if last == nil || !last.ok || last.target == nil || last.origin != a.origin || a.at > last.at+interruptTime ||
		a.screen == "" || a.screen != last.screen && a.screen != last.to {
		return
	}
	if n := len(t.failures); n > 0 && t.failures[n-1].action == last {
		return // an action has one correction at most
	}
	s := &failure{action: last, corrected: true, learning: r.learning(last, i), retrieved: r.retrieved()}
	s.learning.OriginalError = ""
	s.addRecovery(a)
	t.failures = append(t.failures, s)
}

// words describes an action for the text of a recovery.
func words(a *stepAction) string {
	verb := strings.Trim(verb(a.tool)+" "+a.key, " ")
	t := a.target
	switch {
	case t != nil && t.Name != "":
		verb += fmt.Sprintf(" %s %q", cmp.Or(t.Role, "element"), t.Name)
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
