package prior

import (
	"testing"

	"cairn/testdata/siblings"
)

// TestAnotherObjectIsNotSure has sessions come whose goals differ from known ones in
// the object, others with the same aim as somebody before, and others who tell one of
// many tasks in other words. The first suggestion is mostly right; a suggestion
// with confidence is hardly ever wrong: for another object at most once in fifteen.
func TestAnotherObjectIsNotSure(t *testing.T) {
	siblings.Want(t, siblings.Measure(t, func() siblings.Memory { return New() }), map[string]siblings.Sureness{
		"ask chosen": {Right: 53, Sure: 40}, "ask held": {Right: 56, Sure: 35},
		"again chosen": {Right: 13, Sure: 13}, "again held": {Right: 17, Sure: 14},
		"retold chosen": {Right: 13, Sure: 2}, "retold held": {Right: 14, Sure: 5, Wrong: 1},
	})
}

// TestAnUnrelatedGoalIsNotSure has goals of other applications come to a page with one known
// task: hardly any is led that task's way with confidence, unless it shares a word with it.
func TestAnUnrelatedGoalIsNotSure(t *testing.T) {
	asked, sure := siblings.Unrelated(t, func() siblings.Memory { return New() })
	if asked < 1000 || sure > 27 {
		t.Errorf("%d of %d unrelated goals were led a known way with confidence", sure, asked)
	}
}
