package pilot

import (
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"time"

	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

const (
	lookTime = 10 * time.Second
	// contentTime bounds the wait for a page's first content.
	contentTime = 5 * time.Second
	// shotTime is longer, since a full page is painted in pieces.
	shotTime    = 20 * time.Second
	defaultList = 200 // elements of a list, when no limit is given
)

// look observes the tab and names its screen.
func (a *Agent) look(ctx context.Context) (*types.Observation, error) {
	return a.lookWith(ctx, false, nil)
}

// lookWith is look with an optional outline, and with a question that the extension
// answers together with the observation; nil for none.
func (a *Agent) lookWith(ctx context.Context, outlined bool, q *inquiry) (*types.Observation, error) {
	t, err := a.live(ctx)
	if err != nil {
		return nil, err
	}
	if d, err := a.dialog(ctx, t); err != nil {
		return nil, err
	} else if d != nil {
		return a.seen(t, t.boxed(d)), nil
	}
	if naming := a.cfg.Memory.Naming(); naming != t.naming {
		t.naming, t.stamp = naming, ""
	}
	ask := a.ask(t, q)
	if page := t.glance(ctx, outlined); page != nil && t.glanced(q, ask) {
		if t.barred == "" {
			a.news.listened(page.Heard)
		}
		t.loading = page.Loading || t.input.Waits()
		return t.at(t.last), nil
	}
	reply, err := t.ask(ctx, wire.Envelope{Kind: wire.KindObserve, Observe: &wire.Observe{TabID: t.id, Since: t.stamp, Outline: outlined, Ask: ask}})
	if d, err := a.dialog(ctx, t); err != nil {
		return nil, err
	} else if d != nil {
		return a.seen(t, t.boxed(d)), nil
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, frozen()
	}
	if err != nil {
		return nil, a.missed(ctx, t, err)
	}
	if reply.Page == nil {
		return nil, types.Fault(types.CodeInternal, "the browser answered no observation", "update the extension: cairn extension DIR")
	}
	t.documents = documentsOf(reply.Page)
	if !reply.Page.Same || t.last == nil {
		a.bound(t, reply.Page)
	} else if t.barred != "" {
		reply.Page.Heard = nil
	}
	a.news.listened(reply.Page.Heard)
	t.loading = reply.Page.Loading || t.input.Waits()
	if !reply.Page.Same || t.last == nil {
		t.last, t.stamp, t.outline = &reply.Page.Observation, reply.Page.Stamp, reply.Page.Outline
		a.cfg.Memory.Observe(t.last)
	}
	t.answered(q, ask, reply.Page)
	o := t.at(t.last)
	return o, a.stopHere(ctx, t)
}

// glance returns the last observation if the page is known to be unchanged, else nil.
func (t *tab) glance(ctx context.Context, outlined bool) *wire.Page {
	if t.last == nil || t.stamp == "" || outlined && t.outline == nil {
		return nil
	}
	ctx, cancel := t.unlessBoxed(ctx)
	defer cancel()
	if page := t.input.Glance(ctx, t.stamp, outlined); page != nil && page.Same {
		return page
	}
	return nil
}

// seen names the screen of an observation and notes the tab's address.
func (a *Agent) seen(t *tab, o *types.Observation) *types.Observation {
	a.cfg.Memory.Observe(o)
	if o.State.Origin != t.origin { // it came by a link: its answer does not wait
		go a.visit(context.Background(), o.State.Origin)
	}
	return t.at(o)
}

// visit reports the address of a page that the agent opens.
func (a *Agent) visit(ctx context.Context, address string) {
	if a.cfg.Visit != nil && address != "" {
		a.cfg.Visit(ctx, text.Origin(address))
	}
}

func (t *tab) at(o *types.Observation) *types.Observation {
	t.origin = o.State.Origin
	t.info = tool.TabInfo{TabID: t.id, URL: o.State.CurrentURL, Title: o.State.Title, Screen: o.State.CurrentScreen}
	return o
}

// missed checks, after the page disappeared during a call, whether the tab was closed.
func (a *Agent) missed(ctx context.Context, t *tab, err error) error {
	if !types.HasCode(err, types.CodePageGone) {
		return err
	}
	side, cancel := sideContext(ctx, closeTime)
	defer cancel()
	if t.exists(side) {
		return err
	}
	a.lose()
	return tabGone()
}

// view locks the agent and observes the page; if that is truncated and in.Find is set, it
// returns the matches from the whole page. The lock is held until done.
func (a *Agent) view(ctx context.Context, in tool.ListInput) (o *types.Observation, done func(), err error) {
	done, err = a.own(ctx)
	if err != nil {
		return nil, nil, err
	}
	o, err = a.viewWith(ctx, false, nil)
	if err == nil && o.Truncated && in.Find != "" {
		o, _, err = a.sought(ctx, o, wire.Seek{Find: in.Find})
	}
	if err != nil {
		done()
		return nil, nil, err
	}
	return o, done, nil
}

// viewWith is view for callers that hold the lock, with the options of lookWith.
func (a *Agent) viewWith(ctx context.Context, outlined bool, q *inquiry) (*types.Observation, error) {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	o, err := a.lookWith(ctx, outlined, q)
	if err == nil {
		o, err = a.firstContent(ctx, o, outlined, q)
	}
	if err != nil {
		return nil, fault(err, types.CodePageGone, types.CodeInternal)
	}
	a.tab.showRefs()
	a.looks++
	return o, nil
}

// firstContent observes an empty page repeatedly, for up to contentTime, once per
// document.
func (a *Agent) firstContent(ctx context.Context, o *types.Observation, outlined bool, q *inquiry) (*types.Observation, error) {
	ctx, cancel := context.WithTimeout(ctx, contentTime)
	defer cancel()
	var err error
	for err == nil && isEmpty(o, a.tab.outline) && a.tab.empty != a.tab.documents[0]+o.State.CurrentURL {
		select {
		case <-time.After(pollTime):
		case <-ctx.Done():
			a.tab.empty = a.tab.documents[0] + o.State.CurrentURL
			return o, nil
		}
		seen := o
		if o, err = a.lookWith(ctx, outlined, q); err != nil && ctx.Err() != nil && a.tab != nil {
			o, err = seen, nil
		}
	}
	return o, err
}

// isEmpty reports whether a page from a server shows nothing.
func isEmpty(o *types.Observation, texts *types.Outline) bool {
	return len(o.A11y.Nodes)+len(o.TestIDs) == 0 && (texts == nil || len(texts.Items) == 0) && strings.HasPrefix(o.State.CurrentURL, "http")
}

// Describe returns the description of the screen, with prior knowledge of similar
// screens (spec 002).
func (a *Agent) Describe(ctx context.Context, in tool.DescribeInput) (*tool.DescribeResult, error) {
	done, err := a.own(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	q := a.inquire(in)
	o, err := a.viewWith(ctx, true, q)
	if err != nil {
		return nil, err
	}
	a.reported = a.tab.info
	result := &tool.DescribeResult{State: o.State, Tab: a.reported, Truncated: o.Truncated, Loading: a.tab.loading, Goal: a.session.Goal}
	if a.tab.input.Dialog() == nil {
		result.Outline = a.tab.outline
	}
	whole := result.Outline
	if err := a.choose(ctx, o, in, result); err != nil {
		return nil, err
	}
	if q != nil {
		if err := a.answer(ctx, o, q, result); err != nil {
			return nil, err
		}
		a.describedIn = a.tab.documents
		a.describedLines = whole
		if a.described = o; result.Changes == nil {
			a.redrawn = nil // the agent has new refs of everything
		}
	}
	if in.IncludeScreenshot || in.IncludeScreenshotBase64 {
		shot, err := a.shoot(ctx, tool.ScreenshotInput{Name: in.ScreenshotName, IncludeBase64: in.IncludeScreenshotBase64})
		if err != nil {
			return nil, err
		}
		result.Screenshot = shot
	}
	return result, nil
}

// ListTestIDs lists the elements that carry a test id.
func (a *Agent) ListTestIDs(ctx context.Context, in tool.ListInput) (*tool.TestIDsResult, error) {
	o, done, err := a.view(ctx, in)
	if err != nil {
		return nil, err
	}
	defer done()
	items, total := pick(o.TestIDs, in, func(t types.TestID) []string { return []string{t.TestID, t.Role, t.Name} })
	return &tool.TestIDsResult{Items: items, Total: total, Tab: a.tab.info}, nil
}

// Snapshot lists the accessibility nodes.
func (a *Agent) Snapshot(ctx context.Context, in tool.ListInput) (*tool.SnapshotResult, error) {
	o, done, err := a.view(ctx, in)
	if err != nil {
		return nil, err
	}
	defer done()
	nodes, total := pick(o.A11y.Nodes, in, func(n types.A11yNode) []string { return []string{n.Name, n.Role, n.TestID} })
	return &tool.SnapshotResult{Nodes: nodes, Total: total, Tab: a.tab.info}, nil
}

// pick returns the first matching elements up to the requested limit, and the number
// of all. Matches of complete words are preferred.
func pick[E any](all []E, in tool.ListInput, texts func(E) []string) (some []E, total int) {
	limit := in.Limit
	if limit <= 0 {
		limit = defaultList
	}
	find := strings.ToLower(in.Find)
	loose, whole := []E{}, []E{}
	for _, e := range all {
		if !containsAny(texts(e), find) {
			continue
		}
		loose = append(loose, e)
		if slices.ContainsFunc(texts(e), func(t string) bool { return text.HoldsWords(t, find) }) {
			whole = append(whole, e)
		}
	}
	if len(whole) > 0 {
		loose = whole
	}
	return loose[:min(limit, len(loose))], len(loose)
}

func containsAny(texts []string, find string) bool {
	return slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(strings.ToLower(t), find) })
}

// Screenshot takes a picture of the tab.
func (a *Agent) Screenshot(ctx context.Context, in tool.ScreenshotInput) (*tool.ScreenshotResult, error) {
	done, err := a.own(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	shot, err := a.shoot(ctx, in)
	if err != nil {
		return nil, err
	}
	a.looks++
	return &tool.ScreenshotResult{Screenshot: *shot, Tab: a.tab.info}, nil
}

func (a *Agent) shoot(ctx context.Context, in tool.ScreenshotInput) (*tool.Screenshot, error) {
	ctx, cancel := context.WithTimeout(ctx, shotTime)
	defer cancel()
	t, err := a.live(ctx)
	if err != nil {
		return nil, fault(err, types.CodeScreenshotFailed, types.CodeScreenshotFailed)
	}
	t.exists(ctx) // says where it is by now
	if err := a.stopHere(ctx, t); err != nil {
		return nil, err
	}
	if err := a.unpictured(ctx, t); err != nil {
		return nil, err
	}
	img, err := t.input.Screenshot(ctx, in.FullPage)
	if err != nil {
		return nil, fault(a.missed(ctx, t, err), types.CodeScreenshotFailed, types.CodeScreenshotFailed)
	}
	shot := &tool.Screenshot{Width: img.Width, Height: img.Height, Image: img}
	// A screenshot contains every text in clear.
	if a.cfg.SaveImage != nil && t.browser.Keep(t.info.URL) == types.KeepFull {
		if shot.Path, err = a.cfg.SaveImage(a.session.SessionID, in.Name, img); err != nil {
			return nil, fault(err, types.CodeScreenshotFailed, types.CodeScreenshotFailed)
		}
	}
	if in.IncludeBase64 {
		text := base64.StdEncoding.EncodeToString(img.Data)
		shot.Base64 = &text
	}
	return shot, nil
}
