package types

// Flow is a known way to do one task on one site (DESIGN 12). It is distilled from
// done sessions, imported from a file, or read from a repository. Its variable parts
// stand in braces: {name} is replaced by the value of that parameter, and
// {{ and }} are literal braces. No value that was typed into a field is in it,
// but for values that were the same in every session and are part of the task.
type Flow struct {
	// ID names the flow in one memory: words of the title in lower case, joined by
	// hyphens, with a number behind them where another flow has the same.
	ID    string `json:"id"`
	Title string `json:"title"` // the task, as in "Invite {email} as {role}"
	Site  string `json:"site"`  // an origin, or the name of a site
	// Start is where the first step is done: path, query and fragment of an address
	// of the site. It may hold parameters.
	Start  string      `json:"start"`
	Params []FlowParam `json:"params,omitempty"`
	Steps  []FlowStep  `json:"steps"`
	End    FlowScreen  `json:"end"`
	// Evidence are the ids of the sessions that it was distilled from, the newest last.
	Evidence []string `json:"evidence,omitempty"`
	Runs     FlowRuns `json:"runs"`
	// Version counts how often its steps changed, from 1.
	Version int        `json:"version"`
	Source  FlowSource `json:"source,omitempty"`
	// Team names the members whose sessions it is distilled from, with FlowTeam.
	Team string `json:"team,omitempty"`
}

// FlowSource says where a flow came from. Distilled flows have none.
type FlowSource string

// The sources of flows that were not distilled here.
const (
	FlowImported   FlowSource = "imported"   // cairn flow import
	FlowRepository FlowSource = "repository" // a file in .cairn/flows
	FlowTeam       FlowSource = "team"       // distilled from the sessions of a team's members
)

// FlowRuns counts the runs of a flow on this machine.
type FlowRuns struct {
	OK      int  `json:"ok"`
	Stopped int  `json:"stopped"`
	LastAt  Time `json:"lastAt,omitempty"`
	// Allowed counts the runs that ended well and did a risky step with permission,
	// for the steps as they are now.
	Allowed int `json:"allowed,omitempty"`
}

// FlowParamKind is the kind of a parameter's value.
type FlowParamKind string

// The kinds of parameters.
const (
	FlowText   FlowParamKind = "text"   // any text
	FlowChoice FlowParamKind = "choice" // an option, or the text of an element or row
	FlowSecret FlowParamKind = "secret" // for a sensitive field; never stored
	FlowFile   FlowParamKind = "file"   // a path of a file to upload
)

// FlowForm is the form that all values of a text or a row had so far, empty for any other.
type FlowForm string

// The forms of values.
const (
	FormNumber  FlowForm = "number"  // one number, with a unit at most
	FormAddress FlowForm = "address" // one e-mail address
	FormCode    FlowForm = "code"    // one word with digits, or in lower case
	FormName    FlowForm = "name"    // words with capital letters
)

// FlowParam is a value that a run needs.
type FlowParam struct {
	Name     string        `json:"name"` // letters, digits and _, distinct in its flow
	Kind     FlowParamKind `json:"kind"`
	Form     FlowForm      `json:"form,omitempty"`     // a goal that says a value in another form leaves it open
	Label    string        `json:"label,omitempty"`    // the name of the field it goes into
	Options  []string      `json:"options,omitempty"`  // values that were chosen before, and others of a short list
	Optional bool          `json:"optional,omitempty"` // used by optional steps alone
	// Login reports, in an answer of the core, that only a login which the flow begins with needs it.
	Login bool `json:"login,omitempty"`
}

// FlowStep is one action of a flow.
type FlowStep struct {
	// Tool is the action without its prefix: navigate, click, type, press, hover,
	// drag, upload or back.
	Tool string `json:"tool"`
	// Targets name the element: the first as it was recorded first, the others as
	// later runs found it. A page action has none.
	Targets []FlowTarget `json:"targets,omitempty"`
	// Value is the text to type, the option to choose, the address to open or the
	// file to upload, with parameters in braces. Several options or files stand one
	// a line.
	Value  string    `json:"value,omitempty"`
	Key    string    `json:"key,omitempty"` // press
	Times  int       `json:"times,omitempty"`
	Submit bool      `json:"submit,omitempty"` // type: with Enter at the end
	Append bool      `json:"append,omitempty"`
	Click  *Clicking `json:"click,omitempty"`
	Sets   string    `json:"sets,omitempty"` // click on a box or a switch: on or off, as it was afterwards
	At     *Point    `json:"at,omitempty"`   // drag: where it begins
	To     *FlowDrop `json:"to,omitempty"`   // drag: where it ends
	// Screen is where the step is done.
	Screen FlowScreen `json:"screen,omitzero"`
	// Expect is the screen after the step in every session.
	Expect FlowScreen `json:"expect,omitzero"`
	// Optional steps were missing from some sessions.
	Optional bool `json:"optional,omitempty"`
	// Risk names the effect of the step that needs permission: pay, send, delete, grant,
	// sign or publish.
	Risk string `json:"risk,omitempty"`
}

// FlowScreen is how a page is known again. Empty fields say nothing.
type FlowScreen struct {
	Screen string `json:"screen,omitempty"` // State.CurrentScreen
	Path   string `json:"path,omitempty"`   // path and fragment route; a part that is data is *
	// Appeared are elements that were not there before, as `role "name"`.
	Appeared []string `json:"appeared,omitempty"`
}

// FlowTarget is an element of a flow by all that proves that it is the one that is
// meant. Name, Row and TestID may hold parameters. Where Row is set and Name is
// not, the element itself shows Row, or its row does.
type FlowTarget struct {
	TestID   string `json:"testId,omitempty"`
	Role     string `json:"role,omitempty"`
	Name     string `json:"name,omitempty"`
	Selector string `json:"selector,omitempty"` // never one that counts
	Tag      string `json:"tag,omitempty"`
	Hint     string `json:"hint,omitempty"`   // its name in the page's code, where it has no other
	Origin   string `json:"origin,omitempty"` // of its frame, where that is not the page's
	RowRole  string `json:"rowRole,omitempty"`
	Row      string `json:"row,omitempty"` // a text that its row contains, or several with " · " between them
	// Rows are the whole rows in which sessions did the step. They are no part of the flow's text,
	// because they may hold data that the task does not name.
	Rows []string `json:"-"`
	// Cell is which cell of all these rows Row was, from 1; -1 where it was one, but in
	// another column in each, or in rows of which nothing else was recorded; 0 where it was a part of one.
	Cell int `json:"cell,omitempty"`
	// Twins is how many other elements had the same role and name.
	Twins int `json:"twins,omitempty"`
	// Near are elements before and behind it, as `role "name"`; of an element in a row only the
	// head of its column.
	Near []string `json:"near,omitempty"`
	// Under is the heading above it, which distinguishes it from its equals; it may hold
	// parameters. Of is how many of its role and name its row has, or the heading has below it
	// before the next one, and Nth which of them it is, from 1. Where Of is 0 and Under holds parameters,
	// it only says which thing the element is about.
	Under     string `json:"under,omitempty"`
	Nth       int    `json:"nth,omitempty"`
	Of        int    `json:"of,omitempty"`
	Sensitive bool   `json:"sensitive,omitempty"`
}

// FlowDrop is where a drag ends: on an element, or so far to the right and down.
type FlowDrop struct {
	Target *FlowTarget `json:"target,omitempty"`
	At     *Point      `json:"at,omitempty"`
	X      *int        `json:"x,omitempty"`
	Y      *int        `json:"y,omitempty"`
}

// FlowRun is a run of a flow as its session remembers it. The steps of the session
// in its time are the run's, also those that an agent did where it had stopped.
type FlowRun struct {
	Flow string `json:"flow"`
	// Digest is of the flow's steps (flow.Digest): rights are never those of other steps.
	Digest string `json:"digest"`
	From   Time   `json:"from"`
	To     Time   `json:"to,omitempty"` // 0 while it is under way
	OK     bool   `json:"ok,omitempty"`
	// Allowed says that a risky step was done with permission.
	Allowed bool `json:"allowed,omitempty"`
	// Stops are the reasons for which it stopped, in their order.
	Stops []FlowReason `json:"stops,omitempty"`
}

// FlowReason is why a run stopped.
type FlowReason string

// The reasons for which a run stops. Failed, no_effect and unknown_outcome say that the step may
// have done something; all others stop the run before it.
const (
	FlowMissing    FlowReason = "missing"           // the element is not there
	FlowAmbiguous  FlowReason = "ambiguous"         // several could be meant
	FlowChanged    FlowReason = "changed"           // the element there is not proved to be the same
	FlowScreenGone FlowReason = "unexpected_screen" // another page than the step's
	FlowDialog     FlowReason = "dialog"            // something lies in front of the page
	FlowError      FlowReason = "error_shown"       // the page shows an error
	FlowNeedsParam FlowReason = "needs_param"       // a value is missing or cannot be used
	FlowRisky      FlowReason = "risky"             // the step needs permission
	FlowCancelled  FlowReason = "cancelled"         // a person or the agent stopped it
	FlowFailed     FlowReason = "failed"            // the action itself failed
	FlowNoEffect   FlowReason = "no_effect"         // it was done, and its earlier result did not come
	FlowUnknown    FlowReason = "unknown_outcome"   // it may have been done: look before doing it again
	FlowDoneBefore FlowReason = "done_before"       // the agent did a part of it, which the run would repeat
)

// FlowCall is a flow that fits a goal or a page, as a call that can be made.
type FlowCall struct {
	Flow  string `json:"flow"`
	Title string `json:"title"`
	// Params are the values that the goal gives; Missing are the parameters that it
	// does not.
	Params  map[string]string `json:"params,omitempty"`
	Missing []string          `json:"missing,omitempty"`
	// Login are those of Missing that are needed only if the page asks for a login.
	Login []string `json:"login,omitempty"`
	// Confidence says how surely it is the flow for this goal, 0 to 1.
	Confidence float64 `json:"confidence"`
	// Unexplained are words of the goal that no part of the flow is about, where it is not
	// surely the goal's.
	Unexplained []string   `json:"unexplained,omitempty"`
	Steps       int        `json:"steps"`
	Runs        FlowRuns   `json:"runs"`
	Source      FlowSource `json:"source,omitempty"`
	Team        string     `json:"team,omitempty"`
	// Risk lists its effects that need permission.
	Risk []string `json:"risk,omitempty"`
}

// FlowOp is the operation of a FlowEdit.
type FlowOp string

// The operations on a flow.
const (
	FlowPut    FlowOp = "put"    // Flow is the flow of that id from now on
	FlowRename FlowOp = "rename" // it has the id To, and the title Title where that is given
	FlowForget FlowOp = "forget" // it goes, and is not distilled again from the same sessions
)

// FlowEdit is an operation on the flow ID.
type FlowEdit struct {
	Op    FlowOp `json:"op"`
	ID    string `json:"id"`
	To    string `json:"to,omitempty"`
	Title string `json:"title,omitempty"`
	Flow  *Flow  `json:"flow,omitempty"`
	// Site is the flow's, and Sessions are those that a forgotten flow was distilled
	// from. Who makes the edit fills them in.
	Site     string   `json:"site,omitempty"`
	Sessions []string `json:"sessions,omitempty"`
}
