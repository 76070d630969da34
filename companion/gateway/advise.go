package gateway

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cairn/companion/mcptools"
	"cairn/companion/runner"
	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

const (
	// addTime bounds the client's wait for an addition.
	addTime = 300 * time.Millisecond
	// addTokens bounds an addition.
	addTokens = 150
	// leastNext is the confidence from which a next step is shown. It is lower than in package
	// pilot: a site with several tasks of which each was done once gives their first steps 0.58.
	leastNext = 0.58
	// maxTasks bounds the earlier tasks of a site that are listed on arrival.
	maxTasks = 2
)

// advise returns the knowledge about the task's page, "" if there is none.
func (w *watcher) advise() string {
	t := &w.task
	t.given = nil
	p := t.page
	origin := p.obs.State.Origin
	if origin == "" || !p.whole || p.dialog != nil {
		return ""
	}
	q := types.Question{Now: now(), Goal: t.goal, Likened: origin}
	if t.session != nil {
		q.SessionID = t.session.SessionID
	}
	if t.briefed[origin] {
		q.Briefed = origin
	}
	ctx, cancel := context.WithTimeout(w.ctx, addTime)
	defer cancel()
	if len(t.also) > 0 {
		p = pageWith(p.obs.State.CurrentURL, p.obs.State.Title, p.tree, t.also)
		p.tab = t.page.tab
	}
	page := *p.obs
	page.A11y.Nodes = append(p.meant(t.goal), p.rowTexts(t.goal)...)
	known, err := w.memory.Ask(ctx, q, &page)
	w.lost(asking, err)
	if err != nil || known == nil {
		return ""
	}
	if t.briefed == nil {
		t.briefed = map[string]bool{}
	}
	t.briefed[origin] = true
	var lines []string
	if known.PriorKnowledge != nil && !t.behind {
		if line, s := w.next(known.PriorKnowledge.SuggestedNextActions, p); line != "" {
			lines = append(lines, line)
			t.given = []types.SuggestedAction{*s}
		}
	}
	flow := w.offer(known.Flow)
	if flow != "" {
		lines = append(lines, flow)
	}
	if known.Site != nil && q.Briefed == "" && (t.goal == "" || known.Flow == nil && len(lines) == 0) { // of a stated goal, more is known
		for _, task := range known.Site.Tasks[:min(len(known.Site.Tasks), maxTasks)] {
			lines = append(lines, "done here before: "+mcptools.Quote(task, 120))
		}
	}
	for n := len(lines); n > 0; n-- {
		if block := mcptools.Fence(origin, "Cairn remembers:\n"+strings.Join(lines[:n], "\n")); mcptools.Tokens(block) <= addTokens {
			if flow != "" && slices.Contains(lines[:n], flow) {
				t.offers = append(t.offers, offerOf(known.Flow))
			}
			return block
		}
	}
	return ""
}

// offer formats a flow as a call, "" if this task was offered it before: its steps may be under
// way then, and a run would repeat them.
func (w *watcher) offer(f *types.FlowCall) string {
	w.expects(f)
	if f == nil || !w.owns("memory_run_flow") || slices.Contains(w.task.offers, offerOf(f)) {
		return ""
	}
	return mcptools.FlowOffer(f, "memory_run_flow")
}

// expects has the next pages list the elements of a flow that observations leave out, such as the days of a calendar:
// an agent that does the flow's steps one by one is shown them, too.
func (w *watcher) expects(f *types.FlowCall) {
	t := &w.task
	if f == nil || t.alsoOf == offerOf(f) {
		return
	}
	t.also, t.alsoOf = nil, offerOf(f)
	ctx, cancel := context.WithTimeout(w.ctx, addTime)
	defer cancel()
	meant, err := w.memory.Meant(ctx, tool.FlowInput{Flow: f.Flow}, "")
	if w.lost(asking, err); err == nil && meant.Flow != nil {
		t.also = wantedBy(meant.Flow, f.Params)
		maps.DeleteFunc(t.also, func(n named, _ bool) bool { return n.name == "" || slices.Contains(listed, n.role) })
	}
}

// offerOf identifies an offer of a flow: as known or as similar.
func offerOf(f *types.FlowCall) string { return fmt.Sprint(f.Flow, " ", mcptools.Known(f)) }

// next formats the first suggestion as a call of the driver on the current page. It
// returns "" if the page does not show the element, or shows several candidates.
func (w *watcher) next(all []types.SuggestedAction, p *page) (string, *types.SuggestedAction) {
	if len(all) == 0 || all[0].Confidence < leastNext || all[0].Origin != "" {
		return "", nil
	}
	s := &all[0]
	var n *types.A11yNode
	if s.Action != "navigate" && !(s.PreferredTarget.Type == types.TargetSelector && s.PreferredTarget.Text == types.PageSelector) {
		if n = p.only(s, w.task.goal); n == nil || n.Disabled || n.Ref == "" {
			return "", nil
		}
	}
	said := suggestedCall(w.adapt, s, n, p)
	if said == "" || text.AddressesModel(said) {
		return "", nil
	}
	line := fmt.Sprintf("next (%.2f): %s", s.Confidence, said)
	if s.Within != nil { // a ref does not say it, and equal elements of other rows are other tasks
		line += " in the row " + mcptools.Quote(s.Within.Name, 60)
	}
	return line, s
}

// only returns the one element of a page that matches a suggestion for a goal, nil if there is
// none or more than one.
func (p *page) only(s *types.SuggestedAction, goal string) *types.A11yNode {
	for _, t := range append([]types.PriorTarget{s.PreferredTarget}, s.FallbackTargets...) {
		if t.Hint == nil {
			continue
		}
		var found []string
		for i := range p.obs.A11y.Nodes {
			n := &p.obs.A11y.Nodes[i]
			if n.Role == t.Hint.Role && n.Name == t.Hint.Name && (s.Within == nil || p.inRow(n.Ref, s.Within)) {
				found = append(found, n.Ref)
			}
		}
		if meant := p.days(goal, t.Hint.Name, found); len(meant) == 1 {
			return &p.obs.A11y.Nodes[slices.IndexFunc(p.obs.A11y.Nodes, func(n types.A11yNode) bool { return n.Ref == meant[0] })]
		}
		if len(found) > 0 {
			return nil
		}
	}
	return nil
}

// days returns which of the elements of one name a goal may mean, if they are days of calendars.
func (p *page) days(goal, name string, refs []string) []string {
	return runner.DaysMeant(goal, name, &tool.Sight{Page: p.obs, Outline: p.outline}, refs)
}

// meant returns the elements of a page without the days of other months than the goal's: memory suggests none of
// several equal ones.
func (p *page) meant(goal string) []types.A11yNode {
	equal := map[named][]string{}
	for i := range p.obs.A11y.Nodes {
		n := &p.obs.A11y.Nodes[i]
		equal[named{n.Role, n.Name}] = append(equal[named{n.Role, n.Name}], n.Ref)
	}
	return slices.DeleteFunc(slices.Clone(p.obs.A11y.Nodes), func(n types.A11yNode) bool {
		refs := equal[named{n.Role, n.Name}]
		return len(refs) > 1 && !slices.Contains(p.days(goal, n.Name, refs), n.Ref)
	})
}

// rowTexts returns the texts at the beginning of rows that a goal says, as elements: memory finds by them the row that the
// task is about. Observations list no texts.
func (p *page) rowTexts(goal string) (nodes []types.A11yNode) {
	listed := map[string]bool{}
	for i := range p.obs.A11y.Nodes {
		listed[p.obs.A11y.Nodes[i].Name] = true
	}
	for i := range p.tree {
		if p.rowOf(i) != i {
			continue
		}
		cells := p.cells(i)
		for _, cell := range cells[:min(len(cells), capture.NamingCells)] {
			if !listed[cell] && text.HoldsWhole(goal, cell) {
				listed[cell], nodes = true, append(nodes, types.A11yNode{Role: "text", Name: cell})
			}
		}
	}
	return nodes
}

// inRow reports whether an element is in the row that a suggestion names.
func (p *page) inRow(ref string, row *types.A11yHint) bool {
	i, ok := p.at[ref]
	if !ok {
		return false
	}
	at := p.rowOf(i)
	return at >= 0 && text.HoldsWhole(clip(strings.Join(p.cells(at), capture.RowJoin)), row.Name)
}

// suggestedCall formats a suggestion as a call of the driver, with the element's current
// ref; empty if the driver has no such call.
func suggestedCall(a adapter, s *types.SuggestedAction, n *types.A11yNode, p *page) string {
	d, ok := suggested(s, n, p)
	if !ok {
		return ""
	}
	tool, arguments, ok := a.invoke(&d, p.tab)
	if !ok {
		return ""
	}
	return callText(tool, arguments)
}
