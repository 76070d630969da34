package types

import "testing"

func TestWithFlowRunReplacesARunAndDropsTheOldest(t *testing.T) {
	var runs []FlowRun
	for i := range MaxFlowRuns + 2 {
		runs = WithFlowRun(runs, FlowRun{Flow: "send", From: Time(i)})
	}
	before := runs[0].From
	again := WithFlowRun(runs, FlowRun{Flow: "again", From: runs[0].From})
	if len(runs) != MaxFlowRuns || runs[0].From != 2 || runs[MaxFlowRuns-1].From != MaxFlowRuns+1 {
		t.Errorf("after %d runs: %+v", MaxFlowRuns+2, runs)
	}
	if len(again) != MaxFlowRuns || again[MaxFlowRuns-1].Flow != "again" || again[0].From != 3 {
		t.Errorf("a run stored again: %+v", again)
	}
	if runs[0].From != before {
		t.Error("the runs given have changed")
	}
}
