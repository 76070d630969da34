package prior

import (
	"cmp"
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// Bounds of fresh candidates.
const (
	maxFresh   = 5 // candidates that are proposed
	minNamed   = 6 // sixteenths of a name that the goal must have
	minHabit   = 4 // earlier actions of sessions with a goal: with fewer there is no habit
	habitScale = 64

	maxNested    = 3 // elements of one name that are a row, an option and its text
	maxRun       = 4 // adjacent words of the goal in a name that count
	minHabitNext = 2 // actions that came next: with fewer there is no habit
	minNamedNext = 3 // sixteenths of a name that the goal must have where there is one
)

// fresh returns candidates for elements of the page that were never used but that the goal
// names. Their weight is a learned habit, not a guess: the share of earlier actions
// here whose goal named their target. Where memory is in doubt, elements that the goal names
// are proposed without the habit. If sessions at the asker's position each used a different
// element that their goal named, the element that the asker's goal names is the next step:
// the option that contains the typed text. Elements that the goal names by a minor part of
// their names are spare, and where nobody typed on this screen yet, its empty fields and
// unchecked boxes.
func (q *question) fresh(doubt uint64) []candidate {
	habit, next := q.habit(), q.habitNext()
	if habit+next == 0 && doubt == 0 || len(q.named) == 0 {
		return nil
	}
	acted := q.passiveActedOn()
	untyped := !slices.ContainsFunc(q.evidence, func(r *record) bool { return r.action == actionType && q.here(r) })
	var list []candidate
	var keys []string
	for i := range q.obs.A11y.Nodes {
		n := &q.obs.A11y.Nodes[i]
		if i >= maxPageNodes {
			break
		}
		if n.Disabled || passive(n.Role) && !slices.Contains(acted, n.Role) || len(n.Name) > maxName {
			continue
		}
		key := nameKey(n.Role, n.Name)
		if several := q.view.count(key); key == "" || several > 1 && (next == 0 || several > maxNested || slices.Contains(keys, key)) || q.used(key, n.TestID) {
			continue
		}
		keys = append(keys, key)
		named, apart, run := q.namesNode(n)
		if named == 0 && !(untyped && roleGroup(n.Role) != 'c' && !n.Filled && n.Checked != "true") {
			continue
		}
		spare := named < minNamed && (next == 0 || named < minNamedNext)
		if named > 0 && q.otherNumber(n.Name) {
			continue
		}
		c := candidate{listed: true, spare: spare, unnamed: named == 0,
			named: apart, action: actionClick, name: &types.Target{TestID: n.TestID, Role: n.Role, Name: n.Name}}
		if list, in := listOf(n); in {
			if list == "" {
				continue
			}
			c.action, c.name = actionType, &types.Target{Role: "combobox", Name: list}
		} else if roleGroup(n.Role) == 'i' {
			c.action = actionType
		}
		w := q.model.Fresh + q.model.FreshBy*named + q.model.FreshRun*max(0, min(run, maxRun)-1)
		c.score = exp2(w)/habitScale*uint64(habit) + exp2(w+q.model.Prev)/habitScale*uint64(next)
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		return cmp.Or(a.class(true)-b.class(true), cmp.Compare(b.score, a.score), b.named-a.named)
	})
	return list[:min(len(list), maxFresh)]
}

// listOf reports whether an option is in a closed list: it is typed into the list, and cannot be pressed. The list's name is
// empty if it has none, or a long one, of which a path has only the beginning.
func listOf(n *types.A11yNode) (name string, in bool) {
	if n.Role != "option" || len(n.Path) == 0 {
		return "", false
	}
	name, in = strings.CutPrefix(n.Path[len(n.Path)-1], "combobox")
	if strings.HasSuffix(name, "…\"") {
		return "", in
	}
	return strings.Trim(name, ` "`), in
}

// passiveActedOn returns the passive roles of elements on which sessions acted on this screen: some
// sites make options of list items.
func (q *question) passiveActedOn() (roles []string) {
	for _, r := range q.evidence {
		if passive(r.name.Role) && !slices.Contains(roles, r.name.Role) && q.here(r) {
			roles = append(roles, r.name.Role)
		}
	}
	return roles
}

// habit returns the share of the evidence whose goal named its target, in habitScale parts. It
// is at least 1 where there is evidence, because an element that the goal names is then worth a
// line with low confidence.
func (q *question) habit() int {
	n, named := 0, 0
	for _, r := range q.evidence {
		if r.session == q.trail.session || len(r.session.goal) == 0 {
			continue
		}
		n++
		if r.named != 0 {
			named++
		}
	}
	if n < minHabit {
		return min(n, 1)
	}
	return max(1, habitScale*named/n)
}

// habitNext returns the same share for actions that followed the asker's position, for
// targets that the page does not show: after a name was typed, the option that contains it.
func (q *question) habitNext() int {
	n, named := 0, 0
	for _, r := range q.evidence {
		if q.inPresentRound(r) || len(r.session.goal) == 0 || !q.follows(r) || !q.here(r) {
			continue
		}
		n++
		if r.named != 0 && r.aim.seen != q.look {
			named++
		}
	}
	if n < minHabitNext {
		return 0
	}
	return habitScale * named / n
}

// otherNumber reports whether a name has a number that the goal lacks: order 4711 is not the
// order of a goal with another one.
func (q *question) otherNumber(name string) bool {
	words := wordsOf(name)
	return len(words) <= fullyNamed && slices.ContainsFunc(words, func(w string) bool { return numeric(w) && !slices.Contains(q.named, w) })
}

// used reports whether an element has records, which are then the evidence for it.
func (q *question) used(key, testID string) bool {
	if n := q.origin.elements.find(key); n != nil && (n.target != nil || len(n.aliases) > 0) {
		return true
	}
	return q.standIns[key] != nil || testID != "" && (q.origin.elements.target(testIDKey(testID)) != nil || q.standIns[testIDKey(testID)] != nil)
}

// namesNode returns how far the goal names an element, in sixteenths, how far it does so by
// words that other goals lack, and how many words of the name are adjacent in the goal. The
// second figure counts only such words: "a price below 250 dollars" does not name Prices in
// U.S. Dollar. The site's name alone names nothing.
func (q *question) namesNode(n *types.A11yNode) (named, apart, run int) {
	folded := strings.ToLower(n.Name)
	if !slices.ContainsFunc(q.named, func(w string) bool { return strings.Contains(folded, cut(w, leastStem)) }) {
		return 0, 0, 0
	}
	part, own, best, all, before, row := 0, 0, 0, 0, -1, 0
	for i, w := range text.Tokenize(n.Name) {
		if i == maxNameWords {
			break
		}
		w = text.Stem(w)
		weight := int(q.origin.telling(w))
		at := slices.IndexFunc(q.named, func(g string) bool { return akin(g, w) })
		if at < 0 || before >= 0 && at != before+1 && at != before {
			own, row = 0, 0
		}
		if at >= 0 {
			if at != before && weight > siteName {
				row++
			}
			part += weight
			own += weight * q.content(w) / q.content("")
			best, run = max(best, own), max(run, row)
		}
		before = at
		all += weight
	}
	if part <= siteName {
		return 0, 0, 0
	}
	return 16 * part / max(1, all), 16 * best / max(1, all), run
}
