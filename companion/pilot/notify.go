package pilot

import (
	"context"
	"slices"
	"strings"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// pollTime is the interval of observations, each of which costs the page a few
// milliseconds. The next one reports shorter messages too.
const pollTime = 250 * time.Millisecond

// maxSaid bounds the messages of one action.
const maxSaid = 20

// announcing are the roles of messages.
var announcing = map[string]string{
	"alert": tool.NotifyMessage, "status": tool.NotifyMessage, "dialog": tool.NotifyDialog, "alertdialog": tool.NotifyDialog,
}

// news holds the tabs and messages that an agent has seen. Everything since the start
// of its last action counts as new, so that nothing is missed before a wait begins.
type news struct {
	known    map[int]bool // tabs
	fresh    []wire.Tab   // opened since the last action began
	previous int          // the tab before the current one
	browser  string       // whose tabs these are
	// before counts the page's messages at the start of the last action; nil before the
	// first action.
	before map[string]int
	// lastIDs are the ids of the messages of the last observation; fromRegions are the
	// messages of live regions since the last action.
	lastIDs     map[string]bool
	fromRegions []wire.Heard
}

// listened adds the messages of an observation.
func (n *news) listened(all []wire.Heard) {
	known := make(map[string]bool, len(all))
	for _, h := range all {
		if known[h.ID] = true; !n.lastIDs[h.ID] && len(n.fromRegions) < maxSaid {
			n.fromRegions = append(n.fromRegions, h)
		}
	}
	n.lastIDs = known
}

func (n *news) met(tabID int) {
	if n.known == nil {
		n.known = map[int]bool{}
	}
	n.known[tabID] = true
}

// begin marks the start of an action: later messages and tabs are new.
func (n *news) begin(before *types.Observation) {
	n.before, n.fresh, n.fromRegions = messages(before), nil, nil
}

// reportedTab marks a tab as reported.
func (n *news) reportedTab(tabID int) {
	n.fresh = slices.DeleteFunc(n.fresh, func(t wire.Tab) bool { return t.TabID == tabID })
}

func messages(o *types.Observation) map[string]int {
	count := map[string]int{}
	if o == nil {
		return count
	}
	for i := range o.A11y.Nodes {
		if n := &o.A11y.Nodes[i]; announcing[n.Role] != "" {
			count[n.Label()]++
		}
	}
	return count
}

func (a *Agent) opened(ctx context.Context, t *tab) (infos []tool.TabInfo) {
	reply, err := t.call(ctx, wire.Envelope{Kind: wire.KindTabList, TabList: &wire.TabList{}})
	if err != nil {
		return nil
	}
	for _, open := range reply.Tabs {
		if open.SessionID == a.session.SessionID && !a.news.known[open.TabID] {
			a.news.met(open.TabID)
			a.news.fresh = append(a.news.fresh, open)
		}
	}
	for i := range a.news.fresh {
		infos = append(infos, a.tabInfo(&a.news.fresh[i]))
	}
	return infos
}

// WaitForNotification waits until a window, a tab, a dialog or a message
// appears by itself.
func (a *Agent) WaitForNotification(ctx context.Context, in tool.NotifyInput) (*tool.NotifyResult, error) {
	result := &tool.NotifyResult{}
	extra := map[string]any{}
	if in.Text != "" {
		extra["text"] = in.Text
	}
	acted, err := a.act(ctx, action{
		tool: "mm_wait_for_notification", given: in.ActInput, input: kept(tool.TargetInput{}, in.ActInput, extra),
		late: types.CodeWaitTimeout, failed: types.CodeWaitTimeout, still: true,
		wait: func(ctx context.Context, t *tab, before *types.Observation) error {
			found, err := a.await(ctx, t, before, strings.ToLower(in.Text))
			result.Found = found
			return err
		},
	})
	if err != nil {
		return nil, err
	}
	result.ActResult = *acted
	return result, nil
}

// await observes repeatedly. It holds the tab meanwhile, so that JavaScript dialogs
// are noticed and answered.
func (a *Agent) await(ctx context.Context, t *tab, now *types.Observation, text string) ([]tool.Notification, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(msLeft(ctx, transferTime))*time.Millisecond)
	defer cancel()
	if release, err := t.input.Hold(ctx); err == nil {
		defer release()
	}
	if a.news.before == nil {
		a.news.before, a.news.fromRegions = messages(now), nil
	}
	for {
		a.opened(ctx, t)
		found := a.found(t, now, text)
		if len(found) > 0 {
			return found, nil
		}
		select {
		case <-ctx.Done():
			return nil, nothingCame()
		case <-time.After(pollTime):
		}
		next, err := a.look(ctx)
		switch {
		case a.tab == nil:
			return nil, tabGone()
		case err == nil:
			now = next
		case types.HasCode(err, types.CodeNoBrowser), types.HasCode(err, types.CodePageCrashed), types.HasCode(err, types.CodeActionDenied):
			return nil, err
		}
	}
}

func nothingCame() *types.Error {
	return types.Fault(types.CodeWaitTimeout, "no window, tab, dialog or message appeared", "call mm_describe_screen to see what is there, or mm_tabs for what is open")
}

func (a *Agent) found(t *tab, now *types.Observation, text string) (found []tool.Notification) {
	for _, d := range a.dialogs(t) {
		box := d
		found = append(found, tool.Notification{Kind: tool.NotifyBox, Text: d.Message, Tab: t.info, Box: &box})
	}
	for i := range a.news.fresh {
		open := &a.news.fresh[i]
		info := a.tabInfo(open)
		found = append(found, tool.Notification{Kind: a.tabKind(open), Text: info.Title, Tab: info})
	}
	count := messages(nil)
	for i := range now.A11y.Nodes {
		n := &now.A11y.Nodes[i]
		kind := announcing[n.Role]
		if kind == "" || n.Ref == boxRef { // reported already
			continue
		}
		if count[n.Label()]++; count[n.Label()] > a.news.before[n.Label()] {
			found = append(found, tool.Notification{Kind: kind, Text: n.Name, Role: n.Role, Ref: n.Ref, Tab: t.info})
		}
	}
	for _, h := range a.news.fromRegions {
		gone := types.A11yNode{Role: h.Role, Name: h.Text}
		if count[gone.Label()] == 0 {
			found = append(found, tool.Notification{Kind: tool.NotifyMessage, Text: h.Text, Role: h.Role, Tab: t.info})
		}
	}
	found = slices.DeleteFunc(found, func(n tool.Notification) bool {
		return !strings.Contains(strings.ToLower(n.Text+" "+n.Tab.URL), text)
	})
	if len(found) > 0 {
		t.showRefs()
		a.news.begin(now)
	}
	return found
}

// tabKind distinguishes a separate window from a tab beside the agent's.
func (a *Agent) tabKind(open *wire.Tab) string {
	if a.tab.window != 0 && open.WindowID != 0 && open.WindowID != a.tab.window {
		return tool.NotifyWindow
	}
	return tool.NotifyTab
}
