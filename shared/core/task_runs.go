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

// tasks collects the runs of each task. A run belongs to the flow that ran in it or that
// was distilled from it: goals of other words or values are the same task then.
type tasks struct {
	flows map[string]*types.Flow // by id, and by session of their evidence
	runs  map[task]*types.TaskRuns
}

func (c *Core) newTasks() *tasks {
	t := &tasks{flows: map[string]*types.Flow{}, runs: map[task]*types.TaskRuns{}}
	for _, f := range c.Flows("") {
		t.flows[f.ID] = f
		for _, id := range f.Evidence {
			t.flows[id] = f
		}
	}
	return t
}

// add adds a session's run; the caller passes the oldest first.
func (t *tasks) add(s *types.Session, r run) {
	ranByPerson := len(s.FlowRuns) > 0 && s.Calls == 0 // its time is also that of the person's answers
	if len(r.acts) == 0 || r.task.goal == "" || ranByPerson {
		return
	}
	f := t.flows[s.SessionID]
	if n := len(s.FlowRuns); n > 0 {
		f = cmp.Or(t.flows[s.FlowRuns[n-1].Flow], f)
	}
	of := types.TaskRuns{Title: s.Goal, Site: r.task.origin}
	if f != nil {
		of = types.TaskRuns{Title: f.Title, Flow: f.ID, Site: f.Site}
		r.task = task{"flow " + f.ID, f.Site}
	}
	if t.runs[r.task] == nil {
		t.runs[r.task] = &of
	}
	t.runs[r.task].Count++
	t.runs[r.task].Runs = append(t.runs[r.task].Runs, taskRun(s, r))
}

// list returns the tasks that agents did more than once, with the cost of each run.
func (t *tasks) list() []types.TaskRuns {
	var out []types.TaskRuns
	for _, of := range t.runs {
		if of.Count < 2 {
			continue
		}
		if of.Count > maxTaskRuns {
			of.Runs = append(of.Runs[:1], of.Runs[of.Count-maxTaskRuns+1:]...)
		}
		out = append(out, *of)
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
