package prior

import (
	"net/url"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// Navigation and waiting for a notification name no element. They are suggested by address
// and by text instead (spec 002 section 6, step 5). Their targets belong to the page as a
// whole, which neither lists nor lacks them.

// pageTarget returns the target of a navigation or of waiting for a notification, with its
// key. A navigation has one only on its origin (DESIGN 9.13), and only if its address was
// stored whole.
func pageTarget(s *types.Step, a action, origin string) (*types.Target, string) {
	switch a {
	case actionNavigate:
		address, _ := s.Tool.Input["url"].(string)
		if s.Keep == types.KeepNeeded && !capture.WholeAddress(address) {
			return nil, ""
		}
		if at := addressWithin(address, origin); at != "" {
			return &types.Target{Name: at}, string(keyAddress) + at
		}
	case actionNotification:
		text, _ := s.Tool.Input["text"].(string)
		if capture.IsHidden(text) {
			return nil, ""
		}
		return &types.Target{Name: text}, string(keyNews) + text
	}
	return nil, ""
}

// addressWithin returns an address without its origin. It is empty for an address of
// another origin and for one with redacted parts.
func addressWithin(address, origin string) string {
	u, err := url.Parse(address)
	if err != nil || origin == "" || Origin(&types.State{CurrentURL: address}) != origin || strings.Contains(address, "REDACTED") {
		return ""
	}
	at := u.EscapedPath()
	if at == "" {
		at = "/"
	}
	if u.RawQuery != "" {
		at += "?" + u.RawQuery
	}
	if u.Fragment != "" {
		at += "#" + u.EscapedFragment()
	}
	return at
}

// arrives reports whether r opened an address, which begins a new sequence.
func (r *record) arrives() bool { return r.action == actionNavigate }

// ofPage reports whether a target belongs to the page as a whole.
func (t *target) ofPage() bool { return t.key[0] == keyAddress || t.key[0] == keyNews }

// pageMay reports whether a target of the page as a whole may be suggested: it was used on
// this screen, it contains no data that differ from the goal's, and it is not the page that
// is open.
func (q *question) pageMay(c *candidate) bool {
	state := &q.obs.State
	return c.here && !q.otherData(c) && c.target.key != string(keyAddress)+addressWithin(state.CurrentURL, Origin(state))
}

// pageTargetOf returns the suggested form of a target of the page as a whole, nil for an
// element.
func pageTargetOf(c *candidate) []types.PriorTarget {
	if c.best == nil || !c.target.ofPage() {
		return nil
	}
	if c.target.key[0] == keyNews {
		if c.name.Name != "" && usableText(c.name.Name) == "" {
			return nil
		}
		return []types.PriorTarget{{Type: types.TargetText, Text: c.name.Name}}
	}
	address, _ := c.best.step.Tool.Input["url"].(string)
	if address = usableText(address); address == "" {
		return nil
	}
	return []types.PriorTarget{{Type: types.TargetURL, Text: address}}
}
