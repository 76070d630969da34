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

// Observe asks for a fresh look at a tab.
type Observe struct {
	TabID int `json:"tabId"`
	// Since is the Stamp of the last Page that the asker still has, if any.
	Since string `json:"since,omitempty"`
	// Seek asks for a part of the tab instead: the Page holds that alone, and
	// neither Stamp nor Documents.
	Seek *Seek `json:"seek,omitempty"`
	// Outline asks for the page's texts, too.
	Outline bool `json:"outline,omitempty"`
	// Ask asks what is known of the page, too; an older extension leaves it.
	Ask *Ask `json:"ask,omitempty"`
}

// Ask is a question to the extension's core about the page of a look. All that
// the companion had by then was sent before, on the same link.
type Ask struct {
	Question types.Question `json:"question"`
	// Cursor is that of the last replica message, or of hello: the extension
	// answers if its core has everything up to there.
	Cursor int64 `json:"cursor"`
	// Held says that the asker has a good answer for the page of Since: if that is
	// the same, none is found out.
	Held bool `json:"held,omitempty"`
}

// Answer is what the extension's core knows of the page of a look. It is good
// for that page alone, with its screen named by the same rules: State says of
// which it was found.
type Answer struct {
	State *types.State `json:"state,omitempty"`
	Known *types.Known `json:"known,omitempty"`
	// Why says why there is no answer, and the companion's core is to answer.
	Why string `json:"why,omitempty"`
}

// Why the extension's core gave no answer.
const (
	WhyBehind = "behind" // its replica had not everything yet
	WhySlow   = "slow"   // it took too long
	WhyFailed = "failed" // it does not run, or refused
)

// Seek is a part of a tab, wherever on its page it is: the elements that have
// all words of Find about them (role, name, test id, what they are within, or
// the row that they are in), of From on those that follow the element with
// that ref, and of Within those that are in the element with that ref. The
// Page's Outline holds the lines with these words, or the texts of that part.
type Seek struct {
	Find   string `json:"find,omitempty"`
	From   string `json:"from,omitempty"`
	Within string `json:"within,omitempty"`
	// Reveal asks for lists to be scrolled, and back, for words that are not on
	// the page. Such elements are reported as texts alone: they are gone again.
	Reveal bool `json:"reveal,omitempty"`
}

// TabList asks for all tabs.
type TabList struct{}

// Bind ties a tab to a session: what anyone does there belongs to it. A nil
// Session unties.
type Bind struct {
	TabID   int            `json:"tabId"`
	Session *types.Session `json:"session,omitempty"`
	// Show brings the tab to the front of its window as well.
	Show bool `json:"show,omitempty"`
}

// Locate finds a target, scrolls it into view and says where it is. It waits
// until exactly one match is there and can be acted on, or TimeoutMs is over.
type Locate struct {
	TabID  int          `json:"tabId"`
	Target types.Target `json:"target"`
	// Within names an element that the target must be inside of, in one way,
	// too. Where a role and a name are given and no element has just that name,
	// one whose text contains it will do.
	Within *types.Target `json:"within,omitempty"`
	// Text names the target by its visible text, in place of Target's names;
	// WithinText does the same for Within.
	Text       string `json:"text,omitempty"`
	WithinText string `json:"withinText,omitempty"`
	TimeoutMs  int    `json:"timeoutMs,omitempty"`
	// Patient has a target that is missing waited for until TimeoutMs. Else a page
	// that has come to rest without it is not waited for.
	Patient bool `json:"patient,omitempty"`
	// For says what the target must be fit for: "click", "type", "see", "hover",
	// "press" (a key), "drag", "drop" (where a drag ends) or "upload". "focus"
	// gives it the focus as well; without a target it finds what has the focus.
	For string `json:"for"`
	// At is the point of the target that is meant, from its upper left corner;
	// its middle where nil.
	At *types.Point `json:"at,omitempty"`
	// Reveal asks a frame to scroll its lists for what is not on the page. The
	// extension itself asks so, once a target that is to be acted on is late.
	Reveal bool `json:"reveal,omitempty"`
	// Around asks for what is around the element as well.
	Around bool `json:"around,omitempty"`
	// Only are the origins of the frames to look in ("null" for one that is shared
	// with nothing); empty for any.
	Only []string `json:"only,omitempty"`
}

// Fill sets a control that takes no typing (Located.FillRef): a native select
// to the option of that label, a date, time, colour or range field to that
// value. Options chooses exactly the options of these labels instead, and Files
// asks a file input (Located.FileRef) to open its chooser.
type Fill struct {
	TabID   int      `json:"tabId"`
	Ref     string   `json:"ref"`
	Text    string   `json:"text"`
	Options []string `json:"options,omitzero"`
	Files   bool     `json:"files,omitempty"`
}

// Settle waits until the page has been quiet for QuietMs, TimeoutMs at most. In
// a bracket it also waits for what the page asked the network for meanwhile, for
// AnswerMs where that is longer, and for PatienceMs where the action has had no
// visible effect yet.
type Settle struct {
	TabID      int `json:"tabId"`
	QuietMs    int `json:"quietMs,omitempty"`
	PatienceMs int `json:"patienceMs,omitempty"`
	TimeoutMs  int `json:"timeoutMs,omitempty"`
	AnswerMs   int `json:"answerMs,omitempty"`
	// Blind asks for no look afterwards: the caller looks at all frames.
	Blind bool `json:"blind,omitempty"`
}

// Bracket opens and closes an action of ours in a tab: trusted events in
// between are ours and not recorded a second time. The extension closes a
// bracket by itself after MaxMs, so that a dead companion cannot blind it.
type Bracket struct {
	TabID int  `json:"tabId"`
	Open  bool `json:"open"`
	MaxMs int  `json:"maxMs,omitempty"`
	// Aimed says that the next press is meant for what was located last: one
	// that would go elsewhere is kept from the page, and [Page].Astray tells.
	Aimed bool `json:"aimed,omitempty"`
	// Files says that the action gives files to the page: the chooser that it
	// opens is the companion's to answer.
	Files bool `json:"files,omitempty"`
}

// Load takes a tab to URL where no debugger can: from a page that crashed, or
// one that is closed to extensions.
type Load struct {
	TabID     int    `json:"tabId"`
	URL       string `json:"url"`
	TimeoutMs int    `json:"timeoutMs,omitempty"`
}

// Mask asks the extension to mask texts of a page that came past it, over DevTools: it
// alone knows what people typed.
type Mask struct {
	Texts []string `json:"texts"`
}

// Command is one CDP command to an attached tab.
type Command struct {
	TabID  int             `json:"tabId"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params,omitempty"`
}

// Reply answers a call: Error, or the field of what was asked for.
type Reply struct {
	Error   *types.Error    `json:"error,omitempty"`
	Tab     *Tab            `json:"tab,omitempty"`     // tabOpen
	Tabs    []Tab           `json:"tabs,omitempty"`    // tabList
	Page    *Page           `json:"page,omitempty"`    // observe, settle
	Located *Located        `json:"located,omitempty"` // locate
	Result  json.RawMessage `json:"result,omitempty"`  // command
	Texts   []string        `json:"texts,omitempty"`   // mask: in their order; console: the newest last
	// TargetID is the tab's id at the browser's DevTools endpoint (target), by
	// which a companion that started the browser reaches it without attaching
	// through the extension.
	TargetID string `json:"targetId,omitempty"`
	Verdict  string `json:"verdict,omitempty"` // approve: a Verdict, empty without a decision
}

// Approve asks the person at the browser whether an agent may do what cannot
// simply be taken back. The answer comes when they decide, or at the end of
// TimeoutMs. With Over the question of that id is withdrawn.
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

// What a person decides.
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
	// AmbientID is the ambient session that what is done there falls into, where
	// the tab is not an agent's.
	AmbientID string `json:"ambientId,omitempty"`
}

// Page is a fresh look at a tab, all frames together.
type Page struct {
	TabID       int               `json:"tabId"`
	Observation types.Observation `json:"observation"`
	// Outline is set where it was asked for; Same is said of both.
	Outline *types.Outline `json:"outline,omitempty"`
	// Answer is set where something was asked, whether Same or not.
	Answer *Answer `json:"answer,omitempty"`
	// ElapsedMs is what the look cost inside the page.
	ElapsedMs float64 `json:"elapsedMs,omitempty"`
	// Stamp names what was seen; empty where nothing was kept to compare with.
	Stamp string `json:"stamp,omitempty"`
	// Same says that a fresh look saw what Since names, to the letter:
	// Observation is left empty then.
	Same bool `json:"same,omitempty"`
	// Documents tells the documents of the frames that were looked at: a ref
	// holds in its own document alone.
	Documents []Document `json:"documents,omitempty"`
	// Heard are the last few messages of live regions, those included that
	// are gone again, oldest first in each frame.
	Heard []Heard `json:"heard,omitempty"`
	// Loading says that the main frame is still being loaded, or says that it is busy;
	// a look through the worker says so as well while the page waits for its server.
	Loading bool `json:"loading,omitempty"`
	// Hit and Astray say, while an aimed bracket is open, that a press reached
	// what it was meant for, or what it would have gone to.
	Hit    bool   `json:"hit,omitempty"`
	Astray string `json:"astray,omitempty"`
	// Unfelt says that it reached nothing, for the document that it was meant
	// for went away before.
	Unfelt bool `json:"unfelt,omitempty"`
	// Lost says that no click arrived at its target: it was replaced before the release, so that the click
	// went to what both are in, or the browser dropped the input.
	Lost bool `json:"lost,omitempty"`
	// Unwritten says that the text which followed it came to its field and changed
	// nothing there. No key after it has reached the page.
	Unwritten bool `json:"unwritten,omitempty"`
	// Beside are names of elements in the order of the page, those of Observation
	// among them: by the labels there the core knows what is secret. They stay
	// within the extension.
	Beside []string `json:"beside,omitempty"`
	// Files says, while a bracket is open, that the page asked for a file. The
	// chooser was not opened.
	Files bool `json:"files,omitempty"`
	// Failed counts the requests that failed since the bracket was opened, and
	// Failures are the first few.
	Failed   int       `json:"failed,omitempty"`
	Failures []Failure `json:"failures,omitempty"`
}

// Failure is a request that failed: its address without a query, and the status
// that its server answered, or the browser's own name of the fault.
type Failure struct {
	Method string `json:"method"`
	URL    string `json:"url"`
	Status int    `json:"status,omitempty"`
	Fault  string `json:"fault,omitempty"`
}

// Console asks for the errors that a tab's page has written to its console or not
// caught since a time, in milliseconds. The tab is attached.
type Console struct {
	TabID int   `json:"tabId"`
	Since int64 `json:"since"`
}

// Heard is what a live region said once: an id that no other message in any
// document has, the region's role (alert, status or log), and its text.
type Heard struct {
	ID   string `json:"id"`
	Role string `json:"role"`
	Text string `json:"text"`
}

// Document is one frame with the browser's name for the document in it.
type Document struct {
	FrameID    int    `json:"frameId"`
	DocumentID string `json:"documentId"`
}

// Located is where a target is: its middle in CSS pixels of the tab's
// viewport, and its fingerprint.
type Located struct {
	X        float64      `json:"x"`
	Y        float64      `json:"y"`
	Target   types.Target `json:"target"`
	Editable bool         `json:"editable,omitempty"`
	// Ref names the element that was found.
	Ref string `json:"ref,omitempty"`
	// FillRef is set where the control is set by Fill.
	FillRef string `json:"fillRef,omitempty"`
	// FileRef is the file input that the target is, labels or holds. X and Y mean
	// nothing then.
	FileRef string `json:"fileRef,omitempty"`
	Matches int    `json:"matches"`
	// Scrolled says that what was only to be seen was brought into view.
	Scrolled bool `json:"scrolled,omitempty"`
	// Around is set where it was asked for.
	Around *Around `json:"around,omitempty"`
}

// Around is what a page says around an element that tells what acting on it does:
// the text of the dialog that it is in, the heading above it, of its form the
// name, the path that it goes to, and the names of the buttons that submit it.
type Around struct {
	Dialog  string   `json:"dialog,omitempty"`
	Heading string   `json:"heading,omitempty"`
	Form    string   `json:"form,omitempty"`
	Address string   `json:"address,omitempty"`
	Submits []string `json:"submits,omitempty"`
}

// CDPEvent is an event of an attached tab. Method "Inspector.detached" comes
// when the browser or a person ended the attachment.
type CDPEvent struct {
	TabID  int             `json:"tabId"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params,omitempty"`
}

// Waiting says that the page of a tab in which an agent acts waits for an answer of
// its server that may change it, or does not any more.
type Waiting struct {
	TabID int  `json:"tabId"`
	Waits bool `json:"waits,omitempty"`
}

// Navigated says that a tab's main frame shows another document or route.
type Navigated struct {
	TabID int    `json:"tabId"`
	URL   string `json:"url"`
	Title string `json:"title,omitempty"`
}
