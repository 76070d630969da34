package daemon

import (
	"context"
	"sync"
	"time"

	"cairn/companion/pilot"
	"cairn/companion/runner"
	"cairn/companion/version"
	"cairn/shared/flow"
	"cairn/shared/limits"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// panelClient is what sessions of runs from the panel are said to come from.
const panelClient = "Cairn's panel"

// Times of a run from the panel.
const (
	panelRunTime  = 10 * time.Minute
	panelSaidTime = 3 * time.Second // for one word to the panel
)

// panelRuns are the flows that people run from the panel, in their own browser and in
// the tab that they look at. One runs in a browser at a time.
type panelRuns struct {
	daemon *Daemon
	mu     sync.Mutex
	runs   map[string]*panelRun // by browser
}

type panelRun struct {
	id     string
	cancel context.CancelFunc
}

// hear starts or stops a run, and waits for nothing.
func (p *panelRuns) hear(b pilot.Browser, in *wire.FlowOrder) {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.runs[b.ID()]
	switch {
	case in.Stop && known != nil && known.id == in.ID:
		known.cancel()
	case in.Stop: // its end is on the way, or it went with another daemon
		go say(b, wire.FlowSaid{ID: in.ID, Error: types.Fault(types.CodeNotFound, "this run is not under way", "Look at the page before you run it again.")})
	case known != nil && known.id == in.ID: // said twice
	case known != nil:
		go say(b, wire.FlowSaid{ID: in.ID, Error: types.Fault(types.CodeInvalidInput, "another flow is running in this browser", "Stop it, or wait for its end.")})
	default:
		ctx, cancel := context.WithTimeout(context.Background(), panelRunTime)
		p.runs[b.ID()] = &panelRun{in.ID, cancel}
		go p.run(ctx, b, in)
	}
}

// run runs a flow to its end, and tells the panel.
func (p *panelRuns) run(ctx context.Context, b pilot.Browser, in *wire.FlowOrder) {
	said := wire.FlowSaid{ID: in.ID}
	result, err := p.daemon.runInTab(ctx, b, in, func(step types.FlowProgress) {
		say(b, wire.FlowSaid{ID: in.ID, Progress: &step})
	})
	if said.Result = result; err != nil {
		said.Result, said.Error = nil, types.AsError(err)
	}
	p.mu.Lock()
	p.runs[b.ID()].cancel()
	delete(p.runs, b.ID())
	p.mu.Unlock()
	say(b, said)
}

// say tells the panel. A browser that has gone hears nothing, and its run stops by
// itself.
func say(b pilot.Browser, said wire.FlowSaid) {
	ctx, cancel := context.WithTimeout(context.Background(), panelSaidTime)
	defer cancel()
	_, _ = b.Call(ctx, wire.Envelope{Kind: wire.KindFlowSaid, FlowSaid: &said})
}

// runInTab runs a flow in a tab of a browser, which stays open behind it.
func (d *Daemon) runInTab(ctx context.Context, b pilot.Browser, in *wire.FlowOrder, progress func(types.FlowProgress)) (*types.FlowResult, error) {
	f := d.memory.Flow(in.Flow)
	if f == nil {
		return nil, types.Fault(types.CodeNotFound, "the companion does not know this flow yet", "What was recorded here may still be on its way to it: wait a moment, and run it again.")
	}
	values, missing, err := flow.Bind(f, "", in.Params)
	if err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		return nil, types.Fault(types.CodeInvalidInput, missing[0]+" has no value", "Fill it in.")
	}
	held, err := limits.Parse(d.limits)
	if err != nil {
		return nil, err
	}
	cfg := d.pilotConfig()
	cfg.Limits, cfg.EnsureBrowser = held, nil
	cfg.Browser = func(context.Context, string) (pilot.Browser, error) { return b, nil }
	agent := pilot.New(cfg, types.Client{Name: panelClient, Version: version.Commit})
	defer agent.Close()
	launched, err := agent.Launch(ctx, types.LaunchInput{TabID: in.TabID, Goal: titleOf(f, values)})
	if err != nil {
		return nil, err
	}
	o := runner.Options{Digest: flow.Digest(f), AllowRisky: in.AllowRisky, Origins: d.originsOf(f), Progress: progress}
	if d.onSite(launched.Tab.URL, f.Site) {
		o.URL = launched.Tab.URL
	}
	result, err := runner.New(agent, d.running).Run(ctx, f, values, o)
	if err == nil && result.Status == types.FlowDone && result.Verified {
		err = agent.Leave(context.WithoutCancel(ctx), types.CleanupInput{Outcome: types.SessionDone, Evidence: "the flow ended on the page that ended it before"})
	}
	return result, err
}

// titleOf is a flow's title with its values. Secrets are in no title.
func titleOf(f *types.Flow, values map[string]string) string {
	shown := map[string]string{}
	for _, p := range f.Params {
		shown[p.Name] = "{" + p.Name + "}"
		if value, given := values[p.Name]; given && p.Kind != types.FlowSecret {
			shown[p.Name] = value
		}
	}
	title, err := flow.Fill(f.Title, shown)
	if err != nil {
		return f.Title
	}
	return title
}
