package core

import (
	"cairn/shared/capture"
	"cairn/shared/sealed"
	"cairn/shared/types"
)

// sameName reports whether two names are one, where a step may hold either as a
// hidden name. Names in clear must be equal. A hidden one does not distinguish
// numbers, so that it counts as each name that it may stand for: forgetting takes
// rather too much than too little.
func (c *Core) sameName(a, b string) bool {
	if !capture.IsHidden(a) && !capture.IsHidden(b) {
		return a != "" && a == b
	}
	id := c.hider.ID(a)
	return id != "" && id == c.hider.ID(b)
}

// sameTestID is sameName for test ids, whose digits steps may hold as "#".
func sameTestID(a, b string) bool {
	if capture.IsMasked(a) || capture.IsMasked(b) {
		return capture.MaskedTestID(a) == capture.MaskedTestID(b)
	}
	return a != "" && a == b
}

// sealElement puts digests of an element's names into an order: of the names in
// clear where they are known, and of what steps hold in their place.
func (c *Core) sealElement(s *types.Sealed, e types.Element) {
	if e.TestID != "" {
		s.MaskedID = sealed.Digest(s, sealed.MaskedID, capture.MaskedTestID(e.TestID))
		if !capture.IsMasked(e.TestID) {
			s.TestID = sealed.Digest(s, sealed.TestID, e.TestID)
		}
	}
	if e.Name == "" {
		return
	}
	if id := c.hider.ID(e.Name); id != "" {
		s.HiddenNamed, s.HiddenName = sealed.Digest(s, sealed.HiddenNamed, e.Role, id), sealed.Digest(s, sealed.HiddenName, id)
		if capture.IsHidden(e.Name) {
			return
		}
	}
	s.Named, s.Name = sealed.Digest(s, sealed.Named, e.Role, e.Name), sealed.Digest(s, sealed.Name, e.Name)
}

// sealedTestID reports whether an order means a test id.
func sealedTestID(s *types.Sealed, id string) bool {
	if s.TestID == "" || capture.IsMasked(id) {
		return id != "" && sealed.Is(s, s.MaskedID, sealed.MaskedID, capture.MaskedTestID(id))
	}
	return sealed.Is(s, s.TestID, sealed.TestID, id)
}

// sealedName reports whether an order means a name: is asks for a name in clear,
// and hidden for the hash of one. Where the order knows the hash alone, names in
// clear are asked for by theirs.
func (c *Core) sealedName(name string, is func(string) bool, hashAlone bool, hidden func(id string) bool) bool {
	switch {
	case name == "":
		return false
	case hashAlone || capture.IsHidden(name):
		id := c.hider.ID(name)
		return id != "" && hidden(id)
	}
	return is(name)
}
