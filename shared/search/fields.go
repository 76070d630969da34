package search

import (
	"net/url"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// field is a place in which a word may stand.
type field uint8

// The fields of a step, then those of its session. Spec 001 knows the first
// seven and the last four; the others are the default ranker's.
const (
	fieldTool field = iota
	fieldScreen
	fieldTestID // the target's test id
	fieldLabel
	fieldSeen // test ids on the page
	fieldName // accessible names on the page
	fieldRole // roles on the page

	fieldTarget // the target's role, name and selector
	fieldPage   // address and title
	fieldError  // code and message of a failure
	fieldText   // what was typed, where it was kept
	fieldPhrase // neighbouring words of the target, the screen and the error

	fieldFlow
	fieldGoal
	fieldTag
	fieldBranch
	fieldOrder // pairs of neighbouring words of the goal; the default ranker's

	fieldCount
)

// String is the field's name in explanations.
func (f field) String() string {
	return [...]string{
		"tool", "screen", "testId", "label", "seen", "a11y", "role", "target", "page", "error", "typed", "phrase",
		"flowTag", "goal", "tag", "branch", "wording",
	}[f]
}

// stepFields is the number of fields that a step has of its own.
const stepFields = fieldFlow

// fieldSet is a set of fields, one bit each.
type fieldSet uint32

func setOf(fields ...field) fieldSet {
	var out fieldSet
	for _, f := range fields {
		out |= 1 << f
	}
	return out
}

func (s fieldSet) has(f field) bool { return s&(1<<f) != 0 }

// document is the words of a step or of a session: for each word, the fields
// in which it stands. Words are lower case and folded (see [text.Fold]).
type document map[string]fieldSet

func (d document) add(f field, words []string) {
	for _, w := range words {
		d[text.Fold(w)] |= 1 << f
	}
}

// stepDocument reads a step.
func stepDocument(step *types.Step) document {
	d := document{}
	d.add(fieldTool, names(step.Tool.Name))
	for _, label := range step.Labels {
		d.add(fieldLabel, names(label))
	}
	if t := step.Tool.Target; t != nil {
		d.add(fieldTestID, names(t.TestID))
		d.add(fieldTarget, text.Words(t.Role+" "+t.Name))
		d.add(fieldTarget, text.TokenizeIdentifier(t.Selector))
	}
	if t := step.Tool.Target; t != nil {
		d.addPhrases(t.TestID)
		d.addPhrases(t.Name)
	}
	if err := step.Outcome.Error; !step.Outcome.OK && err != nil {
		d.addPhrases(string(err.Code))
		d.add(fieldError, text.Words(string(err.Code)+" "+err.Message))
	}
	d.add(fieldText, typedWords(step))
	if step.Observation != nil {
		d.addObservation(step.Observation)
	}
	return d
}

func (d document) addObservation(o *types.Observation) {
	d.addPhrases(o.State.CurrentScreen)
	d.add(fieldScreen, names(o.State.CurrentScreen))
	d.add(fieldPage, addressWords(o.State.CurrentURL))
	d.add(fieldPage, text.Words(o.State.Title))
	for _, id := range o.TestIDs {
		d.add(fieldSeen, names(id.TestID))
	}
	for _, node := range o.A11y.Nodes {
		d.add(fieldName, text.Words(node.Name))
		d.add(fieldRole, text.Words(node.Role))
	}
}

// sessionDocument reads a session's metadata.
func sessionDocument(m *types.Session) document {
	d := document{}
	for _, tag := range m.FlowTags {
		d.add(fieldFlow, names(tag))
	}
	for _, tag := range m.Tags {
		d.add(fieldTag, names(tag))
	}
	goal := goalWords(m.Goal)
	d.add(fieldGoal, goal)
	d.add(fieldGoal, text.Words(m.Goal))
	d.add(fieldOrder, pairs(goal))
	if m.Git != nil {
		d.add(fieldBranch, text.Tokenize(m.Git.Branch))
	}
	return d
}

// goalWords are the words of a goal or a query in their order, folded, with
// repetitions; what is written as an identifier gives its parts.
func goalWords(goal string) []string {
	var out []string
	for _, run := range strings.Fields(goal) {
		for _, w := range text.Split(run) {
			out = append(out, text.Fold(w))
		}
	}
	return out
}

// pairMark joins the words of a pair; no word contains it.
const pairMark = " "

// phrases are the pairs of a name, without its ends.
func (d document) addPhrases(name string) {
	if p := pairs(goalWords(name)); len(p) > 2 {
		d.add(fieldPhrase, p[1:len(p)-1])
	}
}

// pairs are the neighbouring words, by their stems: they tell "open the last
// order" from "order the last open".
func pairs(words []string) []string {
	var out []string
	before := ""
	for _, w := range words {
		w = text.Stem(w)
		out = append(out, before+pairMark+w)
		before = w
	}
	if before != "" {
		out = append(out, before+pairMark)
	}
	return out
}

// names are the words of a short name that may be an identifier: whole runs
// and the parts of camelCase.
func names(s string) []string { return append(text.Words(s), text.TokenizeIdentifier(s)...) }

// addressWords are the words of a URL without its scheme and without the
// values of its query, which are mostly numbers of things.
func addressWords(address string) []string {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return nil
	}
	return text.TokenizeIdentifier(u.Host + " " + u.Path + " " + u.Fragment)
}

// typedInputs are the inputs of tools that say what was written or where to.
var typedInputs = []string{"text", "value", "option", "url"}

func typedWords(step *types.Step) []string {
	var out []string
	for _, key := range typedInputs {
		if s, ok := step.Tool.Input[key].(string); ok {
			out = append(out, text.Words(strings.TrimPrefix(strings.TrimPrefix(s, "https://"), "http://"))...)
		}
	}
	return out
}
