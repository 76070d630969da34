package core

import (
	"cmp"
	"math"
	"slices"

	"cairn/shared/types"
)

// Bounds of the lists in Stats: enough for a screen.
const (
	maxStatSites = 20
	maxStatDays  = 30
)

// AdviceStats counts how often suggestions were followed and succeeded, over the
// whole memory.
func (c *Core) AdviceStats() types.AdviceStats {
	tasks := c.newTasks()
	out := c.adviceStats(func(string) bool { return true }, tasks.add)
	out.Tasks = tasks.list()
	return out
}

// adviceStats is AdviceStats, without tasks, for the origins that pass a test. It hands each
// of their runs to each, the oldest first.
func (c *Core) adviceStats(counts func(origin string) bool, each func(*types.Session, run)) types.AdviceStats {
	t := tallies{sites: map[string]*types.AdviceTally{}, days: map[string]*types.AdviceTally{}}
	first := runs{}
	ids := c.search.SessionIDs()
	for _, id := range slices.Backward(ids) {
		steps := c.search.Outlines(id)
		for _, step := range steps {
			if advisable(step) && counts(originOfStep(step)) {
				t.step(step)
			}
		}
		s := c.search.Session(id)
		if r := readRun(s, steps); counts(r.task.origin) {
			t.flows(r, s)
			each(s, r)
			if saved, again := first.saved(r); again {
				t.again(r, saved)
			}
		}
	}
	return t.stats()
}

// AdviceOf returns the statistics of one session, nil when its agent was never
// advised.
func (c *Core) AdviceOf(sessionID string) *types.SessionAdvice {
	var out types.SessionAdvice
	sites := map[string]bool{}
	for _, step := range c.search.Outlines(sessionID) {
		if !advisable(step) {
			continue
		}
		count(&out.AdviceTally, step)
		sites[originOfStep(step)] = true
	}
	if out.Advised == 0 {
		return nil
	}
	out.AdviceTally = total(out.AdviceTally)
	if saved, again := c.savedBy(sessionID); again {
		addSaving(&out.AdviceTally, saved)
	}
	out.Here = c.adviceStats(func(origin string) bool { return sites[origin] }, func(*types.Session, run) {})
	return &out
}

// tallies collects the figures of AdviceStats.
type tallies struct {
	all         types.AdviceTally
	sites, days map[string]*types.AdviceTally
	bins        [10]types.CalibrationBin
}

func (t *tallies) step(step *types.Step) {
	count(&t.all, step)
	if origin := originOfStep(step); origin != "" {
		count(group(t.sites, origin), step)
	}
	count(group(t.days, dayOf(step.Timestamp)), step)
	if !advised(step) {
		return
	}
	b := &t.bins[binOf(step.Advice.Confidence)]
	b.Given++
	b.Mean += step.Advice.Confidence
	if step.Advice.Rank == 1 {
		b.Followed++
	}
}

func (t *tallies) again(r run, saved saving) {
	for _, one := range []*types.AdviceTally{&t.all, group(t.sites, r.task.origin), group(t.days, dayOf(r.began))} {
		addSaving(one, saved)
	}
}

// flows counts the runs of flows in a session that have ended.
func (t *tallies) flows(r run, s *types.Session) {
	if s == nil || r.task.origin == "" {
		return
	}
	for _, ran := range s.FlowRuns {
		for _, one := range []*types.AdviceTally{&t.all, group(t.sites, r.task.origin), group(t.days, dayOf(ran.From))} {
			switch {
			case ran.OK:
				one.FlowsOK++
			case ran.To != 0:
				one.FlowsStopped++
			}
		}
	}
}

// addSaving counts one repeated run of a task.
func addSaving(t *types.AdviceTally, saved saving) {
	t.Again++
	t.StepsSaved += saved.steps
	if saved.counted {
		t.Counted++
		t.LooksSaved += saved.looks
	}
}

func (t *tallies) stats() types.AdviceStats {
	out := types.AdviceStats{AdviceTally: total(t.all), Calibration: calibration(t.bins)}
	out.Sites = groups(t.sites, maxStatSites, func(a, b types.AdviceGroup) int {
		return cmp.Or(cmp.Compare(b.Advised, a.Advised), cmp.Compare(b.Steps, a.Steps), cmp.Compare(a.Name, b.Name))
	})
	// Keep the newest days, and show them in order.
	out.Days = groups(t.days, maxStatDays, func(a, b types.AdviceGroup) int { return cmp.Compare(b.Name, a.Name) })
	slices.Reverse(out.Days)
	return out
}

// advisable reports whether suggestions apply to a step: an agent's, on an element. A
// step that leaves the page instead counts as not following them.
func advisable(step *types.Step) bool {
	return step.Actor == types.ActorAgent && (step.Tool.Target != nil || advised(step))
}

func advised(step *types.Step) bool { return step.Advice != nil && step.Advice.Shown > 0 }

func originOfStep(step *types.Step) string {
	if step.Observation == nil {
		return ""
	}
	return step.Observation.State.Origin
}

func dayOf(t types.Time) string { return t.String()[:len("2006-01-02")] }

func count(t *types.AdviceTally, step *types.Step) {
	t.Steps++
	if !advised(step) {
		return
	}
	t.Advised++
	t.Promised += step.Advice.Confidence
	rank := step.Advice.Rank
	if rank == 0 {
		return
	}
	t.Any++
	if rank == 1 {
		t.First++
	}
	if step.Outcome.OK {
		t.Worked++
	} else {
		t.Failed++
	}
}

// total turns the sum of promised confidences into their mean.
func total(t types.AdviceTally) types.AdviceTally {
	t.Promised = rounded(t.Promised / float64(max(1, t.Advised)))
	return t
}

func group(m map[string]*types.AdviceTally, name string) *types.AdviceTally {
	if m[name] == nil {
		m[name] = new(types.AdviceTally)
	}
	return m[name]
}

func groups(m map[string]*types.AdviceTally, most int, order func(a, b types.AdviceGroup) int) []types.AdviceGroup {
	list := make([]types.AdviceGroup, 0, len(m))
	for name, t := range m {
		list = append(list, types.AdviceGroup{Name: name, AdviceTally: total(*t)})
	}
	slices.SortFunc(list, order)
	return list[:min(len(list), most)]
}

func binOf(confidence float64) int { return min(max(int(confidence*10), 0), 9) }

func calibration(bins [10]types.CalibrationBin) []types.CalibrationBin {
	out := []types.CalibrationBin{}
	for i, b := range bins {
		if b.Given > 0 {
			b.From = float64(i) / 10
			b.Mean = rounded(b.Mean / float64(b.Given))
			out = append(out, b)
		}
	}
	return out
}

func rounded(f float64) float64 { return math.Round(f*1000) / 1000 }
