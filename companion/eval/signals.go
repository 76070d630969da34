package eval

import (
	"fmt"
	"io"

	"cairn/shared/prior"
)

// Signals replays a file of recorded sessions and writes three tables: how often the
// action taken was suggested, the cost of leaving out each signal of the model, and
// the accuracy of confidence. The sessions' own actions are the outcomes of the
// suggestions: confidence learns from them during the replay.
func Signals(file string, set Setting, out io.Writer) error {
	rows, err := readTrial(file)
	if err != nil {
		return err
	}
	w := &table{out: out}
	whole := trial(rows, set, modelled(prior.DefaultModel()))
	w.printf("%d actions asked about. hit@n: the action taken was among the first n suggested.\n", whole.asked)
	w.printf("off, Brier: how far the confidence of first suggestions was from what came of them.\n\n")
	w.printf("%-12s %7s %7s %7s %7s\n", "all signals", "hit@1", "hit@5", "off", "Brier")
	w.printf("%-12s %7.3f %7.3f %7.3f %7.3f\n", "", share(whole.first, whole.asked), share(whole.five, whole.asked), off(whole.firsts), whole.brier())
	w.printf("without\n")
	for _, name := range prior.Signals() {
		model := prior.DefaultModel()
		model.Silence(name)
		o := trial(rows, set, modelled(model))
		w.printf("  %-10s %+7.3f %+7.3f %+7.3f %+7.3f\n", name, share(o.first, o.asked)-share(whole.first, whole.asked),
			share(o.five, o.asked)-share(whole.five, whole.asked), off(o.firsts)-off(whole.firsts), o.brier()-whole.brier())
	}
	w.printf("\n%-10s   first suggestions      all suggestions\n", "confidence")
	w.printf("%-10s %6s %6s %6s   %6s %6s %6s\n", "", "given", "mean", "used", "given", "mean", "used")
	for i := range whole.bins {
		if whole.bins[i].given > 0 {
			w.printf("%.1f to %.1f %s   %s\n", float64(i)/10, float64(i+1)/10, whole.firsts[i], whole.bins[i])
		}
	}
	seen := whole.warnedOf
	w.printf("\nwarnings: of %d attempts on targets warned of %d failed (%.0f %%; %d targets, %d sessions, %d sites);\nof %d good attempts %d (%.1f %%) were warned of\n",
		whole.warned, whole.warnedBad, 100*share(whole.warnedBad, whole.warned), len(seen.targets), len(seen.sessions), len(seen.sites),
		whole.good, whole.goodWarned, 100*share(whole.goodWarned, whole.good))
	return w.err
}

// String returns the cells of a table: the number, the promised and the used share.
func (b bin) String() string {
	if b.given == 0 {
		return fmt.Sprintf("%6d %6s %6s", 0, "", "")
	}
	return fmt.Sprintf("%6d %6.2f %6.2f", b.given, b.confidence/float64(b.given), share(b.used, b.given))
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
