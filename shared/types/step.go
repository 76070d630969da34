package types

// Step is one action with its target, screen and outcome. The Observation is the page
// as it was *before* the action (DESIGN 9.1).
type Step struct {
	SchemaVersion int    `json:"schemaVersion"`
	StepID        string `json:"stepId,omitempty"` // unique everywhere; Cairn's own
	SessionID     string `json:"sessionId"`
	Timestamp     Time   `json:"timestamp"`
	Tool          Tool   `json:"tool"`
	// Clock is "skewed" if the recorder's clock was implausible and Timestamp is the
	// receiver's. Cairn's own.
	Clock string `json:"clock,omitempty"`
	// Actor is who acted: Cairn's tools, or a person or another driver.
	Actor Actor `json:"actor,omitempty"`
	// KBSource is the KB item that the action was derived from (spec 003).
	KBSource    string       `json:"kb_source,omitempty"`
	DurationMs  int64        `json:"durationMs,omitempty"`
	Outcome     Outcome      `json:"outcome"`
	Labels      []string     `json:"labels,omitempty"`
	Observation *Observation `json:"observation,omitempty"`
	After       *After       `json:"after,omitempty"`
	// Keep is the mode in which the step holds the page's names (DESIGN 5.3).
	Keep Keep `json:"keep,omitempty"`
	// Advice records the suggestions that the agent had received, and whether it followed
	// them (DESIGN 9.15). Cairn's own.
	Advice *Advice `json:"advice,omitempty"`
}

// Actor is the kind of actor of a Step.
type Actor string

// The actors.
const (
	ActorAgent    Actor = "agent"    // through Cairn's own tools
	ActorObserved Actor = "observed" // a person or another driver
)

// Keep is a mode of storing the names of a page.
type Keep string

// The modes of keeping names.
const (
	KeepFull   Keep = "full"   // all in clear; stored as an empty Keep
	KeepNeeded Keep = "needed" // names of elements that were acted on in clear, hashes of the others
)

// Tool is the action of a Step. Name always carries the mm_ prefix once
// captured; imports without it are normalised.
type Tool struct {
	Name   string         `json:"name"`
	Input  map[string]any `json:"input,omitempty"`
	Target *Target        `json:"target,omitempty"`
	// TextRedacted and TextLength replace typed text, which is not stored.
	TextRedacted bool `json:"textRedacted,omitempty"`
	TextLength   int  `json:"textLength,omitempty"`
}

// Target names an element. A recorded Target carries every stable name that
// the element has (its fingerprint), so that role and name still identify it if the
// test id changes. A11yRef is valid only in its own document and never leaves it.
type Target struct {
	TestID   string `json:"testId,omitempty"`
	Selector string `json:"selector,omitempty"`
	A11yRef  string `json:"a11yRef,omitempty"`
	Role     string `json:"role,omitempty"`
	Name     string `json:"name,omitempty"`
	Tag      string `json:"tag,omitempty"`
	// Sensitive is set for password-like fields: of their text, only the fact that
	// something was typed is stored.
	Sensitive bool `json:"sensitive,omitempty"`
	// Origin is the origin of the element's frame if it differs from the page's (DESIGN
	// 9.23). In a request it restricts the search to such frames.
	Origin string `json:"origin,omitempty"`
	// RowRole and Row are the role and text of the row, list item or card around the
	// element, if such rows repeat. They identify the row when its position has changed
	// (DESIGN 9.20).
	RowRole string `json:"rowRole,omitempty"`
	Row     string `json:"row,omitempty"`
	// RowOf is how many elements of the row have the target's role and name, and RowNth which of
	// them it is, from 1; 0 where it is the only one.
	RowNth int `json:"rowNth,omitempty"`
	RowOf  int `json:"rowOf,omitempty"`
	// Column is the head of the table column that the element is in, and Hint is the page
	// code's name of an element without a name: words of its icon, its id and its classes.
	Column string `json:"column,omitempty"`
	Hint   string `json:"hint,omitempty"`
	// Before is the end of the text before the element, as in [A11yNode].
	Before string `json:"before,omitempty"`
	// Twins is how many other elements of the page had the same role and name.
	Twins int `json:"twins,omitempty"`
}

// Empty reports whether the target names nothing.
func (t *Target) Empty() bool {
	return t == nil || (t.TestID == "" && t.Selector == "" && t.A11yRef == "" && t.Role == "" && t.Name == "")
}

// Outcome is the result of a Step.
type Outcome struct {
	OK    bool   `json:"ok"`
	Error *Error `json:"error,omitempty"`
}

// After is a short observation of the page, when it had settled after the action.
type After struct {
	CurrentURL    string   `json:"currentUrl,omitempty"`
	CurrentScreen string   `json:"currentScreen,omitempty"`
	Title         string   `json:"title,omitempty"`
	Appeared      []string `json:"appeared,omitempty"` // `role "name"` of new elements
	// Load is "new" if another document was loaded, "same" if the route changed within
	// the document, empty if it was not observed.
	Load string `json:"load,omitempty"`
}
