package gateway

import (
	"encoding/json"
	"strings"

	"cairn/shared/types"
)

// adapter says how one driver reads and is spoken to.
type adapter interface {
	// read finds what an answer says of the page. It fails where the answer reads
	// otherwise than the adapter knows; the zero reading says nothing of a page.
	read(c *call, answer string) (reading, error)
	// deeds are the actions that a call stands for, none for one that only looks.
	deeds(c *call, p *page) []deed
	// looks reports whether a call only looks at the page.
	looks(tool string) bool
	// say is a suggestion as a call of the driver, with the ref that the element has
	// now; "" where the driver has no such call.
	say(s *types.SuggestedAction, n *types.A11yNode, p *page) string
	// invoke is an action as a call of the driver; ok is false where it has none.
	invoke(d *deed, tab string) (tool string, arguments map[string]any, ok bool)
	// look is the call that shows the page.
	look(tab string) (tool string, arguments map[string]any, ok bool)
	// tab names the tab that the driver is on after a call, given the one before.
	tab(c *call, was string) string
}

// reading is what an answer says of the page.
type reading struct {
	url, title string
	tree       []element
	snapshot   bool // tree is there
	dialog     *types.Dialog
	testID     string // of the element that was acted on
}

// deed is one action, in Cairn's words.
type deed struct {
	tool   string // without its prefix
	ref    string // of the element, "" for the page
	to     string // drag: of the element that it ends at
	target types.Target
	text   string // type, navigate, press, upload: what
	choose bool   // type: text is an option of the page's
	submit bool
	click  types.Clicking
}

// adapterOf returns the adapter of a driver by the name that it introduces itself with,
// nil for none.
func adapterOf(name string, args func(tool string) []string) adapter {
	switch strings.ToLower(name) {
	case "playwright":
		return &playwright{args: args}
	case "chrome_devtools":
		return &devtools{args: args}
	}
	return nil
}

// suggested is a suggestion as an action on the element that it means.
func suggested(s *types.SuggestedAction, n *types.A11yNode, p *page) (deed, bool) {
	d := deed{tool: s.Action, submit: s.Submit, text: s.Key}
	if n != nil {
		d.ref, d.target = n.Ref, types.Target{Role: n.Role, Name: n.Name}
	}
	if s.Click != nil {
		d.click = *s.Click
	}
	switch s.Action {
	case "type":
		d.text, d.choose = "…", n != nil && p.chooses(n.Ref)
	case "navigate":
		d.text = s.PreferredTarget.Text
	case "press":
		return d, s.Times <= 1
	case "click", "hover", "back":
	default:
		return d, false
	}
	return d, true
}

// callText is a call as an agent reads it.
func callText(tool string, arguments any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(arguments) != nil {
		return ""
	}
	return tool + " " + strings.TrimSpace(b.String())
}

// decoded reads a call's arguments as far as they fit.
func decoded(c *call, into any) { _ = json.Unmarshal(c.arguments, into) }
