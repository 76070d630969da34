package wire

import "cairn/shared/types"

// RuntimeKind names a message between the extension's own contexts.
type RuntimeKind string

// The kinds of RuntimeMessage, each with sender → receiver.
const (
	// content → worker, at the moment of the event: a step has begun.
	RunStepOpen RuntimeKind = "stepOpen"
	// content → worker, when the page has settled: the step's result.
	RunStepClose RuntimeKind = "stepClose"
	// content → worker: the page has settled in a new state. The worker observes it
	// and has the core compute prior knowledge for it, so that the next question is
	// answered at once. There is no reply.
	RunSettled RuntimeKind = "settled"
	// worker → offscreen: the current page, in Core's prior question.
	RunReady RuntimeKind = "ready"
	// worker → content: observe your frame now, or with Cached return the latest
	// observation.
	RunObserve RuntimeKind = "observe"
	// worker → content: find a target.
	RunLocate RuntimeKind = "locate"
	// worker → content: set a control that cannot be typed into.
	RunFill RuntimeKind = "fill"
	// worker → content: wait until the page is quiet.
	RunSettle RuntimeKind = "settle"
	// worker → content: an action of Cairn's own begins or ends.
	RunBracket RuntimeKind = "bracket"
	// worker → content: whether to record here (Allowed). content → worker: the
	// question whether to, from a new document; answered by RuntimeReply.Allowed.
	RunConsent RuntimeKind = "consent"
	// worker → content: the person revoked the permission for this site. The scripts
	// stop and ignore messages until they are injected again.
	RunLeave RuntimeKind = "leave"
	// content → worker: whether another program controls this tab through the
	// browser's debugger, which a page cannot imitate; answered by
	// RuntimeReply.Allowed.
	RunDriven RuntimeKind = "driven"
	// content → worker, at an aimed press of Cairn's own: it has reached its target.
	// There is no reply.
	RunFelt RuntimeKind = "felt"
	// content → worker: Text was typed into a sensitive field. worker →
	// offscreen: the same as Know, answered by RuntimeReply.Digests; the message is
	// never stored, and later messages of the page wait for the answer.
	// offscreen → worker: a question for the digests of everything typed since the
	// browser started, answered by RuntimeReply.Know.
	RunTyped RuntimeKind = "typed"
	// worker → content: answer with a message. content → worker: that message, which
	// is empty: with it, the browser tells the worker the document's origin.
	RunOrigin RuntimeKind = "origin"
	// worker → offscreen: store an opened step, then complete it; Keep is the mode of
	// the message's pages.
	RunKeepOpen  RuntimeKind = "keepOpen"
	RunKeepClose RuntimeKind = "keepClose"
	// worker → offscreen: store a session without steps that has ended; panel →
	// offscreen: store one whose goal or tags a person changed.
	RunKeepSession RuntimeKind = "keepSession"
	// offscreen → worker: which names are kept in clear where, answered by
	// RuntimeReply.Keeping.
	RunKeeping RuntimeKind = "keeping"
	// worker → offscreen: send this event over the link.
	RunEvent RuntimeKind = "event"
	// offscreen → worker: carry out this call, because only the worker has chrome.*.
	RunCall RuntimeKind = "call"
	// popup, panel or test page → offscreen: ask the core; request Health; pair with a
	// companion.
	RunCore   RuntimeKind = "core"
	RunHealth RuntimeKind = "health"
	RunPair   RuntimeKind = "pair"
	// panel → offscreen: store the Edit of a card or a KB item. The receiver sets its id
	// and time, applies it at once, with or without a companion, and sends it to the
	// companion as a record. An invalid edit is answered by an error and not stored.
	RunEdit RuntimeKind = "edit"
	// panel → offscreen: delete the data that Forget selects, or with Forget.Undo
	// restore it; answered by RuntimeReply.Receipt.
	RunForget RuntimeKind = "forget"
	// panel → offscreen: import Files, answered by RuntimeReply.Imported.
	RunImport RuntimeKind = "import"
	// panel or popup → offscreen: list the open approval requests of agents, answered
	// by RuntimeReply.Approvals; with Approve, the person's verdict on the request with
	// that id.
	RunApprovals RuntimeKind = "approvals"
	// panel → offscreen: run a flow, or stop the running one; without FlowOrder, request
	// the state of the latest run. Answered by RuntimeReply.Flow.
	RunFlow RuntimeKind = "flow"
	// panel → offscreen: query or change the team, answered by RuntimeReply.Team, which
	// is absent without a team.
	RunTeam RuntimeKind = "team"
	// panel or popup → worker: report the agent's action in the tab of Watch, answered
	// by RuntimeReply.Watched; with an order, the person stops or continues the agent.
	// worker → pages: the action has changed.
	RunWatch RuntimeKind = "watch"
	// panel → worker: highlight the element of Locate on the page, or without Locate
	// remove the highlight; answered by RuntimeReply.Located.
	RunHighlight RuntimeKind = "highlight"
	// offscreen → pages: stored data or the state of the link changed. There is no
	// reply.
	RunChanged RuntimeKind = "changed"
)

// RuntimeMessage is one chrome.runtime or chrome.tabs message. All contexts receive it:
// To names the one that handles it.
type RuntimeMessage struct {
	To   string      `json:"to"` // "worker", "content", "offscreen", "pages"
	Kind RuntimeKind `json:"kind"`

	StepID    string         `json:"stepId,omitempty"`
	Step      *types.Step    `json:"step,omitempty"`
	Session   *types.Session `json:"session,omitempty"`
	After     *types.After   `json:"after,omitempty"`
	Outcome   *types.Outcome `json:"outcome,omitempty"`
	Beside    []string       `json:"beside,omitempty"` // stepClose, keepClose: as in Page
	Cached    bool           `json:"cached,omitempty"`
	Since     string         `json:"since,omitempty"`   // observe: the Stamp of the last returned observation
	Lane      bool           `json:"lane,omitempty"`    // open a lane to the offscreen document as well
	Seek      *Seek          `json:"seek,omitempty"`    // observe: only this part
	Outline   bool           `json:"outline,omitempty"` // observe: with the texts of the page
	Locate    *Locate        `json:"locate,omitempty"`
	Fill      *Fill          `json:"fill,omitempty"`
	Settle    *Settle        `json:"settle,omitempty"`
	Bracket   *Bracket       `json:"bracket,omitempty"`
	Allowed   bool           `json:"allowed,omitempty"`
	Event     *Envelope      `json:"event,omitempty"`
	Call      *Envelope      `json:"call,omitempty"`
	Core      *CoreRequest   `json:"core,omitempty"`
	Edit      *types.Edit    `json:"edit,omitempty"`
	Code      string         `json:"code,omitempty"` // pairing code
	Forget    *types.Forget  `json:"forget,omitempty"`
	Files     []ExportFile   `json:"files,omitempty"`
	Keep      types.Keep     `json:"keep,omitempty"`
	Text      string         `json:"text,omitempty"` // typed
	Know      *KnowRequest   `json:"know,omitempty"` // typed
	Approve   *Approve       `json:"approve,omitempty"`
	Verdict   string         `json:"verdict,omitempty"`
	FlowOrder *FlowOrder     `json:"flowOrder,omitempty"`
	TeamOrder *TeamOrder     `json:"teamOrder,omitempty"`
	Watch     *Watch         `json:"watch,omitempty"`
}

// Watch requests the agent's current action in a tab.
type Watch struct {
	TabID int    `json:"tabId"`
	Order string `json:"order,omitempty"` // "stop" or "continue"
}

// Watched is the agent's current action in a tab.
type Watched struct {
	TabID     int    `json:"tabId"`
	SessionID string `json:"sessionId,omitempty"` // of the agent that the tab belongs to
	Goal      string `json:"goal,omitempty"`
	Does      string `json:"does,omitempty"` // the last action, in words
	Acting    bool   `json:"acting,omitempty"`
	Stopped   bool   `json:"stopped,omitempty"` // by the person
}

// LaneMessage is one request or reply on a lane: a port between the offscreen
// document and the content script of a frame. Observations for agents use lanes to
// avoid the way through the worker.
type LaneMessage struct {
	ID      int             `json:"id"`
	Message *RuntimeMessage `json:"message,omitempty"` // offscreen → content
	Reply   *RuntimeReply   `json:"reply,omitempty"`   // content → offscreen
}

// RuntimeReply answers a RuntimeMessage.
type RuntimeReply struct {
	Error   *types.Error `json:"error,omitempty"`
	Page    *Page        `json:"page,omitempty"`
	Frames  int          `json:"frames,omitempty"` // observe: number of child frames
	Located *Located     `json:"located,omitempty"`
	// CalmMs is the time since the frame was loaded and last changed. It accompanies the
	// error of a locate.
	CalmMs int `json:"calmMs,omitempty"`
	// Leaves reports that another document is about to replace the page that a settle waited for.
	Leaves bool       `json:"leaves,omitempty"`
	Reply  *Reply     `json:"reply,omitempty"`
	Core   *CoreReply `json:"core,omitempty"`
	Health *Health    `json:"health,omitempty"`
	// Approvals are the open approval requests, oldest first.
	Approvals []Approve `json:"approvals,omitempty"`
	// Watched is the agent's action in the requested tab.
	Watched *Watched `json:"watched,omitempty"`
	// Flow is the latest run of a flow, absent if there was none.
	Flow    *FlowState `json:"flow,omitempty"`
	Team    *TeamState `json:"team,omitempty"`
	Allowed bool       `json:"allowed,omitempty"` // consent
	Keeping *Keeping   `json:"keeping,omitempty"`
	// Sizeless reports that a locate failed because the element has no size, is disabled or
	// takes no text. On a settled page, waiting does not change that.
	Sizeless bool `json:"sizeless,omitempty"`
	// Receipt counts the deleted data.
	Receipt *types.ForgetReceipt `json:"receipt,omitempty"`
	// Imported counts the imported data.
	Imported *Imported `json:"imported,omitempty"`
	// Know holds the digests of texts typed into sensitive fields.
	Know *KnowRequest `json:"know,omitempty"`
	// Digests are those of a newly typed text.
	Digests []string `json:"digests,omitempty"`
}

// Imported counts the data imported from files.
type Imported struct {
	Sessions int      `json:"sessions"`
	Steps    int      `json:"steps"`
	Known    int      `json:"known"`             // steps that were stored already
	Skipped  []string `json:"skipped,omitempty"` // each left-out part, with the reason
}

// Health is the extension's current state, measured when it is requested.
type Health struct {
	Paired      bool       `json:"paired"` // there is a pairing key
	Linked      bool       `json:"linked"`
	Port        int        `json:"port,omitempty"`
	Since       types.Time `json:"since,omitempty"` // linked or unlinked since
	LastAck     types.Time `json:"lastAck,omitempty"`
	Outbox      int        `json:"outbox"`  // records not yet acknowledged
	Pending     int        `json:"pending"` // steps that began and have not ended
	Cursor      int64      `json:"cursor"`
	CoreVersion string     `json:"coreVersion,omitempty"`
	CoreStartMs float64    `json:"coreStartMs,omitempty"` // worker start to first answer
	CoreDeaths  int        `json:"coreDeaths,omitempty"`  // traps survived
	// PriorMs is the time that the core took for the prior knowledge of the page that
	// settled last. Ready counts the questions for which an answer was prepared.
	PriorMs  float64 `json:"priorMs,omitempty"`
	Ready    int     `json:"ready,omitempty"`
	Sessions int     `json:"sessions"`
	Steps    int     `json:"steps"`
	// BrowserBytes is the extension's disk usage, as the browser counts it;
	// CompanionBytes is the latest reported size of the companion's store.
	BrowserBytes   int64 `json:"browserBytes,omitempty"`
	CompanionBytes int64 `json:"companionBytes,omitempty"`
	// Tidying is the progress, from 0 to 1, of removing deleted data from the browser's
	// disk; nil if that is not running. New records wait in memory meanwhile.
	Tidying *float64 `json:"tidying,omitempty"`
	// Rewriting is the progress, from 0 to 1, of hiding names in earlier records; nil if
	// that is not running.
	Rewriting *float64 `json:"rewriting,omitempty"`
	// Error is the latest problem, until it is over.
	Error *types.Error `json:"error,omitempty"`
}
