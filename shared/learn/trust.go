package learn

import "cairn/shared/types"

// Trust falls as spec 003 says and rises more slowly: a failure is surer
// evidence than a success, which may have other reasons.
const (
	trustFall  = 0.95
	trustRise  = 1.02
	trustFloor = 0.5
	trustFull  = 1.0

	// cautionBelow is the trust under which a planner is warned (spec 003).
	cautionBelow = 0.9
)

// failed lowers an item's trust after a failure.
func failed(item *types.KBItem) { item.TrustScore = max(trustFloor, item.TrustScore*trustFall) }

// verified raises an item's trust after a success that was seen.
func verified(item *types.KBItem) { item.TrustScore = min(trustFull, item.TrustScore*trustRise) }
