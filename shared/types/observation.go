package types

// Observation is what a page showed at one moment.
type Observation struct {
	State   State    `json:"state"`
	TestIDs []TestID `json:"testIds"`
	A11y    A11y     `json:"a11y"`
	// Truncated says that the page held more than the caps allow.
	Truncated bool `json:"truncated,omitempty"`
	// Sanitized says that the page held characters that show nothing and can
	// mislead: control, bidirectional, zero-width, tags. They were dropped.
	Sanitized bool `json:"sanitized,omitempty"`
}

// State says where the page is. Origin is stamped by the extension's service
// worker, never taken from the page.
type State struct {
	CurrentURL    string `json:"currentUrl"`
	CurrentScreen string `json:"currentScreen"`
	Title         string `json:"title,omitempty"`
	Origin        string `json:"origin,omitempty"`
}

// UnknownScreen is the name of a screen of which neither rules nor route say
// anything. Two unknown screens are not alike (DESIGN 4).
const UnknownScreen = "unknown"

// TestID is one element that carries a test id attribute.
type TestID struct {
	TestID  string `json:"testId"`
	Tag     string `json:"tag,omitempty"`
	Visible bool   `json:"visible"`
	// Role and Name tie the test id to its accessibility node.
	Role string `json:"role,omitempty"`
	Name string `json:"name,omitempty"`
}

// A11y is the trimmed accessibility tree: a flat list in document order.
type A11y struct {
	Nodes []A11yNode `json:"nodes"`
}

// A11yNode is one element that an agent could act on or read.
type A11yNode struct {
	// Ref (`e12`, in a frame `f3e12`) names the node until its document goes.
	Ref  string   `json:"ref"`
	Role string   `json:"role"`
	Name string   `json:"name"`
	Path []string `json:"path,omitempty"` // landmarks, dialogs and groups around it, outermost first
	// TestID is the element's test id, where it has one.
	TestID    string `json:"testId,omitempty"`
	Disabled  bool   `json:"disabled,omitempty"`
	Checked   string `json:"checked,omitempty"`  // "true", "false", "mixed"
	Expanded  string `json:"expanded,omitempty"` // "true", "false"
	Level     int    `json:"level,omitempty"`    // of a heading
	Filled    bool   `json:"filled,omitempty"`   // a text control that is not empty; its value is never read
	Sensitive bool   `json:"sensitive,omitempty"`
	Offscreen bool   `json:"offscreen,omitempty"` // outside the viewport
}
