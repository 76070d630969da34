package limits

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/types"
)

// When risky actions are to be confirmed.
const (
	ConfirmNever  = "never"
	ConfirmRisky  = "risky"  // the agent repeats a token, or the person approves
	ConfirmPerson = "person" // the person alone approves
)

// Given are limits as a person writes them: lists of origin patterns, and one of
// the words above. The zero Given limits nothing.
type Given struct {
	Allow   string `json:"allowOrigins,omitempty"`
	Deny    string `json:"denyOrigins,omitempty"`
	Confirm string `json:"confirm,omitempty"`
}

// Limits are the bounds of an agent. The zero Limits hold nothing back.
type Limits struct {
	allow   [][]pattern // an origin must fit one of each list
	deny    []pattern
	confirm string
}

// Parse reads limits. It refuses a limit that it does not understand: without it
// nothing would be held back.
func Parse(given ...Given) (l Limits, err error) {
	for _, g := range given {
		allow, err := parseList(g.Allow)
		if err != nil {
			return Limits{}, err
		}
		if len(allow) > 0 {
			l.allow = append(l.allow, allow)
		}
		deny, err := parseList(g.Deny)
		if err != nil {
			return Limits{}, err
		}
		l.deny = append(l.deny, deny...)
		if l.confirm, err = stricter(l.confirm, g.Confirm); err != nil {
			return Limits{}, err
		}
	}
	return l, nil
}

func parseList(text string) (list []pattern, err error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	if len(words) == 0 && text != "" {
		return nil, types.Invalid(fmt.Sprintf("the list of origins %.40q names none", text), "name at least one, or leave the option out")
	}
	if len(words) > maxPatterns {
		return nil, types.Invalid(fmt.Sprintf("there are %d origin patterns, and %d are the most", len(words), maxPatterns), "use patterns that fit several, such as https://*.example.com")
	}
	for _, w := range words {
		p, err := parsePattern(w)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// stricter is the one of two words that asks more often.
func stricter(a, b string) (string, error) {
	order := []string{"", ConfirmNever, ConfirmRisky, ConfirmPerson}
	i, j := slices.Index(order, a), slices.Index(order, b)
	if j < 0 {
		return "", types.Invalid(fmt.Sprintf("there is no way to confirm called %.40q", b), "use risky, person or never")
	}
	return order[max(i, j)], nil
}

// Bounded reports whether origins are limited at all.
func (l *Limits) Bounded() bool { return len(l.allow)+len(l.deny) > 0 }

// Confirms reports whether risky actions are to be confirmed.
func (l *Limits) Confirms() bool { return l.confirm == ConfirmRisky || l.confirm == ConfirmPerson }

// ByPerson reports whether a person alone may approve them.
func (l *Limits) ByPerson() bool { return l.confirm == ConfirmPerson }

// Permits reports whether agents may look and act on an origin, or on a page at
// an address. One that cannot be compared is not permitted where there are
// limits. A denied origin is not permitted, whatever else fits it.
func (l *Limits) Permits(address string) bool {
	if !l.Bounded() {
		return true
	}
	o, ok := originOf(address)
	fits := func(p pattern) bool { return p.fits(o) }
	if !ok || slices.ContainsFunc(l.deny, fits) {
		return false
	}
	return !slices.ContainsFunc(l.allow, func(list []pattern) bool { return !slices.ContainsFunc(list, fits) })
}

// String says the limits on origins in one line.
func (l *Limits) String() string {
	var parts []string
	for _, list := range l.allow {
		parts = append(parts, "allowed are "+texts(list))
	}
	if len(l.deny) > 0 {
		parts = append(parts, "denied are "+texts(l.deny))
	}
	return strings.Join(parts, "; ")
}

func texts(list []pattern) string {
	var all []string
	for _, p := range list {
		all = append(all, p.text)
	}
	return strings.Join(all, ", ")
}
