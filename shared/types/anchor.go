package types

// AnchorRequest asks for the record of an element that used to be found by one
// anchor: by its test id or by its selector, on one screen of one origin.
type AnchorRequest struct {
	Origin   string `json:"origin"`
	Screen   string `json:"screen"`
	TestID   string `json:"testId,omitempty"`
	Selector string `json:"selector,omitempty"` // used when TestID is empty
}

// Anchored is an element as recorded while its anchor still held: its other
// distinguishing names, and its surroundings. It is the evidence
// that another element today is the same one.
type Anchored struct {
	Target Target `json:"target"` // every stable name that it had
	// Path is the landmarks and dialogs around it, outermost first.
	Path []string `json:"path,omitempty"`
	// Beside lists the elements next to it, as `role "name"`, the nearest first.
	Beside []string `json:"beside,omitempty"`
	// Others lists the test ids of other elements that were on the page with
	// it: an element that has one of them is another.
	Others []string `json:"others,omitempty"`
	// Twins counts other elements of the same role and name on that page.
	Twins int `json:"twins,omitempty"`
	// Times is how many successful steps recorded it so; LastSeen the newest.
	Times    int  `json:"times"`
	LastSeen Time `json:"lastSeen"`
}
