package prior

import (
	"maps"
	"slices"
	"time"

	"cairn/shared/types"
)

// A member of a team may err or lie. Trust in one moves by what happened here: a first
// suggestion for which that member alone spoke was done and worked, or it was not. It is
// computed from the own steps on the site that such suggestions preceded, never stored, so
// both cores agree, and a deleted step leaves nothing behind. Members' opinions of each
// other could be lies and do not count.

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

// trust returns the weight of an author by the results of suggestions, and whether the
// author is set aside for them.
func (q *question) trust(author string) (weight int, aside bool) {
	t, ok := q.trusts[author]
	if !ok {
		q.eachResult(author, func(worked bool) {
			if worked {
				t = min(q.model.TeamMost, t+q.model.TeamRight)
			} else {
				t += q.model.TeamWrong
			}
		})
		if q.trusts == nil {
			q.trusts = map[string]int{}
		}
		q.trusts[author] = t
	}
	return t, t < q.model.TeamLeast
}

// AuthorResults are the results of the suggestions for which a member of a team alone
// spoke, and the origins where they set the member aside.
type AuthorResults struct {
	Worked, Failed int
	AsideAt        []string
}

// Authors returns the results of members, by their ids.
func (e *Engine) Authors(now types.Time) map[string]AuthorResults {
	out := map[string]AuthorResults{}
	for _, name := range slices.Sorted(maps.Keys(e.origins)) {
		q := question{model: &e.model, now: now, origin: e.origins[name]}
		for author := range q.origin.authors {
			all := out[author]
			q.eachResult(author, func(worked bool) {
				if worked {
					all.Worked++
				} else {
					all.Failed++
				}
			})
			if _, aside := q.trust(author); aside {
				all.AsideAt = append(all.AsideAt, name)
			}
			out[author] = all
		}
	}
	return out
}

// eachResult visits the newest results of an author's suggestions that count, in order.
func (q *question) eachResult(author string, visit func(worked bool)) {
	list := q.origin.authors[author]
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
	if _, aside := q.trust(author); aside {
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
