package eval

import (
	"fmt"
	"io"

	"cairn/shared/prior"
)

// Signals replays a file of recorded sessions and writes three tables: how often
// the action really taken was suggested, what it costs to leave out each signal
// of the model, and whether confidence keeps its word.
func Signals(file string, set Setting, out io.Writer) error {
	rows, err := readTrial(file)
	if err != nil {
		return err
	}
	w := &table{out: out}
	whole := trial(rows, set, prior.DefaultModel())
	w.printf("%-10s %6s %7s %7s\n", "without", "asked", "hit@1", "hit@5")
	w.printf("%-10s %6d %7.3f %7.3f\n", "nothing", whole.asked, share(whole.first, whole.asked), share(whole.five, whole.asked))
	for _, name := range prior.Signals() {
		model := prior.DefaultModel()
		model.Silence(name)
		o := trial(rows, set, model)
		w.printf("%-10s %6d %+7.3f %+7.3f\n", name, o.asked, share(o.first, o.asked)-share(whole.first, whole.asked),
			share(o.five, o.asked)-share(whole.five, whole.asked))
	}
	w.printf("\n%-10s %6s %6s %6s\n", "confidence", "given", "mean", "used")
	for i, b := range whole.bins {
		if b.given > 0 {
			w.printf("%.1f to %.1f %6d %6.2f %6.2f\n", float64(i)/10, float64(i+1)/10, b.given, b.confidence/float64(b.given), share(b.used, b.given))
		}
	}
	w.printf("\nwarnings: %d attempts on targets warned of, %d of them failed; %d of %d good attempts were warned of\n",
		whole.warned, whole.warnedBad, whole.goodWarned, whole.good)
	return w.err
}

// table keeps the first error of many writes.
type table struct {
	out io.Writer
	err error
}

func (t *table) printf(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.out, format, args...)
	}
}

func share(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }
