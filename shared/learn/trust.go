package learn

import (
	"slices"

	"cairn/shared/types"
)

// Trust falls as in spec 003 and rises more slowly: a failure is stronger evidence
// than a success, which may have other reasons.
const (
	trustFall  = 0.95
	trustRise  = 1.02
	trustFloor = 0.5
	trustFull  = 1.0
	// trustStart is the trust of a recipe from one session (DESIGN 9.18). A catalog's row
	// starts at trustFull: a person wrote it.
	trustStart = 0.5

	// cautionBelow is the trust below which the planner gets a warning (spec 003).
	cautionBelow = 0.9
)

// maxHistory is the number of stored changes of an item's trust, the newest: about as
// many as a chart can show, and a few kilobytes in an edit.
const maxHistory = 100

// failed lowers an item's trust because of a learning.
func failed(item *types.KBItem, l *types.Learning) {
	why := types.TrustFailed
	switch {
	case l.Guess > 0:
		why = types.TrustGuessed
	case l.Human():
		why = types.TrustCorrected
	}
	note(item, types.TrustChange{At: l.Timestamp, Why: why, Origin: l.Origin, Screen: l.Screen})
}

// verified raises an item's trust after a recorded success.
func verified(item *types.KBItem, at types.Time, origin string) {
	note(item, types.TrustChange{At: at.String(), Why: types.TrustWorked, Origin: origin})
}

// note changes an item's trust and adds the change to its history. It copies the list,
// because edits share theirs.
func note(item *types.KBItem, c types.TrustChange) {
	c.From = item.TrustScore
	c.To = nextTrust(c)
	item.TrustScore = c.To
	history := append(slices.Clip(item.TrustHistory), c)
	item.TrustHistory = history[max(0, len(history)-maxHistory):]
}

// nextTrust returns the trust after a change.
func nextTrust(c types.TrustChange) float64 {
	switch c.Why {
	case types.TrustFailed, types.TrustGuessed, types.TrustCorrected:
		return max(trustFloor, c.From*trustFall)
	case types.TrustWorked:
		return min(trustFull, c.From*trustRise)
	}
	return c.To
}

// setTrust records that an edit replaced an item by one of other trust. It keeps the
// old history unless the new item has one.
func setTrust(item, old *types.KBItem, at types.Time) {
	if len(item.TrustHistory) > 0 || item.TrustScore == old.TrustScore {
		if len(item.TrustHistory) == 0 {
			item.TrustHistory = old.TrustHistory
		}
		return
	}
	to := item.TrustScore
	item.TrustScore, item.TrustHistory = old.TrustScore, old.TrustHistory
	note(item, types.TrustChange{At: at.String(), Why: types.TrustSet, To: to})
}

// trustWithout removes the changes at some origins from an item's trust and recomputes
// it from the others. It reports whether there were any.
func trustWithout(item *types.KBItem, here func(origin string) bool) bool {
	goes := func(c types.TrustChange) bool { return c.Origin != "" && here(c.Origin) }
	if !slices.ContainsFunc(item.TrustHistory, goes) {
		return false
	}
	trust := item.TrustHistory[0].From
	var kept []types.TrustChange
	for _, c := range item.TrustHistory {
		if goes(c) {
			continue
		}
		c.From = trust
		c.To = nextTrust(c)
		trust = c.To
		kept = append(kept, c)
	}
	item.TrustScore, item.TrustHistory = trust, kept
	return true
}
