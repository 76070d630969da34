package capture

import (
	"strings"

	"cairn/shared/exact"
	"cairn/shared/redact"
	"cairn/shared/types"
)

// ClockSkewed is the Clock of a step whose time was implausible.
const ClockSkewed = "skewed"

// Step captures a raw step: it normalises names, names screens, derives labels, removes
// secrets, cleans and caps strings, and replaces an implausible time by now. It always
// drops text that a person typed, and keeps text that an agent typed, or that a person chose from a
// native list, unless its field or content is secret. It does not change raw. It rejects a step without a session or tool.
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
		return nil, types.Invalid("the step names no tool, or one that cannot be",
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
	step.KBSource = authorText(step.KBSource, maxKBSource)
	step.DurationMs = max(step.DurationMs, 0)
	step.After = after(raw.After, rules)
	step.Outcome = outcome(raw.Outcome)
	var err error
	if step.Tool, err = toolOf(&step, raw, tool); err != nil {
		return nil, err
	}
	var hidden *exact.Secrets
	step.Observation, hidden = storedObservation(raw.Observation, step.Tool.Target, rules)
	if t := step.Tool.Target; t != nil && t.Name == redact.Mark {
		for key, value := range step.Tool.Input {
			if value == raw.Tool.Target.Name {
				step.Tool.Input[key] = redact.Mark
			}
		}
	}
	hide(&step, hidden)
	if t := step.Tool.Target; t != nil && step.Observation != nil {
		if step.Observation.State.Embedder == "" {
			t.Origin = "" // the page's own
		}
		t.Twins = max(t.Twins, twins(t, step.Observation))
	}
	step.Labels = Labels(step.Tool.Name, step.Tool.Target, step.Outcome)
	return &step, nil
}

// Bare removes everything but the address from a step's page, in place, so that a queue
// that is nearly full has room for more steps.
func Bare(step *types.Step) {
	if step.Observation == nil {
		return
	}
	o := *step.Observation
	o.TestIDs, o.A11y.Nodes, o.Truncated = []types.TestID{}, []types.A11yNode{}, true
	step.Observation = &o
}

// advice returns a bounded copy of the suggestions that an agent had received. Steps of
// people have none.
func advice(step *types.Step) *types.Advice {
	a := step.Advice
	if a == nil || step.Actor != types.ActorAgent || a.Shown <= 0 {
		return nil
	}
	out := &types.Advice{Shown: min(a.Shown, maxAdvice), Rank: min(max(a.Rank, 0), maxAdvice), Confidence: min(max(a.Confidence, 0), 1), By: authorText(a.By, maxTool)}
	for _, g := range a.Given[:min(len(a.Given), maxAdvice)] {
		t := target(&g.Target, nil)
		if t == nil {
			t = &types.Target{} // the entry stays, because ranks count entries
		}
		out.Given = append(out.Given, types.Given{Action: authorText(g.Action, maxTool), Target: *t, Confidence: min(max(g.Confidence, 0), 1)})
	}
	return out
}

// toolOf returns the captured tool of a step: its target by all stable names, its
// input without secrets.
func toolOf(step, raw *types.Step, name string) (types.Tool, error) {
	tool := types.Tool{Name: name, Target: target(raw.Tool.Target, raw.Observation)}
	typing := bareTool(name) == "type"
	if t := tool.Target; t != nil && typing {
		text, _ := raw.Tool.Input["text"].(string)
		t.Sensitive = t.Sensitive || redact.Sensitive(t.TestID, t.Selector, t.Name) || t.Name == "" && redact.SaidBefore(raw.Tool.Target.Before, text)
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
	switch {
	case tool.Target != nil && tool.Target.Sensitive:
		tool.TextLength = 0 // the length of a password is private too
	case tool.TextRedacted:
		tool.TextLength = lengthClass(tool.TextLength)
	}
	if n := nthOf(raw); n > 0 && step.Actor == types.ActorObserved {
		if tool.Input == nil {
			tool.Input = map[string]any{}
		}
		tool.Input[InputNth] = n
	}
	delete(tool.Input, "a11yRef") // refs end with their document; the target has the stable names
	if len(tool.Input) == 0 {
		tool.Input = nil
	}
	return tool, nil
}

// dropTyped removes text that a person typed and keeps its approximate length. The label of an option
// that a person chose is text of the page.
func dropTyped(tool *types.Tool, input map[string]any) {
	typed := []string{"text", "value", "values", InputKey}
	if t := tool.Target; t != nil && t.Tag == "select" && !t.Sensitive {
		typed = typed[1:]
	}
	for _, key := range typed {
		text, isText := input[key].(string)
		if _, there := tool.Input[key]; !there {
			continue
		}
		delete(tool.Input, key)
		if key == InputKey {
			continue // keepKey restores a key that produces no text
		}
		tool.TextRedacted = true
		if isText && text != redact.Mark {
			tool.TextLength = max(tool.TextLength, len([]rune(text)))
		}
	}
}

// target returns a copy of a target with every stable name of the element. An element
// named by its ref alone gets the names of the node with that ref; the ref itself is
// invalid after its document.
func target(raw *types.Target, obs *types.Observation) *types.Target {
	if raw.Empty() {
		return nil
	}
	t := Behind(*raw)
	if t.A11yRef != "" && t.TestID == "" && t.Role == "" && t.Name == "" && obs != nil {
		for _, n := range obs.A11y.Nodes {
			if n.Ref == t.A11yRef {
				t.TestID, t.Role, t.Name, t.Sensitive = n.TestID, n.Role, n.Name, t.Sensitive || n.Sensitive
				t.Origin = n.Origin
				break
			}
		}
	}
	t.A11yRef, t.Before = "", ""
	t.TestID = authorText(t.TestID, maxName)
	t.Selector = authorText(t.Selector, maxSelector)
	t.Role = authorText(t.Role, maxWord)
	t.Name = pageText(t.Name, maxName)
	t.Tag = strings.ToLower(authorText(t.Tag, maxWord))
	t.Origin = origin(t.Origin)
	t.RowRole = authorText(t.RowRole, maxWord)
	rowText, secrets := row(t.Row, nil)
	t.Row = rowText
	for _, secret := range secrets {
		t.Name = strings.ReplaceAll(t.Name, secret, redact.Mark)
	}
	t.Column, t.Hint = pageText(t.Column, maxName), pageText(Drawn(t.Hint), maxName)
	if isCell(t.Role) && redact.SaidBefore(t.Column, t.Name) {
		t.Name = redact.Mark
	}
	t.Twins = min(max(t.Twins, 0), maxNodes)
	t.RowNth, t.RowOf = min(max(t.RowNth, 0), maxNodes), min(max(t.RowOf, 0), maxNodes)
	if t.Empty() {
		return nil
	}
	return &t
}

// nthOf returns the position, from 1, of a step's element among those of its page with the
// same name; 0 where it has no equals or is not listed.
func nthOf(raw *types.Step) (at int) {
	t := raw.Tool.Target
	if t == nil || t.A11yRef == "" || t.Name == "" || raw.Observation == nil {
		return 0
	}
	all := 0
	for i := range raw.Observation.A11y.Nodes {
		if n := &raw.Observation.A11y.Nodes[i]; n.Role == t.Role && n.Name == t.Name && n.TestID == t.TestID {
			all++
			if n.Ref == t.A11yRef {
				at = all
			}
		}
	}
	if all < 2 {
		return 0
	}
	return at
}

// twins counts the other elements of an observation with the target's role and name.
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
	e.Code = types.Code(authorText(string(e.Code), maxTool))
	e.Message = saidText(e.Message, maxMessage)
	e.Hint = pageText(e.Hint, maxMessage)
	return types.Outcome{OK: raw.OK, Error: &e}
}

// Session cleans the texts of a session in place: goal, tags, client and launch. It drops
// From: every session here was recorded here.
func Session(s *types.Session) {
	s.From = nil
	s.Goal = saidText(s.Goal, maxMessage)
	s.Client = pageText(s.Client, maxWord)
	s.FlowTags = tags(s.FlowTags)
	s.Tags = tags(s.Tags)
	s.Statement = statement(s.Statement)
	s.RetrievedKB = retrieved(s.RetrievedKB)
	s.FlowRuns = flowRuns(s.FlowRuns)
	if s.Git != nil {
		s.Git = &types.Git{Branch: authorText(s.Git.Branch, maxName), Commit: commit(s.Git.Commit), Dirty: s.Git.Dirty}
	}
	s.Launch = launch(s.Launch)
	if s.Build != nil {
		s.Build = &types.Build{BuildType: authorText(s.Build.BuildType, maxWord)}
	}
}

// launch returns a cleaned copy of a session's launch. Imports may contain more fields than Cairn writes.
func launch(raw *types.Launch) *types.Launch {
	if raw == nil {
		return nil
	}
	l := *raw
	l.URL = address(l.URL)
	l.StateMode = authorText(l.StateMode, maxWord)
	l.ExtensionPath = authorText(l.ExtensionPath, maxSelector)
	if raw.FixturePreset != nil {
		preset := authorText(*raw.FixturePreset, maxName)
		l.FixturePreset = &preset
	}
	if len(raw.Ports) > maxTags {
		l.Ports = nil
	}
	ports := make(map[string]int, len(l.Ports))
	for name, port := range l.Ports {
		ports[authorText(name, maxWord)] = port
	}
	if l.Ports != nil {
		l.Ports = ports
	}
	return &l
}

// commit returns the name of a commit if it is a hash. Redaction would remove it, because it
// looks random.
func commit(s string) string {
	for _, r := range s {
		if (r < '0' || r > '9') && (r < 'a' || r > 'f') {
			return authorText(s, maxWord)
		}
	}
	return Clean(s, maxCommit)
}

// maxKBID bounds the id of a KB item, in characters, as package learn does.
const maxKBID = 128

// retrieved returns the valid ids of KB items. Digests of recipes look like secrets and
// are recognised by their form.
func retrieved(raw []string) []string {
	var out []string
	for _, id := range raw[max(0, len(raw)-types.MaxRetrieved):] {
		digest, recipe := strings.CutPrefix(id, types.RecipeDigest)
		if recipe && len(digest) == 16 && strings.Trim(digest, "0123456789abcdef") == "" || id != "" && pageText(id, maxKBID) == id {
			out = append(out, id)
		}
	}
	return out
}

// maxEvidence bounds the reason for an outcome, in characters: a sentence or two.
const maxEvidence = 500

// statement returns a cleaned statement. It drops unknown outcomes.
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
	s.Evidence = saidText(s.Evidence, maxEvidence)
	return s
}

func tags(raw []string) []string {
	out := make([]string, 0, min(len(raw), maxTags))
	for _, tag := range raw[:min(len(raw), maxTags)] {
		if tag = pageText(tag, maxWord); tag != "" {
			out = append(out, tag)
		}
	}
	return out
}

// pageText returns a page's or an agent's string: cleaned, then redacted, then
// capped. In this order no invisible character hides a secret and the cap cuts none
// in half.
func pageText(s string, limit int) string {
	return outsideHiddenNames(s, func(s string) string {
		return Clean(redact.Text(Clean(s, redact.MaxText)), limit)
	})
}

// saidText returns what an agent or a person wrote about a task, as pageText returns a page's string.
func saidText(s string, limit int) string {
	return outsideHiddenNames(s, func(s string) string {
		return Clean(redact.Said(Clean(s, redact.MaxText)), limit)
	})
}

// authorText returns an author's or a program's string: a test id, a role, a branch. It is cut last, as in pageText.
func authorText(s string, limit int) string {
	if IsHidden(s) {
		return s
	}
	s = Clean(s, redact.MaxText)
	for _, r := range s {
		if (r < 'a' || r > 'z') && r != '-' {
			return Clean(redact.Attr(s), limit)
		}
	}
	return Clean(s, limit) // nearly every role: too short for any rule
}

// address returns a URL without secrets and without hidden characters.
func address(s string) string { return besideHidden(Clean(s, 2*redact.MaxText), redact.URL) }
