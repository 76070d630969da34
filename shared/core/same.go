package core

import (
	"cairn/shared/capture"
	"cairn/shared/sealed"
	"cairn/shared/types"
)

// sameName reports whether two names are equal, if a step may contain either as a
// hidden name. Names in clear must be equal. A hidden one does not distinguish
// numbers, so it equals each name that it may stand for: a deletion should remove too
// much rather than too little.
func (c *Core) sameName(a, b string) bool {
	if !capture.IsHidden(a) && !capture.IsHidden(b) {
		return a != "" && a == b
	}
	id := c.hider.ID(a)
	return id != "" && id == c.hider.ID(b)
}

// sameTestID is sameName for test ids, whose digits may be stored as "#".
func sameTestID(a, b string) bool {
	if capture.IsMasked(a) || capture.IsMasked(b) {
		return capture.MaskedTestID(a) == capture.MaskedTestID(b)
	}
	return a != "" && a == b
}

// sealElement adds digests of an element's names to a deletion request: of the names
// in clear if they are known, and of the forms that steps contain.
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

// sealedTestID reports whether a request covers a test id.
func sealedTestID(s *types.Sealed, id string) bool {
	if s.TestID == "" || capture.IsMasked(id) {
		return id != "" && sealed.Is(s, s.MaskedID, sealed.MaskedID, capture.MaskedTestID(id))
	}
	return sealed.Is(s, s.TestID, sealed.TestID, id)
}

// sealedName reports whether a request covers a name. is tests a name in clear, and
// hidden the hash of one. If the request has only the hash, names in clear are tested
// by their hashes.
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

// SameTarget reports whether two targets are one element, of which a step may contain
// the hidden name. Different readers of a page may give it different roles.
func (c *Core) SameTarget(a, b *types.Target) bool {
	return sameTestID(a.TestID, b.TestID) || a.Name != "" && c.sameName(a.Name, b.Name) || a.Name == "" && b.Name == "" && a.Role == b.Role
}
