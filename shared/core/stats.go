package core

import (
	"cmp"
	"math"
	"slices"

	"cairn/shared/types"
)

// Bounds of what Stats tells: enough for a screen.
const (
	maxStatSites = 20
	maxStatDays  = 30
)

// AdviceStats says how often suggestions were followed, and whether that
// worked, over everything remembered.
func (c *Core) AdviceStats() types.AdviceStats {
	out := types.AdviceStats{Sites: []types.AdviceGroup{}, Days: []types.AdviceGroup{}}
	sites, days := map[string]*types.AdviceTally{}, map[string]*types.AdviceTally{}
	var bins [10]types.CalibrationBin
	for _, id := range c.search.SessionIDs() {
		for _, step := range c.search.Steps(id) {
			if step.Actor != types.ActorAgent || step.Tool.Target == nil {
				continue
			}
			count(&out.AdviceTally, step)
			if o := step.Observation; o != nil && o.State.Origin != "" {
				count(group(sites, o.State.Origin), step)
			}
			count(group(days, step.Timestamp.String()[:len("2006-01-02")]), step)
			if a := step.Advice; a != nil && a.Shown > 0 {
				bins[binOf(a.Confidence)].Given++
				bins[binOf(a.Confidence)].Mean += a.Confidence
				if a.Rank == 1 {
					bins[binOf(a.Confidence)].Followed++
				}
			}
		}
	}
	out.Sites = groups(sites, maxStatSites, func(a, b types.AdviceGroup) int {
		return cmp.Or(cmp.Compare(b.Advised, a.Advised), cmp.Compare(b.Steps, a.Steps), cmp.Compare(a.Name, b.Name))
	})
	// The newest days are kept, and shown in their order.
	out.Days = groups(days, maxStatDays, func(a, b types.AdviceGroup) int { return cmp.Compare(b.Name, a.Name) })
	slices.Reverse(out.Days)
	out.Calibration = calibration(bins)
	return out
}

// AdviceOf is the tally of one session, nil when its agent was never advised.
func (c *Core) AdviceOf(sessionID string) *types.AdviceTally {
	var t types.AdviceTally
	for _, step := range c.search.Steps(sessionID) {
		if step.Actor == types.ActorAgent && step.Tool.Target != nil {
			count(&t, step)
		}
	}
	if t.Advised == 0 {
		return nil
	}
	return &t
}

func count(t *types.AdviceTally, step *types.Step) {
	t.Steps++
	a := step.Advice
	if a == nil || a.Shown == 0 {
		return
	}
	t.Advised++
	if a.Rank == 0 {
		return
	}
	t.Any++
	if a.Rank == 1 {
		t.First++
	}
	if step.Outcome.OK {
		t.Worked++
	} else {
		t.Failed++
	}
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
		list = append(list, types.AdviceGroup{Name: name, AdviceTally: *t})
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
			b.Mean = math.Round(b.Mean/float64(b.Given)*1000) / 1000
			out = append(out, b)
		}
	}
	return out
}
