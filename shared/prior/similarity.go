package prior

import (
	"net/url"
	"slices"
	"strings"

	"cairn/shared/types"
)

// Spec 002 section 4.2's signals of the similarity between a step's screen and the present
// one. They decide which earlier steps are shown as similar. Votes decide the next action
// (DESIGN 9.9).
const (
	simScreen  = 8 // same screen, unless unknown
	simRoute   = 6 // the URLs share a word of their route
	simTestID  = 3 // per shared test id
	simName    = 2 // per shared role and name
	simAction  = 2 // an action rather than waiting or navigation's like
	simTestIDs = 3 // the most shared test ids that count
	simNames   = 2 // the most shared names that count

	simMax = simScreen + simRoute + simTestID*simTestIDs + simName*simNames + simAction
)

// Floors of similarity below which a step is not shown. Any action at all scores 2. Where
// both screens are known and differ, the menus that a whole site shares can add 15, so that
// simElsewhere is higher.
const (
	simFloor     = 9  // of 29: 0.31
	simElsewhere = 16 // of 29: 0.55
)

// sameScreen reports whether two names are of one screen; unknown screens never match
// (DESIGN 4).
func sameScreen(a, b string) bool {
	return a == b && known(a)
}

// direct reports whether a is among the tools that spec 002 prefers.
func (a action) direct() bool {
	return a == actionClick || a == actionType || a == actionPress || a == actionHover || a == actionDrag || a == actionUpload || a == actionWaitFor
}

// enoughAlike reports whether a record is similar enough to be shown.
func (q *question) enoughAlike(r *record, score int) bool {
	then := r.place.screen
	elsewhere := then != q.screen && known(then) && known(q.screen)
	return score >= simElsewhere || score >= simFloor && !elsewhere
}

// known reports whether a screen has a name.
func known(screen string) bool { return screen != "" && screen != types.UnknownScreen }

// similarity returns spec 002's score of an earlier step against the present page, 0 to
// 29, from the index.
func (q *question) similarity(r *record) int {
	score := 0
	at := q.at(r.place)
	if at.here {
		score += simScreen
	}
	if at.near {
		score += simRoute
	}
	if r.page != nil {
		q.overlap(r.page)
		score += simTestID * min(simTestIDs, r.page.sharedIDs)
		score += simName * min(simNames, r.page.sharedNames)
	}
	if r.action.direct() {
		score += simAction
	}
	return score
}

// maxRoute bounds the words of a route.
const maxRoute = 8

// route returns the words of a URL that name a place: of the hash where it is a path, else
// of the path. It omits ids, because they identify an item, not a place.
func route(raw string) []string {
	var out []string
	for _, w := range strings.Split(strings.ToLower(routePath(raw)), "/") {
		if saysWhere(w) && len(out) < maxRoute && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// saysWhere reports whether a segment is a word of a route.
func saysWhere(w string) bool {
	return len(w) > 1 && len(w) < 32 && !strings.ContainsAny(w, "0123456789")
}

// routePath returns the part of an address that is a route: the hash where it is a
// path, else the path.
func routePath(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	if hash := strings.TrimPrefix(u.Fragment, "!"); strings.HasPrefix(hash, "/") {
		path, _, _ := strings.Cut(hash, "?")
		return path
	}
	return u.Path
}
