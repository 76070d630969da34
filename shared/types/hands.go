package types

// Clicking says how a click is made. The zero value is one click of the left
// button into the element's middle.
type Clicking struct {
	Button    string   `json:"button,omitempty"`    // right or middle; left when empty
	Count     int      `json:"count,omitempty"`     // 2 is a double click; 1 when 0
	Modifiers []string `json:"modifiers,omitempty"` // keys that are held meanwhile
	At        *Point   `json:"at,omitempty"`        // instead of the middle
}

// Plain reports whether a click has nothing special.
func (c Clicking) Plain() bool {
	return c.Button == "" && c.Count == 0 && len(c.Modifiers) == 0 && c.At == nil
}
