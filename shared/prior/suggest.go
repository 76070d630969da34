package prior

import (
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// suggestions returns the candidates worth a line, best first.
func (q *question) suggestions() []types.SuggestedAction {
	out := []types.SuggestedAction{}
	for _, c := range q.ranked {
		if len(out) == maxSuggested || c.share < floorOther || c.spare && len(out) == 0 && (c.best != nil || c.unnamed) {
			break
		}
		if len(out) == 0 && min(c.share, c.sure) < floorFirst && !q.worthALook(c) {
			continue
		}
		targets := q.targets(c)
		row, _, ok := q.identity(c)
		if len(targets) == 0 || !ok || q.untried(c) || c.spare && q.risky(c) || q.origin.hides() && suggests(out, c.action, targets[0]) {
			continue
		}
		says, by := q.teamSays(c)
		s := types.SuggestedAction{
			Rank:            len(out) + 1,
			Action:          c.action.String(),
			Rationale:       rationale(c) + says + q.unseen(c),
			By:              by,
			Confidence:      float64(c.sure) / promised,
			PreferredTarget: targets[0],
			Within:          row,
		}
		if c.best != nil {
			if s.At, s.To, ok = q.drop(c); !ok {
				continue
			}
			s.Submit, s.Key, s.Times = capture.Submits(c.best.step), usableText(capture.Key(c.best.step)), capture.Times(c.best.step)
			if how := capture.Click(c.best.step); c.action == actionClick && !how.Plain() {
				s.Click = &how
			}
		}
		if len(targets) > 1 {
			s.FallbackTargets = targets[1:]
		}
		out = append(out, s)
	}
	return out
}

// worthALook reports whether a candidate is given however few its votes: the page shows it, and
// others used it, or else this screen, in no flow with tags that differ from the asker's. An action
// that the asker did already is not given where most sessions ended.
func (q *question) worthALook(c *candidate) bool {
	if c.best == nil {
		return slices.ContainsFunc(q.evidence, func(r *record) bool { return q.here(r) && !q.inPresentRound(r) && q.maySuit(r.visit) })
	}
	return c.listed && c.others > 0 && (q.done(c.target, c.action) == 0 || q.ended <= q.wentOn) && q.maySuit(c.best.visit)
}

// maySuit reports whether no flow tags distinguish a session from the asker's.
func (q *question) maySuit(v *visit) bool { return len(q.flow) == 0 || !q.anotherFlow(v) }

// suggests reports whether a list has a suggestion: a hidden name and a clear one
// may be the same element's.
func suggests(list []types.SuggestedAction, a action, target types.PriorTarget) bool {
	return slices.ContainsFunc(list, func(s types.SuggestedAction) bool {
		return s.Action == a.String() && targetKey(s.PreferredTarget) == targetKey(target)
	})
}

// targetKey returns the key of a suggested target.
func targetKey(t types.PriorTarget) string {
	if t.Hint != nil {
		return nameKey(t.Hint.Role, t.Hint.Name)
	}
	return t.Type + t.Text
}

// Bounds of the texts in a suggestion: longer names are texts that could not be matched
// exactly.
const (
	maxHintName = 200
	maxTarget   = 300
	maxRole     = 40
)

// usableText returns s if an answer may contain it, else an empty string: a shortened or cleaned
// test id or selector would not match any element, and a text with orders to the reader is
// unsafe.
func usableText(s string) string {
	if len(s) > maxTarget || strings.ContainsFunc(s, invisible) || text.AddressesModel(s) {
		return ""
	}
	return s
}

// hintOf returns a target's role and name, nil when either is missing or too long.
func hintOf(t *types.Target) *types.A11yHint {
	name := capture.Clean(t.Name, maxHintName)
	if t.Role == "" || len(t.Role) > maxRole || name == "" || len(t.Name) > maxHintName || text.AddressesModel(name) {
		return nil
	}
	return &types.A11yHint{Role: t.Role, Name: name}
}

// targets returns a candidate's names, most stable first: test id, role and name, selector
// (spec 002 section 6 step 5, DESIGN 9.5). Names that the page has several times come last.
// A test id or selector is enough where the page listed the name before but not now.
func (q *question) targets(c *candidate) []types.PriorTarget {
	if at := pageTargetOf(c); at != nil {
		return at
	}
	t := c.name
	var out, doubtful []types.PriorTarget
	if id := usableText(t.TestID); id != "" && !q.unusable(c, testIDKey(id)) {
		p := types.PriorTarget{Type: types.TargetTestID, Text: id}
		switch n := q.view.count(testIDKey(id)); {
		case n == 1 || n == 0 && !c.listed:
			out = append(out, p)
		case n > 1:
			doubtful = append(doubtful, p)
		}
	}
	var selector []types.PriorTarget
	if sel := usableText(t.Selector); sel != "" && q.lasts(c, sel) && !q.unusable(c, selectorKey(sel)) {
		selector = append(selector, types.PriorTarget{Type: types.TargetSelector, Text: sel})
	}
	if hint := q.hint(t); hint != nil && !q.unusable(c, nameKey(hint.Role, hint.Name)) {
		p := types.PriorTarget{Type: types.TargetA11yHint, Hint: hint}
		switch n := q.equals(hint.Role, hint.Name); {
		case n > 1:
			doubtful = append(doubtful, p)
		case n == 0 && q.vanished(c) && len(selector) > 0:
		default:
			out = append(out, p)
		}
	}
	out = append(out, selector...)
	return append(out, doubtful...)
}

// unusable reports whether key also names another target that only ever failed, or any
// target with a warning.
func (q *question) unusable(c *candidate, key string) bool {
	key = q.origin.elements.hashed(key)
	t := q.origin.elements.target(key)
	if t != nil && t != c.target && t.failed > 0 && t.failed == len(t.records) {
		return true
	}
	return q.warnedNames()[key]
}

// warnedNames returns the keys of all names of targets with a warning.
func (q *question) warnedNames() map[string]bool {
	if q.warned == nil && len(q.avoid) > 0 {
		q.warned = map[string]bool{}
		for _, w := range q.avoid {
			n := w.last.name
			for _, k := range []string{w.target.key, nameKey(n.Role, n.Name), selectorKey(n.Selector)} {
				q.warned[q.origin.elements.hashed(k)] = true
			}
		}
	}
	return q.warned
}

// hint returns the present role and name of a target: those that the page gives for its
// test id, or those recorded.
func (q *question) hint(t *types.Target) *types.A11yHint {
	if h := q.view.of(testIDKey(t.TestID)).hint; h != nil {
		return hintOf(&types.Target{Role: h.Role, Name: h.Name})
	}
	if h := hintOf(t); h != nil {
		if t.TestID != "" && len(q.view.names) > 0 && q.view.count(nameKey(h.Role, h.Name)) == 0 {
			return nil
		}
		return h
	}
	return nil
}
