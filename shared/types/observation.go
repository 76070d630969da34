package types

// Observation is the content of a page at one moment.
type Observation struct {
	State   State    `json:"state"`
	TestIDs []TestID `json:"testIds"`
	A11y    A11y     `json:"a11y"`
	// Truncated reports that the page has more than the caps allow.
	Truncated bool `json:"truncated,omitempty"`
	// Sanitized reports that invisible characters, which can mislead, were removed:
	// control, bidirectional, zero-width and tag characters.
	Sanitized bool `json:"sanitized,omitempty"`
	// Frames lists the frames whose origin differs from the page's. Elements with such
	// an Origin belong to them. Stored observations have one origin and no Frames (see
	// [Observation.Part]).
	Frames []State `json:"frames,omitempty"`
}

// OpaqueOrigin is the origin of sandboxed and data: documents. Steps there are stored
// and never suggested.
const OpaqueOrigin = "null"

// Part returns the part of one origin as an observation of its own: the page without
// frames of other origins (origin is empty or the page's), or the frames of that origin
// without the page. The state of frames names the page as embedder. An observation
// without such frames is returned unchanged.
func (o *Observation) Part(origin string) *Observation {
	if o == nil {
		return nil
	}
	own := origin == "" || origin == o.State.Origin
	if own && len(o.Frames) == 0 {
		return o
	}
	part := &Observation{State: o.State, TestIDs: []TestID{}, A11y: A11y{Nodes: []A11yNode{}}, Truncated: o.Truncated, Sanitized: o.Sanitized}
	if own {
		origin = ""
	} else {
		part.State = o.frame(origin)
	}
	for _, id := range o.TestIDs {
		if id.Origin == origin {
			id.Origin = ""
			part.TestIDs = append(part.TestIDs, id)
		}
	}
	for _, n := range o.A11y.Nodes {
		if n.Origin == origin {
			n.Origin = ""
			part.A11y.Nodes = append(part.A11y.Nodes, n)
		}
	}
	return part
}

func (o *Observation) frame(origin string) State {
	state := State{CurrentScreen: UnknownScreen, Origin: origin}
	for _, f := range o.Frames {
		if f.Origin == origin {
			state = f
			break
		}
	}
	state.Embedder = o.State.Origin
	return state
}

// State is the location of a page. The extension's service worker sets Origin; it is
// never taken from the page.
type State struct {
	CurrentURL    string `json:"currentUrl"`
	CurrentScreen string `json:"currentScreen"`
	Title         string `json:"title,omitempty"`
	Origin        string `json:"origin,omitempty"`
	// Embedder is the origin of the surrounding page, if this is the state of a frame of
	// another origin.
	Embedder string `json:"embedder,omitempty"`
}

// UnknownScreen is the name of a screen that neither rules nor route identify. Two
// unknown screens are not alike (DESIGN 4).
const UnknownScreen = "unknown"

// KnownScreen returns a screen's name, "" for [UnknownScreen].
func KnownScreen(name string) string {
	if name == UnknownScreen {
		return ""
	}
	return name
}

// TestID is one element that carries a test id attribute.
type TestID struct {
	TestID  string `json:"testId"`
	Tag     string `json:"tag,omitempty"`
	Visible bool   `json:"visible"`
	// Role and Name are those of its accessibility node.
	Role string `json:"role,omitempty"`
	Name string `json:"name,omitempty"`
	// Origin is set if the element is in a frame whose origin differs from the page's.
	Origin string `json:"origin,omitempty"`
}

// A11y is the trimmed accessibility tree: a flat list in document order.
type A11y struct {
	Nodes []A11yNode `json:"nodes"`
}

// A11yNode is one element that an agent could act on or read.
type A11yNode struct {
	// Ref (`e12`, in a frame `f3e12`) identifies the node as long as its document exists.
	Ref  string   `json:"ref"`
	Role string   `json:"role"`
	Name string   `json:"name"`
	Path []string `json:"path,omitempty"` // landmarks, dialogs and groups around it, outermost first
	// Before is the end of the text before the node, which may label it as a secret. Package capture reads and drops it.
	Before string `json:"before,omitempty"`
	// TestID is the element's test id, if it has one.
	TestID    string `json:"testId,omitempty"`
	Disabled  bool   `json:"disabled,omitempty"`
	Checked   string `json:"checked,omitempty"`  // "true", "false", "mixed"
	Expanded  string `json:"expanded,omitempty"` // "true", "false"
	Level     int    `json:"level,omitempty"`    // of a heading
	Filled    bool   `json:"filled,omitempty"`   // a text control that is not empty; its value is never read
	Sensitive bool   `json:"sensitive,omitempty"`
	Offscreen bool   `json:"offscreen,omitempty"` // outside the viewport
	// Origin is set if the element is in a frame whose origin differs from the page's.
	Origin string `json:"origin,omitempty"`
	// Copy reports that a link before it has its name, leads to the same address and stands in a row of the same
	// text, as in a bar that is above and below a page. Stored observations have no copies.
	Copy bool `json:"copy,omitempty"`
	// Unseen says of a control why it is not seen: Hidden, Transparent or OnHover.
	Unseen string `json:"unseen,omitempty"`
}

// Label returns role and name, for comparisons and messages.
func (n A11yNode) Label() string { return n.Role + ` "` + n.Name + `"` }

// Why a listed control is not seen.
const (
	Hidden      = "hidden"      // it takes up no room, nor does anything in it: it cannot be pressed
	Transparent = "transparent" // its opacity is 0, although it takes clicks
	OnHover     = "hover"       // it only shows while the mouse is on its surroundings
)
