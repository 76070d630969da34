package pilot

import (
	"context"
	"sync/atomic"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Agent acts for one MCP session. Its methods may be called from several
// goroutines; they take turns.
type Agent struct {
	cfg    Config
	client types.Client
	// current is the session's id for those who ask without taking a turn.
	current atomic.Value

	turn chan struct{} // holds one token; what follows belongs to its holder

	session *types.Session
	steps   int // recorded in session
	looks   int // taken for the agent in session
	tab     *tab
	context Context // that the session is in, nil for none
	closed  bool
	news    news
	// described is the last description, with which the next is compared.
	described *types.Observation
	// describedLines are the lines of it.
	describedLines *types.Outline
	// describedIn are the documents of it, by frame.
	describedIn map[int]string
	// redrawn holds since the last whole description.
	redrawn redrawn
	// deeds are what was done well in the session, the newest last; sighted are the
	// documents that a run saw last.
	deeds   []types.Tool
	sighted map[int]string
	// advice is what the last description suggested, until it is acted on.
	advice []types.SuggestedAction
	// waiting are the risky actions that are to be confirmed, by token.
	waiting map[string]*pending
	// likened is the origin that was last compared with known applications: it is told of once.
	likened string
	// briefed are the origins whose sites the session has heard of.
	briefed map[string]bool
}

// tab is the agent's tab, with the browser's link as it was last seen.
type tab struct {
	id      int
	window  int
	browser Browser
	input   Input
	info    types.TabInfo
	origin  string // of info.URL, as the browser says
	// documents are those of the last look; shown those of the last that the
	// agent was told of with its refs. Nil where the browser did not say.
	documents, shown map[int]string
	// frames are the origins of the last look, the page's first, and barred is one
	// that was left out of it.
	frames  []string
	barred  string
	loading bool    // the page was, at the last look
	empty   string  // the main document that showed nothing for as long as it was given
	typed   *string // into the prompt that is open
	// last is the last look at the tab, which is never changed, and stamp what
	// the extension calls it: a page that shows the same need not be sent again.
	last    *types.Observation
	outline *types.Outline // of last, where it was asked for
	stamp   string
	naming  int // under which rules its screen was named
	// learned is the extension's last answer; mute says that it gives none.
	learned *learned
	mute    bool
}

// New returns an agent without a session.
func New(cfg Config, client types.Client) *Agent {
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

// take waits for the agent's turn.
func (a *Agent) take(ctx context.Context) (done func(), err error) {
	select {
	case <-a.turn:
		return func() { a.turn <- struct{}{} }, nil
	case <-ctx.Done():
		return nil, types.Fault(types.CodeInternal, "an earlier call of this client was still under way", "call one tool at a time")
	}
}

// own is take for calls that need a session.
func (a *Agent) own(ctx context.Context) (done func(), err error) {
	done, err = a.take(ctx)
	if err == nil && a.session == nil {
		done()
		return nil, noSession()
	}
	return done, err
}

// live is the agent's tab over the link as it is now: a browser that
// reconnected has the same tabs behind another link.
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

// adopt makes an opened tab the agent's.
func (a *Agent) adopt(ctx context.Context, b Browser, t *wire.Tab) {
	a.tab = &tab{id: t.TabID, window: t.WindowID, browser: b, input: a.cfg.Input(b, t.TabID), info: a.tabInfo(t)}
	a.news.met(t.TabID)
	a.news.browser = b.ID()
	a.described, a.redrawn = nil, nil
	a.tab.input.Listen(ctx)
}

func tabInfo(t *wire.Tab) types.TabInfo {
	return types.TabInfo{TabID: t.TabID, URL: t.URL, Title: t.Title}
}

// lose lets go of a tab that is no more.
func (a *Agent) lose() {
	if a.tab != nil {
		a.tab.input.Close()
		a.tab = nil
	}
}

// call relays one call about the tab.
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

// sideContext serves what must be done even when the caller has given up.
func sideContext(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), d)
}

func since(start, now types.Time) int64 { return max(0, now.Sub(start).Milliseconds()) }
