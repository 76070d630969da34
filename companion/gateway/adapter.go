package gateway

import (
	"cmp"
	"encoding/json"
	"strings"

	"cairn/shared/types"
)

// adapter reads the answers of one driver and writes calls for it.
type adapter interface {
	// read returns the page information in an answer. It fails on a format that the
	// adapter does not know; the zero reading contains no page information.
	read(c *call, said answer) (reading, error)
	// deeds returns the actions of a call, none for one that only observes.
	deeds(c *call, p *page) []deed
	// looks reports whether a call only observes the page.
	looks(tool string) bool
	// invoke converts an action to a call of the driver; ok is false if there is none.
	invoke(d *deed, tab string) (tool string, arguments map[string]any, ok bool)
	// look returns the call that shows the page.
	look(tab string) (tool string, arguments map[string]any, ok bool)
	// part returns the call that shows the element of a selector; ok is false for a driver
	// without one.
	part(selector, tab string) (tool string, arguments map[string]any, ok bool)
	// tab returns the driver's tab after a call, given the tab before.
	tab(c *call, was string) string
}

// answer is the driver's reply to a call that succeeded.
type answer struct {
	text       string // the first part of its content
	structured []byte // JSON, empty for none
}

// reading is the page information in an answer.
type reading struct {
	failure    string // the driver's error; the rest is empty then
	shown      string // the answer itself, if it shows the page
	url, title string
	tree       []element
	snapshot   bool // tree is set
	dialog     *types.Dialog
	answered   bool   // the dialog in front of the page
	testID     string // of the action's element
}

// deed is one action in Cairn's terms.
type deed struct {
	tool   string // without its prefix
	ref    string // of the element, "" for the page
	to     string // drag: of the element at its end
	target types.Target
	text   string // type, navigate, press, upload: the input
	choose bool   // type: text is an option of the page's
	submit bool
	click  types.Clicking
}

// adapterOf returns the adapter for a driver's name in its handshake, nil if there is
// none.
func adapterOf(name string, args func(tool string) []string) adapter {
	switch strings.ToLower(name) {
	case "playwright":
		return &playwright{args: args}
	case "chrome_devtools":
		return &devtools{args: args}
	case "agent-browser":
		return &agentBrowser{}
	}
	return nil
}

// suggested converts a suggestion to an action on its element.
func suggested(s *types.SuggestedAction, n *types.A11yNode, p *page) (deed, bool) {
	d := deed{tool: s.Action, submit: s.Submit, text: s.Key}
	if n != nil {
		d.ref, d.target = n.Ref, types.Target{Role: n.Role, Name: n.Name}
		if n.Role == "radio" { // a drawing may cover it, and the driver waits seconds for it
			d.ref = cmp.Or(p.label(n.Ref), n.Ref)
		}
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

// callText formats a call for an agent.
func callText(tool string, arguments any) string {
	data, err := types.MarshalPlain(arguments)
	if err != nil {
		return ""
	}
	return tool + " " + string(data)
}

// decoded decodes a call's arguments as far as they fit.
func decoded(c *call, into any) { _ = json.Unmarshal(c.arguments, into) }
