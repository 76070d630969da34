package types

// The inputs and results of the acting and looking tools (specs 000 section
// 5.6 and 002 section 5.3). They are what companion/mcptools decodes from an
// agent and companion/pilot carries out. Inputs arrive checked against their
// schema; what a schema cannot say (exactly one way to name a target) is
// checked by the pilot.

// Client is an agent's program as it introduced itself. Dir is its working
// directory, where that is known: the git state of a session is read there.
type Client struct {
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
	Dir     string `json:"dir,omitempty"`
}

// LaunchInput starts a session (mm_launch).
type LaunchInput struct {
	URL       string   `json:"url,omitempty"`
	Goal      string   `json:"goal,omitempty"`
	FlowTags  []string `json:"flowTags,omitempty"`
	Tags      []string `json:"tags,omitempty"`
	Dir       string   `json:"cwd,omitempty"` // instead of Client.Dir
	TimeoutMs int      `json:"timeoutMs,omitempty"`
}

// TabInfo says which tab an answer is about.
type TabInfo struct {
	TabID  int    `json:"tabId"`
	URL    string `json:"url,omitempty"`
	Title  string `json:"title,omitempty"`
	Screen string `json:"screen,omitempty"`
}

// LaunchResult is the session that was started and the tab that it has.
type LaunchResult struct {
	SessionID string   `json:"sessionId"`
	CreatedAt Time     `json:"createdAt"`
	Goal      string   `json:"goal,omitempty"`
	FlowTags  []string `json:"flowTags"`
	Tags      []string `json:"tags"`
	Git       *Git     `json:"git,omitempty"`
	Tab       TabInfo  `json:"tab"`
	// EndedSessionID is the agent's earlier session, which this launch ended.
	EndedSessionID string `json:"endedSessionId,omitempty"`
}

// CleanupResult says what mm_cleanup ended.
type CleanupResult struct {
	SessionID string `json:"sessionId"`
	Steps     int    `json:"steps"` // recorded by this agent in the session
	TabClosed bool   `json:"tabClosed"`
}

// DescribeInput asks for everything about the screen (mm_describe_screen).
type DescribeInput struct {
	IncludeScreenshot       bool   `json:"includeScreenshot,omitempty"`
	ScreenshotName          string `json:"screenshotName,omitempty"`
	IncludeScreenshotBase64 bool   `json:"includeScreenshotBase64,omitempty"`
}

// DescribeResult is spec 002's DescribeScreenResult; Tab and Truncated are
// Cairn's own.
type DescribeResult struct {
	State          State           `json:"state"`
	TestIDs        TestIDItems     `json:"testIds"`
	A11y           A11y            `json:"a11y"`
	Screenshot     *Screenshot     `json:"screenshot"`
	PriorKnowledge *PriorKnowledge `json:"priorKnowledge,omitempty"`
	Tab            TabInfo         `json:"tab"`
	Truncated      bool            `json:"truncated,omitempty"`
}

// TestIDItems is spec 002's {items: [...]}.
type TestIDItems struct {
	Items []TestID `json:"items"`
}

// ListInput bounds a list of elements (mm_list_testids,
// mm_accessibility_snapshot). Find keeps those whose role, name or test id
// contains it, in any case.
type ListInput struct {
	Find  string `json:"find,omitempty"`
	Limit int    `json:"limit,omitempty"` // 200 when 0
}

// TestIDsResult is the answer of mm_list_testids. Total counts what matched
// before the limit.
type TestIDsResult struct {
	Items []TestID `json:"items"`
	Total int      `json:"total"`
	Tab   TabInfo  `json:"tab"`
}

// SnapshotResult is the answer of mm_accessibility_snapshot.
type SnapshotResult struct {
	Nodes []A11yNode `json:"nodes"`
	Total int        `json:"total"`
	Tab   TabInfo    `json:"tab"`
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

// TargetInput names an element in exactly one way: by a11yRef, by testId, by
// selector, or by role and name together.
type TargetInput struct {
	A11yRef  string `json:"a11yRef,omitempty"`
	TestID   string `json:"testId,omitempty"`
	Selector string `json:"selector,omitempty"`
	Role     string `json:"role,omitempty"`
	Name     string `json:"name,omitempty"`
}

// Target is the same as a Target.
func (t TargetInput) Target() Target {
	return Target{A11yRef: t.A11yRef, TestID: t.TestID, Selector: t.Selector, Role: t.Role, Name: t.Name}
}

// ActInput is what every acting tool takes besides its own arguments.
// TimeoutMs covers the wait for the target and the action together.
type ActInput struct {
	TimeoutMs int    `json:"timeoutMs,omitempty"`
	KBSource  string `json:"kb_source,omitempty"`
}

// ClickInput clicks the middle of an element (mm_click).
type ClickInput struct {
	TargetInput
	ActInput
}

// TypeInput types into a field, or chooses the option with that label in a
// native select (mm_type). What the field held is replaced unless Append.
type TypeInput struct {
	TargetInput
	ActInput
	Text   string `json:"text"`
	Append bool   `json:"append,omitempty"`
	Submit bool   `json:"submit,omitempty"` // press Enter afterwards
}

// WaitInput waits until an element can be seen (mm_wait_for).
type WaitInput struct {
	TargetInput
	ActInput
}

// NavigateInput goes to a URL in the session's tab (mm_navigate).
type NavigateInput struct {
	ActInput
	URL string `json:"url"`
}

// ActResult is the answer of an acting tool.
type ActResult struct {
	StepID string `json:"stepId,omitempty"`
	// Target is the element that was found, by every stable name it has.
	Target *Target `json:"target,omitempty"`
	Tab    TabInfo `json:"tab"`
	After  *After  `json:"after,omitempty"`
	// TabClosed says that the action closed the session's tab.
	TabClosed  bool     `json:"tabClosed,omitempty"`
	Dialogs    []Dialog `json:"dialogs,omitempty"`
	DurationMs int64    `json:"durationMs"`
	// NotRecorded says that the action was done but could not be remembered.
	NotRecorded *Error `json:"notRecorded,omitempty"`
}

// Dialog is an alert, confirm, prompt or beforeunload box that a page opened
// during an action, and how it was answered. Message is page text.
type Dialog struct {
	Type     string `json:"type"`
	Message  string `json:"message"`
	Accepted bool   `json:"accepted"`
}
