package types

import "strings"

// Advice records the suggestions that an agent had when it acted: how it stood to the
// suggestions of its last look at the screen. With the step's outcome it says
// whether memory helped.
type Advice struct {
	// Shown is how many suggestions there were.
	Shown int `json:"shown"`
	// Confidence is that of the first one.
	Confidence float64 `json:"confidence"`
	// Rank is the place, from 1, of the next action among them; 0 means that it was
	// none of them.
	Rank int `json:"rank,omitempty"`
	// By is the member of a team who alone spoke for the first one.
	By string `json:"by,omitempty"`
	// Given lists the suggestions in their order, so that each can be held to
	// the next action. Records of earlier versions lack it.
	Given []Given `json:"given,omitempty"`
}

// Given is one suggestion as it was given: an action, and the element by its
// preferred name.
type Given struct {
	Action     string  `json:"action"`
	Target     Target  `json:"target"`
	Confidence float64 `json:"confidence"`
}

// Advise compares a step with the suggestions that its agent had. It returns nil
// without suggestions.
func Advise(step *Step, given []SuggestedAction) *Advice {
	if len(given) == 0 {
		return nil
	}
	a := &Advice{Shown: len(given), Confidence: given[0].Confidence, Rank: Follows(step, given), By: given[0].By}
	for _, s := range given {
		g := Given{Action: s.Action, Confidence: s.Confidence}
		g.Target.Origin = s.Origin
		if s.Within != nil {
			g.Target.RowRole, g.Target.Row = s.Within.Role, s.Within.Name
		}
		switch p := s.PreferredTarget; p.Type {
		case TargetTestID:
			g.Target.TestID = p.Text
		case TargetSelector:
			g.Target.Selector = p.Text
		case TargetA11yHint:
			g.Target.Role, g.Target.Name = p.Hint.Role, p.Hint.Name
		}
		a.Given = append(a.Given, g)
	}
	return a
}

// Follows finds the place of a step among suggestions: the same action on the
// same element, by any stable name that both have, or with the same address or
// text. 0 means nowhere.
func Follows(step *Step, suggestions []SuggestedAction) (rank int) {
	for i, s := range suggestions {
		if "mm_"+s.Action == step.Tool.Name && s.endsWith(step) && s.sameKey(step) && (s.Names(step.Tool.Target) || s.givenTo(step) || s.ofPage(step)) {
			return i + 1
		}
	}
	return 0
}

// endsWith reports whether a step that is a drag ends where the suggestion says.
func (s SuggestedAction) endsWith(step *Step) bool {
	if s.To == nil || s.To.X != nil {
		return true // an offset is only roughly right, so it is not compared
	}
	to, _ := step.Tool.Input["to"].(map[string]any)
	for key, name := range map[string]string{"testId": s.To.TestID, "selector": s.To.Selector, "name": s.To.Name} {
		if name != "" && to[key] != name {
			return false
		}
	}
	return true
}

// sameKey reports whether a step pressed the key of the suggestion, where that has
// one.
func (s SuggestedAction) sameKey(step *Step) bool {
	key, _ := step.Tool.Input["key"].(string)
	return s.Key == "" || s.Key == key
}

// PageSelector names, in a suggestion, the page as a whole: an action on the page has
// no target.
const PageSelector = "body"

// ofPage reports whether suggestion and step are about the page as a whole.
func (s SuggestedAction) ofPage(step *Step) bool {
	return step.Tool.Target == nil && s.PreferredTarget.Type == TargetSelector && s.PreferredTarget.Text == PageSelector
}

// givenTo reports whether a step opened the suggestion's address, or waited for a
// notification with its text.
func (s SuggestedAction) givenTo(step *Step) bool {
	switch p := s.PreferredTarget; p.Type {
	case TargetURL, TargetText:
		given, _ := step.Tool.Input[p.Type].(string)
		return given == p.Text
	}
	return false
}

// Names reports whether the suggestion speaks of the target, by its preferred
// name or by a fallback.
func (s SuggestedAction) Names(t *Target) bool {
	if t == nil || s.Origin != t.Origin || s.Within != nil && !strings.Contains(t.Row, s.Within.Name) {
		return false
	}
	for _, name := range append([]PriorTarget{s.PreferredTarget}, s.FallbackTargets...) {
		switch name.Type {
		case TargetTestID:
			if name.Text != "" && name.Text == t.TestID {
				return true
			}
		case TargetSelector:
			if name.Text != "" && name.Text == t.Selector {
				return true
			}
		case TargetA11yHint:
			if name.Hint != nil && name.Hint.Name != "" && name.Hint.Role == t.Role && name.Hint.Name == t.Name {
				return true
			}
		}
	}
	return false
}

// AdviceStats says how often memory helped (cairn stats).
type AdviceStats struct {
	AdviceTally
	// Sites and Days tell the same by origin and by day (UTC), the most asked
	// first and the newest last.
	Sites []AdviceGroup `json:"sites"`
	Days  []AdviceGroup `json:"days"`
	// Calibration compares, by tenths of confidence, the promised share of
	// followed suggestions with the real one.
	Calibration []CalibrationBin `json:"calibration"`
	// Tasks are those that agents did more than once, the latest first, at most 20.
	Tasks []TaskRuns `json:"tasks,omitempty"`
}

// TaskRuns are the successive runs of a task on a site: of a known flow, or else of a
// goal in the same words.
type TaskRuns struct {
	Title string `json:"title"` // of the flow, or the goal
	Flow  string `json:"flow,omitempty"`
	Site  string `json:"site"` // where the first action was done
	Count int    `json:"count"`
	// Runs are the first one and the newest 9, oldest first.
	Runs []TaskRun `json:"runs"`
}

// TaskRun is a session as a run of a task, with its cost.
type TaskRun struct {
	SessionID string `json:"sessionId"`
	At        Time   `json:"at"`
	// Seconds are from the session's start to its end, the agent's thinking included;
	// 0 for a session without an end.
	Seconds float64 `json:"seconds,omitempty"`
	Steps   int     `json:"steps"` // on elements, failed ones included
	Cost
	Outcome  SessionOutcome `json:"outcome,omitempty"`
	Advised  bool           `json:"advised,omitempty"`  // a suggestion was at hand
	FlowRuns int            `json:"flowRuns,omitempty"` // of known flows in it
}

// AdviceTally counts how agents used suggestions.
type AdviceTally struct {
	Steps   int `json:"steps"`   // by agents, on elements
	Advised int `json:"advised"` // of those, with a suggestion at hand
	// Promised is the mean confidence of the first suggestions of those: the
	// share of them that should have been followed.
	Promised float64 `json:"promised"`

	First  int `json:"first"`  // did the first suggestion
	Any    int `json:"any"`    // did one of the suggestions
	Worked int `json:"worked"` // of Any, with success
	Failed int `json:"failed"` // of Any, without
	// Again counts the advised sessions that repeated a task, from its start to
	// its end; StepsSaved is how many steps fewer they took than the first one.
	Again      int `json:"again"`
	StepsSaved int `json:"stepsSaved"`
	// Counted are those of Again in which looks at pages were counted, as in the
	// first run; LooksSaved is how many fewer they took. Both savings are measured.
	Counted    int `json:"looksCounted"`
	LooksSaved int `json:"looksSaved"`
	// FlowsOK and FlowsStopped count the runs of flows by how they ended.
	FlowsOK      int `json:"flowsOk,omitempty"`
	FlowsStopped int `json:"flowsStopped,omitempty"`
}

// Ignored is how many acted against all advice.
func (t AdviceTally) Ignored() int { return t.Advised - t.Any }

// SessionAdvice counts whether suggestions helped in one session, and in all sessions on
// its sites.
type SessionAdvice struct {
	AdviceTally
	// Here counts all sessions on the same sites.
	Here AdviceStats `json:"here"`
}

// AdviceGroup is the tally of one site or day.
type AdviceGroup struct {
	Name string `json:"name"`
	AdviceTally
}

// CalibrationBin holds the first suggestions given with a confidence in
// [From, From+0.1).
type CalibrationBin struct {
	From     float64 `json:"from"`
	Given    int     `json:"given"`
	Followed int     `json:"followed"`
	Mean     float64 `json:"mean"` // of the confidences given
}
