package core

import (
	"cmp"
	"slices"
	"strings"

	"cairn/shared/recall"
	"cairn/shared/sealed"
	"cairn/shared/types"
)

// meaning is the scope of a deletion request, with names or with their digests
// ([types.Sealed]).
type meaning struct {
	types.Forget
	// here tests for the named origins; nil if there are none.
	here func(origin string) bool
	// site is the domain whose card is removed, if it is known here; named is the named site whose card and name are
	// removed.
	site, named string
	// is tests for the named element, and said for a text that names it; nil if there is
	// none.
	is   func(testID, role, name string) bool
	said func(text string) bool
}

// meaningOf reads a deletion request.
func (c *Core) meaningOf(f types.Forget) meaning {
	if f.Sealed.Done() {
		return c.unsealed(f)
	}
	m := meaning{Forget: f}
	e := f.Element
	origin := f.Origin
	if e != (types.Element{}) {
		origin = e.Origin
		m.is = func(testID, role, name string) bool {
			return sameTestID(testID, e.TestID) || role == e.Role && c.sameName(name, e.Name)
		}
		m.said = func(text string) bool { return sameTestID(text, e.TestID) || c.sameName(text, e.Name) }
	}
	m.here, m.site = originsOf(origin), recall.Site(addressOf(origin))
	if c.names.Named(origin) && len(m.Patterns) == 0 {
		m.Patterns = c.names.Patterns(origin)
	}
	if len(m.Patterns) > 0 {
		m.here, m.site, m.named = onPatterns(func(p string) bool { return slices.Contains(m.Patterns, p) }), "", origin
	}
	return m
}

// onPatterns returns a test for the origins that fit one of the patterns of a named site.
func onPatterns(isPattern func(string) bool) func(origin string) bool {
	return once(func(origin string) bool { return slices.ContainsFunc(recall.Generalisations(origin), isPattern) })
}

// isSite reports whether the request covers a site's card and people's text on it.
func (m *meaning) isSite(site string) bool {
	if len(m.Patterns) == 0 && (m.Sealed == nil || len(m.Sealed.Patterns) == 0) {
		return site == m.site
	}
	return site == m.named && site != "" || m.here("http://"+site) || m.here("https://"+site)
}

// unsealed reads a request without names. It compares each text with the digests only
// once.
func (c *Core) unsealed(f types.Forget) meaning {
	s := f.Sealed
	m := meaning{Forget: f}
	if len(s.Patterns) > 0 {
		m.here = onPatterns(func(p string) bool { return slices.Contains(s.Patterns, sealed.Digest(s, sealed.Pattern, p)) })
		for _, site := range c.names.List() {
			if slices.ContainsFunc(site.Patterns, func(p string) bool { return slices.Contains(s.Patterns, sealed.Digest(s, sealed.Pattern, p)) }) {
				m.named = site.Name
			}
		}
	} else {
		m.here = once(func(origin string) bool {
			if s.Origin != "" {
				return sealed.Is(s, s.Origin, sealed.Origin, origin)
			}
			return sealed.Is(s, s.Site, sealed.Site, recall.Site(origin))
		})
	}
	if s.OfElement() {
		testID := once(func(id string) bool { return sealedTestID(s, id) })
		named := once(func(both string) bool {
			role, name, _ := strings.Cut(both, "\x00")
			return c.sealedName(name, func(clear string) bool { return sealed.Is(s, s.Named, sealed.Named, role, clear) }, s.Named == "",
				func(id string) bool { return sealed.Is(s, s.HiddenNamed, sealed.HiddenNamed, role, id) })
		})
		name := once(func(text string) bool {
			return c.sealedName(text, func(clear string) bool { return sealed.Is(s, s.Name, sealed.Name, clear) }, s.Name == "",
				func(id string) bool { return sealed.Is(s, s.HiddenName, sealed.HiddenName, id) })
		})
		m.is = func(id, role, name string) bool { return testID(id) || named(role+"\x00"+name) }
		m.said = func(text string) bool { return testID(text) || name(text) }
	}
	names := c.recall.Names()
	if at := slices.IndexFunc(names, func(domain string) bool { return sealed.Is(s, s.Site, sealed.Site, domain) }); at >= 0 {
		m.site = names[at]
	}
	return m
}

// once caches the results of ask.
func once(ask func(string) bool) func(string) bool {
	said := map[string]bool{}
	return func(text string) bool {
		is, known := said[text]
		if !known {
			is = ask(text)
			said[text] = is
		}
		return is
	}
}

// wholeSite reports whether the request covers everything of a site.
func (m *meaning) wholeSite() bool {
	return m.StepID == "" && m.SessionID == "" && m.is == nil && m.here != nil && m.From == 0 && m.To == 0
}

// Seal returns a deletion request without names: digests replace them, under the
// request's key. Its meaning stays the same. A request that names neither an element
// nor an origin needs no digests.
func (c *Core) Seal(f types.Forget) types.Forget {
	if f.Sealed == nil || f.Sealed.Done() {
		return f
	}
	s := types.Sealed{Key: f.Sealed.Key}
	e := f.Element
	origin := cmp.Or(e.Origin, f.Origin)
	f.Sealed, f.Element, f.Origin = nil, types.Element{}, ""
	if origin == "" || f.StepID != "" || f.SessionID != "" {
		return f
	}
	for _, p := range f.Patterns {
		s.Patterns = append(s.Patterns, sealed.Digest(&s, sealed.Pattern, p))
	}
	f.Patterns = nil
	if strings.Contains(origin, "://") {
		s.Origin = sealed.Digest(&s, sealed.Origin, originOf(origin))
	}
	if len(s.Patterns) == 0 {
		s.Site = sealed.Digest(&s, sealed.Site, recall.Site(addressOf(origin)))
	}
	c.sealElement(&s, e)
	f.Sealed = &s
	return f
}
