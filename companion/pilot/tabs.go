package pilot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// Tabs lists, switches or closes the tabs of the session. It is not recorded: each
// step names its page.
func (a *Agent) Tabs(ctx context.Context, in tool.TabsInput) (*tool.TabsResult, error) {
	done, err := a.own(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	result, err := a.tabs(ctx, in)
	if err != nil {
		return nil, fault(err, types.CodePageGone, types.CodeInternal)
	}
	return result, nil
}

func (a *Agent) tabs(ctx context.Context, in tool.TabsInput) (*tool.TabsResult, error) {
	b, open, others, err := a.ownTabs(ctx)
	if err != nil {
		return nil, err
	}
	switch in.Action {
	case tool.TabsSwitch:
		if err := a.switchTo(ctx, b, open, in.TabID); err != nil {
			return nil, err
		}
	case tool.TabsClose:
		if open, err = a.closeOne(ctx, b, open, in.TabID); err != nil {
			return nil, err
		}
	case tool.TabsList:
	default:
		return nil, types.Invalid(fmt.Sprintf("there is no action %.40q", in.Action), "use list, switch or close")
	}
	result := &tool.TabsResult{Action: in.Action, Tabs: []tool.TabInfo{}, Others: others}
	for i := range open {
		result.Tabs = append(result.Tabs, a.tabInfo(&open[i]))
		a.news.met(open[i].TabID)
	}
	if a.tab != nil {
		info := a.tab.info
		result.Tab = &info
	}
	return result, nil
}

// ownTabs returns the tabs of this session and the number of others.
func (a *Agent) ownTabs(ctx context.Context) (b Browser, own []wire.Tab, others int, err error) {
	id := a.news.browser
	if a.tab != nil {
		id = a.tab.browser.ID()
	}
	if b, err = a.cfg.Browser(ctx, id); err != nil {
		return nil, nil, 0, err
	}
	reply, err := b.Call(ctx, wire.Envelope{Kind: wire.KindTabList, TabList: &wire.TabList{}})
	if err != nil {
		return nil, nil, 0, err
	}
	for _, t := range reply.Tabs {
		if t.SessionID == a.session.SessionID || a.tab != nil && t.TabID == a.tab.id {
			own = append(own, t)
		} else {
			others++
		}
	}
	return b, own, others, nil
}

func (a *Agent) switchTo(ctx context.Context, b Browser, open []wire.Tab, id int) error {
	i := slices.IndexFunc(open, func(t wire.Tab) bool { return t.TabID == id })
	if i < 0 {
		return noTab(id, open)
	}
	if err := a.enter(ctx, b, &open[i]); err != nil {
		return err
	}
	// The switch stands even if the tab cannot be observed.
	if _, err := a.look(ctx); types.HasCode(err, types.CodeActionDenied) {
		return err
	}
	return nil
}

// enter assigns an open tab to the agent and activates it.
func (a *Agent) enter(ctx context.Context, b Browser, t *wire.Tab) error {
	call := &wire.Bind{TabID: t.TabID, Session: a.session, Show: true}
	if _, err := b.Call(ctx, wire.Envelope{Kind: wire.KindBind, Bind: call}); err != nil {
		return err
	}
	if a.tab != nil && a.tab.id != t.TabID {
		a.news.previous = a.tab.id
		a.lose()
	}
	if a.tab == nil {
		a.adopt(ctx, b, t)
	}
	a.news.reportedTab(t.TabID)
	return nil
}

// closeOne closes a tab of the session, the current one if id is 0. After closing its
// own tab, the agent returns to the previous one.
func (a *Agent) closeOne(ctx context.Context, b Browser, open []wire.Tab, id int) (left []wire.Tab, err error) {
	if id == 0 && a.tab != nil {
		id = a.tab.id
	}
	i := slices.IndexFunc(open, func(t wire.Tab) bool { return t.TabID == id })
	if i < 0 {
		return nil, noTab(id, open)
	}
	if _, err := b.Call(ctx, wire.Envelope{Kind: wire.KindTabClose, TabClose: &wire.TabRef{TabID: id}}); err != nil {
		return nil, err
	}
	left = slices.Delete(open, i, i+1)
	if a.tab != nil && a.tab.id == id {
		a.lose()
		a.back(ctx, b, left)
	}
	return left, nil
}

// fallBack returns an agent whose tab closed to the previous one; nil if the session
// has no other.
func (a *Agent) fallBack(ctx context.Context) *tool.TabInfo {
	b, open, _, err := a.ownTabs(ctx)
	if err != nil {
		return nil
	}
	return a.back(ctx, b, open)
}

// back enters the agent's previous tab, or else the first.
func (a *Agent) back(ctx context.Context, b Browser, open []wire.Tab) *tool.TabInfo {
	if len(open) == 0 {
		return nil
	}
	i := max(0, slices.IndexFunc(open, func(t wire.Tab) bool { return t.TabID == a.news.previous }))
	if err := a.enter(ctx, b, &open[i]); err != nil {
		return nil
	}
	_, _ = a.look(ctx)
	if a.tab == nil {
		return nil
	}
	info := a.tab.info
	return &info
}

func noTab(id int, open []wire.Tab) *types.Error {
	var ids []string
	for _, t := range open {
		ids = append(ids, fmt.Sprint(t.TabID))
	}
	hint := "the session has no tabs: open one with mm_navigate"
	if len(ids) > 0 {
		hint = "tabs of this session: " + strings.Join(ids, ", ")
	}
	return types.Fault(types.CodeNotFound, fmt.Sprintf("tab %d is not a tab of this session", id), hint)
}
