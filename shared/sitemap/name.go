package sitemap

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Bounds of the names, in characters.
const (
	maxScreenName = 120
	maxName       = 80
	maxTitle      = 120
	maxKey        = 40
)

// screenName returns the name of a screen for people.
//
//	orders/:id/line-items   Orders › # › Line items
//	home?tab=nfts           Home · nfts
func screenName(id string) string {
	route, query, _ := strings.Cut(id, "?")
	var parts []string
	for segment := range strings.SplitSeq(route, "/") {
		switch {
		case segment == "":
		case strings.HasPrefix(segment, ":"):
			parts = append(parts, "#")
		default:
			parts = append(parts, capital(spaced(segment)))
		}
	}
	name := strings.Join(parts, " › ")
	for param := range strings.SplitSeq(query, "&") {
		if _, value, ok := strings.Cut(param, "="); ok {
			name += " · " + spaced(value)
		}
	}
	return orWithheld(cmp.Or(capture.Clean(name, maxScreenName), id))
}

// clearSegments returns the segments of screens' names that are stored in clear, by their
// hidden forms. It returns none if no name is hidden.
func (b *builder) clearSegments(runs []run) map[string]string {
	names, hidden := map[string]bool{}, false
	add := func(name string) {
		names[name] = true
		hidden = hidden || !capture.ClearPlace(name)
	}
	for _, r := range runs {
		for _, step := range r.steps {
			if step.Observation != nil {
				add(step.Observation.State.CurrentScreen)
			}
			if step.After != nil {
				add(step.After.CurrentScreen)
			}
		}
	}
	if !hidden || b.records.Hide == nil {
		return nil
	}
	out := map[string]string{}
	for name := range names {
		route, _, _ := strings.Cut(name, "?")
		for segment := range strings.SplitSeq(route, "/") {
			form := b.records.Hide(segment)
			if known, ok := out[form]; form != segment && len(form) > len("~~") && (!ok || segment < known) {
				out[form] = segment
			}
		}
	}
	return out
}

// inClear returns the name of a screen with those hidden segments in clear that the site
// has in clear elsewhere.
func (b *builder) inClear(name string) string {
	if len(b.clear) == 0 || capture.ClearPlace(name) {
		return name
	}
	route, query, asks := strings.Cut(name, "?")
	segments := strings.Split(route, "/")
	for i, segment := range segments {
		if known, ok := b.clear[segment]; ok {
			segments[i] = known
		}
	}
	route = strings.Join(segments, "/")
	if asks {
		return route + "?" + query
	}
	return route
}

// orWithheld replaces a name that reads like an order to an agent, because maps are
// read by agents, too.
func orWithheld(name string) string {
	if text.AddressesModel(name) {
		return withheld
	}
	return name
}

const withheld = "(withheld: it reads as an order)"

func spaced(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '+' {
			return ' '
		}
		return r
	}, s))
}

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || !unicode.IsLower(r) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// elementName returns the name of an element for people: its own name, else its
// test id. A hidden name is said to be not kept.
func elementName(t *types.Target) string {
	switch {
	case t == nil:
		return ""
	case capture.ClearName(t.Name) != "":
		return orWithheld(capture.Clean(t.Name, maxName))
	case t.TestID != "" && !capture.IsMasked(t.TestID) && !capture.IsHidden(t.TestID):
		return orWithheld(capture.Clean(t.TestID, maxName))
	case t.Name != "":
		return capture.NotKept
	}
	return ""
}

// verbs begin the label of an action by its tool; a click needs no word.
var verbs = map[string]string{"type": "type into", "press": "press", "press_key": "press", "hover": "hover over", "drag": "drag", "upload": "upload to", "select": "choose in", "navigate": "open by address", "back": "go back"}

// Label describes an action in a few words: `Send`, `type into Amount`, `press
// Enter in Search`.
func Label(a types.MapAction) string {
	name := cmp.Or(a.Name, a.Role)
	if a.Key != "" && name != "" {
		name = a.Key + " in " + name
	}
	name = cmp.Or(name, a.Key)
	verb := verbs[a.Tool]
	switch {
	case verb == "" && a.Tool != "click":
		verb = spaced(a.Tool)
	case verb == "" && name == "":
		verb = "click"
	}
	return strings.TrimSpace(verb + " " + name)
}
