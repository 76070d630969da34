package main

import (
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

// TestStatsAreReadable prints figures as a person sees them.
func TestStatsAreReadable(t *testing.T) {
	tally := types.AdviceTally{Steps: 30, Advised: 20, Promised: 0.78, First: 15, Any: 17, Worked: 16, Failed: 1, Again: 3, StepsSaved: 9, Counted: 2, LooksSaved: -1}
	cases := []struct {
		name  string
		stats types.AdviceStats
		want  string
	}{
		{"nothing yet", types.AdviceStats{AdviceTally: types.AdviceTally{Steps: 4}}, `
no suggestion has been given yet (4 steps by agents)
Suggestions come with mm_describe_screen and at the end of an action's answer, from the second run of a flow on.
`},
		{"two sites", types.AdviceStats{AdviceTally: tally,
			Sites:       []types.AdviceGroup{{Name: "https://wallet.example", AdviceTally: tally}, {Name: "https://a.example", AdviceTally: types.AdviceTally{Steps: 2}}},
			Days:        []types.AdviceGroup{{Name: "2026-01-16", AdviceTally: tally}},
			Calibration: []types.CalibrationBin{{From: 0.3, Given: 5, Followed: 2, Mean: 0.36}, {From: 0.9, Given: 15, Followed: 13, Mean: 0.943}}}, `
                 steps by agents  with a suggestion  followed  and it worked  flows run  stopped
  last 7 days    30               20                 17        16             0          0
  7 days before  0                0                  0         0              0          0

agents acted 20 times with a suggestion at hand:
     15   75 %  did what was suggested first
     17   85 %  did one of the things suggested
     16   80 %    and it worked
      1    5 %    and it failed
      3   15 %  did something else
measured in 3 repeated runs, each against the first run of its goal: 9 steps fewer, 1 look at a page more (counted in 2 of them)

                    site  steps  advised  promised  first   any  worked  failed  ignored  saved: looks  steps
  https://wallet.example     30       20      78 %   75 %  85 %      16       1        3            -1      9
       https://a.example      2        0       0 %    0 %   0 %       0       0        0             0      0

         day  steps  advised  promised  first   any  worked  failed  ignored  saved: looks  steps
  2026-01-16     30       20      78 %   75 %  85 %      16       1        3            -1      9

  confidence  given  promised  followed
  0.3 to 0.4      5      36 %      40 %
  0.9 to 1.0     15      94 %      87 %
`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			if err := printStats(&out, &c.stats, time.Date(2026, 1, 20, 9, 0, 0, 0, time.UTC)); err != nil {
				t.Fatal(err)
			}
			if got := "\n" + out.String(); got != c.want {
				t.Errorf("printed%s\nwant%s", got, c.want)
			}
		})
	}
}
