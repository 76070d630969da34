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
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// panelClient is the client name in sessions of runs from the panel.
const panelClient = "Cairn's panel"

// Timeouts of a run from the panel.
const (
	panelRunTime  = 10 * time.Minute
	panelWaitTime = 10 * time.Minute // how long a stopped run can be continued
	panelSaidTime = 3 * time.Second  // for one message to the panel
)

// panelRuns holds the flows that people run from the panel, in their own browser and
// in the active tab. A browser runs one at a time.
type panelRuns struct {
	daemon *Daemon
	mu     sync.Mutex
	runs   map[string]*panelRun // by browser
	waits  map[string]*tabRun   // stopped runs that may be continued, by browser
}

type panelRun struct {
	id     string
	cancel context.CancelFunc
}

// tabRun is a run in a person's tab, with the agent that continues it.
type tabRun struct {
	id     string
	agent  *pilot.Agent
	runner *runner.Runner
	lapse  *time.Timer
}

// handleOrder starts or stops a run, and returns at once.
func (p *panelRuns) handleOrder(b pilot.Browser, in *wire.FlowOrder) {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.runs[b.ID()]
	switch {
	case in.Stop && known != nil && known.id == in.ID:
		known.cancel()
	case in.Stop: // its last message is under way, or it belonged to another daemon
		go sendToPanel(b, wire.FlowSaid{ID: in.ID, Error: types.Fault(types.CodeNotFound, "this run is not under way", "Look at the page before you run it again.")})
	case known != nil && known.id == in.ID: // a repeated message
	case known != nil:
		go sendToPanel(b, wire.FlowSaid{ID: in.ID, Error: types.Invalid("another flow is running in this browser", "Stop it, or wait for its end.")})
	default:
		ctx, cancel := context.WithTimeout(context.Background(), panelRunTime)
		p.runs[b.ID()] = &panelRun{in.ID, cancel}
		go p.run(ctx, b, in)
	}
}

// run runs a flow to its end, or continues a stopped one, and reports to the panel.
func (p *panelRuns) run(ctx context.Context, b pilot.Browser, in *wire.FlowOrder) {
	said := wire.FlowSaid{ID: in.ID}
	progress := func(step tool.FlowProgress) { sendToPanel(b, wire.FlowSaid{ID: in.ID, Progress: &step}) }
	stopped := p.popWaiting(b)
	if stopped != nil && stopped.id != in.Continue {
		stopped.agent.Close()
		stopped = nil
	}
	var result *tool.FlowResult
	var err error
	switch {
	case in.Continue == "":
		stopped, result, err = p.daemon.runInTab(ctx, b, in, progress)
	case stopped == nil:
		err = types.Fault(types.CodeNotFound, "this run waits no longer", "Look at the page, and do by hand what is left; a new run begins from the start.")
	default:
		result, err = stopped.goOn(ctx, in, progress)
	}
	p.await(b, in.ID, stopped, result)
	if said.Result = result; err != nil {
		said.Result, said.Error = nil, types.AsError(err)
	}
	p.mu.Lock()
	p.runs[b.ID()].cancel()
	delete(p.runs, b.ID())
	p.mu.Unlock()
	sendToPanel(b, said)
}

// popWaiting removes and returns the waiting run of a browser, nil if there is none.
func (p *panelRuns) popWaiting(b pilot.Browser) *tabRun {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.waits[b.ID()]
	if t != nil {
		t.lapse.Stop()
		delete(p.waits, b.ID())
	}
	return t
}

// await keeps a stopped run for panelWaitTime. It closes the session of a run that
// ended, or that started nothing.
func (p *panelRuns) await(b pilot.Browser, id string, t *tabRun, result *tool.FlowResult) {
	if t == nil {
		return
	}
	if result == nil || result.Status != tool.FlowStopped || t.runner.Waiting() == nil {
		t.agent.Close()
		return
	}
	t.id = id
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waits == nil {
		p.waits = map[string]*tabRun{}
	}
	p.waits[b.ID()] = t
	t.lapse = time.AfterFunc(panelWaitTime, func() {
		p.mu.Lock()
		waits := p.waits[b.ID()] == t
		if waits {
			delete(p.waits, b.ID())
		}
		p.mu.Unlock()
		if waits {
			t.agent.Close()
		}
	})
}

// sendToPanel sends a message to the panel and ignores errors: if the browser is closed, the
// run stops by itself.
func sendToPanel(b pilot.Browser, said wire.FlowSaid) {
	ctx, cancel := context.WithTimeout(context.Background(), panelSaidTime)
	defer cancel()
	_, _ = b.Call(ctx, wire.Envelope{Kind: wire.KindFlowSaid, FlowSaid: &said})
}

// runInTab runs a flow in a tab of a browser, which stays open afterwards.
func (d *Daemon) runInTab(ctx context.Context, b pilot.Browser, in *wire.FlowOrder, progress func(tool.FlowProgress)) (*tabRun, *tool.FlowResult, error) {
	f := d.memory.Flow(in.Flow)
	if f == nil {
		return nil, nil, types.Fault(types.CodeNotFound, "the companion does not know this flow yet", "What was recorded here may still be on its way to it: wait a moment, and run it again.")
	}
	values, missing, err := flow.Bind(f, "", in.Params)
	if err != nil {
		return nil, nil, err
	}
	if len(missing) > 0 {
		return nil, nil, types.Invalid(missing[0]+" has no value", "Fill it in.")
	}
	held, err := limits.Parse(d.limits)
	if err != nil {
		return nil, nil, err
	}
	cfg := d.pilotConfig()
	cfg.Limits, cfg.EnsureBrowser = held, nil
	cfg.Browser = func(context.Context, string) (pilot.Browser, error) { return b, nil }
	agent := pilot.New(cfg, tool.Client{Name: panelClient, Version: version.Commit})
	t := &tabRun{agent: agent, runner: runner.New(agent, d.running)}
	launched, err := agent.Launch(ctx, tool.LaunchInput{TabID: in.TabID, Goal: titleOf(f, values)})
	if err != nil {
		return t, nil, err
	}
	o := runner.Options{Digest: flow.Digest(f), AllowRisky: in.AllowRisky, Origins: d.originsOf(f), Progress: progress}
	if d.onSite(launched.Tab.URL, f.Site) {
		o.URL = launched.Tab.URL
	}
	result, err := t.runner.Run(ctx, f, values, o)
	return t, result, t.endSession(ctx, result, err)
}

func (t *tabRun) goOn(ctx context.Context, in *wire.FlowOrder, progress func(tool.FlowProgress)) (*tool.FlowResult, error) {
	result, err := t.runner.Continue(ctx, nil, runner.Options{AllowRisky: in.AllowRisky, Past: in.Past, From: in.From, Progress: progress})
	return result, t.endSession(ctx, result, err)
}

// endSession ends the session of a complete and verified run, and leaves its tab to the person.
func (t *tabRun) endSession(ctx context.Context, result *tool.FlowResult, err error) error {
	if err == nil && result.Status == tool.FlowDone && result.Verified {
		err = t.agent.Leave(context.WithoutCancel(ctx), tool.CleanupInput{Outcome: types.SessionDone, Evidence: "the flow ended on the page that ended it before"})
	}
	return err
}

// titleOf returns a flow's title with its values. Titles contain no secrets.
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
