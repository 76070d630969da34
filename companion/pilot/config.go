package pilot

import (
	"context"

	"cairn/shared/limits"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// Config holds the dependencies and settings of an Agent.
type Config struct {
	Memory Memory

	// Browser finds the connected browser with that ID, or any when id is
	// empty. It may wait a moment for one whose link just broke, and answers
	// MM_BROWSER_NOT_CONNECTED when there is none.
	Browser func(ctx context.Context, id string) (Browser, error)
	// EnsureBrowser starts a browser when none is connected. Nil where Cairn
	// must not.
	EnsureBrowser func(ctx context.Context) (Browser, error)
	// Context takes hold of a browser context, for which it may start a browser.
	// Nil where there are none.
	Context func(name string) (Context, error)
	// Tested returns the names of the extensions under test by id; agents may open their
	// pages. Address returns such a page's address in the browser.
	Tested  map[string]string
	Address func(shown string) string
	// Input takes hold of a tab's mouse and keys.
	Input func(b Browser, tabID int) Input

	// Git reads the working tree that a directory belongs to; nil, or a nil
	// answer, means that there is none.
	Git func(ctx context.Context, dir string) *types.Git
	// SaveImage stores a screenshot and returns its path. Nil stores none.
	SaveImage func(sessionID, name string, img tool.Image) (path string, err error)
	// Typed receives the text that an agent is about to type, the element, and title and
	// address of its page. It may be nil.
	Typed func(target types.Target, text, page string)
	// Visit is called with the origin of each page that an agent opens, before its memory
	// is asked: records of others about the site may be fetched. It may be nil, and waits
	// briefly at most.
	Visit func(ctx context.Context, origin string)
	// Answers counts which core answered; it may be nil.
	Answers *Answers
	// Port is Cairn's own, which agents must not visit on this machine.
	Port int

	// Limits are the origins that the person allowed.
	Limits limits.Limits

	Now func() types.Time
}

// Browser is one connected browser (companion/bridge's Peer).
type Browser interface {
	// ID stays the same when the browser connects again.
	ID() string
	// Keep returns the mode of a step that says something of the pages at these
	// addresses, needed where the browser has not said it.
	Keep(addresses ...string) types.Keep
	// Call relays one call to the extension. Errors of the far side are
	// [*types.Error].
	Call(ctx context.Context, call wire.Envelope) (*wire.Reply, error)
	// Subscribe hands every event to fn, which must not block, until cancel.
	Subscribe(fn func(wire.Envelope)) (cancel func())
}

// Context is one session's hold on a browser context: a browser with cookies and
// storage of its own.
type Context interface {
	// Browser is the context's browser. It is started where it does not run.
	Browser(ctx context.Context) (Browser, error)
	// Sole refuses where another session uses the context, too.
	Sole() error
	// Release ends the hold, and with discard removes the context with all that
	// its browser kept.
	Release(discard bool) error
}

// Input is the mouse and the keys of one tab (companion/cdp's Tab). Points are
// CSS pixels of the viewport.
type Input interface {
	Click(ctx context.Context, x, y float64) error
	// Drag presses at a point, moves to the one that to answers, and lets go
	// there; where the press was if anything fails.
	Drag(ctx context.Context, x, y float64, to func(context.Context) (x, y float64, err error)) error
	// Viewport returns the size of the visible part of the page.
	Viewport(ctx context.Context) (width, height float64, err error)
	// Upload answers the file chooser that open has the page open.
	Upload(ctx context.Context, files []string, open func(context.Context) error) error
	// Here counts as user activity, by a key that the page does not receive.
	Here(ctx context.Context) error
	ClickAs(ctx context.Context, x, y float64, how types.Clicking) error
	Hover(ctx context.Context, x, y float64) error
	SelectAll(ctx context.Context) error
	CaretToEnd(ctx context.Context) error
	InsertText(ctx context.Context, text string) error
	Keys(ctx context.Context, text string) error
	// Press strikes a key or a chord as capture.ReadChord gives it.
	Press(ctx context.Context, chord string) error
	Navigate(ctx context.Context, url string) error
	// Back goes one page back, if allowed takes its address.
	Back(ctx context.Context, allowed func(url string) error) error
	Screenshot(ctx context.Context, fullPage bool) (tool.Image, error)
	// Listen takes hold of the tab for as long as it is the agent's, where that
	// does no harm, so that its dialogs are noticed at any time.
	Listen(ctx context.Context)
	// Glance reports that the page is unchanged since the observation with that stamp
	// ([wire.Page].Same), if that is cheaper than a new observation; nil if it changed
	// or is unknown.
	Glance(ctx context.Context, stamp string, outlined bool) *wire.Page
	// Waits reports whether the page is known to wait for its server.
	Waits() bool
	// Hold keeps hold of the tab until release, so that dialogs are answered
	// although nothing is done.
	Hold(ctx context.Context) (release func(), err error)
	// Complaints returns console errors and uncaught errors since a time, oldest first.
	Complaints(ctx context.Context, since types.Time) ([]string, error)
	// Dialogs returns the dialogs opened since the last call.
	Dialogs() []types.Dialog
	// Dialog is the JavaScript dialog that waits for an answer; nil for none.
	Dialog() *types.Dialog
	// Boxed is closed while one waits.
	Boxed() <-chan struct{}
	// Answer answers it; text is entered into a prompt.
	Answer(ctx context.Context, accept bool, text string) error
	// Close lets go of the tab.
	Close()
}

// Memory stores sessions and steps and answers questions about them (companion/memory).
type Memory interface {
	PutSession(ctx context.Context, s *types.Session) error
	// PutStep redacts, stores and indexes a step, and returns the stored form.
	// The names of the page that are not kept in clear are hidden by keep.
	PutStep(ctx context.Context, session *types.Session, step *types.Step, keep types.Keep) (*types.Step, error)
	// Observe names the screen of a live look and redacts it, in place.
	Observe(o *types.Observation)
	// Naming changes with the rules that name screens.
	Naming() int
	// Ask returns prior knowledge, site memory and flows for a page that Observe has processed.
	Ask(ctx context.Context, q types.Question, page *types.Observation) (*types.Known, error)
	// Version changes whenever the answers of Ask may change.
	Version() int64
	// Anchors returns how an element was recorded while its test id or selector was
	// still valid.
	Anchors(ctx context.Context, req types.AnchorRequest) []types.Anchored
	// NameSite assigns a site name to an origin, or returns the reason against it.
	NameSite(ctx context.Context, name, address string) error
	// Resembles returns the known application that a page at an unnamed address looks like, nil where there is none.
	Resembles(page *types.Observation) *types.Resemblance
}
