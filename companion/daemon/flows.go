package daemon

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"cairn/companion/flowfile"
	"cairn/companion/mcptools"
	"cairn/companion/pilot"
	"cairn/companion/runner"
	"cairn/shared/flow"
	"cairn/shared/limits"
	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// Confidences of flows that match a goal.
const (
	leastFlow = 0.5  // no flow below it runs
	flowApart = 0.05 // least distance in likelihood to the next flow
)

// flowAgent holds an agent's browser actions, and the runner that uses them for flows.
type flowAgent struct {
	*pilot.Agent
	daemon *Daemon
	runner *runner.Runner
	dir    string // the client's working directory
}

func (d *Daemon) newAgent(c tool.Client, l limits.Limits) *flowAgent {
	cfg := d.pilotConfig()
	cfg.Limits = l
	agent := pilot.New(cfg, c)
	return &flowAgent{Agent: agent, daemon: d, runner: runner.New(agent, d.running), dir: c.Dir}
}

var _ mcptools.Agent = (*flowAgent)(nil)

// RunFlow finds the requested flow, takes the values that its goal gives, and runs it;
// or it continues the flow that stopped.
func (a *flowAgent) RunFlow(ctx context.Context, in tool.FlowInput, progress func(tool.FlowProgress)) (*tool.FlowResult, error) {
	o := runner.Options{DryRun: in.DryRun, AllowRisky: in.AllowRisky, From: in.From, Until: in.Until, URL: in.URL, Goal: in.Goal, Context: in.Context, Dir: in.Dir,
		Timeout: time.Duration(in.TimeoutMs) * time.Millisecond, Progress: progress}
	if in.Continue {
		return a.runner.Continue(ctx, in.Params, o)
	}
	f, err := a.daemon.meantFlow(in, cmp.Or(in.Dir, a.dir), cmp.Or(in.URL, a.daemon.memory.Where(a.SessionID())))
	if err != nil {
		return nil, err
	}
	values, _, err := flow.Bind(f, in.Goal, in.Params)
	if err != nil {
		return nil, err
	}
	for name, value := range flow.AddressValues(f.Start, cmp.Or(in.URL, a.Began(ctx))) {
		values[name] = cmp.Or(values[name], value) // the launcher of the session chose the site
	}
	o.Digest, o.Origins = flow.Digest(f), a.daemon.originsOf(f)
	return a.runner.Run(ctx, f, values, o)
}

// meantFlow returns the flow of an id, or the one that surely fits a goal.
func (d *Daemon) meantFlow(in tool.FlowInput, dir, url string) (*types.Flow, error) {
	if in.Flow != "" {
		return d.flowOf(in.Flow, dir)
	}
	if in.URL == "" && text.Origin(url) == "" {
		url = "" // a tab without a site yet may go to any
	}
	calls := append(d.memory.FlowFor(url, in.Goal, 2), d.repositoryCalls(dir, url, in.Goal)...)
	meant, err := chosen(calls, in.Params)
	switch {
	case err != nil:
		return nil, err
	case meant.Source == types.FlowRepository:
		return d.flowOf(flowfile.FromRepository+strings.TrimPrefix(meant.Flow, flowfile.FromRepository), dir)
	}
	return d.flowOf(meant.Flow, dir)
}

// chosen returns the call that surely fits its goal: the likeliest, and of equals the one that takes the given values.
func chosen(calls []types.FlowCall, params map[string]string) (types.FlowCall, error) {
	slices.SortStableFunc(calls, func(a, b types.FlowCall) int { return cmp.Compare(b.Confidence, a.Confidence) })
	equal := func() bool {
		return len(calls) > 1 && calls[1].Flow != calls[0].Flow && calls[0].Confidence-calls[1].Confidence < flowApart
	}
	if equal() && !takes(&calls[0], params) && takes(&calls[1], params) {
		calls = calls[1:]
	}
	if len(calls) == 0 || calls[0].Confidence < leastFlow {
		return types.FlowCall{}, types.Fault(types.CodeNotFound, "no known flow is for this goal", "do it step by step; once it is done, mm_cleanup with outcome done makes it a flow")
	}
	if equal() {
		return types.FlowCall{}, types.Invalid("two flows are for this goal as much as the other", fmt.Sprintf("name the one that is meant: flow %s or %s", calls[0].Flow, calls[1].Flow))
	}
	return calls[0], nil
}

// takes reports whether a flow asks for all of some values, or finds them in the goal.
func takes(c *types.FlowCall, params map[string]string) bool {
	for name := range params {
		if _, found := c.Params[name]; !found && !slices.Contains(c.Missing, name) {
			return false
		}
	}
	return true
}

// flowOf returns the flow of an id: the user's own, else one of the repository.
func (d *Daemon) flowOf(id, dir string) (*types.Flow, error) {
	name, file := strings.CutPrefix(id, flowfile.FromRepository)
	if f := d.memory.Flow(name); f != nil && !file {
		return f, nil
	}
	found := flowfile.Repository(dir)
	for _, f := range found.Flows {
		if f.Flow.ID == name {
			return f.Flow, nil
		}
	}
	for _, p := range found.Problems {
		if strings.HasSuffix(p.Path, "/"+name+".yaml") {
			return nil, p.Err
		}
	}
	return nil, noFlow(name)
}

func noFlow(id string) error {
	return types.Fault(types.CodeNotFound, fmt.Sprintf("there is no flow %.80q", id), "kb_search finds flows by words; cairn flow list shows all")
}

// repositoryCalls ranks the flows of a repository for a goal on a page; without a page
// it ranks those of all sites.
func (d *Daemon) repositoryCalls(dir, url, goal string) []types.FlowCall {
	if goal == "" {
		return nil
	}
	var here []*types.Flow
	for _, f := range flowfile.Repository(dir).Flows {
		if url == "" || d.onSite(url, f.Flow.Site) {
			here = append(here, f.Flow)
		}
	}
	calls := flow.Rank(here, goal)
	for i := range calls {
		calls[i].Source = types.FlowRepository
		if d.memory.Flow(calls[i].Flow) != nil {
			calls[i].Flow = flowfile.FromRepository + calls[i].Flow
		}
	}
	return calls
}

// onSite reports whether an address, or a requested domain, belongs to a flow's site,
// which is an origin or a name.
func (d *Daemon) onSite(url, site string) bool {
	if !strings.Contains(url, "://") {
		_, host, _ := strings.Cut(site, "://")
		return url == site || url == host
	}
	if strings.Contains(site, "://") {
		site = d.memory.SiteOf(site)
	}
	return site != "" && d.memory.SiteOf(url) == site
}

// originsOf returns the addresses of a flow's site if the site is a name: the one of
// the last run first.
func (d *Daemon) originsOf(f *types.Flow) []string {
	if strings.Contains(f.Site, "://") {
		return nil
	}
	var origins []string
	add := func(origin string) {
		if origin != "" && !strings.Contains(origin, "*") && !slices.Contains(origins, origin) {
			origins = append(origins, origin)
		}
	}
	for _, id := range slices.Backward(f.Evidence) {
		add(text.Origin(d.memory.Where(id)))
	}
	for _, site := range d.memory.SiteNames() {
		if site.Name == f.Site {
			for _, pattern := range site.Patterns {
				add(pattern)
			}
		}
	}
	return origins
}
