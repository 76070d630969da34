package pilot

import (
	"context"
	"reflect"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Why the companion answered, where the extension does not say so itself.
const (
	whyNone   = "no question answered" // by an older extension, or before a dialog
	whyOther  = "not of this page"
	whyBarred = "beside a frame out of bounds" // which was taken out of the look
	whyAsked  = "as it was started"
)

// freshTime is how long an answer holds for a page that has not changed: what
// worked lately changes slowly.
const freshTime = time.Minute

// inquiry is a question that is under way, with what it was asked of.
type inquiry struct {
	question types.Question
	version  int64        // of what is remembered, as it was asked
	answer   *wire.Answer // that the last look brought, nil for none
}

// learned is an answer of the extension's to a look that may be used once more.
type learned struct {
	question types.Question
	version  int64
	look     *types.Observation
	answer   *wire.Answer
}

// inquire begins a question about the page, nil where a part is looked at: what
// was known of the whole has been said.
func (a *Agent) inquire(in types.DescribeInput) *inquiry {
	if in.Part() {
		return nil
	}
	s := a.session
	q := types.Question{Now: a.cfg.Now(), SessionID: s.SessionID, Goal: s.Goal, FlowTags: s.FlowTags, Likened: a.likened}
	if s.Git != nil {
		q.GitBranch = s.Git.Branch
	}
	if t := a.tab; t != nil && a.briefed[t.origin] {
		q.Briefed = t.origin
	}
	return &inquiry{question: q, version: a.cfg.Memory.Version()}
}

// ask is what a look brings to the extension; nil where that is not asked.
func (a *Agent) ask(t *tab, q *inquiry) *wire.Ask {
	if q == nil || !a.cfg.Answers.asksExtension() {
		return nil
	}
	return &wire.Ask{Question: q.question, Held: t.holds(q)}
}

// glanced takes a page that shows the same for an answer as well, where there is
// one: with no question, with the last answer, or of an extension that gives none.
func (t *tab) glanced(q *inquiry, ask *wire.Ask) bool {
	if ask == nil || t.mute {
		return true
	}
	if ask.Held {
		q.again(t.learned)
	}
	return ask.Held
}

// answered notes what a look brought to a question.
func (t *tab) answered(q *inquiry, ask *wire.Ask, page *wire.Page) {
	switch {
	case ask == nil:
	case ask.Held && page.Same:
		q.again(t.learned)
	default:
		q.answer, t.mute = page.Answer, page.Answer == nil
	}
}

// holds reports whether the last answer was to the same question about the look
// that the tab has, and nothing new is remembered.
func (t *tab) holds(q *inquiry) bool {
	l := t.learned
	if l == nil || l.look != t.last || l.version != q.version || q.question.Now.Sub(l.question.Now).Abs() > freshTime {
		return false
	}
	// What was said meanwhile is not said again either way.
	asked := q.question
	asked.Now, asked.Briefed, asked.Likened = l.question.Now, l.question.Briefed, l.question.Likened
	return reflect.DeepEqual(asked, l.question)
}

// again takes the last answer for this one.
func (q *inquiry) again(l *learned) { q.question, q.answer = l.question, l.answer }

// known is what is known of a page: the extension's answer that came with the
// look, else the companion's own.
func (a *Agent) known(ctx context.Context, o *types.Observation, q *inquiry) (*types.Known, error) {
	why := a.unfit(o, q)
	a.cfg.Answers.note(why)
	if why != "" {
		return a.cfg.Memory.Ask(ctx, q.question, o)
	}
	if a.cfg.Answers.compares() {
		own, err := a.cfg.Memory.Ask(ctx, q.question, o)
		if err != nil {
			return nil, err
		}
		a.cfg.Answers.compare(q.answer.Known, own)
	}
	a.tab.learned = &learned{q.question, q.version, a.tab.last, q.answer}
	return q.answer.Known, nil
}

// unfit says why the answer that came with a look is not to be used, empty where
// it is.
func (a *Agent) unfit(o *types.Observation, q *inquiry) string {
	switch {
	case !a.cfg.Answers.asksExtension():
		return whyAsked
	case q.answer == nil:
		return whyNone
	case a.tab.barred != "":
		return whyBarred
	case q.answer.Why != "":
		return reason(q.answer.Why)
	case !fits(q.answer, &q.question, o):
		return whyOther
	}
	return ""
}

// reason keeps reasons to those that there are: they come from outside.
func reason(why string) string {
	switch why {
	case wire.WhyBehind, wire.WhySlow:
		return why
	}
	return wire.WhyFailed
}

// answer says what is known of a page in its description, each thing once.
func (a *Agent) answer(ctx context.Context, o *types.Observation, q *inquiry, result *types.DescribeResult) error {
	known, err := a.known(ctx, o, q)
	if err != nil {
		return fault(err, types.CodeInternal, types.CodeInternal)
	}
	result.PriorKnowledge, result.Flow = known.PriorKnowledge, known.Flow
	a.told(known.PriorKnowledge)
	origin := o.State.Origin
	if known.Site != nil && !a.briefed[origin] {
		result.Site = known.Site
	}
	if origin != "" && len(a.briefed) < maxBriefed {
		a.briefed[origin] = true
	}
	if known.Resembles != nil && origin != a.likened {
		result.Resembles, a.likened = known.Resembles, origin
	}
	return nil
}

// maxBriefed bounds the origins of one session whose sites it has heard of.
const maxBriefed = 200
