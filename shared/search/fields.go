package search

import (
	"net/url"
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// field is a place in which a word may occur.
type field uint8

// The fields of a step, then those of its session. Spec 001 knows the fields to which
// the reference scorer gives a weight; only the default ranker uses the others.
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
	fieldText   // the typed text, if the step stores it
	fieldPhrase // neighbouring words of the target, the screen and the error

	fieldFlow
	fieldGoal
	fieldTag
	fieldBranch
	fieldOrder // pairs of neighbouring words of the goal; for the default ranker only

	fieldCount
)

// String returns the field's name in explanations.
func (f field) String() string {
	return [...]string{
		"tool", "screen", "testId", "label", "seen", "a11y", "role", "target", "page", "error", "typed", "phrase",
		"flowTag", "goal", "tag", "branch", "wording",
	}[f]
}

// stepFields counts the fields of a step; the session's fields follow them.
const stepFields = fieldFlow

// fieldSet is a set of fields, one bit per field.
type fieldSet uint32

func setOf(fields ...field) fieldSet {
	var out fieldSet
	for _, f := range fields {
		out |= 1 << f
	}
	return out
}

func (s fieldSet) has(f field) bool { return s&(1<<f) != 0 }

// document maps each word of a step or session to the fields that contain it. Words
// are lower case and folded (see [text.Fold]).
type document map[string]fieldSet

func (d document) add(f field, how splitting, s string) {
	for _, w := range split(how, s) {
		d[w] |= 1 << f
	}
}

func stepDocument(step *types.Step) document {
	d := document{}
	eachText(step, d.add)
	return d
}

func sessionDocument(m *types.Session) document {
	d := document{}
	eachMetaText(m, d.add)
	return d
}

// eachText calls add for every text of a step, with its field and the rule for
// splitting it into words.
func eachText(step *types.Step, add func(f field, how splitting, s string)) {
	if step.Keep == types.KeepNeeded {
		add = besideHidden(add)
	}
	add(fieldTool, asName, step.Tool.Name)
	for _, label := range step.Labels {
		add(fieldLabel, asName, label)
	}
	if t := step.Tool.Target; t != nil {
		add(fieldTestID, asName, t.TestID)
		add(fieldTarget, asWords, t.Role)
		add(fieldTarget, asWords, t.Name)
		add(fieldTarget, asIdentifier, t.Selector)
		add(fieldPhrase, asPhrases, t.TestID)
		add(fieldPhrase, asPhrases, t.Name)
	}
	if err := step.Outcome.Error; !step.Outcome.OK && err != nil {
		add(fieldPhrase, asPhrases, string(err.Code))
		add(fieldError, asWords, string(err.Code))
		add(fieldError, asWords, err.Message)
	}
	for _, key := range typedInputs {
		if s, ok := step.Tool.Input[key].(string); ok {
			add(fieldText, asWords, strings.TrimPrefix(strings.TrimPrefix(s, "https://"), "http://"))
		}
	}
	if o := step.Observation; o != nil {
		eachSeenText(o, add)
	}
}

func eachSeenText(o *types.Observation, add func(f field, how splitting, s string)) {
	add(fieldPhrase, asPhrases, o.State.CurrentScreen)
	add(fieldScreen, asName, o.State.CurrentScreen)
	add(fieldPage, asAddress, o.State.CurrentURL)
	add(fieldPage, asWords, o.State.Title)
	for i := range o.TestIDs {
		add(fieldSeen, asName, o.TestIDs[i].TestID)
	}
	for i := range o.A11y.Nodes {
		add(fieldName, asWords, o.A11y.Nodes[i].Name)
		add(fieldRole, asWords, o.A11y.Nodes[i].Role)
	}
}

func eachMetaText(m *types.Session, add func(f field, how splitting, s string)) {
	for _, tag := range m.FlowTags {
		add(fieldFlow, asName, tag)
	}
	for _, tag := range m.Tags {
		add(fieldTag, asName, tag)
	}
	add(fieldGoal, asGoal, m.Goal)
	add(fieldGoal, asWords, m.Goal)
	add(fieldOrder, asPairs, m.Goal)
	if m.Git != nil {
		add(fieldBranch, asWords, m.Git.Branch)
	}
}

// typedInputs are the tool inputs that contain the text, key or address of an action.
var typedInputs = []string{"text", "value", "option", "url", "key"}

// splitting is a rule for splitting a text into words.
type splitting uint8

const (
	asWords      splitting = iota
	asName                 // perhaps an identifier: its parts and, joined, the whole
	asIdentifier           // an identifier
	asAddress              // a URL
	asGoal                 // words, and the parts of identifiers among them
	asPairs                // neighbouring words, with the first and the last
	asPhrases              // neighbouring words
	asHash                 // the hash of one word
)

func split(how splitting, s string) []string {
	var out []string
	switch how {
	case asWords:
		out = text.Words(s)
	case asName:
		out = append(text.Words(s), text.TokenizeIdentifier(s)...)
	case asIdentifier:
		out = text.TokenizeIdentifier(s)
	case asAddress:
		out = addressWords(s)
	case asHash:
		return []string{s}
	case asGoal:
		return goalWords(s)
	case asPairs:
		return pairs(goalWords(s))
	case asPhrases:
		if p := pairs(goalWords(s)); len(p) > 2 {
			return p[1 : len(p)-1]
		}
		return nil
	}
	for i, w := range out {
		out[i] = text.Fold(w)
	}
	return out
}

// goalWords returns the words of a goal or a query in their order, folded, with
// repetitions. Identifiers are split into their parts.
func goalWords(goal string) []string { return slices.Concat(wordRuns(goal)...) }

// wordRuns returns goalWords in groups: one group for each run of text without a
// space.
func wordRuns(goal string) [][]string {
	var out [][]string
	for _, run := range strings.Fields(goal) {
		words := text.Split(run)
		for i, w := range words {
			words[i] = text.Fold(w)
		}
		out = append(out, words)
	}
	return out
}

// pairMark joins the words of a pair; no word contains it.
const pairMark = " "

// pairs returns the pairs of neighbouring words, as stems. They distinguish "open the
// last order" from "order the last open".
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

// addressWords returns the words of a URL without its scheme and without the values
// of its query, most of which are record numbers.
func addressWords(address string) []string {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return nil
	}
	return text.TokenizeIdentifier(u.Host + " " + u.Path + " " + u.Fragment)
}
