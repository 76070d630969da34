package main

import (
	"strings"
	"testing"

	"cairn/shared/types"
)

func TestExplanationIsALineForEachWord(t *testing.T) {
	var b strings.Builder
	explainTo(&b, "  ", 1130, []types.ScoreReason{
		{Term: "acount~account", Field: "goal", Score: 700},
		{Term: "acount~accounts", Field: "a11y", Score: 180},
		{Term: "acount", Field: "bound", Score: -60},
		{Term: "send", Field: "testId", Score: 512},
		{Term: "send", Field: "bound", Score: -92},
		{Term: "", Field: "whole step", Score: -10},
		{Term: "", Field: "after better steps", Score: -100},
	})
	want := `  score 1130
    acount                820  goal 700 (account), a11y 180 (accounts), levelled off -60
    send                  420  testId 512, levelled off -92
    whole step            -10
    after better steps   -100
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
