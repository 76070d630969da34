package types

import "slices"

// SchemaVersion is the version of stored Session and Step records.
const SchemaVersion = 1

// Session is one goal-directed run (spec 000 section 4.1, `session.json`).
type Session struct {
	SchemaVersion int      `json:"schemaVersion"`
	SessionID     string   `json:"sessionId"`
	CreatedAt     Time     `json:"createdAt"`
	Goal          string   `json:"goal,omitempty"`
	FlowTags      []string `json:"flowTags"`
	Tags          []string `json:"tags"`
	Git           *Git     `json:"git,omitempty"`
	Launch        *Launch  `json:"launch,omitempty"`
	Build         *Build   `json:"build,omitempty"`

	// Ambient marks browsing without a launched session. Cairn's own.
	Ambient bool `json:"ambient,omitempty"`
	// EndedAt is set by mm_cleanup or by 30 idle minutes. Cairn's own.
	EndedAt Time `json:"endedAt,omitempty"`
	// EditedAt is when a person last changed the goal or the tags: recorders'
	// later changes of these do not count. Cairn's own.
	EditedAt Time `json:"editedAt,omitempty"`
	// Client is the MCP client's own name, as it introduced itself. Cairn's own.
	Client string `json:"client,omitempty"`
	// Foreign is set where no session.json came with the steps (an import):
	// no metadata filter may let such a session pass.
	Foreign bool `json:"foreign,omitempty"`
	// Cost is the agent's effort. Cairn's own.
	Cost
	// RetrievedKB are the ids of the KB items that kb_search gave for the session
	// (spec 003's saved plan), of recipes digests of them; the newest last, at most 50.
	RetrievedKB []string `json:"retrieved_kb_ids,omitempty"`
	// FlowRuns are the runs of flows in it, the newest last, at most 20. Cairn's own.
	FlowRuns []FlowRun `json:"flowRuns,omitempty"`
	// From is set where a member of a team recorded the session. Cairn's own.
	From *From `json:"from,omitempty"`
	// Statement judges the goal's outcome. Cairn's own.
	Statement
}

// Done reports whether an agent or a person stated that the session reached its goal. All
// other sessions are tried: they teach no task (DESIGN 9.18).
func (s *Session) Done() bool { return s != nil && s.Outcome == SessionDone }

// SessionOutcome is the outcome of a session's goal (DESIGN 9.18). It is empty
// while that is unknown.
type SessionOutcome string

// The outcomes that an agent or a person may state.
const (
	SessionDone      SessionOutcome = "done"
	SessionFailed    SessionOutcome = "failed"
	SessionAbandoned SessionOutcome = "abandoned"
)

// OutcomeSource says who stated a SessionOutcome.
type OutcomeSource string

// The sources of a statement.
const (
	StatedByAgent  OutcomeSource = "agent"  // at mm_cleanup
	StatedByPerson OutcomeSource = "person" // in the panel or with cairn sessions
)

// Cost is the effort of an agent in a session, set at the session's end. It lies flat
// in the session's JSON; sessions from before a field existed have none.
type Cost struct {
	// Looks counts how often the agent looked at a page: descriptions, lists and
	// screenshots. Nil means not counted.
	Looks *int `json:"looks,omitempty"`
	// Calls counts the agent's tool calls, failed ones included; 0 means not counted.
	Calls int `json:"calls,omitempty"`
	// Tokens estimates the tokens that the agent wrote as arguments and read as text
	// in these calls; 0 means not counted. Images are not included.
	Tokens int `json:"tokens,omitempty"`
}

// Statement is the judgement of a session's outcome. It lies flat in the
// session's JSON; records from before it existed have none.
type Statement struct {
	// Outcome is empty with an OutcomeAt where a person said that it is unknown.
	Outcome   SessionOutcome `json:"outcome,omitempty"`
	OutcomeBy OutcomeSource  `json:"outcomeBy,omitempty"`
	OutcomeAt Time           `json:"outcomeAt,omitempty"`
	// Evidence is the reason for the outcome, in the words of the one who stated
	// it: redacted, at most 500 characters.
	Evidence string `json:"outcomeEvidence,omitempty"`
}

// Stated reports whether anybody stated anything.
func (s Statement) Stated() bool { return s.Outcome != "" || s.OutcomeAt != 0 }

// Over reports whether the statement holds against another one of the same
// session: a person's holds against an agent's, and the later one of two alike.
func (s Statement) Over(o Statement) bool {
	switch {
	case !s.Stated() || !o.Stated():
		return s.Stated()
	case (s.OutcomeBy == StatedByPerson) != (o.OutcomeBy == StatedByPerson):
		return s.OutcomeBy == StatedByPerson
	}
	return s.OutcomeAt > o.OutcomeAt
}

// Git is the working tree that a session ran against.
type Git struct {
	Branch string `json:"branch,omitempty"`
	Commit string `json:"commit,omitempty"`
	Dirty  bool   `json:"dirty,omitempty"`
}

// Launch says how a session was started. The specs' own example has more
// fields than any browser but one knows; those that came by import are kept.
type Launch struct {
	URL           string         `json:"url,omitempty"`
	StateMode     string         `json:"stateMode,omitempty"`
	FixturePreset *string        `json:"fixturePreset,omitempty"`
	ExtensionPath string         `json:"extensionPath,omitempty"`
	Ports         map[string]int `json:"ports,omitempty"`
}

// Build is spec 000's build information.
type Build struct {
	BuildType string `json:"buildType,omitempty"`
}

// RecipeDigest begins the id of a recipe in RetrievedKB: 16 hex digits follow.
const RecipeDigest = "recipe-"

// MaxFlowRuns bounds the FlowRuns of a session.
const MaxFlowRuns = 20

// WithFlowRun returns runs with a further one at the end, at most MaxFlowRuns. A run with the same start is
// replaced, because a run is stored again when it ends.
func WithFlowRun(runs []FlowRun, run FlowRun) []FlowRun {
	out := slices.DeleteFunc(slices.Clone(runs), func(r FlowRun) bool { return r.From == run.From })
	out = append(out, run)
	return out[max(0, len(out)-MaxFlowRuns):]
}

// MaxRetrieved bounds the RetrievedKB of a session.
const MaxRetrieved = 50

// Retrieved is a list of ids with more behind it, each once, the newest kept.
func Retrieved(ids, more []string) []string {
	out := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return slices.Contains(more, id) })
	for _, id := range more {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out[max(0, len(out)-MaxRetrieved):]
}
