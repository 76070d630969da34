package prior

import (
	"maps"
	"slices"
	"time"

	"cairn/shared/types"
)

// A member of a team may err or lie. Trust in one moves by results here: a first
// suggestion for which that member alone spoke was done and worked, or it was not. It is
// computed from the own steps that such suggestions preceded, never stored, so a deleted
// step leaves nothing behind. Results on all sites count, because a liar could otherwise
// mislead on each site in turn. Bad results on one site alone count there only: the site
// may have changed.
// Members' opinions of each other could be lies and do not count.

// Bounds of the results that count for trust in an author.
const (
	maxOfAuthor  = 64
	authorWindow = 30 * 24 * time.Hour // whom older results set aside is tried again
)

// adviser returns the member of a team who alone spoke for the first suggestion before r.
func (r *record) adviser() string {
	if a := r.step.Advice; a != nil && r.step.Actor == types.ActorAgent {
		return a.By
	}
	return ""
}

func (o *origin) addResult(r *record) {
	if by := r.adviser(); by != "" {
		if o.authors == nil {
			o.authors = map[string][]*record{}
		}
		o.authors[by] = insert(o.authors[by], r)
	}
}

func (o *origin) dropResult(r *record) {
	if by := r.adviser(); by != "" {
		if o.authors[by] = remove(o.authors[by], r); len(o.authors[by]) == 0 {
			delete(o.authors, by)
		}
	}
}

// An author is set aside everywhere by bad results on two sites, four in all, and three for
// each good one: honest authors fail, too.
const (
	sitesOfLies = 2
	strikes     = 4
)

// trusted is the weight of an author by the results of suggestions, and whether the author
// is set aside for them.
type trusted struct {
	weight int
	aside  bool
}

// trust returns how an author is trusted on the question's origin.
func (q *question) trust(author string) trusted {
	t, ok := q.trusts[author]
	if !ok {
		t = q.trustAnywhere(author)
		t.aside = t.aside || q.trustOn(q.origin, author) < q.model.TeamLeast
		if q.trusts == nil {
			q.trusts = map[string]trusted{}
		}
		q.trusts[author] = t
	}
	return t
}

// trustAnywhere returns how the results on all origins have an author trusted on each.
func (q *question) trustAnywhere(author string) (t trusted) {
	worked, failed, bad := 0, 0, 0
	for _, o := range q.origins {
		if len(o.authors[author]) == 0 {
			continue
		}
		q.eachResult(o, author, func(ok bool) {
			if ok {
				worked++
			} else {
				failed++
			}
		})
		on := q.trustOn(o, author)
		if t.weight += on; on < 0 {
			bad++
		}
	}
	return trusted{min(q.model.TeamMost, t.weight), bad >= sitesOfLies && failed >= strikes && failed > 3*worked}
}

// trustOn returns the weight of an author by the results on one origin.
func (q *question) trustOn(o *origin, author string) (weight int) {
	q.eachResult(o, author, func(worked bool) {
		if worked {
			weight = min(q.model.TeamMost, weight+q.model.TeamRight)
		} else {
			weight += q.model.TeamWrong
		}
	})
	return weight
}

// AuthorResults are the results of the suggestions for which a member of a team alone
// spoke, and the origins of the member's steps where they set these aside.
type AuthorResults struct {
	Worked, Failed int
	AsideAt        []string
}

// Authors returns the results of members, by their ids.
func (e *Engine) Authors(now types.Time) map[string]AuthorResults {
	out := map[string]AuthorResults{}
	everywhere := map[string]bool{}
	q := question{model: &e.model, now: now, origins: e.origins}
	for _, o := range e.origins {
		for author := range o.authors {
			all := out[author]
			q.eachResult(o, author, func(worked bool) {
				if worked {
					all.Worked++
				} else {
					all.Failed++
				}
			})
			out[author] = all
		}
	}
	for author := range out {
		everywhere[author] = q.trustAnywhere(author).aside
	}
	for _, name := range slices.Sorted(maps.Keys(e.origins)) {
		o := e.origins[name]
		for author, all := range out {
			if (everywhere[author] || q.trustOn(o, author) < e.model.TeamLeast) && o.has(author) {
				all.AsideAt = append(all.AsideAt, name)
				out[author] = all
			}
		}
	}
	return out
}

// has reports whether an author has steps on an origin.
func (o *origin) has(author string) bool {
	return slices.ContainsFunc(o.visits, func(v *visit) bool {
		return v.session.foreign() && v.session.meta.From.Author == author
	})
}

// eachResult visits the newest results of an author's suggestions on an origin that count,
// in order.
func (q *question) eachResult(o *origin, author string, visit func(worked bool)) {
	list := o.authors[author]
	for _, r := range list[max(0, len(list)-maxOfAuthor):] {
		if q.now.Sub(r.at) <= authorWindow {
			visit(r.ok && r.step.Advice.Rank == 1)
		}
	}
}

// votes reports whether a record of another member counts: nobody set the author aside,
// and no newer sessions of that author did the same for the same goal.
func (q *question) votes(r *record) bool {
	author := r.session.meta.From.Author
	if q.trust(author).aside {
		return false
	}
	key := said{author, r.session.goalKey, r.place, r.aim, r.action}
	by := q.said[key]
	if r.session == by.last {
		return true
	}
	if by.sessions == maxSaid {
		return false
	}
	if q.said == nil {
		q.said = map[said]speech{}
	}
	q.said[key] = speech{by.sessions + 1, r.session}
	return true
}

// maxSaid bounds the sessions of one author that vote for one action in one place for one
// goal, newest first: repetition is no evidence.
const maxSaid = 2

type said struct {
	author, goal string
	place        *place
	aim          *target
	action       action
}

type speech struct {
	sessions int
	last     *session
}
