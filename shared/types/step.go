package types

// Step is one action: what was done, to what, on which screen, and how it
// ended. The Observation is the page as it was *before* the action (DESIGN
// 9.1).
type Step struct {
	SchemaVersion int    `json:"schemaVersion"`
	StepID        string `json:"stepId,omitempty"` // unique everywhere; Cairn's own
	SessionID     string `json:"sessionId"`
	Timestamp     Time   `json:"timestamp"`
	Tool          Tool   `json:"tool"`
	// Clock is "skewed" when the recorder's clock could not be believed and
	// Timestamp is the receiver's. Cairn's own.
	Clock string `json:"clock,omitempty"`
	// Actor says who acted: our tools, or somebody else's hands.
	Actor Actor `json:"actor,omitempty"`
	// KBSource is the KB item that the action was derived from (spec 003).
	KBSource    string       `json:"kb_source,omitempty"`
	DurationMs  int64        `json:"durationMs,omitempty"`
	Outcome     Outcome      `json:"outcome"`
	Labels      []string     `json:"labels,omitempty"`
	Observation *Observation `json:"observation,omitempty"`
	After       *After       `json:"after,omitempty"`
	// Keep says which names of the page the step holds in clear (DESIGN 5.3).
	Keep Keep `json:"keep,omitempty"`
	// Advice records the suggestions that the agent had, and whether it followed
	// (DESIGN 9.15). Cairn's own.
	Advice *Advice `json:"advice,omitempty"`
}

// Actor says whose action a Step was.
type Actor string

// The actors.
const (
	ActorAgent    Actor = "agent"    // through Cairn's own tools
	ActorObserved Actor = "observed" // a person or another driver
)

// Keep says which names of a page are stored in clear.
type Keep string

// The modes of keeping names.
const (
	KeepFull   Keep = "full"   // all; a step says so by an empty Keep
	KeepNeeded Keep = "needed" // those of elements that were acted on; hashes of the others
)

// Tool is the action of a Step. Name always carries the mm_ prefix once
// captured; imports without it are normalised.
type Tool struct {
	Name   string         `json:"name"`
	Input  map[string]any `json:"input,omitempty"`
	Target *Target        `json:"target,omitempty"`
	// TextRedacted and TextLength replace typed text that was not kept.
	TextRedacted bool `json:"textRedacted,omitempty"`
	TextLength   int  `json:"textLength,omitempty"`
}

// Target names an element. A recorded Target carries every stable name that
// the element has (its fingerprint), so that a lost test id still leaves role
// and name. A11yRef is valid in its own document alone and never leaves it.
type Target struct {
	TestID   string `json:"testId,omitempty"`
	Selector string `json:"selector,omitempty"`
	A11yRef  string `json:"a11yRef,omitempty"`
	Role     string `json:"role,omitempty"`
	Name     string `json:"name,omitempty"`
	Tag      string `json:"tag,omitempty"`
	// Sensitive is set for password-like fields: nothing about their text is
	// kept beside that something was typed.
	Sensitive bool `json:"sensitive,omitempty"`
	// Origin is that of the frame the element is in, where it is not the
	// page's own (DESIGN 9.23). In a request it restricts where to look.
	Origin string `json:"origin,omitempty"`
	// RowRole and Row are the role and text of the row, list item or card
	// around the element, where such rows repeat: they say which one was
	// meant, which a position does not (DESIGN 9.20).
	RowRole string `json:"rowRole,omitempty"`
	Row     string `json:"row,omitempty"`
	// RowOf is how many elements of the row have the target's role and name, and RowNth which of
	// them it is, from 1; 0 where it is the only one.
	RowNth int `json:"rowNth,omitempty"`
	RowOf  int `json:"rowOf,omitempty"`
	// Twins is how many other elements of the page had the same role and name.
	Twins int `json:"twins,omitempty"`
}

// Empty reports whether the target names nothing.
func (t *Target) Empty() bool {
	return t == nil || (t.TestID == "" && t.Selector == "" && t.A11yRef == "" && t.Role == "" && t.Name == "")
}

// Outcome says how a Step ended.
type Outcome struct {
	OK    bool   `json:"ok"`
	Error *Error `json:"error,omitempty"`
}

// After is the short look at the page once the action had settled.
type After struct {
	CurrentURL    string   `json:"currentUrl,omitempty"`
	CurrentScreen string   `json:"currentScreen,omitempty"`
	Title         string   `json:"title,omitempty"`
	Appeared      []string `json:"appeared,omitempty"` // `role "name"` of what was not there before
	// Load is "new" when another document was loaded, "same" when the route
	// changed within the document, empty when it was not looked at.
	Load string `json:"load,omitempty"`
}
