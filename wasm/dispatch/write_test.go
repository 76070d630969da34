package dispatch

import (
	"encoding/json"
	"math"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestStepsAreWrittenAsPackageJSONWritesThem compares with encoding/json.
func TestStepsAreWrittenAsPackageJSONWritesThem(t *testing.T) {
	long := make([]types.StepSummary, 100)
	for i := range long {
		long[i] = types.StepSummary{SessionID: "mm-1", Score: float64(i), MatchedFields: make([]string, i%3), Explain: make([]types.ScoreReason, i%4)}
	}
	for name, steps := range map[string][]types.StepSummary{
		"none": {}, "bare": {{}}, "a hundred": long,
		"whole": {{SessionID: "mm-1", StepID: "s", Timestamp: 1770091506007, Tool: "mm_click", Screen: "home", Snippet: "match: target:button:\"Send\"", MatchedFields: []string{"a", ""}, SessionGoal: "g",
			Score: 7, Explain: []types.ScoreReason{{Term: "a~b", Field: "goal", Score: -1.5}, {Score: 1e21}, {Score: 3}}}},
		"times":   {{Timestamp: -1}, {Timestamp: math.MaxInt32 * 1e6}, {Timestamp: 253402300800000}},
		"numbers": {{Score: -3}, {Score: 0.1}, {Score: 1 << 50}, {Score: -1 << 50}, {Score: 1e-9}, {Score: math.Copysign(0, -1)}, {Score: math.MaxFloat64}},
	} {
		t.Run(name, func(t *testing.T) { sameSteps(t, steps) })
	}
}

func sameSteps(t *testing.T, steps []types.StepSummary) {
	t.Helper()
	want, err := json.Marshal(wire.CoreReply{Steps: steps})
	if err != nil {
		t.Fatal(err)
	}
	if got := appendSteps(nil, steps); string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestEveryByteIsWrittenAsItMust puts each byte in every place of the eight that are
// looked at together.
func TestEveryByteIsWrittenAsItMust(t *testing.T) {
	for c := range 256 {
		for at := range 10 {
			text := []byte("abcdefgh12")
			text[at] = byte(c)
			want, err := json.Marshal(string(text))
			if err != nil {
				t.Fatal(err)
			}
			if got := appendText(nil, string(text)); string(got) != string(want) {
				t.Errorf("got %s, want %s", got, want)
			}
		}
	}
}

// FuzzAppendSteps holds it to encoding/json for any text and number.
func FuzzAppendSteps(f *testing.F) {
	for _, s := range []string{"", "plain", "\"\\\b\f\n\r\t\x00\x1f\x7f", "<b>&amp;", "café 搜索 \U0001f600", "\u2027\u2028\u2029\u202a", "\xff\xc3", "\ufffd", "ab\xe2\x80"} {
		f.Add(s, s, int64(1770091506007), 12.5)
	}
	f.Fuzz(func(t *testing.T, a, b string, at int64, score float64) {
		if math.IsNaN(score) || math.IsInf(score, 0) {
			t.Skip()
		}
		s := types.StepSummary{SessionID: a, StepID: b, Timestamp: types.Time(at), Tool: b, Screen: a, Snippet: a + b, MatchedFields: []string{b, a}, SessionGoal: b,
			Score: score, Explain: []types.ScoreReason{{Term: a, Field: b, Score: -score}}}
		if _, err := s.Timestamp.MarshalJSON(); err != nil {
			t.Skip()
		}
		sameSteps(t, []types.StepSummary{s, {Snippet: b}})
	})
}
