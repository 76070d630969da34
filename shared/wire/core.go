package wire

import (
	"encoding/json"

	"cairn/shared/types"
)

// MaxCoreRequest is the most bytes of one call into the core. It bounds what a
// mistake can cost: Wasm memory grows and never shrinks.
const MaxCoreRequest = 64 << 20

// CoreOp names a function of the core.
type CoreOp string

// The operations. Each reads the field of CoreRequest of its name, where it
// has one, and answers in the field of CoreReply that the comment names.
const (
	OpStatus   CoreOp = "status"   // Status
	OpPut      CoreOp = "put"      // Status: sessions, steps, cards, edits and forgettings of Records, in order
	OpReset    CoreOp = "reset"    // Status: forgets everything in memory
	OpRules    CoreOp = "rules"    // Status: per-site screen rules
	OpCapture  CoreOp = "capture"  // Step: a raw step made fit to be remembered, or Gone; with its Session it is put
	OpNameKey  CoreOp = "nameKey"  // Status: the key of name hashes, before any record is put
	OpKnow     CoreOp = "know"     // Digests: secrets that were typed, which the core masks from then on
	OpMask     CoreOp = "mask"     // Masked: a browser's reply without secrets, as it may leave the extension; with Ask also Answer, or Learned
	OpObserve  CoreOp = "observe"  // Observation: a bare look, its screen named, redacted
	OpSearch   CoreOp = "search"   // Steps
	OpLast     CoreOp = "last"     // Steps
	OpSessions CoreOp = "sessions" // Sessions
	OpRecipe   CoreOp = "recipe"   // Recipe
	OpPrior    CoreOp = "prior"    // Prior, absent when there is nothing to say
	OpLearn    CoreOp = "learn"    // Learned: reads a part of what OpPrior will ask for, so that no caller waits for all of it
	OpRecall   CoreOp = "recall"   // Recall
	OpStep     CoreOp = "step"     // Step: a whole step by its id
	OpTimeline CoreOp = "timeline" // Timeline: the newest steps, without what their pages showed
	OpCards    CoreOp = "cards"    // Cards, and Versions of the one that is asked for
	OpKB       CoreOp = "kb"       // KB and KBReport
	OpCheck    CoreOp = "check"    // Edit: with what is known of its subject; Error where it makes no sense
	OpNamed    CoreOp = "named"    // Named: what a forgetting would remove; nothing is changed
	OpLate     CoreOp = "late"     // Late: what orders to forget leave of steps that were begun before them
	OpRewrite  CoreOp = "rewrite"  // Rewritten: older steps in the form that keeps only names which are needed; nothing is put
	OpExport   CoreOp = "export"   // Files: a session as other tools read it
	OpImport   CoreOp = "import"   // Records and Skipped: what files hold, fit to be put; nothing is put
	OpSites    CoreOp = "sites"    // SiteNames: the named sites
	OpFlows    CoreOp = "flows"    // Flows: known ways to do tasks on a site
	OpMap      CoreOp = "map"      // Map: a site as a graph of its screens
	OpStats    CoreOp = "stats"    // Stats: whether suggestions helped
	OpAmend    CoreOp = "amend"    // Session: as a person wants it; it is not put
	OpOutcome  CoreOp = "outcome"  // Session: with a person's word on its outcome; it is not put
	OpPack     CoreOp = "pack"     // Packed: works on the next segment, whose bytes are then asked for beside the JSON
	OpPacked   CoreOp = "packed"   // Status: the segment that was packed is kept, or is not
)

// CoreRequest is one call into the core. Now is the caller's clock: the core
// has none.
type CoreRequest struct {
	Op  CoreOp     `json:"op"`
	Now types.Time `json:"now"`

	Records  []Record               `json:"records,omitempty"`
	Rules    json.RawMessage        `json:"rules,omitempty"`
	Capture  *types.Step            `json:"capture,omitempty"`
	Beside   []string               `json:"beside,omitempty"`  // OpCapture: names around those that appeared, see Page
	Keep     types.Keep             `json:"keep,omitempty"`    // OpCapture: which names stay in clear; full when empty
	Orders   []types.Forget         `json:"orders,omitempty"`  // OpCapture: orders to forget that the step may have begun before
	Session  *types.Session         `json:"session,omitempty"` // OpCapture: the step's; the step is put with it
	Bare     bool                   `json:"bare,omitempty"`    // OpCapture: of the page only where it was is kept
	NameKey  string                 `json:"nameKey,omitempty"` // in base64, as pairing.json has it
	Know     *KnowRequest           `json:"know,omitempty"`
	Mask     *Reply                 `json:"mask,omitempty"`
	Ask      *AskRequest            `json:"ask,omitempty"` // OpMask: what is known of the masked page?
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

// RewriteRequest holds the next stored steps, in the order of time, each with its
// session where that is known. Names that were acted on before are counted on the
// way, from the request that begins on; a core that lost count refuses.
type RewriteRequest struct {
	Begin   bool     `json:"begin,omitempty"`
	Records []Record `json:"records"`
}

// RewrittenStep is a step's new form, none where it stays as it is.
type RewrittenStep struct {
	Step *types.Step `json:"step,omitempty"`
}

// LearnRequest names a page, and how long to learn what was done on its origin: as
// long as reading so many steps takes. No session is left in the middle.
type LearnRequest struct {
	State types.State `json:"state"`
	Steps int         `json:"steps"`
}

// AskRequest asks what is known of a page. So many steps of its origin are read
// for the answer at most; where more are left, Learned says so instead.
type AskRequest struct {
	Question types.Question `json:"question"`
	Steps    int            `json:"steps"`
}

// Learned says how many sessions of the origin are not read yet.
type Learned struct {
	Left int `json:"left"`
}

// KnowRequest makes secrets known: Text, and those that Digests stand for. The
// core that made the digests had the same Salt. Another salt than before replaces all
// that was known.
type KnowRequest struct {
	Salt    string   `json:"salt"` // at least 32 hex digits
	Text    string   `json:"text,omitempty"`
	Digests []string `json:"digests,omitempty"`
}

// PackRequest says how long to work on a segment: as long as packing so many
// steps takes.
type PackRequest struct {
	Steps int `json:"steps"`
}

// PackedRequest says what became of the segment that OpPack gave.
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

// TimelineRequest says whose steps OpTimeline answers with: those of one
// session, or of all when SessionID is empty.
type TimelineRequest struct {
	SessionID string `json:"sessionId,omitempty"`
	Limit     int    `json:"limit,omitempty"` // 1 to 1000, 200 when 0
	// After leaves out the steps up to that instant: a page that knows them asks
	// for what is new.
	After types.Time `json:"after,omitempty"`
}

// CardsRequest names the site of OpCards; empty means all.
type CardsRequest struct {
	Domain string `json:"domain,omitempty"`
}

// KBRequest asks for KB items: the one of an id, those that fit a query, the
// best first, or the newest.
type KBRequest struct {
	ID    string `json:"id,omitempty"`
	Query string `json:"query,omitempty"`
	Limit int    `json:"limit,omitempty"` // 1 to 1000, 200 when 0
}

// AmendRequest is what a person makes of a session's goal and tags.
type AmendRequest struct {
	SessionID string   `json:"sessionId"`
	Goal      string   `json:"goal"`
	FlowTags  []string `json:"flowTags"`
	Tags      []string `json:"tags"`
}

// OutcomeRequest is what a person says of a session's outcome: done, failed,
// abandoned, or unknown to take back what was stated.
type OutcomeRequest struct {
	SessionID string `json:"sessionId"`
	Outcome   string `json:"outcome"`
	Evidence  string `json:"evidence,omitempty"`
}

// ExportRequest asks for a session in a format: recorder, playwright, skill or
// layout; or for a flow: playwright or skill (package exchange).
type ExportRequest struct {
	SessionID string `json:"sessionId,omitempty"`
	Flow      string `json:"flow,omitempty"` // the id of a flow, instead of a session
	Format    string `json:"format"`
}

// ExportFile is a text file; its name may hold slashes.
type ExportFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// ImportRequest holds files as they were found: a recording of Chrome's
// Recorder, or the specs' directories.
type ImportRequest struct {
	Files []ExportFile `json:"files"`
}

// LateRequest holds orders to forget, and steps that are in no memory yet.
type LateRequest struct {
	Orders []types.Forget `json:"orders"`
	Steps  []types.Step   `json:"steps"`
}

// LateStep is what orders leave of a step: nothing when it is Gone, itself when
// neither is set, else Clean.
type LateStep struct {
	Gone  bool        `json:"gone,omitempty"`
	Clean *types.Step `json:"clean,omitempty"`
}

// Named spells out what a forgetting removes.
type Named struct {
	Sessions []string `json:"sessions,omitempty"` // ids
	Steps    []string `json:"steps,omitempty"`    // ids
	Sites    []string `json:"sites,omitempty"`    // domains whose cards go
	Edits    []string `json:"edits,omitempty"`    // ids
	// Instead are edits that come in the place of some that go.
	Instead []*types.Edit `json:"instead,omitempty"`
	// Cleaned are the steps that stay in another form.
	Cleaned []types.Step `json:"cleaned,omitempty"`
	// Goals are the sessions that stay though their goal or tags name the element.
	Goals []string `json:"goals,omitempty"`
	// Order is the forgetting as it is to be kept and sent: sealed, with the
	// edits.
	Order *types.Forget `json:"order,omitempty"`
}

// CoreReply is the answer: Error, or the field of the operation. A list that
// is absent is empty.
type CoreReply struct {
	Error *types.Error `json:"error,omitempty"`
	// Suspect comes with the Error of a panic: whether the memory is whole is
	// not known, so the records should be put into a new core.
	Suspect bool `json:"suspect,omitempty"`

	Status      *types.Status          `json:"status,omitempty"`
	Step        *types.Step            `json:"step,omitempty"`
	Gone        bool                   `json:"gone,omitempty"`    // OpCapture: Orders leave nothing of the step
	Digests     []string               `json:"digests,omitempty"` // what stands for Text; none where it was known, or cannot be a secret
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
	Skipped     []string               `json:"skipped,omitempty"` // files, and why

	// Rejected comes with the Status of OpPut and names the records that could
	// not be taken. The others were: one bad record must not cost the rest.
	Rejected []Rejected `json:"rejected,omitempty"`
}

// Rejected is one record that the core refused: the Index-th of the request,
// counted from 0.
type Rejected struct {
	Index int         `json:"index"`
	Error types.Error `json:"error"`
}
