package wire

import (
	"encoding/json"

	"cairn/shared/types"
)

// MaxCoreRequest is the size limit of a call into the core. It bounds the cost of
// mistakes: Wasm memory grows and never shrinks.
const MaxCoreRequest = 64 << 20

// CoreOp names a function of the core.
type CoreOp string

// The operations. Each reads the field of CoreRequest with its name, if there is
// one, and answers in the field of CoreReply that the comment names.
const (
	OpStatus   CoreOp = "status"   // Status
	OpPut      CoreOp = "put"      // Status: sessions, steps, edits and forgettings of Records, in order
	OpReset    CoreOp = "reset"    // Status: forgets everything in memory
	OpRules    CoreOp = "rules"    // Status: per-site screen rules
	OpCapture  CoreOp = "capture"  // Step: a raw step, masked and shortened for storing, or Gone; with Session it is put
	OpNameKey  CoreOp = "nameKey"  // Status: the key of name hashes, before any record is put
	OpKnow     CoreOp = "know"     // Digests: of typed secrets, which the core masks from then on
	OpMask     CoreOp = "mask"     // Masked: a browser's reply without secrets, which may leave the extension; with Ask also Answer, or Learned
	OpObserve  CoreOp = "observe"  // Observation: with its screen named, masked
	OpSearch   CoreOp = "search"   // Steps
	OpLast     CoreOp = "last"     // Steps
	OpSessions CoreOp = "sessions" // Sessions
	OpRecipe   CoreOp = "recipe"   // Recipe
	OpPrior    CoreOp = "prior"    // Prior, absent without evidence
	OpLearn    CoreOp = "learn"    // Learned: reads a part of the steps that OpPrior needs, so that no call takes long
	OpRecall   CoreOp = "recall"   // Recall
	OpStep     CoreOp = "step"     // Step: a whole step by its id
	OpTimeline CoreOp = "timeline" // Timeline: the newest steps, without their observations
	OpCards    CoreOp = "cards"    // Cards, and Versions of the requested one
	OpKB       CoreOp = "kb"       // KB and KBReport
	OpCheck    CoreOp = "check"    // Edit: completed from its subject; Error if it is invalid
	OpNamed    CoreOp = "named"    // Named: the data that a deletion would remove; nothing is changed
	OpLate     CoreOp = "late"     // Late: steps that began before deletion requests, as these leave them
	OpRewrite  CoreOp = "rewrite"  // Rewritten: older steps in mode needed; nothing is put
	OpExport   CoreOp = "export"   // Files: a session in a format of other tools
	OpImport   CoreOp = "import"   // Records and Skipped: the contents of files, ready to be put; nothing is put
	OpSites    CoreOp = "sites"    // SiteNames: the named sites
	OpFlows    CoreOp = "flows"    // Flows: known ways to do tasks on a site
	OpMap      CoreOp = "map"      // Map: a site as a graph of its screens
	OpStats    CoreOp = "stats"    // Stats: whether suggestions helped
	OpAmend    CoreOp = "amend"    // Session: with a person's changes; it is not put
	OpOutcome  CoreOp = "outcome"  // Session: with the outcome that a person stated; it is not put
	OpPack     CoreOp = "pack"     // Packed: works on the next segment, whose bytes are fetched apart from the JSON
	OpPacked   CoreOp = "packed"   // Status: the packed segment was stored, or was not
)

// CoreRequest is one call into the core. Now is the caller's time: the core has no
// clock.
type CoreRequest struct {
	Op  CoreOp     `json:"op"`
	Now types.Time `json:"now"`

	Records  []Record               `json:"records,omitempty"`
	Rules    json.RawMessage        `json:"rules,omitempty"`
	Capture  *types.Step            `json:"capture,omitempty"`
	Beside   []string               `json:"beside,omitempty"`  // OpCapture: names around those that appeared, see Page
	Keep     types.Keep             `json:"keep,omitempty"`    // OpCapture: which names stay in clear; full when empty
	Orders   []types.Forget         `json:"orders,omitempty"`  // OpCapture: deletion requests that may be newer than the step
	Session  *types.Session         `json:"session,omitempty"` // OpCapture: the step's; the step is put with it
	Bare     bool                   `json:"bare,omitempty"`    // OpCapture: keep only the location of the page
	NameKey  string                 `json:"nameKey,omitempty"` // in base64, as pairing.json has it
	Know     *KnowRequest           `json:"know,omitempty"`
	Mask     *Reply                 `json:"mask,omitempty"`
	Ask      *AskRequest            `json:"ask,omitempty"` // OpMask: requests prior knowledge of the masked page
	Observe  *types.Observation     `json:"observe,omitempty"`
	Search   *types.SearchRequest   `json:"search,omitempty"`
	Last     *types.LastRequest     `json:"last,omitempty"`
	Sessions *types.SessionsRequest `json:"sessions,omitempty"`
	Recipe   *RecipeRequest         `json:"recipe,omitempty"`
	Prior    *types.PriorRequest    `json:"prior,omitempty"`
	Learn    *LearnRequest          `json:"learn,omitempty"`
	Recall   *types.RecallRequest   `json:"recall,omitempty"`
	Step     *StepRequest           `json:"step,omitempty"`
	Timeline *TimelineRequest       `json:"timeline,omitempty"`
	Flows    *FlowsRequest          `json:"flows,omitempty"`
	Map      *types.SiteMapRequest  `json:"map,omitempty"`
	Cards    *CardsRequest          `json:"cards,omitempty"`
	KB       *KBRequest             `json:"kb,omitempty"`
	Check    *types.Edit            `json:"check,omitempty"`
	Named    *types.Forget          `json:"named,omitempty"`
	Late     *LateRequest           `json:"late,omitempty"`
	Rewrite  *RewriteRequest        `json:"rewrite,omitempty"`
	Amend    *AmendRequest          `json:"amend,omitempty"`
	Outcome  *OutcomeRequest        `json:"outcome,omitempty"`
	Pack     *PackRequest           `json:"pack,omitempty"`
	Packed   *PackedRequest         `json:"packed,omitempty"`
	Export   *ExportRequest         `json:"export,omitempty"`
	Import   *ImportRequest         `json:"import,omitempty"`
}

// RewriteRequest holds the next stored steps in order of time, each with its session
// if that is known. The core counts the names that were acted on, starting at the
// request with Begin; it refuses requests if it has lost the count.
type RewriteRequest struct {
	Begin   bool     `json:"begin,omitempty"`
	Records []Record `json:"records"`
}

// RewrittenStep is a step's new form, nil if it is unchanged.
type RewrittenStep struct {
	Step *types.Step `json:"step,omitempty"`
}

// LearnRequest asks to read steps of a page's origin, about as many as Steps: sessions
// are read whole. With Flows, those are read instead that flows at this address are built
// from, "" for all sites.
type LearnRequest struct {
	State types.State `json:"state,omitzero"`
	Flows *string     `json:"flows,omitempty"`
	Steps int         `json:"steps"`
}

// AskRequest requests prior knowledge of a page. At most Steps steps of its origin are
// read for the answer; if more are left, Learned comes instead.
type AskRequest struct {
	Question types.Question `json:"question"`
	Steps    int            `json:"steps"`
}

// Learned counts the sessions of the origin that are not read yet.
type Learned struct {
	Left int `json:"left"`
}

// KnowRequest adds secrets to mask: Text, and those of Digests, which a core with the
// same Salt made. A different salt replaces all earlier secrets.
type KnowRequest struct {
	Salt    string   `json:"salt"` // at least 32 hex digits
	Text    string   `json:"text,omitempty"`
	Page    string   `json:"page,omitempty"` // title and address of the page before Text was typed
	Digests []string `json:"digests,omitempty"`
}

// PackRequest limits the work on a segment to about so many steps.
type PackRequest struct {
	Steps int `json:"steps"`
}

// PackedRequest reports whether the segment of OpPack was stored.
type PackedRequest struct {
	Kept bool `json:"kept"`
}

// RecipeRequest names the session of OpRecipe.
type RecipeRequest struct {
	SessionID string `json:"sessionId"`
}

// StepRequest names the step of OpStep.
type StepRequest struct {
	StepID string `json:"stepId"`
}

// TimelineRequest selects the steps of OpTimeline: those of one session, or of all if
// SessionID is empty.
type TimelineRequest struct {
	SessionID string `json:"sessionId,omitempty"`
	Limit     int    `json:"limit,omitempty"` // 1 to 1000, 200 when 0
	// After leaves out the steps up to that instant, which the page has already.
	After types.Time `json:"after,omitempty"`
}

// CardsRequest names the site of OpCards; empty means all.
type CardsRequest struct {
	Domain string `json:"domain,omitempty"`
}

// KBRequest requests KB items: the one with an id, those that match a query, best
// first, or the newest.
type KBRequest struct {
	ID    string `json:"id,omitempty"`
	Query string `json:"query,omitempty"`
	Limit int    `json:"limit,omitempty"` // 1 to 1000, 200 when 0
}

// AmendRequest changes a session's goal and tags.
type AmendRequest struct {
	SessionID string   `json:"sessionId"`
	Goal      string   `json:"goal"`
	FlowTags  []string `json:"flowTags"`
	Tags      []string `json:"tags"`
}

// OutcomeRequest states a session's outcome: done, failed, abandoned, or unknown to
// withdraw an earlier statement.
type OutcomeRequest struct {
	SessionID string `json:"sessionId"`
	Outcome   string `json:"outcome"`
	Evidence  string `json:"evidence,omitempty"`
}

// ExportRequest requests a session as recorder, playwright, skill or layout, or a flow
// as playwright or skill (package exchange).
type ExportRequest struct {
	SessionID string `json:"sessionId,omitempty"`
	Flow      string `json:"flow,omitempty"` // the id of a flow, instead of a session
	Format    string `json:"format"`
}

// ExportFile is a text file. Its name may contain slashes.
type ExportFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// ImportRequest holds unchanged files: a recording of Chrome's Recorder, or the
// directories of the specs.
type ImportRequest struct {
	Files []ExportFile `json:"files"`
}

// LateRequest holds deletion requests, and steps that are not stored yet.
type LateRequest struct {
	Orders []types.Forget `json:"orders"`
	Steps  []types.Step   `json:"steps"`
}

// LateStep is the result of deletion requests for a step: deleted if Gone, changed to
// Clean if that is set, otherwise unchanged.
type LateStep struct {
	Gone  bool        `json:"gone,omitempty"`
	Clean *types.Step `json:"clean,omitempty"`
}

// Named lists the data that a deletion request removes.
type Named struct {
	Sessions []string `json:"sessions,omitempty"` // ids
	Steps    []string `json:"steps,omitempty"`    // ids
	Sites    []string `json:"sites,omitempty"`    // domains whose cards go
	Edits    []string `json:"edits,omitempty"`    // ids
	// Instead are edits that replace some of the removed ones.
	Instead []*types.Edit `json:"instead,omitempty"`
	// Cleaned are the steps that stay, without the removed names.
	Cleaned []types.Step `json:"cleaned,omitempty"`
	// Goals are the sessions that stay although their goal or tags name the element.
	Goals []string `json:"goals,omitempty"`
	// Order is the request in the form that is stored and sent: sealed, with the ids
	// of the edits.
	Order *types.Forget `json:"order,omitempty"`
}

// CoreReply is the answer: Error, or the field of the operation. An absent list is
// empty.
type CoreReply struct {
	Error *types.Error `json:"error,omitempty"`
	// Suspect comes with the Error of a panic: the core's memory may be damaged, so the
	// records should be put into a new core.
	Suspect bool `json:"suspect,omitempty"`

	Status      *types.Status          `json:"status,omitempty"`
	Step        *types.Step            `json:"step,omitempty"`
	Gone        bool                   `json:"gone,omitempty"`    // OpCapture: Orders delete the step
	Digests     []string               `json:"digests,omitempty"` // of Text; none if it was known, or cannot be a secret
	Masked      *Reply                 `json:"masked,omitempty"`
	Answer      *Answer                `json:"answer,omitempty"`
	Observation *types.Observation     `json:"observation,omitempty"`
	Steps       []types.StepSummary    `json:"steps,omitempty"`
	Sessions    []types.SessionSummary `json:"sessions,omitempty"`
	Recipe      *types.SessionRecipe   `json:"recipe,omitempty"`
	Prior       *types.PriorKnowledge  `json:"prior,omitempty"`
	Learned     *Learned               `json:"learned,omitempty"`
	Recall      *types.RecallResult    `json:"recall,omitempty"`
	Timeline    []types.Step           `json:"timeline,omitempty"`
	Cards       []types.KnowledgeCard  `json:"cards,omitempty"`
	Versions    []types.CardVersion    `json:"versions,omitempty"`
	SiteNames   []types.SiteName       `json:"siteNames,omitempty"`
	Flows       []*types.Flow          `json:"flows,omitempty"`
	Map         *types.SiteMap         `json:"map,omitempty"`
	Edit        *types.Edit            `json:"edit,omitempty"`
	KB          []types.KBItem         `json:"kb,omitempty"`
	KBReport    *types.KBReport        `json:"kbReport,omitempty"`
	Named       *Named                 `json:"named,omitempty"`
	Late        []LateStep             `json:"late,omitempty"`
	Rewritten   []RewrittenStep        `json:"rewritten,omitempty"` // of each record of RewriteRequest
	Session     *types.Session         `json:"session,omitempty"`
	Packed      *types.Packed          `json:"packed,omitempty"`
	Stats       *types.AdviceStats     `json:"stats,omitempty"`
	Files       []ExportFile           `json:"files,omitempty"`
	Records     []Record               `json:"records,omitempty"`
	Skipped     []string               `json:"skipped,omitempty"` // files, with the reason

	// Rejected comes with the Status of OpPut and lists the invalid records. The
	// others were put: one bad record must not cost the rest.
	Rejected []Rejected `json:"rejected,omitempty"`
}

// Rejected is one record that the core refused: the Index-th of the request,
// counted from 0.
type Rejected struct {
	Index int         `json:"index"`
	Error types.Error `json:"error"`
}
