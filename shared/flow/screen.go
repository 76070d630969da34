package flow

import (
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// maxAppeared bounds the elements by which a page is recognised.
const maxAppeared = 6

// telltale are the roles of elements that appear when a step had its effect.
var telltale = append([]string{"dialog", "alertdialog", "alert", "status", "menu", "menuitem", "tabpanel"}, steady...)

// screens returns the screens before and after a column's step, as far as all traces
// agree.
func (b *builder) screens(c column) (before, after types.FlowScreen) {
	first, known := true, false // known reports that a session saw the page behind the step
	for i, a := range c {
		if a == nil {
			continue
		}
		from, to := b.seen(a.before, i), b.seen(a.after, i)
		for _, said := range b.nextFirst(a, i) {
			if b.steadily(said, i) && !a.working(said) && len(to.Appeared) < maxAppeared {
				to.Appeared = append(to.Appeared, said)
			}
		}
		if first {
			before, after, first, known = from, to, false, !a.after.unseen
			continue
		}
		if a.after.unseen {
			to = completed(to, after)
		} else if !known {
			after, known = completed(after, to), true
		}
		before, after = agreed(before, from), agreed(after, to)
	}
	return before, after
}

// nextFirst returns the elements that appeared with an act of the n-th trace, before all the element of the next act: that it
// comes with this one proves it where the elements around it are others.
func (b *builder) nextFirst(a *act, n int) []string {
	acts := b.traces[n].acts
	next := slices.Index(acts, a) + 1
	if next == 0 || next == len(acts) || acts[next].target == nil {
		return a.after.appeared
	}
	at := slices.Index(a.after.appeared, quoted(acts[next].target.Role, acts[next].target.Name))
	if at < maxAppeared {
		return a.after.appeared
	}
	return append([]string{a.after.appeared[at]}, a.after.appeared...)
}

// completed returns a page that no answer of its driver showed, with another session's look
// at it.
func completed(s, other types.FlowScreen) types.FlowScreen {
	if s.Screen == "" && s.Path == "" {
		s.Screen, s.Path = other.Screen, other.Path
	}
	s.Appeared = other.Appeared
	return s
}

// seen returns a page as its name and its route, without the values of the n-th trace.
func (b *builder) seen(p place, n int) types.FlowScreen {
	s := types.FlowScreen{Screen: p.screen, Path: p.route}
	led := func(seg string) bool { return slices.Contains(b.led[n], seg) }
	if b.holdsValue(p.screen, n) || slices.ContainsFunc(strings.FieldsFunc(p.screen, func(r rune) bool { return r == '/' || r == '?' }), led) {
		s.Screen = ""
	}
	segments := strings.Split(p.route, "/")
	for i, seg := range segments {
		if b.holdsValue(seg, n) || led(seg) {
			segments[i] = "*"
		}
	}
	s.Path = strings.Join(segments, "/")
	return s
}

// follow notes the part of the address that is new behind the element of a column, which depends
// on the thing that was chosen: /users/ada behind Ada Lovelace. A verb does not.
func (b *builder) follow(c column) {
	for n, a := range c {
		if a == nil || a.tool != "click" {
			continue
		}
		to := a.after.route
		if next := slices.Index(b.traces[n].acts, a) + 1; next > 0 && next < len(b.traces[n].acts) {
			to = b.traces[n].acts[next].before.route // a page may come late
		}
		from := strings.Split(a.before.route, "/")
		for i, seg := range strings.Split(to, "/") {
			if i < len(from) && from[i] == seg {
				continue
			}
			if seg != "" && !text.Verb(text.Stem(seg)) {
				b.led[n] = append(b.led[n], seg)
			}
			break
		}
	}
}

// steadily reports whether an element that appeared is a part of the application, without
// values of the n-th trace, and not the next of several things after one was removed. A link or an option
// is one if its name is only a verb, as that of a button; the names of others are data.
func (b *builder) steadily(said string, n int) bool {
	role, name, ok := strings.Cut(said, ` "`)
	name = strings.TrimSuffix(name, `"`)
	shown := slices.Contains(telltale, role) || (role == "link" || role == "option") && len(strings.Fields(name)) == 1 && text.Verb(text.Stem(strings.ToLower(name)))
	return ok && shown && capture.ClearName(name) != "" && len([]rune(name)) <= 2*nearName &&
		!strings.ContainsFunc(name, digit) && !strings.Contains(name, redacted) && !b.holdsValue(name, n) && (role == "button" || !slices.Contains(b.traces[n].others, name))
}

// working reports whether an element that appeared says that the act is still being done.
func (a *act) working(said string) bool {
	role, name, _ := strings.Cut(said, ` "`)
	pressed := ""
	if a.target != nil {
		pressed = a.target.Name
	}
	return AtWork(role, strings.TrimSuffix(name, `"`), pressed)
}

// holdsValue reports whether a text contains text that the n-th trace typed.
func (b *builder) holdsValue(s string, n int) bool {
	if b.traces[n].facts.typedIn(s) != "" {
		return true
	}
	lower, words := strings.ToLower(s), hyphenated(s)
	return slices.ContainsFunc(b.params, func(p *param) bool {
		v := p.values[n]
		as := hyphenated(v)
		return len([]rune(v)) > minValue && strings.Contains(lower, strings.ToLower(v)) || len(as) > minValue && strings.Contains(words, as)
	})
}

// hyphenated returns the words of a text as addresses write them: old-pumps.
func hyphenated(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !text.InWord(r) }), "-")
}

// agreed returns the common part of two pages.
func agreed(a, b types.FlowScreen) types.FlowScreen {
	out := types.FlowScreen{Screen: a.Screen, Path: commonRoute(a.Path, b.Path)}
	if a.Screen != b.Screen {
		out.Screen = ""
	}
	for _, said := range a.Appeared {
		if slices.Contains(b.Appeared, said) {
			out.Appeared = append(out.Appeared, said)
		}
	}
	return out
}

// commonRoute returns a route with stars where two differ, empty where their forms
// differ.
func commonRoute(a, b string) string {
	if a == b {
		return a
	}
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	if len(as) != len(bs) {
		return ""
	}
	same := false
	for i := range as {
		if as[i] != bs[i] {
			as[i] = "*"
		} else if as[i] != "" {
			same = true
		}
	}
	if !same {
		return ""
	}
	return strings.Join(as, "/")
}
