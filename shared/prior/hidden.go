package prior

import (
	"slices"
	"strings"
	"unicode"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Steps may store names as hashes (capture.Hider). On an origin with such steps, the key of
// a name is its hash, also for names stored in clear, so that a name is one element in all
// steps and on the page. Hashes do not distinguish numbers, so that a hidden name with
// digits represents a family of names. Names with digits therefore keep separate keys, and
// a page that shows members of a family also shows the family. Test ids with hidden digits
// are families likewise.

// familyMark begins the test id of a family. No other test id starts with it.
const familyMark = "\x00"

func isFamily(testID string) bool { return strings.HasPrefix(testID, familyMark) }

// storedID returns a test id as a step stores it, with a mark for a family.
func storedID(s *types.Step, testID string) string {
	if s.Keep == types.KeepNeeded && strings.Contains(testID, "#") {
		return familyMark + testID
	}
	return testID
}

// familyOf returns the family that a test id of a page belongs to, empty for none.
func familyOf(testID string) string {
	if masked := capture.MaskedTestID(testID); masked != testID || strings.Contains(testID, "#") {
		return familyMark + masked
	}
	return ""
}

func appendHiddenKey(dst []byte, group byte, id string) []byte {
	if id == "" {
		return dst
	}
	return append(append(dst, keyHidden, group), id...)
}

func hasDigit(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }

// hashed returns the lookup key of an element: where names are hidden, the hash of a name
// without digits.
func (x *lexicon) hashed(key string) string {
	if x.hider == nil || key == "" || key[0] != keyName || hasDigit(key) {
		return key
	}
	return x.hiddenKey(key)
}

// hiddenKey returns the key of the hidden form of a name.
func (x *lexicon) hiddenKey(key string) string {
	return string(appendHiddenKey(nil, key[1], x.hider.ID(key[2:])))
}

// familyKey returns the key of the family of a name with digits, empty for any other.
func (x *lexicon) familyKey(key string) string {
	if x.hider == nil || key == "" || key[0] != keyName || !hasDigit(key) {
		return ""
	}
	return x.hiddenKey(key)
}

// lists reports whether a page listed a name or its family.
func (x *lexicon) lists(p *pageSet, n *name) bool {
	return n != nil && (p.has(n) || x.hider != nil && p.has(x.names[x.familyKey(n.key)]))
}

// hides reports whether steps of the origin have hidden names that can be found again.
func (o *origin) hides() bool { return o.elements.hider != nil }

// hide makes hashes the keys of names. It runs at the origin's first step with hidden
// names.
func (o *origin) hide(h *capture.Hider) {
	x := o.elements
	if o.veiled = true; x.hider != nil || !h.Keyed() {
		return
	}
	x.hider = h
	for _, n := range x.byID {
		if n == nil {
			continue
		}
		if key := x.hashed(n.key); key != n.key && x.names[key] == nil {
			delete(x.names, n.key)
			n.key, x.names[key] = key, n
		}
	}
	for _, n := range x.byID {
		if n != nil && n.target != nil {
			n.target.hide()
		}
	}
	results := make(map[adviceKey][]adviceResult, len(o.results))
	for k, list := range o.results {
		k.key = x.hashed(k.key)
		for _, h := range list {
			results[k] = insertResult(results[k], h)
		}
	}
	o.results = results
	o.screens, o.places = map[string][]*record{}, map[string]*place{}
	for _, v := range o.visits {
		for _, r := range v.session.records {
			if r.visit == v && r.place != nil {
				o.addPlace(r, r.seen)
			}
		}
	}
}

// hide replaces the keys of a target and of its forms by hashed keys.
func (t *target) hide() {
	t.key = t.name.key
	forms := make(map[formKey]*form, len(t.forms))
	for _, f := range t.forms {
		if f.name != nil {
			f.alias = f.name.key
		}
		forms[f.formKey] = f
	}
	t.forms = forms
}

// whereabouts returns the screen and the route of a state as the origin's places store
// them: where names are hidden, as hashes.
func (o *origin) whereabouts(s *types.State) (screen string, way []string) {
	if !o.hides() {
		return s.CurrentScreen, route(s.CurrentURL)
	}
	h := o.elements.hider
	return h.Screen(s.CurrentScreen, s.CurrentURL), hiddenRoute(h, s.CurrentURL)
}

// hiddenRoute returns the route as hashes of its words.
func hiddenRoute(h *capture.Hider, raw string) (out []string) {
	for _, w := range strings.Split(routePath(raw), "/") {
		if !capture.HiddenSegment(w) && !saysWhere(strings.ToLower(w)) {
			continue
		}
		if w = h.Segment(w); len(w) > len("~~") && len(out) < maxRoute && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// hiddenWord begins a word that is stored as a hash.
const hiddenWord = "~"

// hiddenWords returns the words of a hidden name.
func hiddenWords(name string) []string {
	words := capture.HiddenWords(name)
	words = words[:min(len(words), maxNameWords)]
	for i, w := range words {
		words[i] = hiddenWord + w
	}
	return words
}

// hiddenWords returns the words of an element of the page in the form of a target with a
// hidden name.
func (x *lexicon) hiddenWords(t *types.Target) []string {
	as := *t
	as.Name = x.hider.Hide(t.Name)
	if family := familyOf(t.TestID); family != "" {
		as.TestID = family
	}
	return targetWords(&as)
}

// hiddenGoal returns the words of a goal in the form of hidden names; more holds their
// synonyms.
func hiddenGoal(h *capture.Hider, goal string, more []string) (out []string) {
	for _, list := range [][]string{text.Tokenize(cut(goal, maxGoal)), more} {
		for _, w := range list[:min(len(list), 4*maxGoalWords)] {
			if w = h.WordHash(w); w != "" && !slices.Contains(out, hiddenWord+w) {
				out = append(out, hiddenWord+w)
			}
		}
	}
	return out
}

// goalFor returns the words of the session's goal, with their hashes if the form has
// hidden words.
func (s *session) goalFor(f *form) []string {
	if f == nil || !f.hidden || s.meta == nil {
		return s.goal
	}
	if s.hidden == nil {
		s.hidden = append(hiddenGoal(s.names, s.meta.Goal, nil), s.goal...)
	}
	return s.hidden
}
