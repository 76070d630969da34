package types

import (
	"encoding/json"
	"fmt"
)

// Scope says which sessions a question is about (spec 000 section 5.1): the
// JSON is "current", "all" or {"sessionId": "..."}.
type Scope struct {
	Kind      string // ScopeCurrent, ScopeAll or ScopeSession; empty means the tool's default
	SessionID string // with ScopeSession
}

// The kinds of Scope.
const (
	ScopeCurrent = "current"
	ScopeAll     = "all"
	ScopeSession = "session"
)

// MarshalJSON writes the spec's form.
func (s Scope) MarshalJSON() ([]byte, error) {
	if s.Kind == ScopeSession {
		return json.Marshal(map[string]string{"sessionId": s.SessionID})
	}
	return json.Marshal(s.Kind)
}

// UnmarshalJSON reads the spec's form and refuses everything else.
func (s *Scope) UnmarshalJSON(b []byte) error {
	var word string
	if json.Unmarshal(b, &word) == nil {
		if word != "" && word != ScopeCurrent && word != ScopeAll {
			return fmt.Errorf("scope %q is neither \"current\" nor \"all\"", word)
		}
		*s = Scope{Kind: word}
		return nil
	}
	var obj map[string]json.RawMessage
	if err := json.Unmarshal(b, &obj); err != nil || len(obj) != 1 || obj["sessionId"] == nil {
		return fmt.Errorf("scope must be \"current\", \"all\" or {\"sessionId\": ...}")
	}
	var id string
	if err := json.Unmarshal(obj["sessionId"], &id); err != nil {
		return fmt.Errorf("scope.sessionId must be a string")
	}
	*s = Scope{Kind: ScopeSession, SessionID: id}
	return nil
}

// Filters narrow a question before anything is ranked (spec 000 section 5.1).
type Filters struct {
	FlowTag    string `json:"flowTag,omitempty"`
	Tag        string `json:"tag,omitempty"`
	Screen     string `json:"screen,omitempty"`
	SinceHours int    `json:"sinceHours,omitempty"`
	GitBranch  string `json:"gitBranch,omitempty"`
	// Site (a host, with its port where it has one) and Outcome are Cairn's own; the specs' tools do not offer them.
	Site    string `json:"site,omitempty"`
	Outcome string `json:"outcome,omitempty"`
}

// Values of Filters.Outcome.
const (
	OutcomeOK     = "ok"
	OutcomeFailed = "failed"
)

// SearchRequest requests the steps that match a query (mm_knowledge_search).
type SearchRequest struct {
	Query   string  `json:"query"`
	Limit   int     `json:"limit,omitempty"` // 1 to 100, 20 when 0
	Scope   Scope   `json:"scope,omitzero"`  // ScopeAll when empty
	Filters Filters `json:"filters,omitzero"`
	// CurrentSessionID is the session that the scope "current" stands for.
	CurrentSessionID string `json:"currentSessionId,omitempty"`
	// Ranker is "" for the default one, or "spec" for the one of spec 001.
	Ranker string `json:"ranker,omitempty"`
	// Explain requests the terms of each score.
	Explain bool `json:"explain,omitempty"`
	// Detail requests the place, the target and the outcome of each step, for display.
	Detail bool `json:"detail,omitempty"`
}

// LastRequest requests the newest steps (mm_knowledge_last).
type LastRequest struct {
	N                int     `json:"n,omitempty"`    // 1 to 200, 20 when 0
	Scope            Scope   `json:"scope,omitzero"` // ScopeCurrent when empty
	Filters          Filters `json:"filters,omitzero"`
	CurrentSessionID string  `json:"currentSessionId,omitempty"`
}

// SessionsRequest requests recent sessions (mm_knowledge_sessions).
type SessionsRequest struct {
	Limit   int     `json:"limit,omitempty"` // 1 to 50, 10 when 0
	Filters Filters `json:"filters,omitzero"`
	// Before selects the next page: sessions that began before that instant.
	// Cairn's own.
	Before Time `json:"before,omitempty"`
	// Detail requests a summary of each session's steps. Cairn's own.
	Detail bool `json:"detail,omitempty"`
}

// StepSummary describes a step in answers (spec 001 section 4.3.1).
type StepSummary struct {
	SessionID string `json:"sessionId"`
	StepID    string `json:"stepId,omitempty"`
	Timestamp Time   `json:"timestamp"`
	Tool      string `json:"tool"`
	Screen    string `json:"screen"`
	Snippet   string `json:"snippet"`
	// MatchedFields is the evidence of a search hit, without duplicates.
	MatchedFields []string `json:"matchedFields,omitempty"`
	SessionGoal   string   `json:"sessionGoal,omitempty"`
	// From is the member of a team who recorded it, nil for one's own. Cairn's own.
	From *From `json:"from,omitempty"`
	// Score and Explain come with SearchRequest.Explain only.
	Score   float64       `json:"score,omitempty"`
	Explain []ScoreReason `json:"explain,omitempty"`
	// Detail comes with SearchRequest.Detail only.
	Detail *StepDetail `json:"detail,omitempty"`
}

// StepDetail describes a step to people.
type StepDetail struct {
	Origin string `json:"origin,omitempty"` // of the page
	TestID string `json:"testId,omitempty"` // of the target, as its role and name
	Role   string `json:"role,omitempty"`
	Name   string `json:"name,omitempty"`
	OK     bool   `json:"ok"`
}

// ScoreReason is one summand of a score.
type ScoreReason struct {
	Term  string  `json:"term"`  // the query term, with the word that it matched: `sned~send`
	Field string  `json:"field"` // where it matched
	Score float64 `json:"score"`
}

// SessionSummary describes a session in answers (spec 000 section 5.5).
type SessionSummary struct {
	SessionID string   `json:"sessionId"`
	CreatedAt Time     `json:"createdAt"`
	Goal      string   `json:"goal,omitempty"`
	FlowTags  []string `json:"flowTags"`
	Tags      []string `json:"tags"`
	Git       *Git     `json:"git,omitempty"`
	// Outcome is the result of the session, empty while it is unknown; OutcomeBy and
	// Evidence are its source and the reason. Cairn's own.
	Outcome   SessionOutcome `json:"outcome,omitempty"`
	OutcomeBy OutcomeSource  `json:"outcomeBy,omitempty"`
	Evidence  string         `json:"outcomeEvidence,omitempty"`
	// From is the member of a team who recorded it, nil for one's own. Cairn's own.
	From *From `json:"from,omitempty"`
	// Detail comes with SessionsRequest.Detail only.
	Detail *SessionDetail `json:"detail,omitempty"`
}

// SessionDetail summarizes the steps of a session for people.
type SessionDetail struct {
	Origin string `json:"origin,omitempty"` // of the first page
	Steps  int    `json:"steps"`
	// Strip has a letter for each step, oldest first: o for one that worked, x for one
	// that failed. In a long session a letter stands for several steps, and x means
	// that one of them failed.
	Strip  string `json:"strip,omitempty"`
	LastAt Time   `json:"lastAt,omitempty"` // of the last step
}

// SessionRecipe is the answer of mm_knowledge_summarize.
type SessionRecipe struct {
	SessionID string       `json:"sessionId"`
	StepCount int          `json:"stepCount"`
	Recipe    []RecipeStep `json:"recipe"`
	// Advice counts whether suggestions helped in this session, if there were any.
	Advice *SessionAdvice `json:"advice,omitempty"`
}

// RecipeStep is one line of a SessionRecipe.
type RecipeStep struct {
	StepNumber int    `json:"stepNumber"`
	Tool       string `json:"tool"`
	Notes      string `json:"notes"`
}

// Status counts the core's records.
type Status struct {
	Sessions int    `json:"sessions"`
	Steps    int    `json:"steps"`
	Cards    int    `json:"cards"`
	Version  string `json:"version"`
}

// Forget is a deletion request. The first field that is set selects the data. From and
// To restrict Origin, or stand alone.
type Forget struct {
	StepID    string `json:"stepId,omitempty"`
	SessionID string `json:"sessionId,omitempty"`
	// Element selects the steps that acted on it. Other steps stay, without its name in
	// their observations.
	Element Element `json:"element,omitzero"`
	// Origin is one origin, a host without a scheme (then all of its site), or the name of a site (then all addresses
	// that it stands for).
	Origin string `json:"origin,omitempty"`
	// Patterns are the addresses of Origin if that is a name. The first receiver fills
	// them in.
	Patterns []string `json:"patterns,omitempty"`
	From     Time     `json:"from,omitempty"` // steps from this instant on
	To       Time     `json:"to,omitempty"`   // steps before this instant
	All      bool     `json:"all,omitempty"`
	// Author is the member of a team whose records are deleted: the sessions and steps of
	// IDs, or all if there are none. Only a tombstone of that member sets it.
	Author string   `json:"author,omitempty"`
	IDs    []string `json:"ids,omitempty"`
	// At is the time of the request. Earlier steps that arrive late are deleted as well;
	// later ones are not.
	At Time `json:"at,omitempty"`
	// Old reports that steps are deleted because of their age, so that their bytes need
	// not leave the disk at once.
	Old bool `json:"old,omitempty"`
	// Edits are the ids of edits that are deleted with it. The first receiver fills them
	// in, because others may lack the data to find them.
	Edits []string `json:"edits,omitempty"`
	// Sealed replaces Element and Origin in requests that are stored or sent.
	Sealed *Sealed `json:"sealed,omitempty"`
	// Undo revokes the deletion request of the time At: records that arrive late are
	// stored again. Peers that still have the deleted data send it again.
	Undo bool `json:"undo,omitempty"`
}

// Element identifies an element of a site by test id, or by role and name.
type Element struct {
	Origin string `json:"origin"`
	TestID string `json:"testId,omitempty"`
	Role   string `json:"role,omitempty"`
	Name   string `json:"name,omitempty"`
}

// Forgetting selects the edits that a deletion request removes.
type Forgetting struct {
	All   bool
	Edits []string // ids of edits that are removed in any case
	// Here reports whether an origin is deleted, and Site whether a site is, as far as
	// sites are known. Here is nil if no origin is deleted.
	Here func(origin string) bool
	Site func(name string) bool
	// Said reports whether a text names the deleted element; nil if the whole origin is
	// deleted.
	Said func(text string) bool
}

// ForgetReceipt counts the removed data.
type ForgetReceipt struct {
	Sessions int `json:"sessions"`
	Steps    int `json:"steps"`
	Edits    int `json:"edits,omitempty"`
	// Cleaned counts the steps that stay, without the name of the element.
	Cleaned int `json:"cleaned,omitempty"`
	Sites   int `json:"sites,omitempty"` // site cards without any data left
	// Goals counts the sessions that stay although their goal or tags name the element:
	// these are words of a person or an agent, who must change them.
	Goals int `json:"goals,omitempty"`
	// Shared counts the records that are deleted at the team, too, and Left those of ended memberships, which stay
	// there.
	Shared int `json:"shared,omitempty"`
	Left   int `json:"left,omitempty"`
	// Unshared names the origins of the deleted site that are no longer shared with the team.
	Unshared string `json:"unshared,omitempty"`
	// UndoMs is the time during which it can be undone; 0 means not at all.
	UndoMs int64 `json:"undoMs,omitempty"`
}
