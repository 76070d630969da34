package eval

import (
	"fmt"
	"io"
	"math"
	"math/rand"
	"path/filepath"
	"slices"

	"cairn/shared/prior"
)

// calibrate fits the weights of confidence on files of recorded sessions, each
// replayed with all of memory and with other tasks only, and writes the results for
// held-out files: it leaves out each file in turn, so that no site and no kind of session
// is judged by weights fitted on its like. Surprise, the experience from first suggestions
// on a site, counts as in production.
func calibrate(files []string, out io.Writer) error {
	var all []promise
	var sets []string
	for _, file := range files {
		rows, err := readTrial(file)
		if err != nil {
			return err
		}
		for _, set := range []setting{{BySite: true, Dedupe: true}, {BySite: true, OtherFlows: true, Dedupe: true}} {
			name := file + ", all tasks"
			if set.OtherFlows {
				name = file + ", other tasks alone"
			}
			o := trial(rows, set, modelled(prior.DefaultModel()))
			for i := range o.promises {
				o.promises[i].from, o.promises[i].file = name, file
			}
			sets = append(sets, name)
			all = append(all, o.promises...)
		}
	}
	w := &table{out: out}
	held := make([]float64, len(all))
	w.printf("weights of the odds of a first suggestion, in 1/64 octaves, fitted without each file in turn\n\n")
	w.printf("%-24s %6s %9s %6s %6s\n", "without", "first", "firstOdds", "ways", "again")
	for _, file := range files {
		weights := fitPromises(all, file)
		w.printf("%-24s %s\n", filepath.Base(file), weights)
		for i := range all {
			if all[i].file == file {
				held[i] = weights.of(all[i].grounds)
			}
		}
	}
	w.printf("%-24s %s\n", "(all files)", fitPromises(all, ""))
	m := prior.DefaultModel()
	w.printf("%-24s %s\n", "in use", weights{float64(m.First), float64(m.FirstOdds), float64(m.Ways), float64(m.Again)})
	for _, from := range sets {
		reportHeld(w, from, all, held)
	}
	return w.err
}

// promise is a first suggestion, and whether it matched the action taken.
type promise struct {
	from, file string
	site       string
	grounds    prior.Grounds
	given      float64 // its confidence
	kept       bool
	alike      string // equal for promises of one thing on one screen for one task
}

// distinct lists the different values, in order.
func distinct(all []string) []string {
	out := slices.Clone(all)
	slices.Sort(out)
	return slices.Compact(out)
}

// inputCount is the number of weights in the computation of confidence.
const inputCount = 4

// weights holds those weights: first, firstOdds, ways, again.
type weights [inputCount]float64

func (w weights) String() string {
	return fmt.Sprintf("%6.0f %9.0f %6.0f %6.0f", w[0], w[1], w[2], w[3])
}

// octave is the unit of weights: 64 double the odds.
const octave = 64

// inputs returns the factors of the weights.
func inputs(g prior.Grounds) [inputCount]float64 {
	x := [inputCount]float64{1, math.Max(-8, math.Min(10, float64(g.Odds)/octave)), float64(g.Ways()) / octave}
	if g.Again {
		x[3] = 1
	}
	return x
}

func (w weights) of(g prior.Grounds) float64 {
	sum := float64(g.Surprise)
	for i, x := range inputs(g) {
		sum += w[i] * x
	}
	return min(1/(1+math.Exp2(-sum/octave)), float64(g.Bound)/10000)
}

// ridge keeps weights small if there is little data to fit them on.
const ridge = 1

// fitPromises fits the weights by logistic regression (Newton's method) on all files
// but one. A site with many sessions counts for more, but not in proportion: the
// weights must hold for unknown sites.
func fitPromises(all []promise, without string) weights {
	size := map[string]int{}
	for _, p := range all {
		size[p.from+p.site]++
	}
	var w weights
	for range 30 {
		var gradient [inputCount]float64
		var curve [inputCount][inputCount]float64
		for i := range all {
			p := &all[i]
			if p.file == without || p.grounds.Bound < prior.MostSure {
				continue
			}
			x, sure, count := inputs(p.grounds), w.of(p.grounds), 1/math.Sqrt(float64(size[p.from+p.site]))
			miss := -sure
			if p.kept {
				miss++
			}
			for a := range x {
				gradient[a] += count * 10 * miss * x[a]
				for b := range x {
					curve[a][b] += count * 10 * sure * (1 - sure) * x[a] * x[b] * math.Ln2 / octave
				}
			}
		}
		for a := 1; a < len(w); a++ {
			gradient[a] -= ridge * w[a] * math.Ln2 / octave
			curve[a][a] += ridge * math.Ln2 / octave
		}
		step := solve(curve, gradient)
		for a := range w {
			w[a] += step[a]
		}
	}
	return w
}

// solve returns x of a·x = b, by elimination; a is positive definite.
func solve(a [inputCount][inputCount]float64, b [inputCount]float64) (x [inputCount]float64) {
	n := len(b)
	for i := range n {
		for k := i + 1; k < n; k++ {
			f := a[k][i] / a[i][i]
			for j := i; j < n; j++ {
				a[k][j] -= f * a[i][j]
			}
			b[k] -= f * b[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		x[i] = b[i]
		for j := i + 1; j < n; j++ {
			x[i] -= a[i][j] * x[j]
		}
		x[i] /= a[i][i]
	}
	return x
}

// reportHeld writes the accuracy of confidence on one set of recordings: as fitted
// without its file and as in production.
func reportHeld(w *table, from string, all []promise, held []float64) {
	var fitted, inUse [10]bin
	var sure []float64
	var alike []string
	squares, squaresInUse := 0.0, 0.0
	for i, p := range all {
		if p.from != from {
			continue
		}
		sure, alike = append(sure, held[i]), append(alike, p.alike)
		fitted[tenth(held[i])].add(held[i], p.kept)
		inUse[tenth(p.given)].add(p.given, p.kept)
		squares += square(held[i], p.kept)
		squaresInUse += square(p.given, p.kept)
	}
	n := float64(max(1, len(sure)))
	w.printf("\n%s: %d first suggestions\n", from, len(sure))
	w.printf("%-10s   fitted without the file    in use\n", "confidence")
	w.printf("%-10s %6s %6s %6s   %6s %6s %6s\n", "", "given", "mean", "used", "given", "mean", "used")
	for i := range fitted {
		if fitted[i].given+inUse[i].given > 0 {
			w.printf("%.1f to %.1f %s   %s\n", float64(i)/10, float64(i+1)/10, fitted[i], inUse[i])
		}
	}
	w.printf("off        %20.3f   %20.3f\n", off(fitted), off(inUse))
	w.printf("Brier      %20.3f   %20.3f\n", squares/n, squaresInUse/n)
	w.printf("by chance alone, were each promise true, they would be off by %.3f; were the %d\ndifferent ones kept or broken as one, by %.3f\n",
		chance(sure, nil), len(distinct(alike)), chance(sure, alike))
}

func tenth(p float64) int { return min(9, int(p*10)) }

// chanceRuns is the number of simulated runs of chance.
const chanceRuns = 200

// chance returns the expected error of promises that come true exactly as often as
// their confidence: with few of them it is never 0. Recordings repeat: if alike is
// given, equal ones share one random result.
func chance(sure []float64, alike []string) float64 {
	dice := rand.New(rand.NewSource(1))
	sum := 0.0
	for range chanceRuns {
		var bins [10]bin
		luck := map[string]float64{}
		for i, p := range sure {
			roll := dice.Float64()
			if alike != nil {
				if shared, ok := luck[alike[i]]; ok {
					roll = shared
				}
				luck[alike[i]] = roll
			}
			bins[tenth(p)].add(p, roll < p)
		}
		sum += off(bins)
	}
	return sum / chanceRuns
}
