package prior

import (
	"encoding/json"
	"testing"
)

// usualAnswer bounds an answer where names are of the usual length.
const usualAnswer = 8_000

// TestAnswersStaySmallOnALargeStore asks a store of 100,000 steps about many
// pages: every answer is within its caps and small.
func TestAnswersStaySmallOnALargeStore(t *testing.T) {
	e, asks := benchStore(100_000)
	largest := 0
	for _, ask := range asks {
		p := e.Suggest(day, ask)
		checkAnswer(t, p)
		if p == nil || len(p.SimilarSteps) != maxSimilar {
			t.Fatalf("it says %+v", p)
		}
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		largest = max(largest, len(text))
	}
	if largest > usualAnswer {
		t.Errorf("the largest answer has %d bytes", largest)
	}
	t.Logf("at most %d bytes", largest)
}
