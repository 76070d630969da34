package types

// Outline is a page as a person reads it: its visible texts and its listed
// elements, in document order. It exists for the agent that asks for a look and
// is never stored (DESIGN 5); a step keeps an [Observation] alone.
type Outline struct {
	Items []OutlineItem `json:"items"`
	// Overlays lists the layers in front of other parts of the page, topmost
	// first: dialogs, banners, menus.
	Overlays []Overlay `json:"overlays,omitempty"`
	// Truncated says that the page holds more text than an outline does.
	Truncated bool `json:"truncated,omitempty"`
}

// Len is how many items an outline has; none where there is no outline.
func (o *Outline) Len() int {
	if o == nil {
		return 0
	}
	return len(o.Items)
}

// OutlineItem is one listed element (Ref) or one visible text. The text within
// a control is not repeated: the name of its node says it. The value of a field
// is never read.
type OutlineItem struct {
	// Ref names the node of the same look that the item stands for.
	Ref  string `json:"ref,omitempty"`
	Text string `json:"text,omitempty"`
	// Hint is the page code's name of an element without a name: words of its
	// icon, its id and its classes.
	Hint string `json:"hint,omitempty"`
	// Kind says how a text is used; empty for plain text.
	Kind string `json:"kind,omitempty"`
	// Row is the same for all items that are read together as one line: a table
	// row, a list item, a card, a label with its field. 0 is a line of its own.
	Row int `json:"row,omitempty"`
	// List is the same for all rows of one list, table or grid of cards; 0 for
	// rows that do not repeat. Long lists are folded by it.
	List int `json:"list,omitempty"`
	// Selected marks the rows that are chosen or current.
	Selected  bool `json:"selected,omitempty"`
	Offscreen bool `json:"offscreen,omitempty"` // outside the viewport
	// Covered says that an overlay lies in front of the element.
	Covered bool `json:"covered,omitempty"`
	// Origin is set where the item is in a frame of another origin than the
	// page's.
	Origin string `json:"origin,omitempty"`
}

// The kinds of texts in an outline.
const (
	TextHeader  = "header"  // of a table's column
	TextCell    = "cell"    // of an element in a table: its hint is the name of its column
	TextMessage = "message" // an alert, a state, an error next to a field
	TextLabel   = "label"   // of a field
)

// Overlay is something in front of the page. Ref is empty where the overlay
// itself is no listed element.
type Overlay struct {
	Ref    string `json:"ref,omitempty"`
	Role   string `json:"role,omitempty"`
	Name   string `json:"name,omitempty"`
	Covers int    `json:"covers"` // listed elements
}
