package core

import (
	"slices"

	"cairn/shared/flow"
	"cairn/shared/text"
	"cairn/shared/types"
)

// teamFlowPrefix begins the ids of a team's flows, so that none stands for an own one of
// another site.
const teamFlowPrefix = "team-"

// teamFlows distils the flows of a site from the sessions of a team's members, apart from own
// ones, so that they change none of these. A task of which there is an own flow is left
// out, and a flow that needs permission unless two members did it. Sessions of
// members who were set aside teach nothing.
func (c *Core) teamFlows(site string, own []*types.Flow) (out []*types.Flow) {
	var traces []*flow.Trace
	for _, id := range c.allAt(placeOrigin, site, c.siteOf) {
		if meta := c.search.Session(id); meta.From != nil && !meta.From.Aside {
			if t := c.trace(meta); t != nil {
				traces = append(traces, t)
			}
		}
	}
	if len(traces) == 0 {
		return nil
	}
	said := slices.DeleteFunc(slices.Clone(c.flows.edits), func(e *types.Edit) bool { return e.Flow.Op != types.FlowForget })
	for _, f := range flow.Join(site, traces, said, nil) {
		members, who := map[string]bool{}, ""
		for _, id := range f.Evidence {
			from := c.search.Session(id).From
			members[from.Author], who = true, from.Who()
		}
		if len(members) > 1 {
			who = text.Counted(len(members), "member")
		}
		known := slices.ContainsFunc(own, func(o *types.Flow) bool { return flow.SameTask(o, f) })
		if known || len(members) < 2 && slices.ContainsFunc(f.Steps, func(s types.FlowStep) bool { return s.Risk != "" }) {
			continue
		}
		f.ID, f.Source, f.Team = teamFlowPrefix+f.ID, types.FlowTeam, who
		out = append(out, f)
	}
	return out
}
