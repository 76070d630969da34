package eval

import (
	"io"
	"maps"
	"path/filepath"
	"slices"

	"cairn/shared/prior"
)

// teamModels are the weights of a team's authors among which TeamFit chooses.
var teamModels = []struct{ beside, right, wrong, least int }{{0, 0, 0, -85}, {0, 13, -21, -85}, {0, 26, -32, -85}, {0, 40, -48, -85}, {-8, 40, -48, -85}, {-64, 13, -21, -85}}

// siteFit holds a site's part of right first suggestions, of honest members alone and with
// one who lies as often, for each model.
type siteFit struct {
	file  string
	value [][2]float64
}

// TeamFit measures teamModels on recorded sessions, and writes for each file how well the
// model does that is best on all sites but the one measured. A file counts as much as any
// other.
func TeamFit(files []string, set Setting, out io.Writer) error {
	w := &table{out: out}
	sites := map[string]*siteFit{}
	count := map[string]int{}
	for _, file := range files {
		rows, err := readTrial(file)
		if err != nil {
			return err
		}
		name := filepath.Base(file)
		for _, group := range split(rows, func(r *trialRow) string { return r.Session.Site }) {
			fit := &siteFit{file: name}
			for _, t := range teamModels {
				m := prior.DefaultModel()
				m.Team, m.TeamRight, m.TeamWrong, m.TeamLeast = t.beside, t.right, t.wrong, t.least
				var value [2]float64
				for i, a := range []attack{{}, attacks[1]} {
					o, err := teamTrial(group, set, actsOfATeam, a, m)
					if err != nil {
						return err
					}
					value[i] = share(o.first, o.asked)
				}
				fit.value = append(fit.value, value)
			}
			sites[name+" "+group[0].Session.Site] = fit
			count[name]++
		}
	}
	w.printf("beside right wrong least   clean   lied (mean of files)\n")
	for i, t := range teamModels {
		clean, lied := mean(sites, count, i, "")
		w.printf("%6d %5d %5d %5d   %.3f   %.3f\n", t.beside, t.right, t.wrong, t.least, clean, lied)
	}
	w.printf("left out                   clean   lied\n")
	sums := map[string]*[2]float64{}
	for key, site := range sites {
		best, most := 0, -1.0
		for i := range teamModels {
			if clean, lied := mean(sites, count, i, key); clean+lied > most {
				best, most = i, clean+lied
			}
		}
		if sums[site.file] == nil {
			sums[site.file] = &[2]float64{}
		}
		for i, v := range site.value[best] {
			sums[site.file][i] += v / float64(count[site.file])
		}
	}
	for _, file := range slices.Sorted(maps.Keys(sums)) {
		w.printf("  %-24s %.3f   %.3f\n", file, sums[file][0], sums[file][1])
	}
	return w.err
}

// mean returns the means of files with a model, without a site.
func mean(sites map[string]*siteFit, count map[string]int, model int, without string) (clean, lied float64) {
	for key, site := range sites {
		if key != without {
			part := 1 / float64(count[site.file]*len(count))
			clean, lied = clean+part*site.value[model][0], lied+part*site.value[model][1]
		}
	}
	return clean, lied
}
