package core

import (
	"fmt"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/flow"
	"cairn/shared/prior"
	"cairn/shared/redact"
	"cairn/shared/types"
)

// callFrom is the least confidence with which a flow is offered for a goal: the answer
// states the confidence.
const callFrom = 0.25

// maxPuts bounds the imported flows.
const maxPuts = 1000

// flows holds the flows of all sites. They are derived from steps and edits on the
// first request for a site, and cached until something of that site changes.
type flows struct {
	edits  []*types.Edit // in chronological order
	traces map[string]*flow.Trace
	read   map[string]bool // sessions that were read into traces
	sites  map[string][]*types.Flow
	joined map[string]flow.Cache // by site
	index  map[string]*flow.Index
}

func newFlows(edits []*types.Edit) flows {
	return flows{edits: edits, traces: map[string]*flow.Trace{}, read: map[string]bool{}, sites: map[string][]*types.Flow{}, joined: map[string]flow.Cache{}, index: map[string]*flow.Index{}}
}

// forget removes edits, and all derived data.
func (f *flows) forget(edits []string) {
	*f = newFlows(slices.DeleteFunc(slices.Clone(f.edits), func(e *types.Edit) bool { return slices.Contains(edits, e.EditID) }))
}

// named lists the edits that a deletion removes.
func (f *flows) named(about types.Forgetting) (ids []string) {
	for _, e := range f.edits {
		site := e.Flow.Site
		here := about.Here != nil && (about.Here(site) || about.Site != nil && about.Site(site))
		if about.All || slices.Contains(about.Edits, e.EditID) || here && (about.Said == nil || flow.Says(e.Flow, about.Said)) {
			ids = append(ids, e.EditID)
		}
	}
	return ids
}

// flowsChanged drops the derived flows of a session's sites, if the session is or was
// evidence for flows.
func (c *Core) flowsChanged(was, is *types.Session) {
	if was != nil && !was.Done() && !is.Done() && len(was.FlowRuns) == 0 && len(is.FlowRuns) == 0 {
		return
	}
	delete(c.flows.traces, is.SessionID)
	delete(c.flows.read, is.SessionID)
	for _, place := range c.search.PlacesOf(is.SessionID) {
		if origin, ok := strings.CutPrefix(place, placeOrigin); ok {
			delete(c.flows.sites, c.siteOf(origin))
		}
	}
}

// Flows lists the flows of a site (an origin or a name) by id, or those of all sites
// for an empty string.
func (c *Core) Flows(site string) []*types.Flow {
	if site == "" {
		var all []*types.Flow
		for _, site := range c.flowSites() {
			all = append(all, c.Flows(site)...)
		}
		return all
	}
	site = c.siteOf(site)
	if known, ok := c.flows.sites[site]; ok {
		return known
	}
	var traces []*flow.Trace
	var sessions []*types.Session
	for _, id := range c.at(placeOrigin, site, c.siteOf) {
		meta := c.search.Session(id)
		sessions = append(sessions, meta)
		if t := c.trace(meta); t != nil {
			traces = append(traces, t)
		}
	}
	if c.flows.joined[site] == nil {
		c.flows.joined[site] = flow.Cache{}
	}
	made := flow.Join(site, traces, c.flows.edits, c.flows.joined[site])
	made = append(made, c.teamFlows(site, made)...)
	slices.SortFunc(made, func(a, b *types.Flow) int { return strings.Compare(a.ID, b.ID) })
	flow.Tally(made, sessions)
	c.flows.sites[site] = made
	delete(c.flows.index, site)
	return made
}

// trace returns the way that a session shows; it reads each session once.
func (c *Core) trace(meta *types.Session) *flow.Trace {
	if !meta.Done() {
		return nil
	}
	if !c.flows.read[meta.SessionID] {
		c.readTrace(meta, c.search.Steps(meta.SessionID))
	}
	return c.flows.traces[meta.SessionID]
}

// readTrace reads the way that a session shows, if any.
func (c *Core) readTrace(meta *types.Session, steps []*types.Step) {
	if !meta.Done() || c.flows.read[meta.SessionID] {
		return
	}
	c.flows.read[meta.SessionID] = true
	if t := flow.Read(flow.Run{Session: meta, Steps: steps}, c.siteOf); t != nil {
		c.flows.traces[meta.SessionID] = t
	}
}

func (c *Core) flowSites() (sites []string) {
	c.search.Places(func(place string) {
		if origin, ok := strings.CutPrefix(place, placeOrigin); ok {
			sites = append(sites, c.siteOf(origin))
		}
	})
	for _, e := range c.flows.edits {
		if e.Flow.Site != "" {
			sites = append(sites, c.siteOf(e.Flow.Site))
		}
	}
	slices.Sort(sites)
	return slices.Compact(sites)
}

// FlowsAt lists the flows of the site of an address, for a person to run: their parameters tell which a login alone
// needs. An empty address means all sites; an address that is not a web page has none.
func (c *Core) FlowsAt(address string) (marked []*types.Flow) {
	site := prior.Origin(&types.State{CurrentURL: address})
	if address != "" && site == "" {
		return nil
	}
	for _, f := range c.Flows(site) {
		marked = append(marked, flow.MarkLogin(f))
	}
	return marked
}

// Flow returns the flow with an id, or nil.
func (c *Core) Flow(id string) *types.Flow {
	var found *types.Flow
	for _, f := range c.Flows("") {
		if f.ID == id && (found == nil || found.Source == types.FlowTeam) {
			found = f
		}
	}
	return found
}

// FlowFor lists flows that fit a goal as calls, the best first: those of the site of an
// address, or of all sites if it is empty.
func (c *Core) FlowFor(address, goal string, most int) []types.FlowCall {
	site := ""
	if address != "" {
		if site = prior.Origin(&types.State{CurrentURL: address}); site == "" {
			return nil
		}
	}
	calls := c.indexOf(site).Rank(goal)
	return calls[:min(len(calls), most)]
}

// indexOf returns the index of the flows of a site, rebuilt when they have changed.
func (c *Core) indexOf(site string) *flow.Index {
	all := c.Flows(site)
	if site == "" {
		return flow.NewIndex(all)
	}
	site = c.siteOf(site)
	if c.flows.index[site] == nil {
		c.flows.index[site] = flow.NewIndex(all)
	}
	return c.flows.index[site]
}

// flowsHere returns the flows of the site of an address that fit a goal best.
func (c *Core) flowsHere(address, goal string) []types.FlowCall {
	if goal == "" || address == "" {
		return nil
	}
	return c.FlowFor(address, goal, maxLeading)
}

// goalOf returns the goal of a session, which a person may have changed, or the given one if the session is unknown. An
// open session is stored without the words that may be a password: then the given goal has them. Redaction of a goal
// takes a millisecond, a fifth of an answer of the gateway, so an equal one is not redacted again.
func (c *Core) goalOf(sessionID, given string) string {
	s := c.Session(sessionID)
	if s == nil || s.Goal == given {
		return given
	}
	whole, reserved := types.Session{Goal: given}, types.Session{Goal: redact.Reserved(given)}
	capture.Session(&whole)
	capture.Session(&reserved)
	if s.Goal == reserved.Goal {
		return whole.Goal
	}
	return s.Goal
}

// maxLeading bounds the flows that lead suggestions, and maxEvidence the sessions of
// each, the newest.
const (
	maxLeading  = 3
	maxEvidence = 10
)

// leadShare is the confidence for the only flow that fits a goal; several flows share it.
const leadShare = 0.75

// fittingSessions returns the sessions of flows that fit a goal, with a confidence: the flow's
// confidence, or its share among several known flows if that is greater. That the only known
// flow fits best is no evidence.
func (c *Core) fittingSessions(address string, calls []types.FlowCall) map[string]float64 {
	if len(calls) == 0 {
		return nil
	}
	sum := 0.0
	for _, call := range calls {
		sum += call.Confidence
	}
	sessions := map[string]float64{}
	flows := c.Flows(prior.Origin(&types.State{CurrentURL: address}))
	for _, f := range flows {
		for _, call := range calls {
			if call.Flow != f.ID || f.Source == types.FlowTeam {
				continue
			}
			fits := call.Confidence
			if len(flows) > 1 {
				fits = max(fits, leadShare*call.Confidence/sum)
			}
			for _, id := range f.Evidence[max(0, len(f.Evidence)-maxEvidence):] {
				sessions[id] = max(sessions[id], fits)
			}
		}
	}
	return sessions
}

// flowOfDomain returns the flow to offer for a goal on a site, given the name of its
// card.
func (c *Core) flowOfDomain(domain, goal string) *types.FlowCall {
	return sureCall(flow.Rank(c.flowsOfCard(domain), goal))
}

func sureCall(calls []types.FlowCall) *types.FlowCall {
	if len(calls) == 0 || calls[0].Confidence < callFrom {
		return nil
	}
	return &calls[0]
}

// fitFlowEdit checks an edit of a flow and returns it cleaned.
func fitFlowEdit(e *types.Edit) (*types.FlowEdit, error) {
	if err := capture.StepID(e.EditID); err != nil {
		return nil, types.Invalid("the edit has no id", "Each edit has an id of its own.")
	}
	return flow.FitEdit(e.Flow)
}

func (c *Core) putFlowEdit(e *types.Edit) error {
	fit, err := fitFlowEdit(e)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(c.flows.edits, func(known *types.Edit) bool { return known.EditID == e.EditID }) {
		return nil
	}
	own := *e
	own.Flow = fit
	edits := append(slices.Clone(c.flows.edits), &own)
	slices.SortStableFunc(edits, func(a, b *types.Edit) int {
		if a.At != b.At {
			return int(min(max(a.At-b.At, -1), 1))
		}
		return strings.Compare(a.EditID, b.EditID)
	})
	c.flows.edits, c.flows.sites = edits, map[string][]*types.Flow{}
	return nil
}

// Complete removes secrets from an edit, and copies the evidence of a flow into an edit of
// it, so that the edit is valid where the flow is not known (yet).
func (c *Core) Complete(e *types.Edit) {
	*e = *withoutSecrets(e)
	if e.Flow == nil {
		return
	}
	own := *e.Flow
	if own.Flow != nil {
		own.Site = own.Flow.Site
	} else if known := c.Flow(own.ID); known != nil {
		own.Site = known.Site
		switch {
		case own.Op == types.FlowForget && known.Source == types.FlowTeam:
			own.Sessions = known.Evidence
		case own.Op == types.FlowForget:
			own.Sessions = c.taughtBy(known)
		}
	}
	e.Flow = &own
}

// taughtBy returns the sessions that must be deleted so that a flow does not return:
// those that it was distilled from, and those that show another way to the same goal.
func (c *Core) taughtBy(f *types.Flow) []string {
	var traces []*flow.Trace
	for _, id := range c.at(placeOrigin, f.Site, c.siteOf) {
		if t := c.trace(c.search.Session(id)); t != nil {
			traces = append(traces, t)
		}
	}
	return flow.TaughtBy(traces, c.flows.edits, f)
}

// checkFlow returns an error if an edit of a flow does not apply to the present
// flows.
func (c *Core) checkFlow(e *types.FlowEdit) error {
	known := c.Flow(e.ID)
	switch e.Op {
	case types.FlowPut:
		if known != nil && known.Site != e.Flow.Site {
			return types.Invalid(fmt.Sprintf("there is a flow %s of %s already", e.ID, known.Site), "Give this one another id, or rename that: cairn flow rename.")
		}
		if len(c.flows.edits) >= maxPuts {
			return types.Fault(types.CodeStoreFull, "there are too many edits of flows", "Forget flows that are no longer needed.")
		}
	case types.FlowRename:
		if known != nil && known.Source == types.FlowTeam {
			return types.Invalid("a flow of the team has no other name here", "Once its task is done here, the flow is yours.")
		}
		if known != nil && e.To != e.ID && c.Flow(e.To) != nil {
			return types.Invalid(fmt.Sprintf("there is a flow %s already", e.To), "Give another name.")
		}
		fallthrough
	default:
		if known == nil {
			return notFound(fmt.Sprintf("there is no flow %q", capture.Clean(e.ID, maxShown)), "cairn flow list shows those that there are.")
		}
	}
	return nil
}

// mergedRuns returns the runs of two records of a session in the order of their start.
// Of two records of one run, the one with its end counts.
func mergedRuns(was, is []types.FlowRun) []types.FlowRun {
	if len(was) == 0 {
		return is
	}
	out := slices.Clone(was)
	for _, r := range is {
		i := slices.IndexFunc(out, func(o types.FlowRun) bool { return o.From == r.From && o.Flow == r.Flow })
		switch {
		case i < 0:
			out = append(out, r)
		case r.To >= out[i].To:
			out[i] = r
		}
	}
	slices.SortStableFunc(out, func(a, b types.FlowRun) int { return int(min(max(a.From-b.From, -1), 1)) })
	return out[max(0, len(out)-types.MaxFlowRuns):]
}

func sameRun(a, b types.FlowRun) bool {
	return a.Flow == b.Flow && a.Digest == b.Digest && a.From == b.From && a.To == b.To && a.OK == b.OK && a.Allowed == b.Allowed && slices.Equal(a.Stops, b.Stops)
}
