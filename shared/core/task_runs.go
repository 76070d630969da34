package core

import (
	"cmp"
	"slices"

	"cairn/shared/types"
)

// Bounds of TaskRuns: enough for a screen and for a line of runs.
const (
	maxStatTasks = 20
	maxTaskRuns  = 10
)

// taskRuns lists the tasks that agents did more than once, with the cost of each run.
// A run belongs to the flow that ran in it or that was distilled from it: goals of
// other words or values are the same task then.
func (c *Core) taskRuns() []types.TaskRuns {
	flows := map[string]*types.Flow{} // by id, and by session of their evidence
	for _, f := range c.Flows("") {
		flows[f.ID] = f
		for _, id := range f.Evidence {
			flows[id] = f
		}
	}
	all := map[task]*types.TaskRuns{}
	for _, id := range slices.Backward(c.search.SessionIDs()) {
		s := c.search.Session(id)
		r := readRun(s, c.search.Outlines(id))
		if len(r.acts) == 0 || r.task.goal == "" {
			continue
		}
		f := flows[id]
		if n := len(s.FlowRuns); n > 0 {
			f = cmp.Or(flows[s.FlowRuns[n-1].Flow], f)
		}
		of := types.TaskRuns{Title: s.Goal, Site: r.task.origin}
		if f != nil {
			of = types.TaskRuns{Title: f.Title, Flow: f.ID, Site: f.Site}
			r.task = task{"flow " + f.ID, f.Site}
		}
		if all[r.task] == nil {
			all[r.task] = &of
		}
		all[r.task].Count++
		all[r.task].Runs = append(all[r.task].Runs, taskRun(s, r))
	}
	var out []types.TaskRuns
	for _, t := range all {
		if t.Count < 2 {
			continue
		}
		if t.Count > maxTaskRuns {
			t.Runs = append(t.Runs[:1], t.Runs[t.Count-maxTaskRuns+1:]...)
		}
		out = append(out, *t)
	}
	latest := func(t types.TaskRuns) types.TaskRun { return t.Runs[len(t.Runs)-1] }
	slices.SortFunc(out, func(a, b types.TaskRuns) int {
		return cmp.Or(cmp.Compare(latest(b).At, latest(a).At), cmp.Compare(latest(a).SessionID, latest(b).SessionID))
	})
	return out[:min(len(out), maxStatTasks)]
}

func taskRun(s *types.Session, r run) types.TaskRun {
	out := types.TaskRun{SessionID: s.SessionID, At: s.CreatedAt, Steps: len(r.acts), Cost: s.Cost,
		Outcome: s.Outcome, Advised: r.advised, FlowRuns: len(s.FlowRuns)}
	if s.EndedAt > s.CreatedAt {
		out.Seconds = float64(s.EndedAt-s.CreatedAt) / 1000
	}
	return out
}
