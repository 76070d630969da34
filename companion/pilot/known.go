package pilot

import (
	"context"
	"reflect"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// Reasons for answers of the companion that the extension does not report itself.
const (
	whyNone   = "no question answered" // by an older extension, or before a dialog
	whyOther  = "not of this page"
	whyBarred = "beside a frame out of bounds" // which was taken out of the look
	whyAsked  = "as it was started"
)

// freshTime bounds the reuse of an answer for an unchanged page: recent evidence
// changes slowly.
const freshTime = time.Minute

// inquiry is an open question with the page that it concerns.
type inquiry struct {
	question types.Question
	version  int64        // of the memory, when it was asked
	answer   *wire.Answer // that the last look brought, nil for none
}

// learned is an answer of the extension that may be reused.
type learned struct {
	question types.Question
	version  int64
	look     *types.Observation
	answer   *wire.Answer
}

// inquire starts a question about the page; nil for a part of a page, because the
// answer was given with the full description.
func (a *Agent) inquire(in tool.DescribeInput) *inquiry {
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

// ask returns the question that an observation carries to the extension; nil for none.
func (a *Agent) ask(t *tab, q *inquiry) *wire.Ask {
	if q == nil || !a.cfg.Answers.asksExtension() {
		return nil
	}
	return &wire.Ask{Question: q.question, Held: t.holds(q)}
}

// glanced reports whether an unchanged page needs no new answer: there is no question,
// the last answer is valid, or the extension gives none.
func (t *tab) glanced(q *inquiry, ask *wire.Ask) bool {
	if ask == nil || t.mute {
		return true
	}
	if ask.Held {
		q.again(t.learned)
	}
	return ask.Held
}

// answered stores the answer that came with an observation.
func (t *tab) answered(q *inquiry, ask *wire.Ask, page *wire.Page) {
	switch {
	case ask == nil:
	case ask.Held && page.Same:
		q.again(t.learned)
	default:
		q.answer, t.mute = page.Answer, page.Answer == nil
	}
}

// holds reports whether the last answer is still valid: same question, same
// observation, no new records.
func (t *tab) holds(q *inquiry) bool {
	l := t.learned
	if l == nil || l.look != t.last || l.version != q.version || q.question.Now.Sub(l.question.Now).Abs() > freshTime {
		return false
	}
	// Lines that were given meanwhile are not repeated either way.
	asked := q.question
	asked.Now, asked.Briefed, asked.Likened = l.question.Now, l.question.Briefed, l.question.Likened
	return reflect.DeepEqual(asked, l.question)
}

// again reuses the last answer.
func (q *inquiry) again(l *learned) { q.question, q.answer = l.question, l.answer }

// known returns the extension's answer that came with the observation, else the
// companion's.
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

// unfit returns the reason against the extension's answer, empty if it is usable.
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

// reason restricts reasons from outside to the known ones.
func reason(why string) string {
	switch why {
	case wire.WhyBehind, wire.WhySlow:
		return why
	}
	return wire.WhyFailed
}

// answer adds memory to a page's description, each item once per session.
func (a *Agent) answer(ctx context.Context, o *types.Observation, q *inquiry, result *tool.DescribeResult) error {
	known, err := a.known(ctx, o, q)
	if err != nil {
		return fault(err, types.CodeInternal, types.CodeInternal)
	}
	result.PriorKnowledge, result.Flow = known.PriorKnowledge, known.Flow
	a.noteSuggestions(known.PriorKnowledge)
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

// maxBriefed bounds the origins of a session whose site memory is marked as given.
const maxBriefed = 200
