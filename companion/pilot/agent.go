package pilot

import (
	"context"
	"sync/atomic"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// Agent acts for one MCP session. Its methods may be called from several
// goroutines; they take turns.
type Agent struct {
	cfg    Config
	client tool.Client
	// current is the session's id, readable without the turn.
	current atomic.Value

	turn chan struct{} // holds one token; the fields below belong to its holder

	session *types.Session
	steps   int // recorded in session
	looks   int // taken for the agent in session
	tab     *tab
	context Context // that the session is in, nil for none
	closed  bool
	news    news
	// described is the last description; diffs compare with it.
	described *types.Observation
	// describedLines are its lines.
	describedLines *types.Outline
	// describedIn are its documents, by frame.
	describedIn map[int]string
	// reported is the tab as the last answer named it. An action that leaves it there says only that.
	reported tool.TabInfo
	// redrawn maps refs since the last full description.
	redrawn redrawn
	// deeds are the successful actions of the session, oldest first; sighted are the
	// documents that a run observed last.
	deeds   []types.Tool
	sighted map[int]string
	// advice holds the last suggestions until the next action.
	advice []types.SuggestedAction
	// waiting are the risky actions that need confirmation, by token.
	waiting map[string]*pending
	// likened is the origin that was last compared with known applications. Each is reported once.
	likened string
	// briefed are the origins whose site memory the session has received.
	briefed map[string]bool
}

// tab is the agent's tab, with the browser's last known link.
type tab struct {
	id      int
	window  int
	browser Browser
	input   Input
	info    tool.TabInfo
	origin  string // of info.URL, as the browser says
	// documents are those of the last observation; shown are those of the last one
	// whose refs the agent has. Nil if the browser did not report them.
	documents, shown map[int]string
	// frames are the origins of the last observation, the page's first; barred is one
	// that was left out.
	frames    []string
	barred    string
	loading   bool    // the page was, at the last look
	empty     string  // the main document that showed nothing for as long as it was given
	typed     *string // into a prompt, and the prompt's channel (Input.Boxed)
	typedInto <-chan struct{}
	// last is the last observation of the tab, which is never modified. stamp is its
	// id in the extension: an unchanged page is not sent again.
	last    *types.Observation
	outline *types.Outline // of last, where it was asked for
	stamp   string
	naming  int // under which rules its screen was named
	// learned is the extension's last answer; mute reports that it gives none.
	learned *learned
	mute    bool
}

// New returns an agent without a session.
func New(cfg Config, client tool.Client) *Agent {
	if cfg.Answers == nil {
		cfg.Answers = NewAnswers(ByExtension)
	}
	a := &Agent{cfg: cfg, client: client, turn: make(chan struct{}, 1)}
	a.current.Store("")
	a.turn <- struct{}{}
	return a
}

// SessionID is the current session's id, or empty.
func (a *Agent) SessionID() string { return a.current.Load().(string) }

// take locks the agent for one call.
func (a *Agent) take(ctx context.Context) (done func(), err error) {
	select {
	case <-a.turn:
		return func() { a.turn <- struct{}{} }, nil
	case <-ctx.Done():
		return nil, types.Fault(types.CodeInternal, "an earlier call of this client was still under way", "call one tool at a time")
	}
}

// own locks the agent for a call that needs a session.
func (a *Agent) own(ctx context.Context) (done func(), err error) {
	done, err = a.take(ctx)
	if err == nil && a.session == nil {
		done()
		return nil, noSession()
	}
	return done, err
}

// live returns the agent's tab with its current link: a browser that reconnected
// has the same tabs and a new link.
func (a *Agent) live(ctx context.Context) (*tab, error) {
	if a.tab == nil {
		return nil, tabGone()
	}
	b, err := a.cfg.Browser(ctx, a.tab.browser.ID())
	if err != nil {
		return nil, err
	}
	if b != a.tab.browser {
		a.tab.input.Close()
		a.tab.browser, a.tab.input, a.tab.mute = b, a.cfg.Input(b, a.tab.id), false
		a.tab.input.Listen(ctx)
	}
	return a.tab, nil
}

// adopt assigns an open tab to the agent.
func (a *Agent) adopt(ctx context.Context, b Browser, t *wire.Tab) {
	a.tab = &tab{id: t.TabID, window: t.WindowID, browser: b, input: a.cfg.Input(b, t.TabID), info: a.tabInfo(t)}
	a.news.met(t.TabID)
	a.news.browser = b.ID()
	a.described, a.redrawn = nil, nil
	a.tab.input.Listen(ctx)
}

func tabInfo(t *wire.Tab) tool.TabInfo {
	return tool.TabInfo{TabID: t.TabID, URL: t.URL, Title: t.Title}
}

func (a *Agent) lose() {
	if a.tab != nil {
		a.tab.input.Close()
		a.tab = nil
	}
}

// call sends one call about the tab to the browser.
func (t *tab) call(ctx context.Context, e wire.Envelope) (*wire.Reply, error) {
	return t.browser.Call(ctx, e)
}

// exists asks the browser whether the tab is still open. When it cannot say,
// the tab counts as open.
func (t *tab) exists(ctx context.Context) bool {
	reply, err := t.call(ctx, wire.Envelope{Kind: wire.KindTabList, TabList: &wire.TabList{}})
	if err != nil {
		return true
	}
	for _, open := range reply.Tabs {
		if open.TabID == t.id {
			t.info.URL, t.info.Title = open.URL, open.Title
			return true
		}
	}
	return false
}

// sideContext returns a context for work that must finish although the caller gave up.
func sideContext(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), d)
}

func since(start, now types.Time) int64 { return max(0, now.Sub(start).Milliseconds()) }
