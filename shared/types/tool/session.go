package tool

import "cairn/shared/types"

// Client is an agent's program as it introduced itself. Dir is its working
// directory, where that is known: the git state of a session is read there.
type Client struct {
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
	Dir     string `json:"dir,omitempty"`
	// Uploads are the directories whose files it may give to pages, joined as in
	// PATH.
	Uploads string `json:"-"`
	// Spent returns the client's calls since it was last asked, and an estimate of the
	// tokens that it wrote and read in them. Nil means not counted.
	Spent func() (calls, tokens int) `json:"-"`
}

// LaunchInput starts a session (mm_launch).
type LaunchInput struct {
	URL      string   `json:"url,omitempty"`
	Goal     string   `json:"goal,omitempty"`
	FlowTags []string `json:"flowTags,omitempty"`
	Tags     []string `json:"tags,omitempty"`
	Site     string   `json:"site,omitempty"` // the name of the site at URL: its addresses share their knowledge
	Dir      string   `json:"cwd,omitempty"`  // instead of Client.Dir
	// Context names the browser context to work in: cookies and storage of its own.
	Context   string `json:"context,omitempty"`
	TimeoutMs int    `json:"timeoutMs,omitempty"`
	Next      bool   `json:"-"` // asks for LaunchResult.Next
	TabID     int    `json:"-"` // an open tab to work in, instead of a new one
}

// LookAhead asks mm_launch for the first step.
func (in *LaunchInput) LookAhead() { in.Next = true }

// TabInfo says which tab an answer is about.
type TabInfo struct {
	TabID  int    `json:"tabId"`
	URL    string `json:"url,omitempty"`
	Title  string `json:"title,omitempty"`
	Screen string `json:"screen,omitempty"`
}

// LaunchResult is the session that was started and the tab that it has.
type LaunchResult struct {
	SessionID string     `json:"sessionId"`
	CreatedAt types.Time `json:"createdAt"`
	Goal      string     `json:"goal,omitempty"`
	FlowTags  []string   `json:"flowTags"`
	Tags      []string   `json:"tags"`
	Git       *types.Git `json:"git,omitempty"`
	Tab       TabInfo    `json:"tab"`
	Context   string     `json:"context,omitempty"`
	// EndedSessionID is the agent's earlier session, which this launch ended.
	EndedSessionID string `json:"endedSessionId,omitempty"`
	// Resembles is reported once in a session, by launch or describe.
	Resembles *types.Resemblance `json:"resembles,omitempty"`
	// Flow is the flow that fits the goal, ready to be run.
	Flow *types.FlowCall `json:"flow,omitempty"`
	// Next is the first step, as in ActResult.
	Next *types.SuggestedAction `json:"next,omitempty"`
}

// CleanupInput ends a session and states the outcome of its goal (mm_cleanup).
// Without an Outcome the session counts as tried.
type CleanupInput struct {
	Outcome  types.SessionOutcome `json:"outcome,omitempty"`
	Evidence string               `json:"evidence,omitempty"`
	// DiscardContext removes the session's browser context, with its cookies and storage.
	DiscardContext bool `json:"discardContext,omitempty"`
}

// CleanupResult describes the ended session.
type CleanupResult struct {
	SessionID string               `json:"sessionId"`
	Steps     int                  `json:"steps"` // recorded by this agent in the session
	TabClosed bool                 `json:"tabClosed"`
	Outcome   types.SessionOutcome `json:"outcome,omitempty"` // as it was stated
	// ContextDiscarded says that the session's browser context was removed.
	ContextDiscarded bool `json:"contextDiscarded,omitempty"`
}

// DescribeInput asks for everything about the screen (mm_describe_screen), or
// for a part of it.
type DescribeInput struct {
	IncludeScreenshot       bool   `json:"includeScreenshot,omitempty"`
	ScreenshotName          string `json:"screenshotName,omitempty"`
	IncludeScreenshotBase64 bool   `json:"includeScreenshotBase64,omitempty"`

	// Find keeps the elements that have all these words in role, name, test id,
	// the names of the elements around them, or the row that they are in.
	Find string `json:"find,omitempty"`
	// Expand keeps the elements in a region (a part of its role or name), or all
	// from a ref on.
	Expand string `json:"expand,omitempty"`
	// Diff keeps the changes since this agent's last description.
	Diff bool `json:"diff,omitempty"`
	// Budget is the size of the answer in tokens, roughly; 0 for the usual.
	Budget int `json:"budget,omitempty"`
}

// Part reports whether only a part of the screen is asked for, by place.
func (in DescribeInput) Part() bool { return in.Find != "" || in.Expand != "" }

// Changes compares the elements of the last description with the present ones. Those that
// came or changed are in the answer's a11y nodes.
type Changes struct {
	Added     []string         `json:"added"`   // refs
	Changed   []string         `json:"changed"` // refs
	Gone      []types.A11yNode `json:"gone"`
	Unchanged int              `json:"unchanged"`
	// GoneTexts are lines of text that are shown no more. They are for the
	// answer's text alone.
	GoneTexts []string `json:"-"`
}

// DescribeResult is spec 002's DescribeScreenResult; Tab and the later fields
// are Cairn's own.
type DescribeResult struct {
	State          types.State           `json:"state"`
	TestIDs        TestIDItems           `json:"testIds"`
	A11y           types.A11y            `json:"a11y"`
	Screenshot     *Screenshot           `json:"screenshot"`
	PriorKnowledge *types.PriorKnowledge `json:"priorKnowledge,omitempty"`
	Resembles      *types.Resemblance    `json:"resembles,omitempty"` // as in LaunchResult
	Flow           *types.FlowCall       `json:"flow,omitempty"`      // as in LaunchResult
	Tab            TabInfo               `json:"tab"`
	Truncated      bool                  `json:"truncated,omitempty"`
	// Loading says that the page is still being loaded, or is busy: more may come.
	Loading bool `json:"loading,omitempty"`
	// Total counts the elements of the whole screen, where the nodes are a part.
	Total int `json:"total,omitempty"`
	// Changes is nil where there is no earlier look to compare with, or where
	// so much changed that the whole screen is reported.
	Changes *Changes `json:"changes,omitempty"`
	// Outline is the page with its texts. It is for the answer's text alone.
	Outline *types.Outline `json:"-"`
	// Site is set where the session was not briefed on the site yet.
	Site *types.SiteBrief `json:"-"`
	// Beside are the other elements on the lines of a part's outline.
	Beside []types.A11yNode `json:"-"`
	// Goal is the session's: elements that it names are not folded in the text.
	Goal string `json:"-"`
}

// TestIDItems is spec 002's {items: [...]}.
type TestIDItems struct {
	Items []types.TestID `json:"items"`
}

// ListInput bounds a list of elements (mm_list_testids,
// mm_accessibility_snapshot). Find keeps those whose role, name or test id
// contains it, in any case.
type ListInput struct {
	Find  string `json:"find,omitempty"`
	Limit int    `json:"limit,omitempty"` // 200 when 0
}

// TestIDsResult is the answer of mm_list_testids. Total counts the matches
// before the limit.
type TestIDsResult struct {
	Items []types.TestID `json:"items"`
	Total int            `json:"total"`
	Tab   TabInfo        `json:"tab"`
}

// SnapshotResult is the answer of mm_accessibility_snapshot.
type SnapshotResult struct {
	Nodes []types.A11yNode `json:"nodes"`
	Total int              `json:"total"`
	Tab   TabInfo          `json:"tab"`
}

// ReadInput asks for the texts of the page (mm_read), or for a part of them:
// those within an element or region, and those lines that hold all words of Find.
type ReadInput struct {
	Within *TargetInput `json:"within,omitempty"`
	Find   string       `json:"find,omitempty"`
}

// ReadResult is the answer of mm_read: page text, line by line, the texts of a
// row on one line.
type ReadResult struct {
	Lines     []string `json:"lines"`
	Tab       TabInfo  `json:"tab"`
	Truncated bool     `json:"truncated,omitempty"`
}

// ScreenshotInput asks for a picture (mm_screenshot).
type ScreenshotInput struct {
	Name          string `json:"name,omitempty"` // part of the file's name
	FullPage      bool   `json:"fullPage,omitempty"`
	IncludeBase64 bool   `json:"includeBase64,omitempty"`
}

// Image is a picture of a page, in device pixels.
type Image struct {
	Data   []byte
	MIME   string // image/png, or image/jpeg where a PNG would be too large
	Width  int
	Height int
}

// Screenshot is spec 002's screenshot. Image travels beside it, for clients
// that take pictures as content.
type Screenshot struct {
	Path   string  `json:"path"`
	Width  int     `json:"width"`
	Height int     `json:"height"`
	Base64 *string `json:"base64"`
	Image  Image   `json:"-"`
}

// ScreenshotResult is the answer of mm_screenshot.
type ScreenshotResult struct {
	Screenshot
	Tab TabInfo `json:"tab"`
}

// TabsInput lists, switches or closes the tabs of the agent's session
// (mm_tabs). Tabs of others are none of its business.
type TabsInput struct {
	Action string `json:"action"`
	TabID  int    `json:"tabId,omitempty"` // close: the current tab when 0
}

// TabsResult is the answer of mm_tabs: the session's tabs after the action, and
// the one that the agent is in.
type TabsResult struct {
	Action string    `json:"action"`
	Tabs   []TabInfo `json:"tabs"`
	// Others counts tabs that are not the session's.
	Others int      `json:"others"`
	Tab    *TabInfo `json:"tab"` // nil when the session has none left
}

// NotifyInput waits for something that appears by itself
// (mm_wait_for_notification). Text narrows it to texts that contain it, in any case.
type NotifyInput struct {
	ActInput
	Text string `json:"text,omitempty"`
}

// The kinds of Notification.
const (
	NotifyWindow  = "window"   // a pop-up window
	NotifyTab     = "tab"      // a new tab
	NotifyDialog  = "dialog"   // a dialog within the page
	NotifyMessage = "message"  // an alert or status region within the page
	NotifyBox     = "alertBox" // a JavaScript dialog, answered or open (Box)
)

// Notification is something that appeared by itself. Text is page text.
type Notification struct {
	Kind string        `json:"kind"`
	Text string        `json:"text"`
	Role string        `json:"role,omitempty"` // of a dialog or message
	Ref  string        `json:"ref,omitempty"`
	Tab  TabInfo       `json:"tab"` // where it is
	Box  *types.Dialog `json:"box,omitempty"`
}

// NotifyResult is the answer of mm_wait_for_notification. Found is never
// empty; it lists the earliest first.
type NotifyResult struct {
	ActResult
	Found []Notification `json:"found"`
}

// RunInput runs several actions in one call (mm_run_steps). A step's arguments
// may name an entry of Targets by `"target": "its name"`, and so may a within.
type RunInput struct {
	Steps       []RunStep                 `json:"steps"`
	Targets     map[string]map[string]any `json:"targets,omitempty"`     // as in TargetInput
	StopOnError *bool                     `json:"stopOnError,omitempty"` // true when nil
	TimeoutMs   int                       `json:"timeoutMs,omitempty"`   // over all of them
	KBSource    string                    `json:"kb_source,omitempty"`   // of steps that have none
}

// RunStep is one call of a tool.
type RunStep struct {
	Tool string         `json:"tool"`
	Args map[string]any `json:"args,omitempty"`
}

// The states of a RunOutcome.
const (
	RunOK      = "ok"
	RunFailed  = "failed"
	RunSkipped = "skipped"
)

// RunOutcome is the result of one step of a run.
type RunOutcome struct {
	Tool   string       `json:"tool"`
	Status string       `json:"status"`
	Result any          `json:"result,omitempty"`
	Error  *types.Error `json:"error,omitempty"`
}

// RunResult is the answer of mm_run_steps.
type RunResult struct {
	Steps     []RunOutcome `json:"steps"`
	Succeeded int          `json:"succeeded"`
	Failed    int          `json:"failed"`
	Skipped   int          `json:"skipped"`
}
