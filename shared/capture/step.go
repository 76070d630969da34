package capture

import (
	"strings"

	"cairn/shared/redact"
	"cairn/shared/types"
)

// ClockSkewed is the value of a step's Clock when its own time was not believable.
const ClockSkewed = "skewed"

// Step makes a raw step fit to be remembered: names normalised, screens named,
// labels derived, secrets removed, strings cleaned and capped, an unbelievable
// time replaced by now. What a person typed is dropped whatever it was; what an
// agent typed is kept unless its field or its content is secret. raw is not
// changed. A step that names no session or no tool is refused.
func Step(now types.Time, raw *types.Step, rules *Rules) (*types.Step, error) {
	if err := SessionID(raw.SessionID); err != nil {
		return nil, err
	}
	if raw.StepID != "" {
		if err := StepID(raw.StepID); err != nil {
			return nil, err
		}
	}
	tool := NormalizeTool(raw.Tool.Name)
	if !toolName(tool) {
		return nil, types.Fault(types.CodeInvalidInput, "the step names no tool, or one that cannot be",
			"A tool's name has small letters, digits and underscores, as in mm_click.")
	}
	step := *raw
	step.SchemaVersion = types.SchemaVersion
	step.Clock = oneOf(step.Clock, ClockSkewed)
	step.Keep = types.Keep(oneOf(string(step.Keep), string(types.KeepNeeded)))
	if step.Timestamp < earliest || step.Timestamp > now.Add(ahead) {
		step.Timestamp, step.Clock = now, ClockSkewed
	}
	if step.Actor != types.ActorAgent && step.Actor != "" {
		step.Actor = types.ActorObserved
	}
	step.Advice = advice(&step)
	step.KBSource = word(step.KBSource, maxKBSource)
	step.DurationMs = max(step.DurationMs, 0)
	step.After = after(raw.After, rules)
	step.Outcome = outcome(raw.Outcome)
	var err error
	if step.Tool, err = toolOf(&step, raw, tool); err != nil {
		return nil, err
	}
	step.Observation = storedObservation(raw.Observation, step.Tool.Target, rules)
	if t := step.Tool.Target; t != nil && step.Observation != nil {
		if step.Observation.State.Embedder == "" {
			t.Origin = "" // the page's own
		}
		t.Twins = max(t.Twins, twins(t, step.Observation))
	}
	step.Labels = Labels(step.Tool.Name, step.Tool.Target, step.Outcome)
	return &step, nil
}

// Bare leaves of a step's page only where it was, in place: a queue that is nearly
// full has room for more steps then.
func Bare(step *types.Step) {
	if step.Observation == nil {
		return
	}
	o := *step.Observation
	o.TestIDs, o.A11y.Nodes, o.Truncated = []types.TestID{}, []types.A11yNode{}, true
	step.Observation = &o
}

// advice is a copy of what an agent had been told, within bounds. Nobody else
// is told anything.
func advice(step *types.Step) *types.Advice {
	a := step.Advice
	if a == nil || step.Actor != types.ActorAgent || a.Shown <= 0 {
		return nil
	}
	out := &types.Advice{Shown: min(a.Shown, maxAdvice), Rank: min(max(a.Rank, 0), maxAdvice), Confidence: min(max(a.Confidence, 0), 1)}
	for _, g := range a.Given[:min(len(a.Given), maxAdvice)] {
		t := target(&g.Target, nil)
		if t == nil {
			t = &types.Target{} // keeps its place: ranks count
		}
		out.Given = append(out.Given, types.Given{Action: word(g.Action, maxTool), Target: *t, Confidence: min(max(g.Confidence, 0), 1)})
	}
	return out
}

// toolOf is the captured tool of a step: its target by all stable names, its
// input without secrets.
func toolOf(step, raw *types.Step, name string) (types.Tool, error) {
	tool := types.Tool{Name: name, Target: target(raw.Tool.Target, raw.Observation)}
	typing := bareTool(name) == "type"
	if t := tool.Target; t != nil && typing {
		t.Sensitive = t.Sensitive || redact.Sensitive(t.TestID, t.Selector, t.Name)
	}
	res := Input(tool.Target, raw.Tool.Input)
	tool.Input = res.Input
	tool.TextRedacted = raw.Tool.TextRedacted || res.Redacted
	tool.TextLength = max(raw.Tool.TextLength, 0)
	if res.Redacted && !raw.Tool.TextRedacted {
		tool.TextLength = res.Length
	}
	if step.Actor == types.ActorObserved {
		dropTyped(&tool, raw.Tool.Input)
	}
	if err := keepKey(&tool, step.Actor, raw.Tool.Input); err != nil {
		return tool, err
	}
	if tool.TextRedacted {
		tool.TextLength = lengthClass(tool.TextLength)
	}
	delete(tool.Input, "a11yRef") // refs end with their document; the target has what stays
	if len(tool.Input) == 0 {
		tool.Input = nil
	}
	return tool, nil
}

// dropTyped removes what a person typed and keeps how much it was, roughly.
func dropTyped(tool *types.Tool, input map[string]any) {
	for _, key := range []string{"text", "value", "values", InputKey} {
		text, isText := input[key].(string)
		if _, there := tool.Input[key]; !there {
			continue
		}
		delete(tool.Input, key)
		if key == InputKey {
			continue // keepKey puts back a key that writes nothing
		}
		tool.TextRedacted = true
		if isText && text != redact.Mark {
			tool.TextLength = max(tool.TextLength, len([]rune(text)))
		}
	}
}

// target is a copy of a target with every stable name that the element has. An
// element that is named by its ref alone gets the names of the node with that
// ref; the ref itself does not outlive its document.
func target(raw *types.Target, obs *types.Observation) *types.Target {
	if raw.Empty() {
		return nil
	}
	t := *raw
	if t.A11yRef != "" && t.TestID == "" && t.Role == "" && t.Name == "" && obs != nil {
		for _, n := range obs.A11y.Nodes {
			if n.Ref == t.A11yRef {
				t.TestID, t.Role, t.Name, t.Sensitive = n.TestID, n.Role, n.Name, t.Sensitive || n.Sensitive
				t.Origin = n.Origin
				break
			}
		}
	}
	t.A11yRef = ""
	t.TestID = word(t.TestID, maxName)
	t.Selector = word(t.Selector, maxSelector)
	t.Role = word(t.Role, maxWord)
	t.Name = shown(t.Name, maxName)
	t.Tag = strings.ToLower(word(t.Tag, maxWord))
	t.Origin = origin(t.Origin)
	t.RowRole = word(t.RowRole, maxWord)
	t.Row = Row(t.Row, nil)
	t.Twins = min(max(t.Twins, 0), maxNodes)
	if t.Empty() {
		return nil
	}
	return &t
}

// twins counts the other elements of a target's role and name that a look shows.
func twins(t *types.Target, obs *types.Observation) int {
	same := 0
	for i := range obs.A11y.Nodes {
		if n := &obs.A11y.Nodes[i]; t.Name != "" && n.Role == t.Role && n.Name == t.Name {
			same++
		}
	}
	return max(same-1, 0)
}

func outcome(raw types.Outcome) types.Outcome {
	if raw.Error == nil {
		return raw
	}
	e := *raw.Error
	e.Code = types.Code(word(string(e.Code), maxTool))
	e.Message = shown(e.Message, maxMessage)
	e.Hint = shown(e.Hint, maxMessage)
	return types.Outcome{OK: raw.OK, Error: &e}
}

func after(raw *types.After, rules *Rules) *types.After {
	if raw == nil {
		return nil
	}
	a := *raw
	a.Title = shown(a.Title, maxName)
	a.CurrentURL = address(a.CurrentURL)
	a.Load = oneOf(a.Load, "new", "same")
	a.CurrentScreen = rules.screenOr(a.CurrentScreen, a.CurrentURL, a.Title, nil)
	a.Appeared = make([]string, 0, min(len(raw.Appeared), maxAppeared))
	for _, s := range raw.Appeared[:min(len(raw.Appeared), maxAppeared)] {
		a.Appeared = append(a.Appeared, shown(s, maxName))
	}
	redactNames(a.Appeared)
	if len(a.Appeared) == 0 {
		a.Appeared = nil
	}
	return &a
}

// Session cleans a session's own words in place: goal, tags, client, and what it says of how it was started.
func Session(s *types.Session) {
	s.Goal = shown(s.Goal, maxMessage)
	s.Client = shown(s.Client, maxWord)
	s.FlowTags = tags(s.FlowTags)
	s.Tags = tags(s.Tags)
	s.Statement = statement(s.Statement)
	s.RetrievedKB = retrieved(s.RetrievedKB)
	s.FlowRuns = flowRuns(s.FlowRuns)
	if s.Git != nil {
		s.Git = &types.Git{Branch: word(s.Git.Branch, maxName), Commit: commit(s.Git.Commit), Dirty: s.Git.Dirty}
	}
	s.Launch = launch(s.Launch)
	if s.Build != nil {
		s.Build = &types.Build{BuildType: word(s.Build.BuildType, maxWord)}
	}
}

// launch is a copy of how a session was started. Imports bring more of it than Cairn writes.
func launch(raw *types.Launch) *types.Launch {
	if raw == nil {
		return nil
	}
	l := *raw
	l.URL = address(l.URL)
	l.StateMode = word(l.StateMode, maxWord)
	l.ExtensionPath = word(l.ExtensionPath, maxSelector)
	if raw.FixturePreset != nil {
		preset := word(*raw.FixturePreset, maxName)
		l.FixturePreset = &preset
	}
	if len(raw.Ports) > maxTags {
		l.Ports = nil
	}
	ports := make(map[string]int, len(l.Ports))
	for name, port := range l.Ports {
		ports[word(name, maxWord)] = port
	}
	if l.Ports != nil {
		l.Ports = ports
	}
	return &l
}

// commit is the name of a commit, which is random by its nature: it is kept if it is a hash.
func commit(s string) string {
	for _, r := range s {
		if (r < '0' || r > '9') && (r < 'a' || r > 'f') {
			return word(s, maxWord)
		}
	}
	return Clean(s, maxCommit)
}

// maxKBID bounds the id of a KB item, in characters, as package learn does.
const maxKBID = 128

// retrieved are the ids that can be those of KB items. The digests that stand for
// recipes look like secrets, and are told by their form.
func retrieved(raw []string) []string {
	var out []string
	for _, id := range raw[max(0, len(raw)-types.MaxRetrieved):] {
		digest, recipe := strings.CutPrefix(id, types.RecipeDigest)
		if recipe && len(digest) == 16 && strings.Trim(digest, "0123456789abcdef") == "" || id != "" && shown(id, maxKBID) == id {
			out = append(out, id)
		}
	}
	return out
}

// maxEvidence bounds what is kept of the reason for an outcome, in characters: a
// sentence or two.
const maxEvidence = 500

// statement is a statement fit to be kept. An outcome that is none of the known
// ones says nothing.
func statement(s types.Statement) types.Statement {
	switch s.Outcome {
	case types.SessionDone, types.SessionFailed, types.SessionAbandoned:
	default:
		if s.OutcomeBy != types.StatedByPerson || s.OutcomeAt == 0 {
			return types.Statement{}
		}
		s.Outcome = ""
	}
	if s.OutcomeBy != types.StatedByPerson {
		s.OutcomeBy = types.StatedByAgent
	}
	s.Evidence = shown(s.Evidence, maxEvidence)
	return s
}

func tags(raw []string) []string {
	out := make([]string, 0, min(len(raw), maxTags))
	for _, tag := range raw[:min(len(raw), maxTags)] {
		if tag = shown(tag, maxWord); tag != "" {
			out = append(out, tag)
		}
	}
	return out
}

// shown is a string that a page shows or an agent wrote: cleaned, then
// redacted, then capped, in this order, so that neither an invisible character
// hides a secret nor the cap cuts one in half.
func shown(s string, limit int) string {
	return besideHiddenNames(s, func(s string) string {
		return Clean(redact.Text(Clean(s, redact.MaxText)), limit)
	})
}

// word is a string that an author or a program wrote: a test id, a role, a branch. It is cut last, as in shown.
func word(s string, limit int) string {
	if IsHidden(s) {
		return s
	}
	s = Clean(s, redact.MaxText)
	for _, r := range s {
		if (r < 'a' || r > 'z') && r != '-' {
			return Clean(redact.Attr(s), limit)
		}
	}
	return Clean(s, limit) // nearly every role: the rules need not look at it
}

// address is a URL without secrets and without hidden characters.
func address(s string) string { return besideHidden(Clean(s, 2*redact.MaxText), redact.URL) }
