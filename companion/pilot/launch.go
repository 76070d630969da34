package pilot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

const (
	launchTime = 30 * time.Second // starting a browser included
	// closeTime bounds the work for a disconnected client.
	closeTime = 2 * time.Second
	// transferTime is the allowance for the link on top of a timeout in the extension.
	transferTime = time.Second
)

// Launch starts a session with its own tab. It first ends the agent's earlier session,
// as Cleanup does.
func (a *Agent) Launch(ctx context.Context, in tool.LaunchInput) (*tool.LaunchResult, error) {
	in.URL = a.named(in.URL)
	if in.URL != "" {
		if err := a.allowed(in.URL); err != nil {
			return nil, err
		}
	} else if in.Site != "" {
		return nil, types.Invalid("site is given without url", "A site's name is for an address: give the url that the session begins at.")
	}
	done, err := a.take(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if a.closed {
		return nil, noSession()
	}
	if in.Site != "" { // refused before anything is ended or opened
		if err := a.cfg.Memory.NameSite(ctx, in.Site, in.URL); err != nil {
			return nil, fault(err, types.CodeInternal, types.CodeInternal)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, orDefault(in.TimeoutMs, launchTime))
	defer cancel()
	within, err := a.contextOf(in.Context)
	if err != nil {
		return nil, fault(err, types.CodeNoBrowser, types.CodeNoBrowser)
	}
	b, err := a.browser(ctx, within)
	if err != nil {
		release(within)
		return nil, fault(err, types.CodeNoBrowser, types.CodeNoBrowser)
	}
	ended := ""
	if a.session != nil {
		result, err := a.end(ctx, true, tool.CleanupInput{})
		if err != nil {
			release(within)
			return nil, fault(err, types.CodeInternal, types.CodeInternal)
		}
		ended = result.SessionID
	}
	a.visit(ctx, in.URL)
	session := a.newSession(ctx, in)
	if err := a.cfg.Memory.PutSession(ctx, session); err != nil {
		release(within)
		return nil, fault(err, types.CodeInternal, types.CodeInternal)
	}
	a.begin(session)
	a.context = within
	if err := a.tabFor(ctx, b, in); err != nil {
		_, endErr := a.end(context.WithoutCancel(ctx), false, tool.CleanupInput{})
		return nil, fault(errors.Join(err, endErr), types.CodeNavigationTimeout, types.CodeNavigationFailed)
	}
	// The page may still load, or may not be observable: the session starts all the same.
	tab := a.tab.info
	var like *types.Resemblance
	var next *types.SuggestedAction
	if o, err := a.look(ctx); err == nil {
		like = a.resembles(o)
		if in.Next {
			next = a.firstStep(ctx, o)
		}
		if a.tab != nil {
			tab = a.tab.info
		}
	} else if types.HasCode(err, types.CodeActionDenied) {
		_, endErr := a.end(context.WithoutCancel(ctx), true, tool.CleanupInput{})
		return nil, errors.Join(err, endErr)
	}
	a.reported = tab
	return &tool.LaunchResult{
		SessionID: session.SessionID, CreatedAt: session.CreatedAt, Goal: session.Goal,
		FlowTags: session.FlowTags, Tags: session.Tags, Git: session.Git,
		Tab: tab, Context: in.Context, EndedSessionID: ended, Resembles: like, Next: next,
	}, nil
}

// resembles returns the known application that a page looks like, once per origin of a session. An empty page
// is compared again later.
func (a *Agent) resembles(o *types.Observation) *types.Resemblance {
	if o.State.Origin == a.likened || len(o.A11y.Nodes)+len(o.TestIDs) == 0 {
		return nil
	}
	like := a.cfg.Memory.Resembles(o)
	if like != nil {
		a.likened = o.State.Origin
	}
	return like
}

// contextOf acquires the browser context of that name, nil for none.
func (a *Agent) contextOf(name string) (Context, error) {
	switch {
	case name == "":
		return nil, nil
	case a.cfg.Context == nil:
		return nil, types.Invalid("there are no browser contexts here", "call mm_launch without context")
	}
	return a.cfg.Context(name)
}

// release releases a context, which may be nil, without removing it.
func release(within Context) {
	if within != nil {
		_ = within.Release(false) // nothing is removed, so nothing fails
	}
}

// browser returns the browser of a context or, without a context, the connected
// browser or a newly started one.
func (a *Agent) browser(ctx context.Context, within Context) (Browser, error) {
	if within != nil {
		return within.Browser(ctx)
	}
	b, err := a.cfg.Browser(ctx, "")
	if a.cfg.EnsureBrowser == nil || !types.HasCode(err, types.CodeNoBrowser) {
		return b, err
	}
	return a.cfg.EnsureBrowser(ctx)
}

func (a *Agent) newSession(ctx context.Context, in tool.LaunchInput) *types.Session {
	now := a.cfg.Now()
	s := &types.Session{
		SchemaVersion: types.SchemaVersion, SessionID: newSessionID(now), CreatedAt: now,
		Goal: in.Goal, FlowTags: orEmpty(in.FlowTags), Tags: orEmpty(in.Tags),
		Client: a.client.Name,
	}
	if in.URL != "" {
		s.Launch = &types.Launch{URL: in.URL}
	}
	dir := cmp.Or(in.Dir, a.client.Dir)
	if dir != "" && a.cfg.Git != nil {
		s.Git = a.cfg.Git(ctx, dir)
	}
	return s
}

func (a *Agent) begin(s *types.Session) {
	a.session, a.steps, a.looks, a.news, a.likened = s, 0, 0, news{}, ""
	a.briefed = map[string]bool{}
	a.deeds, a.sighted = nil, nil
	a.current.Store(s.SessionID)
}

// tabFor assigns a new or an open tab to the session.
func (a *Agent) tabFor(ctx context.Context, b Browser, in tool.LaunchInput) error {
	if in.TabID == 0 {
		return a.open(ctx, b, in.URL)
	}
	reply, err := b.Call(ctx, wire.Envelope{Kind: wire.KindTabList, TabList: &wire.TabList{}})
	if err != nil {
		return err
	}
	i := slices.IndexFunc(reply.Tabs, func(t wire.Tab) bool { return t.TabID == in.TabID })
	if i < 0 {
		return types.Fault(types.CodePageGone, "the tab is not there, or shows no web page", "open the site in it first")
	}
	return a.enter(ctx, b, &reply.Tabs[i])
}

// Leave ends the session as Cleanup does, but keeps its tab open.
func (a *Agent) Leave(ctx context.Context, in tool.CleanupInput) error {
	done, err := a.own(ctx)
	if err != nil {
		return err
	}
	defer done()
	_, err = a.end(ctx, false, in)
	return err
}

func (a *Agent) open(ctx context.Context, b Browser, url string) error {
	call := &wire.TabOpen{URL: url, Session: a.session, TimeoutMs: msLeft(ctx, transferTime)}
	reply, err := b.Call(ctx, wire.Envelope{Kind: wire.KindTabOpen, TabOpen: call})
	if err != nil {
		return err
	}
	if reply.Tab == nil {
		return types.Fault(types.CodeInternal, "the browser answered no tab", "update the extension: cairn extension DIR")
	}
	a.adopt(ctx, b, reply.Tab)
	return nil
}

// Cleanup ends the session with the agent's outcome and closes its tab.
func (a *Agent) Cleanup(ctx context.Context, in tool.CleanupInput) (*tool.CleanupResult, error) {
	done, err := a.own(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if in.DiscardContext { // refused before anything is ended
		if a.context == nil {
			return nil, types.Invalid("this session is in no context", "call mm_cleanup without discardContext")
		}
		if err := a.context.Sole(); err != nil {
			return nil, err
		}
	}
	result, err := a.end(ctx, true, in)
	if err != nil {
		return nil, fault(err, types.CodeInternal, types.CodeInternal)
	}
	return result, nil
}

// Close ends the agent after its client disconnected. The session ends; its tab stays
// open without an owner.
func (a *Agent) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	done, err := a.take(ctx)
	if err != nil {
		return // an action that outlives its client by this much is cut off with the daemon
	}
	defer done()
	a.closed = true
	if a.session != nil {
		// The client cannot receive an error any more. A session without an end is
		// displayed as such.
		_, _ = a.end(ctx, false, tool.CleanupInput{})
	}
}

func (a *Agent) end(ctx context.Context, closeTab bool, in tool.CleanupInput) (*tool.CleanupResult, error) {
	a.noneWaits()
	result := &tool.CleanupResult{SessionID: a.session.SessionID, Steps: a.steps, Outcome: in.Outcome}
	if t := a.tab; t != nil {
		t.input.Close()
		side, cancel := sideContext(ctx, closeTime)
		if closeTab {
			_, err := t.call(side, wire.Envelope{Kind: wire.KindTabClose, TabClose: &wire.TabRef{TabID: t.id}})
			result.TabClosed = err == nil
		} else {
			_, _ = t.call(side, wire.Envelope{Kind: wire.KindBind, Bind: &wire.Bind{TabID: t.id}})
		}
		cancel()
		a.tab = nil
	}
	var released error
	if a.context != nil {
		released = a.context.Release(in.DiscardContext)
		result.ContextDiscarded = in.DiscardContext && released == nil
		a.context = nil
	}
	ended := *a.session
	ended.EndedAt = a.cfg.Now()
	looks := a.looks
	ended.Looks = &looks
	if a.client.Spent != nil {
		ended.Calls, ended.Tokens = a.client.Spent()
	}
	if in.Outcome != "" {
		ended.Statement = types.Statement{Outcome: in.Outcome, OutcomeBy: types.StatedByAgent, OutcomeAt: ended.EndedAt, Evidence: in.Evidence}
	}
	a.session = nil
	a.current.Store("")
	side, cancel := sideContext(ctx, closeTime)
	defer cancel()
	return result, errors.Join(a.cfg.Memory.PutSession(side, &ended), released)
}

func orEmpty(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
