package capture

import (
	"slices"

	"cairn/shared/types"
)

// flowReasons lists the reasons for which a run can stop.
var flowReasons = []types.FlowReason{
	types.FlowMissing, types.FlowAmbiguous, types.FlowChanged, types.FlowScreenGone, types.FlowDialog, types.FlowError,
	types.FlowNeedsParam, types.FlowRisky, types.FlowCancelled, types.FlowFailed, types.FlowNoEffect, types.FlowUnknown, types.FlowDoneBefore,
}

// flowRuns returns the newest runs of a session, with valid names and reasons.
func flowRuns(runs []types.FlowRun) []types.FlowRun {
	runs = slices.Clone(runs[max(0, len(runs)-types.MaxFlowRuns):])
	for i := range runs {
		r := &runs[i]
		r.Flow, r.Digest = authorText(r.Flow, maxName), commit(r.Digest)
		r.Stops = slices.DeleteFunc(slices.Clone(r.Stops[:min(len(r.Stops), maxAdvice)]), func(s types.FlowReason) bool {
			return !slices.Contains(flowReasons, s)
		})
	}
	return runs
}
