package wire

import "cairn/shared/types"

// RuntimeKind names a message between the extension's own contexts.
type RuntimeKind string

// The kinds of RuntimeMessage, with who says it to whom.
const (
	// content → worker, at the moment of the event: a step has begun.
	RunStepOpen RuntimeKind = "stepOpen"
	// content → worker, when the page has settled: what came of it.
	RunStepClose RuntimeKind = "stepClose"
	// content → worker: the page has come to rest as it was not before. The
	// worker looks at it and has the core find out what worked on a screen like
	// it, so that the next question is answered at once. No sender waits for this.
	RunSettled RuntimeKind = "settled"
	// worker → offscreen: a page as it is now, in Core's prior question.
	RunReady RuntimeKind = "ready"
	// worker → content: look at your frame now (or, with Cached, hand over the
	// look you have).
	RunObserve RuntimeKind = "observe"
	// worker → content: find a target.
	RunLocate RuntimeKind = "locate"
	// worker → content: set a control that takes no typing.
	RunFill RuntimeKind = "fill"
	// worker → content: wait until the page is quiet.
	RunSettle RuntimeKind = "settle"
	// worker → content: an action of ours begins or ends.
	RunBracket RuntimeKind = "bracket"
	// worker → content: whether to record here (Allowed). content → worker: the
	// same as a question, from a document that has just begun; answered by
	// RuntimeReply.Allowed.
	RunConsent RuntimeKind = "consent"
	// worker → content: the person has taken the browser's permission for this
	// site back: the scripts stop and answer no message, until they are injected
	// again.
	RunLeave RuntimeKind = "leave"
	// content → worker: whether another program drives this tab through the
	// browser's debugger, which no page can feign; answered by
	// RuntimeReply.Allowed.
	RunDriven RuntimeKind = "driven"
	// content → worker, at the moment of an aimed press of ours: it has reached
	// what it was meant for. No sender waits for this.
	RunFelt RuntimeKind = "felt"
	// content → worker: Text was typed into a sensitive field. worker →
	// offscreen: the same as Know, answered by RuntimeReply.Digests; the message is
	// kept nowhere, and what the page says after it waits for the answer.
	// offscreen → worker: a question for all that was typed since the browser
	// started, answered by RuntimeReply.Know.
	RunTyped RuntimeKind = "typed"
	// worker → content: speak up. content → worker: nothing but that it
	// speaks; the browser tells the worker whose document it is.
	RunOrigin RuntimeKind = "origin"
	// worker → offscreen: keep an opened step, then complete it; Keep is the mode of
	// the pages that the message is about.
	RunKeepOpen  RuntimeKind = "keepOpen"
	RunKeepClose RuntimeKind = "keepClose"
	// worker → offscreen: a session without a step, when it has ended; panel →
	// offscreen: one whose goal or tags a person has changed.
	RunKeepSession RuntimeKind = "keepSession"
	// offscreen → worker: which names are kept in clear where, answered by
	// RuntimeReply.Keeping.
	RunKeeping RuntimeKind = "keeping"
	// worker → offscreen: say this event on the link.
	RunEvent RuntimeKind = "event"
	// offscreen → worker: do this call (chrome.* is there alone).
	RunCall RuntimeKind = "call"
	// popup, panel or test page → offscreen: ask the core; ask how things are;
	// pair with a companion.
	RunCore   RuntimeKind = "core"
	RunHealth RuntimeKind = "health"
	RunPair   RuntimeKind = "pair"
	// panel → offscreen: keep the Edit of a card or a KB item. Its id and time
	// are filled in; it holds here at once, with or without a companion, and
	// goes to the companion as a record. An edit that makes no sense is
	// answered by its error and not kept.
	RunEdit RuntimeKind = "edit"
	// panel → offscreen: forget what Forget names, answered by
	// RuntimeReply.Receipt; with Forget.Undo take that back.
	RunForget RuntimeKind = "forget"
	// panel → offscreen: keep what Files hold, answered by
	// RuntimeReply.Imported.
	RunImport RuntimeKind = "import"
	// panel or popup → offscreen: which questions of agents wait for the person,
	// answered by RuntimeReply.Approvals; with Approve, the person's verdict on
	// the one of that id.
	RunApprovals RuntimeKind = "approvals"
	// panel → offscreen: run a flow, or stop the one that runs; without FlowOrder ask what
	// has become of the last. Answered by RuntimeReply.Flow.
	RunFlow RuntimeKind = "flow"
	// panel → offscreen: ask about the team, or order something, answered by
	// RuntimeReply.Team, which is absent without a team.
	RunTeam RuntimeKind = "team"
	// panel or popup → worker: what an agent does in the tab of Watch, answered by
	// RuntimeReply.Watched; with an order, the person stops the agent, or lets it go
	// on. worker → pages: it has changed.
	RunWatch RuntimeKind = "watch"
	// panel → worker: mark the element of Locate on the page, with no Locate
	// take the mark away again; answered by RuntimeReply.Located.
	RunHighlight RuntimeKind = "highlight"
	// offscreen → pages: something was remembered or forgotten, or the link
	// changed. There is no reply.
	RunChanged RuntimeKind = "changed"
)

// RuntimeMessage is one chrome.runtime or chrome.tabs message. To keeps
// contexts that hear everything from answering what is not theirs.
type RuntimeMessage struct {
	To   string      `json:"to"` // "worker", "content", "offscreen", "pages"
	Kind RuntimeKind `json:"kind"`

	StepID    string         `json:"stepId,omitempty"`
	Step      *types.Step    `json:"step,omitempty"`
	Session   *types.Session `json:"session,omitempty"`
	After     *types.After   `json:"after,omitempty"`
	Outcome   *types.Outcome `json:"outcome,omitempty"`
	Beside    []string       `json:"beside,omitempty"` // stepClose, keepClose: names of elements in the order of the page, as in Page
	Cached    bool           `json:"cached,omitempty"`
	Since     string         `json:"since,omitempty"`   // observe: the Stamp of the last look that was handed over
	Lane      bool           `json:"lane,omitempty"`    // open a lane to the offscreen document as well
	Seek      *Seek          `json:"seek,omitempty"`    // observe: this part alone
	Outline   bool           `json:"outline,omitempty"` // observe: the texts of the page, too
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

// Watch asks for what an agent does in a tab.
type Watch struct {
	TabID int    `json:"tabId"`
	Order string `json:"order,omitempty"` // "stop" or "continue"
}

// Watched is what an agent does in a tab.
type Watched struct {
	TabID     int    `json:"tabId"`
	SessionID string `json:"sessionId,omitempty"` // of the agent that the tab belongs to
	Goal      string `json:"goal,omitempty"`
	Does      string `json:"does,omitempty"` // the last action, in words
	Acting    bool   `json:"acting,omitempty"`
	Stopped   bool   `json:"stopped,omitempty"` // by the person
}

// LaneMessage is one question or answer on a lane: a port between the
// offscreen document and the content script of one frame, which an agent's
// looks take instead of the way through the worker.
type LaneMessage struct {
	ID      int             `json:"id"`
	Message *RuntimeMessage `json:"message,omitempty"` // offscreen → content
	Reply   *RuntimeReply   `json:"reply,omitempty"`   // content → offscreen
}

// RuntimeReply answers a RuntimeMessage.
type RuntimeReply struct {
	Error   *types.Error `json:"error,omitempty"`
	Page    *Page        `json:"page,omitempty"`
	Frames  int          `json:"frames,omitempty"` // observe: how many frames this one holds
	Located *Located     `json:"located,omitempty"`
	// CalmMs is how long the frame has been loaded and changed nothing, beside
	// the fault of a locate.
	CalmMs int        `json:"calmMs,omitempty"`
	Reply  *Reply     `json:"reply,omitempty"`
	Core   *CoreReply `json:"core,omitempty"`
	Health *Health    `json:"health,omitempty"`
	// Approvals are the questions that wait, oldest first.
	Approvals []Approve `json:"approvals,omitempty"`
	// Watched is what an agent does in the tab that was asked about.
	Watched *Watched `json:"watched,omitempty"`
	// Flow is the newest run of a flow, absent where there was none.
	Flow    *FlowState `json:"flow,omitempty"`
	Team    *TeamState `json:"team,omitempty"`
	Allowed bool       `json:"allowed,omitempty"` // consent
	Keeping *Keeping   `json:"keeping,omitempty"`
	// Sizeless says of a locate that failed that the element takes up no room:
	// on a page that is calm, waiting will not change that.
	Sizeless bool `json:"sizeless,omitempty"`
	// Receipt says what was forgotten.
	Receipt *types.ForgetReceipt `json:"receipt,omitempty"`
	// Imported says what was kept of files.
	Imported *Imported `json:"imported,omitempty"`
	// Know is what was typed into sensitive fields, as digests.
	Know *KnowRequest `json:"know,omitempty"`
	// Digests is what stands for a typed text that is new.
	Digests []string `json:"digests,omitempty"`
}

// Imported counts what was kept of files.
type Imported struct {
	Sessions int      `json:"sessions"`
	Steps    int      `json:"steps"`
	Known    int      `json:"known"`             // steps that were there already
	Skipped  []string `json:"skipped,omitempty"` // what was left out, and why
}

// Health is the extension's own state, measured and not remembered.
type Health struct {
	Paired      bool       `json:"paired"` // a pairing key is there
	Linked      bool       `json:"linked"`
	Port        int        `json:"port,omitempty"`
	Since       types.Time `json:"since,omitempty"` // linked or unlinked since
	LastAck     types.Time `json:"lastAck,omitempty"`
	Outbox      int        `json:"outbox"`  // records not yet acknowledged
	Pending     int        `json:"pending"` // steps that have begun and not ended
	Cursor      int64      `json:"cursor"`
	CoreVersion string     `json:"coreVersion,omitempty"`
	CoreStartMs float64    `json:"coreStartMs,omitempty"` // worker start to first answer
	CoreDeaths  int        `json:"coreDeaths,omitempty"`  // traps survived
	// PriorMs is how long the core took to find out what worked on the page that
	// settled last, Ready how often that answer was there when it was asked for.
	PriorMs  float64 `json:"priorMs,omitempty"`
	Ready    int     `json:"ready,omitempty"`
	Sessions int     `json:"sessions"`
	Steps    int     `json:"steps"`
	// BrowserBytes is what the extension keeps on disk, as the browser counts
	// it; CompanionBytes what the companion's store took when it last said so.
	BrowserBytes   int64 `json:"browserBytes,omitempty"`
	CompanionBytes int64 `json:"companionBytes,omitempty"`
	// Tidying is how far what was forgotten has been taken off the browser's
	// disk, a part of one; nil where that is not under way. Until it is done what
	// is recorded waits in memory.
	Tidying *float64 `json:"tidying,omitempty"`
	// Rewriting is how far names have been hidden in what was recorded before, a part
	// of one; nil where that is not under way.
	Rewriting *float64 `json:"rewriting,omitempty"`
	LastError string   `json:"lastError,omitempty"`
}
