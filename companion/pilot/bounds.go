package pilot

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// An agent must never observe or act on Cairn's own address, and only on the origins
// that a person allowed. Every observation, element, tab and dialog is checked here.

// emptyPage replaces a page of Cairn's own address.
const emptyPage = "about:blank"

// opaqueOrigin is the browser's name of an origin that is shared with nothing.
const opaqueOrigin = "null"

// judged are the schemes that the limits apply to. Browsers protect their own pages
// themselves.
var judged = map[string]bool{"http": true, "https": true, "blob": true, "data": true, "filesystem": true, "file": true, "chrome-extension": true, testedScheme: true}

// within reports whether the limits allow a page, by its address or, for addresses
// such as about:blank, by its origin.
func (a *Agent) within(address, origin string) bool {
	scheme, _, _ := strings.Cut(address, ":")
	if judged[scheme] {
		return a.cfg.Limits.Permits(address)
	}
	return origin == "" || origin == opaqueOrigin || a.cfg.Limits.Permits(origin)
}

// bars reports whether the limits exclude frames of that origin.
func (a *Agent) bars(origin string) bool {
	return origin != "" && (a.isOwn(origin) || !a.cfg.Limits.Permits(origin))
}

// stopHere returns an error if the tab shows a page outside the limits: a redirect,
// link, script or the history may lead there. A tab at Cairn's own address is emptied.
func (a *Agent) stopHere(ctx context.Context, t *tab) error {
	if a.isOwn(t.info.URL) {
		return a.offOwn(ctx, t)
	}
	if a.within(t.info.URL, t.origin) {
		return nil
	}
	a.dismissOutside(ctx, t)
	t.last, t.outline, t.stamp, t.origin = nil, nil, "", ""
	t.info = a.shownTab(t.info)
	return a.outside(fmt.Sprintf("the tab is now at %.200q", t.info.URL), "mm_back or mm_navigate leads back to a page within them")
}

func (a *Agent) outside(what, hint string) *types.Error {
	return types.Fault(types.CodeActionDenied, what+", outside of the origins where this agent may look and act",
		fmt.Sprintf("%s (%s), or ask the person, who alone can change --allow-origins and --deny-origins", hint, &a.cfg.Limits))
}

// offOwn empties a tab at Cairn's own address, so that nothing there can be observed
// or used.
func (a *Agent) offOwn(ctx context.Context, t *tab) error {
	side, cancel := sideContext(ctx, closeTime)
	defer cancel()
	state := "the tab could not be emptied"
	if err := t.input.Navigate(side, emptyPage); err == nil {
		state = "the tab was emptied"
		t.info = tool.TabInfo{TabID: t.id, URL: emptyPage}
	}
	t.last, t.outline, t.stamp, t.origin = nil, nil, "", ""
	return types.Fault(types.CodeActionDenied, "the page led to Cairn's own address, where agents may neither look nor act; "+state,
		"mm_navigate to the page that you need; the mm_knowledge tools say what Cairn remembers")
}

// dismissOutside dismisses a dialog of a page outside the limits, which the agent
// cannot answer.
func (a *Agent) dismissOutside(ctx context.Context, t *tab) {
	if t.input.Dialog() == nil {
		return
	}
	side, cancel := sideContext(ctx, closeTime)
	defer cancel()
	_ = t.input.Answer(side, false, "") // it declines by itself in time
}

// dialog returns the tab's open dialog, nil for none, and an error if its page is
// outside the limits.
func (a *Agent) dialog(ctx context.Context, t *tab) (*types.Dialog, error) {
	d := t.input.Dialog()
	if d == nil || d.URL == "" || a.within(d.URL, "") {
		return d, nil
	}
	t.info.URL = d.URL
	return nil, a.stopHere(ctx, t)
}

// dialogs returns the dialogs opened since the last call, on pages within the limits.
func (a *Agent) dialogs(t *tab) []types.Dialog {
	return slices.DeleteFunc(t.input.Dialogs(), func(d types.Dialog) bool { return d.URL != "" && !a.within(d.URL, "") })
}

// withoutBarred removes elements of excluded frames from an observation, and returns
// the origin of one of these frames.
func (a *Agent) withoutBarred(p *wire.Page) (barred string) {
	o, gone := &p.Observation, map[string]bool{}
	o.Frames = slices.DeleteFunc(o.Frames, func(f types.State) bool {
		if a.bars(f.Origin) {
			barred = f.Origin
		}
		return a.bars(f.Origin)
	})
	o.TestIDs = slices.DeleteFunc(o.TestIDs, func(id types.TestID) bool { return a.bars(id.Origin) })
	o.A11y.Nodes = slices.DeleteFunc(o.A11y.Nodes, func(n types.A11yNode) bool {
		if a.bars(n.Origin) && n.Ref != "" {
			gone[n.Ref] = true
		}
		return a.bars(n.Origin)
	})
	if out := p.Outline; out != nil {
		out.Items = slices.DeleteFunc(out.Items, func(i types.OutlineItem) bool { return a.bars(i.Origin) || gone[i.Ref] })
		out.Overlays = slices.DeleteFunc(out.Overlays, func(o types.Overlay) bool { return gone[o.Ref] || barred != "" && o.Ref == "" })
	}
	if barred != "" { // neither says its frame
		p.Heard = nil
		if p.Astray != "" {
			p.Astray = "something else"
		}
	}
	return barred
}

// bound removes everything outside the limits from an observation of a tab, and
// notes the remaining frames.
func (a *Agent) bound(t *tab, p *wire.Page) {
	t.barred = a.withoutBarred(p)
	t.frames = []string{cmp.Or(p.Observation.State.Origin, opaqueOrigin)}
	for _, f := range p.Observation.Frames {
		t.frames = append(t.frames, f.Origin)
	}
}

// only returns the origins of the frames to search; nil for all.
func (a *Agent) only(t *tab) []string {
	if !a.cfg.Limits.Bounded() {
		return nil
	}
	return t.frames
}

func (a *Agent) inBarred(target *types.Target) error {
	switch {
	case target == nil || !a.bars(target.Origin):
		return nil
	case a.isOwn(target.Origin):
		return types.Fault(types.CodeActionDenied, "the element is in a frame of Cairn's own address, where agents may neither look nor act", "use an element of the page itself")
	}
	return a.outside(fmt.Sprintf("the element is in a frame of %.200q", target.Origin), "use an element of the page itself")
}

// shownTab removes everything but the address from a tab outside the limits.
func (a *Agent) shownTab(info tool.TabInfo) tool.TabInfo {
	if a.within(info.URL, "") {
		return info
	}
	where := tool.TabInfo{TabID: info.TabID, URL: "an address without an origin"}
	if u, err := url.Parse(info.URL); err == nil && u.Host != "" {
		where.URL = u.Scheme + "://" + u.Host
	}
	return where
}

func (a *Agent) tabInfo(t *wire.Tab) tool.TabInfo { return a.shownTab(tabInfo(t)) }

// unpictured returns an error if a screenshot would show an excluded frame.
func (a *Agent) unpictured(ctx context.Context, t *tab) error {
	if !a.cfg.Limits.Bounded() {
		return nil
	}
	t.stamp = "" // the frames as they are now
	if _, err := a.look(ctx); err != nil {
		return err
	}
	if t.barred == "" {
		return nil
	}
	return a.outside(fmt.Sprintf("a picture would show a frame of %.200q", t.barred), "mm_describe_screen says what the rest of the page shows")
}

// usualPorts are the default ports.
var usualPorts = map[string]string{"http": "80", "https": "443"}

// ownAddress reports whether an address leads to Cairn's own port on this machine.
// Browsers accept many spellings of loopback (127.1, 2130706433, full-width digits,
// any name below localhost), so at that port every numeric address and every name
// that is not plain ASCII counts as Cairn's. The listener itself refuses other names
// that resolve to this machine.
func ownAddress(u *url.URL, port int) bool {
	given, err := strconv.Atoi(cmp.Or(u.Port(), usualPorts[u.Scheme]))
	if err != nil || given != port {
		return false
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	last := host[strings.LastIndexByte(host, '.')+1:]
	return last == "localhost" || strings.Contains(host, ":") || last == "" || '0' <= last[0] && last[0] <= '9' ||
		strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf })
}

// isOwn is ownAddress for an address or origin reported by the browser.
func (a *Agent) isOwn(address string) bool {
	u, err := url.Parse(address)
	return err == nil && ownAddress(u, a.cfg.Port)
}
