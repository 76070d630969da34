package types

// PriorRequest asks for the actions that worked last time on a screen like this one.
type PriorRequest struct {
	// Observation is the page now.
	Observation Observation `json:"observation"`
	// SessionID is the asking session: its steps give the order of things, and
	// its goal and tags state the wish.
	SessionID string `json:"sessionId,omitempty"`
	// Goal, FlowTags and GitBranch stand in where the session is not stored.
	Goal      string   `json:"goal,omitempty"`
	FlowTags  []string `json:"flowTags,omitempty"`
	GitBranch string   `json:"gitBranch,omitempty"`
}

// PriorKnowledge is spec 002's PriorKnowledgeV1, field for field.
type PriorKnowledge struct {
	SchemaVersion        int               `json:"schemaVersion"`
	GeneratedAt          Time              `json:"generatedAt"`
	Query                PriorQuery        `json:"query"`
	RelatedSessions      []SessionSummary  `json:"relatedSessions"`
	SimilarSteps         []SimilarStep     `json:"similarSteps"`
	SuggestedNextActions []SuggestedAction `json:"suggestedNextActions"`
	Avoid                []Avoid           `json:"avoid,omitempty"`
}

// PriorQuery says how the answer was found.
type PriorQuery struct {
	WindowHours       int      `json:"windowHours"`
	UsedFlowTags      []string `json:"usedFlowTags"`
	UsedFilters       Filters  `json:"usedFilters"`
	CandidateSessions int      `json:"candidateSessions"`
	CandidateSteps    int      `json:"candidateSteps"`
}

// SimilarStep is an earlier step on a screen like this one.
type SimilarStep struct {
	SessionID  string         `json:"sessionId"`
	Timestamp  Time           `json:"timestamp"`
	Tool       string         `json:"tool"`
	Screen     string         `json:"screen"`
	Snippet    string         `json:"snippet"`
	Labels     []string       `json:"labels,omitempty"`
	Target     *SimilarTarget `json:"target,omitempty"`
	Confidence float64        `json:"confidence"`
	// Origin is that of the frame it was taken in, where it is not the page's
	// own. Cairn's own.
	Origin string `json:"origin,omitempty"`
}

// SimilarTarget is the stable part of a Target (spec 002 appendix A).
type SimilarTarget struct {
	TestID   string `json:"testId,omitempty"`
	Selector string `json:"selector,omitempty"`
}

// SuggestedAction is one thing to do next.
type SuggestedAction struct {
	Rank            int           `json:"rank"`
	Action          string        `json:"action"` // click, type, wait_for, navigate, wait_for_notification, press, drag, upload, hover, back
	Rationale       string        `json:"rationale"`
	Confidence      float64       `json:"confidence"`
	PreferredTarget PriorTarget   `json:"preferredTarget"`
	FallbackTargets []PriorTarget `json:"fallbackTargets,omitempty"`
	// Submit says that typing ended with Enter, Key is the pressed key, as in
	// "Escape" or "Control+k" (action press), and Times how often; Click is how a
	// click was made, where that was special. Cairn's own.
	Submit bool      `json:"submit,omitempty"`
	Key    string    `json:"key,omitempty"`
	Times  int       `json:"times,omitempty"`
	Click  *Clicking `json:"click,omitempty"`
	// At is the point of the target where a drag begins, its middle where nil, and
	// To where it ends (action drag). Cairn's own.
	At *Point     `json:"at,omitempty"`
	To *DropPlace `json:"to,omitempty"`
	// Origin is that of the frame the targets are in, where it is not the
	// page's own. Cairn's own.
	Origin string `json:"origin,omitempty"`
	// Within is the row of the targets, if only the row distinguishes them from their
	// equals. Cairn's own.
	Within *A11yHint `json:"within,omitempty"`
	// By is the member of a team who alone did it. Cairn's own.
	By string `json:"by,omitempty"`
}

// DropPlace is where a drag ends, as mm_drag takes it: on an element, or at a point
// of it; else so far to the right and down.
type DropPlace struct {
	TestID   string `json:"testId,omitempty"`
	Selector string `json:"selector,omitempty"`
	Role     string `json:"role,omitempty"`
	Name     string `json:"name,omitempty"`
	At       *Point `json:"at,omitempty"`
	X        *int   `json:"x,omitempty"`
	Y        *int   `json:"y,omitempty"`
}

// PriorTarget is {type, value}: value is a {role, name} for a11yHint, else a
// string. Exactly one of the two Go fields is used.
type PriorTarget struct {
	Type string
	Text string    // testId, selector, url, text
	Hint *A11yHint // a11yHint
}

// The types of PriorTarget.
const (
	TargetTestID   = "testId"
	TargetSelector = "selector"
	TargetA11yHint = "a11yHint"
	// TargetURL and TargetText are Cairn's own: the address for mm_navigate, and a part of the
	// text that mm_wait_for_notification waits for, empty for any.
	TargetURL  = "url"
	TargetText = "text"
)

// A11yHint names an element by role and accessible name.
type A11yHint struct {
	Role string `json:"role"`
	Name string `json:"name"`
}

// Avoid is a target that failed repeatedly and more often than it worked
// (spec 002 step 6, DESIGN 9.2).
type Avoid struct {
	Rationale string      `json:"rationale"`
	Target    AvoidTarget `json:"target"`
	ErrorCode Code        `json:"errorCode"`
	Frequency int         `json:"frequency"`
	// Origin is that of the frame the target is in, where it is not the page's
	// own. Cairn's own.
	Origin string `json:"origin,omitempty"`
}

// AvoidTarget is the failed target by its stable names.
type AvoidTarget struct {
	TestID   string    `json:"testId,omitempty"`
	Selector string    `json:"selector,omitempty"`
	A11yHint *A11yHint `json:"a11yHint,omitempty"`
}
