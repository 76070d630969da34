package pilot

import (
	"context"
	"slices"
	"strings"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// pollTime lies between two looks for something new; each costs the page a few
// milliseconds. Messages that show for less are heard of by the next one.
const pollTime = 250 * time.Millisecond

// maxSaid bounds the messages of one action.
const maxSaid = 20

// announcing are the roles of what appears to tell something.
var announcing = map[string]string{
	"alert": types.NotifyMessage, "status": types.NotifyMessage, "dialog": types.NotifyDialog, "alertdialog": types.NotifyDialog,
}

// news is what an agent has seen of what comes by itself: tabs, and messages
// on the page. What appeared since its last action began counts as new, so
// that nothing is missed between an action and the wait for what it brings.
type news struct {
	known    map[int]bool // tabs
	fresh    []wire.Tab   // opened since the last action began
	previous int          // the tab before the current one
	browser  string       // whose tabs these are
	// before holds the page's messages when the last action began; nil when
	// there was none yet.
	before map[string]int
	// heard are the ids of the messages that the last look had heard of; said
	// those that came since the last action began.
	heard map[string]bool
	said  []wire.Heard
}

// listened takes what a look has heard of.
func (n *news) listened(all []wire.Heard) {
	known := make(map[string]bool, len(all))
	for _, h := range all {
		if known[h.ID] = true; !n.heard[h.ID] && len(n.said) < maxSaid {
			n.said = append(n.said, h)
		}
	}
	n.heard = known
}

func (n *news) met(tabID int) {
	if n.known == nil {
		n.known = map[int]bool{}
	}
	n.known[tabID] = true
}

// begin starts the time that counts as new.
func (n *news) begin(before *types.Observation) {
	n.before, n.fresh, n.said = messages(before), nil, nil
}

// toldOf takes a tab out of what is new.
func (n *news) toldOf(tabID int) {
	n.fresh = slices.DeleteFunc(n.fresh, func(t wire.Tab) bool { return t.TabID == tabID })
}

// messages counts what a page announces.
func messages(o *types.Observation) map[string]int {
	count := map[string]int{}
	if o == nil {
		return count
	}
	for i := range o.A11y.Nodes {
		if n := &o.A11y.Nodes[i]; announcing[n.Role] != "" {
			count[label(n)]++
		}
	}
	return count
}

// opened finds tabs of the session that were not there before.
func (a *Agent) opened(ctx context.Context, t *tab) (infos []types.TabInfo) {
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
func (a *Agent) WaitForNotification(ctx context.Context, in types.NotifyInput) (*types.NotifyResult, error) {
	result := &types.NotifyResult{}
	extra := map[string]any{}
	if in.Text != "" {
		extra["text"] = in.Text
	}
	acted, err := a.act(ctx, action{
		tool: "mm_wait_for_notification", given: in.ActInput, input: kept(types.TargetInput{}, in.ActInput, extra),
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

// await looks again and again. The tab is held meanwhile, so that a JavaScript
// dialog is heard and answered.
func (a *Agent) await(ctx context.Context, t *tab, now *types.Observation, text string) ([]types.Notification, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(msLeft(ctx, transferTime))*time.Millisecond)
	defer cancel()
	if release, err := t.input.Hold(ctx); err == nil {
		defer release()
	}
	if a.news.before == nil {
		a.news.before, a.news.said = messages(now), nil
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
		case hasCode(err, types.CodeNoBrowser), hasCode(err, types.CodePageCrashed), hasCode(err, types.CodeActionDenied):
			return nil, err
		}
	}
}

func nothingCame() *types.Error {
	return types.Fault(types.CodeWaitTimeout, "no window, tab, dialog or message appeared", "call mm_describe_screen to see what is there, or mm_tabs for what is open")
}

// found is what is new by now; it is not new a second time.
func (a *Agent) found(t *tab, now *types.Observation, text string) (found []types.Notification) {
	for _, d := range a.dialogs(t) {
		box := d
		found = append(found, types.Notification{Kind: types.NotifyBox, Text: d.Message, Tab: t.info, Box: &box})
	}
	for i := range a.news.fresh {
		open := &a.news.fresh[i]
		info := a.tabInfo(open)
		found = append(found, types.Notification{Kind: a.tabKind(open), Text: info.Title, Tab: info})
	}
	count := messages(nil)
	for i := range now.A11y.Nodes {
		n := &now.A11y.Nodes[i]
		kind := announcing[n.Role]
		if kind == "" || n.Ref == boxRef { // that is told already
			continue
		}
		if count[label(n)]++; count[label(n)] > a.news.before[label(n)] {
			found = append(found, types.Notification{Kind: kind, Text: n.Name, Role: n.Role, Ref: n.Ref, Tab: t.info})
		}
	}
	for _, h := range a.news.said {
		gone := types.A11yNode{Role: h.Role, Name: h.Text}
		if count[label(&gone)] == 0 {
			found = append(found, types.Notification{Kind: types.NotifyMessage, Text: h.Text, Role: h.Role, Tab: t.info})
		}
	}
	found = slices.DeleteFunc(found, func(n types.Notification) bool {
		return !strings.Contains(strings.ToLower(n.Text+" "+n.Tab.URL), text)
	})
	if len(found) > 0 {
		t.showRefs()
		a.news.begin(now)
	}
	return found
}

// tabKind tells a window of its own from a tab beside the agent's.
func (a *Agent) tabKind(open *wire.Tab) string {
	if a.tab.window != 0 && open.WindowID != 0 && open.WindowID != a.tab.window {
		return types.NotifyWindow
	}
	return types.NotifyTab
}
