package worth

import (
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

var looks = [2]int{6, 0}

// TestPrint shows runs that were done, and days by week.
func TestPrint(t *testing.T) {
	run := func(outcome types.SessionOutcome, calls int, r types.TaskRun) types.TaskRun {
		r.Outcome, r.Calls = outcome, calls
		return r
	}
	first := run(types.SessionDone, 16, types.TaskRun{Seconds: 12.25, Cost: types.Cost{Tokens: 2700, Looks: &looks[0]}})
	last := run(types.SessionDone, 3, types.TaskRun{Cost: types.Cost{Tokens: 400, Looks: &looks[1]}})
	tally := types.AdviceTally{Steps: 5, Advised: 4, Any: 3, Worked: 2, FlowsOK: 1, FlowsStopped: 2}
	s := &types.AdviceStats{
		Tasks: []types.TaskRuns{
			{Title: "Send {amount} ETH", Count: 4, Runs: []types.TaskRun{run(types.SessionFailed, 40, types.TaskRun{}), first, run("", 1, types.TaskRun{}), last}},
			{Title: strings.Repeat("Ünder\nway ", 9), Count: 2, Runs: []types.TaskRun{first, run("", 1, types.TaskRun{})}},
		},
		Days: []types.AdviceGroup{{Name: "2026-01-06", AdviceTally: tally}, {Name: "2026-01-07", AdviceTally: tally}, {Name: "2026-01-13", AdviceTally: tally}, {Name: "2026-01-14", AdviceTally: tally}, {Name: "2026-01-20", AdviceTally: tally}},
	}
	want := `
cost of repeated tasks: the first run that was done → the last one
  task                                              runs  done  tool calls  tokens (estimated)  looks at pages  seconds
  Send {amount} ETH                                 4     2     16 → 3      2700 → 400          6 → 0           12.2 → ?
  Ünder way Ünder way Ünder way Ünder way Ünder w…  2     1     –           –                   –               –

                 steps by agents  with a suggestion  followed  and it worked  flows run  stopped
  last 7 days    10               8                  6         4              6          4
  7 days before  10               8                  6         4              6          4

`
	var out strings.Builder
	if err := Print(&out, s, time.Date(2026, 1, 20, 9, 0, 0, 0, time.UTC)); err != nil || "\n"+out.String() != want {
		t.Errorf("printed (%v)\n%s\nwant%s", err, out.String(), want)
	}
	out.Reset()
	if err := Print(&out, &types.AdviceStats{}, time.Now()); err != nil || out.Len() != 0 {
		t.Errorf("nothing to compare prints %q (%v)", out.String(), err)
	}
}

// TestSideBySide compares known figures alone.
func TestSideBySide(t *testing.T) {
	first := types.TaskRun{Cost: types.Cost{Calls: 16, Tokens: 2700, Looks: &looks[0]}}
	last := types.TaskRun{Seconds: 2, Cost: types.Cost{Calls: 3, Tokens: 3000, Looks: &looks[1]}}
	want := `
                        without   with
           tool calls        16      3   -81 %
   tokens (estimated)      2700   3000   +11 %
       looks at pages         6      0   -100 %
              seconds         ?    2.0
`
	var out strings.Builder
	if err := SideBySide(&out, "without", "with", first, last); err != nil || "\n"+out.String() != want {
		t.Errorf("printed (%v)\n%q\nwant\n%q", err, out.String(), want)
	}
}
