package types

// Question asks for the knowledge of a page that an agent looks at: actions that worked on
// a screen like it, its site in short, the application that it resembles. The
// session's own steps and metadata are the answering core's.
type Question struct {
	Now       Time     `json:"now"`
	SessionID string   `json:"sessionId,omitempty"`
	Goal      string   `json:"goal,omitempty"`
	FlowTags  []string `json:"flowTags,omitempty"`
	GitBranch string   `json:"gitBranch,omitempty"`
	// Briefed is the origin whose site the session was briefed on, Likened the one
	// that it was compared with known applications at: neither is said twice.
	Briefed string `json:"briefed,omitempty"`
	Likened string `json:"likened,omitempty"`
}

// Known answers a Question; a part without an answer is nil.
type Known struct {
	PriorKnowledge *PriorKnowledge `json:"priorKnowledge,omitempty"`
	Site           *SiteBrief      `json:"site,omitempty"`
	Resembles      *Resemblance    `json:"resembles,omitempty"`
	// Flow is the flow that fits the goal best, ready to be run (DESIGN 9.21).
	Flow *FlowCall `json:"flow,omitempty"`
}
