package mcptools

import (
	"context"

	"cairn/shared/limits"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// Backend holds the dependencies of the tools.
type Backend struct {
	Memory Memory
	// NewAgent returns the agent for a client that observes or acts for the first time.
	NewAgent func(tool.Client, limits.Limits) Agent
	// Repository ranks the flows of a client's repository for a goal on a page, best
	// first; it may be nil.
	Repository func(dir, url, goal string) []types.FlowCall
	Now        func() types.Time
}

// Memory answers questions about stored records (companion/memory).
type Memory interface {
	Search(ctx context.Context, req types.SearchRequest) ([]types.StepSummary, error)
	Last(ctx context.Context, req types.LastRequest) ([]types.StepSummary, error)
	Sessions(ctx context.Context, req types.SessionsRequest) ([]types.SessionSummary, error)
	Recipe(ctx context.Context, sessionID string) (types.SessionRecipe, error)
	Recall(ctx context.Context, req types.RecallRequest) (types.RecallResult, error)
	// Map returns a site as a graph of its screens.
	Map(ctx context.Context, req types.SiteMapRequest) (*types.SiteMap, error)
	// Sites returns at most limit names of known sites.
	Sites(most int) []string
	// Session returns nil for an unknown id.
	Session(id string) *types.Session
	// Where returns the newest address of a session, or empty.
	Where(sessionID string) string

	KBSearch(ctx context.Context, req types.KBSearchRequest) (types.KBSearchResult, error)
	// KB returns the item with an id.
	KB(id, query string, most int) ([]*types.KBItem, error)
	// FlowFor ranks the flows of a page's site for a goal, best first; without an
	// address the flows of all sites.
	FlowFor(url, goal string, most int) []types.FlowCall
	// KBNote stores a note and returns the changed item.
	KBNote(ctx context.Context, req types.KBNoteRequest) (*types.KBItem, error)
	KBReport(ctx context.Context) types.KBReport
	// KBKnown reports whether an item with that id exists.
	KBKnown(id string) bool
	// Retrieved stores with a session the items that kb_search returned to it.
	Retrieved(ctx context.Context, sessionID string, ids []string) error
}

// Agent acts in a browser for one client (companion/pilot).
type Agent interface {
	// SessionID is the current session's id, or empty.
	SessionID() string
	Launch(ctx context.Context, in tool.LaunchInput) (*tool.LaunchResult, error)
	Cleanup(ctx context.Context, in tool.CleanupInput) (*tool.CleanupResult, error)
	Describe(ctx context.Context, in tool.DescribeInput) (*tool.DescribeResult, error)
	Read(ctx context.Context, in tool.ReadInput) (*tool.ReadResult, error)
	ListTestIDs(ctx context.Context, in tool.ListInput) (*tool.TestIDsResult, error)
	Snapshot(ctx context.Context, in tool.ListInput) (*tool.SnapshotResult, error)
	Screenshot(ctx context.Context, in tool.ScreenshotInput) (*tool.ScreenshotResult, error)
	Navigate(ctx context.Context, in tool.NavigateInput) (*tool.ActResult, error)
	Click(ctx context.Context, in tool.ClickInput) (*tool.ActResult, error)
	Type(ctx context.Context, in tool.TypeInput) (*tool.ActResult, error)
	Drag(ctx context.Context, in tool.DragInput) (*tool.ActResult, error)
	Upload(ctx context.Context, in tool.UploadInput) (*tool.ActResult, error)
	Press(ctx context.Context, in tool.PressInput) (*tool.ActResult, error)
	Hover(ctx context.Context, in tool.HoverInput) (*tool.ActResult, error)
	Back(ctx context.Context, in tool.BackInput) (*tool.ActResult, error)
	WaitFor(ctx context.Context, in tool.WaitInput) (*tool.ActResult, error)
	WaitForNotification(ctx context.Context, in tool.NotifyInput) (*tool.NotifyResult, error)
	// RunFlow reports each step before it starts.
	RunFlow(ctx context.Context, in tool.FlowInput, progress func(tool.FlowProgress)) (*tool.FlowResult, error)
	Tabs(ctx context.Context, in tool.TabsInput) (*tool.TabsResult, error)
	// Close ends the agent after its client disconnected.
	Close()
}
