package pilot

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// usualPorts are those that an address does not say.
var usualPorts = map[string]string{"http": "80", "https": "443"}

// ownAddress reports whether an address leads to our own port on this machine.
// Browsers know loopback by many spellings (127.1, 2130706433, full-width
// digits, any name below localhost), so at that port every address of numbers
// and every name that is not plain ASCII counts as ours; the port is hardly used
// elsewhere. A name that its owner lets lead here is refused by our listener,
// which answers to its own names alone.
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

// isOwn is ownAddress for an address or origin as the browser says it.
func (a *Agent) isOwn(address string) bool {
	u, err := url.Parse(address)
	return err == nil && ownAddress(u, a.cfg.Port)
}

// offOwn refuses a tab that shows our own address, to which a redirect, a link, a
// script or the history may lead from an address that is allowed. It empties the
// tab, so that nothing there is shown or acted on.
func (a *Agent) offOwn(ctx context.Context, t *tab) error {
	if !a.isOwn(t.info.URL) {
		return nil
	}
	side, cancel := sideContext(ctx, closeTime)
	defer cancel()
	state := "the tab could not be emptied"
	if err := t.input.Navigate(side, emptyPage); err == nil {
		state = "the tab was emptied"
		t.info = types.TabInfo{TabID: t.id, URL: emptyPage}
	}
	t.last, t.outline, t.stamp, t.origin = nil, nil, "", ""
	return types.Fault(types.CodeActionDenied, "the page led to Cairn's own address, where agents may neither look nor act; "+state,
		"mm_navigate to the page that you need; the mm_knowledge tools say what Cairn remembers")
}

// emptyPage is what a tab is left with that showed our own address.
const emptyPage = "about:blank"

// withoutOwn takes what frames of our own address show out of a look.
func (a *Agent) withoutOwn(page *wire.Page) {
	if page.Outline != nil {
		page.Outline.Items = slices.DeleteFunc(page.Outline.Items, func(item types.OutlineItem) bool { return a.isOwn(item.Origin) })
	}
	o := &page.Observation
	if !slices.ContainsFunc(o.Frames, func(f types.State) bool { return a.isOwn(f.Origin) }) {
		return
	}
	o.Frames = slices.DeleteFunc(o.Frames, func(f types.State) bool { return a.isOwn(f.Origin) })
	o.TestIDs = slices.DeleteFunc(o.TestIDs, func(id types.TestID) bool { return a.isOwn(id.Origin) })
	o.A11y.Nodes = slices.DeleteFunc(o.A11y.Nodes, func(n types.A11yNode) bool { return a.isOwn(n.Origin) })
}

// inOwn refuses a target in a frame of our own address.
func (a *Agent) inOwn(target *types.Target) error {
	if target == nil || !a.isOwn(target.Origin) {
		return nil
	}
	return types.Fault(types.CodeActionDenied, "the element is in a frame of Cairn's own address, where agents may neither look nor act", "use an element of the page itself")
}
