package wire

import (
	"encoding/json"

	"cairn/shared/types"
)

// TabOpen opens a tab at URL (about:blank when empty) and binds it to the
// session.
type TabOpen struct {
	URL       string         `json:"url,omitempty"`
	Session   *types.Session `json:"session,omitempty"`
	TimeoutMs int            `json:"timeoutMs,omitempty"`
}

// TabRef names a tab.
type TabRef struct {
	TabID int `json:"tabId"`
}

// Observe requests a new observation of a tab.
type Observe struct {
	TabID int `json:"tabId"`
	// Since is the Stamp of the last Page that the caller still has, if any.
	Since string `json:"since,omitempty"`
	// Seek requests a part of the tab instead: the Page then holds only that part,
	// without Stamp and Documents.
	Seek *Seek `json:"seek,omitempty"`
	// Outline requests the page's texts as well.
	Outline bool `json:"outline,omitempty"`
	// Ask requests prior knowledge of the page as well; older extensions ignore it.
	Ask *Ask `json:"ask,omitempty"`
}

// Ask is a question to the extension's core about the observed page. The companion has
// sent all records that it had by then before it, on the same link.
type Ask struct {
	Question types.Question `json:"question"`
	// Cursor is that of the last replica message, or of hello: the extension
	// answers if its core has everything up to there.
	Cursor int64 `json:"cursor"`
	// Held reports that the caller has a valid answer for the page of Since. If the page
	// is the same, no answer is computed.
	Held bool `json:"held,omitempty"`
}

// Answer is the prior knowledge of the extension's core about the observed page. It is
// valid for the page in State alone, and only while screens are named by the same rules.
type Answer struct {
	State *types.State `json:"state,omitempty"`
	Known *types.Known `json:"known,omitempty"`
	// Why is the reason for which there is no answer. The companion's core then answers.
	Why string `json:"why,omitempty"`
}

// Reasons for which the extension's core gave no answer.
const (
	WhyBehind = "behind" // its replica is incomplete
	WhySlow   = "slow"   // it took too long
	WhyFailed = "failed" // it does not run, or refused
)

// Seek selects a part of a tab, in view or not. Find selects the elements in whose
// role, name, test id, container or row all its words occur; From those after the
// element with that ref; Within those inside the element with that ref. The Page's
// Outline holds the lines with these words, or the texts of that part.
type Seek struct {
	Find   string `json:"find,omitempty"`
	From   string `json:"from,omitempty"`
	Within string `json:"within,omitempty"`
	// Reveal requests scrolling lists, and back, to find words that are not on the
	// page. Such elements are reported as texts only: they are gone afterwards.
	Reveal bool `json:"reveal,omitempty"`
}

// TabList requests all tabs.
type TabList struct{}

// Bind assigns a tab to a session: all actions in the tab then belong to the session.
// A nil Session removes the assignment.
type Bind struct {
	TabID   int            `json:"tabId"`
	Session *types.Session `json:"session,omitempty"`
	// Show brings the tab to the front of its window as well.
	Show bool `json:"show,omitempty"`
}

// Locate finds a target, scrolls it into view and returns its position. It waits
// until there is exactly one match that can be acted on, or until TimeoutMs is over.
type Locate struct {
	TabID  int          `json:"tabId"`
	Target types.Target `json:"target"`
	// Within identifies an element that contains the target. If role and name are
	// given and no element has exactly that name, one whose text contains it matches.
	Within *types.Target `json:"within,omitempty"`
	// Text identifies the target by its visible text instead of by Target;
	// WithinText does the same for Within.
	Text       string `json:"text,omitempty"`
	WithinText string `json:"withinText,omitempty"`
	TimeoutMs  int    `json:"timeoutMs,omitempty"`
	// Patient waits for a missing target until TimeoutMs. Otherwise the call fails as
	// soon as the page is settled without the target.
	Patient bool `json:"patient,omitempty"`
	// For is the action that the target must be ready for: "click", "type", "see",
	// "hover", "press" (a key), "drag", "drop" (the end of a drag) or "upload". "focus"
	// also focuses the target; without a target it finds the focused element.
	For string `json:"for"`
	// At is a point in the target, from its upper left corner; nil is its middle.
	At *types.Point `json:"at,omitempty"`
	// Reveal requests that a frame scrolls its lists to find the target. The extension
	// sets it itself when the target of an action does not appear in time.
	Reveal bool `json:"reveal,omitempty"`
	// Around requests the surroundings of the element as well.
	Around bool `json:"around,omitempty"`
	// Only lists the origins of the frames to search ("null" is an opaque origin);
	// empty means all.
	Only []string `json:"only,omitempty"`
}

// Fill sets a control that cannot be typed into (Located.FillRef): a native select to
// the option with that label, or a date, time, colour or range field to that value.
// Options selects exactly the options with these labels instead, and Files makes a file
// input (Located.FileRef) open its chooser.
type Fill struct {
	TabID   int      `json:"tabId"`
	Ref     string   `json:"ref"`
	Text    string   `json:"text"`
	Options []string `json:"options,omitzero"`
	Files   bool     `json:"files,omitempty"`
}

// Settle waits until the page has not changed for QuietMs, at most TimeoutMs. During a
// bracket it also waits for requests that the page sent meanwhile, up to AnswerMs if that
// is longer, and for PatienceMs if the action has had no visible effect yet.
type Settle struct {
	TabID      int `json:"tabId"`
	QuietMs    int `json:"quietMs,omitempty"`
	PatienceMs int `json:"patienceMs,omitempty"`
	TimeoutMs  int `json:"timeoutMs,omitempty"`
	AnswerMs   int `json:"answerMs,omitempty"`
	// Blind leaves out the observation afterwards: the caller observes all frames.
	Blind bool `json:"blind,omitempty"`
}

// Bracket marks the beginning or end of an action of Cairn's own in a tab. Trusted
// events in between belong to the action and are not recorded a second time. The
// extension closes a bracket after MaxMs, so that a companion that died does not stop
// the recording.
type Bracket struct {
	TabID int  `json:"tabId"`
	Open  bool `json:"open"`
	MaxMs int  `json:"maxMs,omitempty"`
	// Aimed reserves the next press for the element that was located last. A press that
	// would reach another one is withheld from the page, and [Page].Astray names that one.
	Aimed bool `json:"aimed,omitempty"`
	// Files reports that the action uploads files: the companion answers the chooser
	// that opens.
	Files bool `json:"files,omitempty"`
}

// Load navigates a tab to URL from a page where no debugger can: one that crashed, or
// that is closed to extensions.
type Load struct {
	TabID     int    `json:"tabId"`
	URL       string `json:"url"`
	TimeoutMs int    `json:"timeoutMs,omitempty"`
}

// Mask requests that the extension masks texts of a page that reached the companion over
// DevTools: only the extension has digests of the text that people typed.
type Mask struct {
	Texts []string `json:"texts"`
}

// Command is one CDP command to an attached tab.
type Command struct {
	TabID  int             `json:"tabId"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params,omitempty"`
}

// Reply answers a call with Error, or with the field of the call's kind.
type Reply struct {
	Error   *types.Error    `json:"error,omitempty"`
	Tab     *Tab            `json:"tab,omitempty"`     // tabOpen
	Tabs    []Tab           `json:"tabs,omitempty"`    // tabList
	Page    *Page           `json:"page,omitempty"`    // observe, settle
	Located *Located        `json:"located,omitempty"` // locate
	Result  json.RawMessage `json:"result,omitempty"`  // command
	Texts   []string        `json:"texts,omitempty"`   // mask: in their order; console: the newest last
	// TargetID is the tab's id at the browser's DevTools endpoint (target). With it, a
	// companion that started the browser controls the tab without the extension.
	TargetID string `json:"targetId,omitempty"`
	Verdict  string `json:"verdict,omitempty"` // approve: a Verdict, empty without a decision
}

// Approve asks the person at the browser to permit an action that cannot easily be
// undone. The reply comes when they decide, or after TimeoutMs. Over withdraws the
// question with that id.
type Approve struct {
	ID        string `json:"id"`
	TabID     int    `json:"tabId,omitempty"`
	Client    string `json:"client,omitempty"` // the agent's program, as it calls itself
	Tool      string `json:"tool,omitempty"`
	Does      string `json:"does,omitempty"` // "pays", "sends", "deletes", "grants", "signs", "publishes"
	Role      string `json:"role,omitempty"`
	Name      string `json:"name,omitempty"`
	Key       string `json:"key,omitempty"`
	Onto      string `json:"onto,omitempty"`
	Around    string `json:"around,omitempty"` // the dialog, row, form or heading
	Origin    string `json:"origin,omitempty"`
	TimeoutMs int    `json:"timeoutMs,omitempty"`
	Over      bool   `json:"over,omitempty"`
}

// Verdicts of a person.
const (
	VerdictApproved = "approved"
	VerdictDenied   = "denied"
)

// Tab is one tab of the browser.
type Tab struct {
	TabID     int    `json:"tabId"`
	URL       string `json:"url"`
	Title     string `json:"title,omitempty"`
	Active    bool   `json:"active,omitempty"`
	SessionID string `json:"sessionId,omitempty"`
	WindowID  int    `json:"windowId,omitempty"`
	// AmbientID is the ambient session that records actions in the tab, if it is not
	// assigned to an agent.
	AmbientID string `json:"ambientId,omitempty"`
}

// Page is a new observation of a tab, with all its frames.
type Page struct {
	TabID       int               `json:"tabId"`
	Observation types.Observation `json:"observation"`
	// Outline is set if it was requested. Same refers to it as well.
	Outline *types.Outline `json:"outline,omitempty"`
	// Answer is set if there was a question, even if Same is true.
	Answer *Answer `json:"answer,omitempty"`
	// ElapsedMs is the time that the observation took in the page.
	ElapsedMs float64 `json:"elapsedMs,omitempty"`
	// Stamp identifies the observation; empty if it was not kept for comparison.
	Stamp string `json:"stamp,omitempty"`
	// Same reports that the new observation equals that of Since in every byte.
	// Observation is then empty.
	Same bool `json:"same,omitempty"`
	// Documents are the documents of the observed frames: a ref is valid only in its
	// own document.
	Documents []Document `json:"documents,omitempty"`
	// Heard are the latest messages of live regions, oldest first in each frame. It
	// includes messages that have disappeared.
	Heard []Heard `json:"heard,omitempty"`
	// Loading reports that the main frame is still loading or is marked busy. An
	// observation through the worker also sets it while the page waits for its server.
	Loading bool `json:"loading,omitempty"`
	// Hit and Astray are set while an aimed bracket is open: Hit if the press reached its
	// target, Astray to the element that it would have reached instead.
	Hit    bool   `json:"hit,omitempty"`
	Astray string `json:"astray,omitempty"`
	// Unfelt reports that the press reached nothing, because its document was gone
	// before.
	Unfelt bool `json:"unfelt,omitempty"`
	// Lost reports that the target received no click: it was replaced before the
	// release, so that a common ancestor was clicked, or the browser dropped the input.
	Lost bool `json:"lost,omitempty"`
	// Unwritten reports that the typed text reached its field and changed nothing
	// there. No later key reached the page. With Held, the page took the text out of the field again
	// before Enter or the press, which did not reach it.
	Unwritten bool `json:"unwritten,omitempty"`
	// Held is the text of the field that received the typed text; of a secret only its length, as dots.
	Held *string `json:"held,omitempty"`
	// Beside are names of elements in document order, including those of Observation.
	// The core finds secrets by the labels beside them. They never leave the extension.
	Beside []string `json:"beside,omitempty"`
	// Files reports, while a bracket is open, that the page asked for a file. The
	// chooser was not opened.
	Files bool `json:"files,omitempty"`
	// Failed counts the requests that failed since the bracket was opened; Failures
	// holds the first few.
	Failed   int       `json:"failed,omitempty"`
	Failures []Failure `json:"failures,omitempty"`
}

// Failure is a request that failed: its address without the query, and the server's
// status or the browser's name of the error.
type Failure struct {
	Method string `json:"method"`
	URL    string `json:"url"`
	Status int    `json:"status,omitempty"`
	Fault  string `json:"fault,omitempty"`
}

// Console requests the errors that a tab's page logged or did not catch since a time, in
// milliseconds. The tab must be attached.
type Console struct {
	TabID int   `json:"tabId"`
	Since int64 `json:"since"`
}

// Heard is one message of a live region: an id that is unique over all documents, the
// region's role (alert, status or log), and the text.
type Heard struct {
	ID   string `json:"id"`
	Role string `json:"role"`
	Text string `json:"text"`
}

// Document is a frame and the browser's id of the document in it.
type Document struct {
	FrameID    int    `json:"frameId"`
	DocumentID string `json:"documentId"`
}

// Located is the position of a target: its middle in CSS pixels of the tab's viewport,
// and its names.
type Located struct {
	X        float64      `json:"x"`
	Y        float64      `json:"y"`
	Target   types.Target `json:"target"`
	Editable bool         `json:"editable,omitempty"`
	// Ref is the reference of the found element.
	Ref string `json:"ref,omitempty"`
	// FillRef is set for controls that Fill sets.
	FillRef string `json:"fillRef,omitempty"`
	// FileRef is the file input that the target is, labels or contains. X and Y are
	// then unused.
	FileRef string `json:"fileRef,omitempty"`
	Matches int    `json:"matches"`
	// Scrolled reports that a target of "see" was scrolled into view.
	Scrolled bool `json:"scrolled,omitempty"`
	// Held is the text of a field of "see" that Cairn typed into, as dots where it is secret.
	Held string `json:"held,omitempty"`
	// Around is set if it was requested.
	Around *Around `json:"around,omitempty"`
}

// Around holds the surroundings of an element, from which the risk of an action is
// derived: the text of its dialog, the heading above it, and the name, path and submit
// buttons of its form.
type Around struct {
	Dialog  string   `json:"dialog,omitempty"`
	Heading string   `json:"heading,omitempty"`
	Form    string   `json:"form,omitempty"`
	Address string   `json:"address,omitempty"`
	Submits []string `json:"submits,omitempty"`
}

// CDPEvent is a DevTools event of an attached tab. Its method is "Inspector.detached"
// when the browser or a person detached it.
type CDPEvent struct {
	TabID  int             `json:"tabId"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params,omitempty"`
}

// Waiting reports that a page on which an agent acts begins or ends to wait for a
// response of its server that may change it.
type Waiting struct {
	TabID int  `json:"tabId"`
	Waits bool `json:"waits,omitempty"`
}

// Navigated reports that a tab's main frame shows another document or route.
type Navigated struct {
	TabID int    `json:"tabId"`
	URL   string `json:"url"`
	Title string `json:"title,omitempty"`
}
