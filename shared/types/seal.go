package types

import "encoding/hex"

// Sealed is a deletion request in digests (package sealed) under a key of its own: enough
// to identify its targets, and nothing that could be read. A request
// that is kept for records that arrive later has this form, so that once it
// was carried out nothing names its targets.
type Sealed struct {
	// Key is 16 random bytes in hex, generated for each request. Beside a
	// forgetting that still says its names it asks for these to be sealed.
	Key string `json:"key"`
	// Origin is of the one origin that is meant; empty where all of Site is.
	Origin string `json:"origin,omitempty"`
	Site   string `json:"site,omitempty"`
	// Patterns are of the addresses of a named site.
	Patterns []string `json:"patterns,omitempty"`
	// The names of an element: its test id, its role and name together, and
	// its name alone, as texts quote it.
	TestID string `json:"testId,omitempty"`
	Named  string `json:"named,omitempty"`
	Name   string `json:"name,omitempty"`
	// The same for steps that hold the element in the form [KeepNeeded]: the test
	// id without its digits, and the hash of the name with the role and alone.
	MaskedID    string `json:"maskedId,omitempty"`
	HiddenNamed string `json:"hiddenNamed,omitempty"`
	HiddenName  string `json:"hiddenName,omitempty"`
}

// sealKeyBytes are in a key.
const sealKeyBytes = 16

// KeyOK reports whether the key is one.
func (s *Sealed) KeyOK() bool {
	key, err := hex.DecodeString(s.Key)
	return err == nil && len(key) == sealKeyBytes
}

// Done reports whether s holds digests, and not only a key.
func (s *Sealed) Done() bool {
	return s != nil && (s.Origin != "" || s.Site != "" || len(s.Patterns) > 0)
}

// OfElement reports whether s identifies an element.
func (s *Sealed) OfElement() bool {
	return s.Done() && (s.TestID != "" || s.Named != "" || s.MaskedID != "" || s.HiddenNamed != "")
}
