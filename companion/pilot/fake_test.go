package pilot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// fakeBrowser is a browser with pages of nothing but observations.
type fakeBrowser struct {
	mu      sync.Mutex
	calls   []wire.Envelope
	tabs    map[int]*types.Observation
	next    int
	filled  []string
	keeping *wire.Keeping
	held    atomic.Bool // pages answer no look
	approve func(wire.Envelope) (*wire.Reply, error)
	// around and documents are the page's surroundings of its elements, and in its frames.
	around    *wire.Around
	documents []wire.Document
	answer    map[wire.Kind]func(wire.Envelope) (*wire.Reply, error) // instead of the usual one
}

func newBrowser() *fakeBrowser {
	return &fakeBrowser{tabs: map[int]*types.Observation{}, next: 7, answer: map[wire.Kind]func(wire.Envelope) (*wire.Reply, error){}}
}

func (b *fakeBrowser) ID() string                           { return "install-1" }
func (b *fakeBrowser) Keep(pages ...string) types.Keep      { return b.keeping.Of(pages...) }
func (b *fakeBrowser) Subscribe(func(wire.Envelope)) func() { return func() {} }
func (b *fakeBrowser) on(k wire.Kind, f func() error)       { b.answer[k] = fails(f) }
func errGone() error                                        { return types.Fault(types.CodePageGone, "the page is gone", "") }
func fails(f func() error) func(wire.Envelope) (*wire.Reply, error) {
	return func(wire.Envelope) (*wire.Reply, error) { return nil, f() }
}

func (b *fakeBrowser) Call(ctx context.Context, e wire.Envelope) (*wire.Reply, error) {
	if e.Kind == wire.KindObserve && b.held.Load() {
		<-ctx.Done()
	}
	if e.Kind == wire.KindApprove && b.approve != nil {
		return b.approveCall(ctx, e)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls = append(b.calls, e)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if special := b.answer[e.Kind]; special != nil {
		return special(e)
	}
	page := func(id int) (*wire.Reply, error) {
		o, ok := b.tabs[id]
		if !ok {
			return nil, errGone()
		}
		look := *o
		return &wire.Reply{Page: &wire.Page{TabID: id, Observation: look, Documents: b.documents}}, nil
	}
	switch e.Kind {
	case wire.KindTabOpen:
		b.next++
		b.tabs[b.next] = home()
		return &wire.Reply{Tab: &wire.Tab{TabID: b.next, URL: e.TabOpen.URL}}, nil
	case wire.KindTabClose:
		delete(b.tabs, e.TabClose.TabID)
	case wire.KindTabList:
		reply := &wire.Reply{}
		for id := range b.tabs {
			reply.Tabs = append(reply.Tabs, wire.Tab{TabID: id, URL: "http://127.0.0.1:1/listed"})
		}
		return reply, nil
	case wire.KindObserve:
		return page(e.Observe.TabID)
	case wire.KindSettle:
		return page(e.Settle.TabID)
	case wire.KindFill:
		b.filled = append(b.filled, "fill "+e.Fill.Ref+" "+e.Fill.Text)
	case wire.KindLocate:
		return b.locate(e.Locate)
	}
	return &wire.Reply{}, nil
}

// approveCall ends with its context, as a call over the link does.
func (b *fakeBrowser) approveCall(ctx context.Context, e wire.Envelope) (*wire.Reply, error) {
	type answer struct {
		reply *wire.Reply
		err   error
	}
	came := make(chan answer, 1)
	go func() {
		reply, err := b.approve(e)
		came <- answer{reply, err}
	}()
	select {
	case got := <-came:
		return got.reply, got.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// locate finds the observation's elements.
func (b *fakeBrowser) locate(l *wire.Locate) (*wire.Reply, error) {
	o, ok := b.tabs[l.TabID]
	if !ok {
		return nil, errGone()
	}
	t := l.Target
	if !resolve(&t, o) {
		return nil, types.Fault(types.CodeTargetNotFound, "no such element", "nearest here: …")
	}
	t.A11yRef, t.Tag = l.Target.A11yRef, "button"
	located := &wire.Located{X: 10, Y: 20, Target: t, Ref: "e1", Matches: 1, Around: b.around, Editable: t.Role == "textbox"}
	if t.Role == "combobox" {
		located.FillRef = "e4"
	}
	return &wire.Reply{Located: located}, nil
}

// kinds lists the calls, without those around an action.
func (b *fakeBrowser) kinds() (kinds []wire.Kind) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.calls {
		kinds = append(kinds, c.Kind)
	}
	return kinds
}

func home() *types.Observation {
	return &types.Observation{
		State:   types.State{CurrentURL: "http://127.0.0.1:1/#/home", CurrentScreen: "home", Title: "Wallet", Origin: "http://127.0.0.1:1"},
		TestIDs: []types.TestID{{TestID: "send", Tag: "button", Visible: true}},
		A11y: types.A11y{Nodes: []types.A11yNode{
			{Ref: "e1", Role: "button", Name: "Send", TestID: "send"},
			{Ref: "e2", Role: "textbox", Name: "Amount"},
			{Ref: "e3", Role: "textbox", Name: "Password", Sensitive: true},
			{Ref: "e4", Role: "combobox", Name: "Network"},
		}},
	}
}

// fakeInput writes down its orders.
type fakeInput struct {
	mu         sync.Mutex
	did        []string
	fail       error
	then       func() // after each click, press or navigation
	dialogs    []types.Dialog
	box        *types.Dialog // that waits for an answer
	boxed      chan struct{}
	glances    []string   // the stamps that were asked for
	glance     *wire.Page // the answer to each
	complaints []string   // of the page
	holds      int        // that keep it attached
}

func (i *fakeInput) Waits() bool { return false }

func (i *fakeInput) Glance(_ context.Context, stamp string, _ bool) *wire.Page {
	i.glances = append(i.glances, stamp)
	return i.glance
}

func (i *fakeInput) Dialog() *types.Dialog  { return i.box }
func (i *fakeInput) Boxed() <-chan struct{} { return i.boxed }

func (i *fakeInput) Answer(_ context.Context, accept bool, text string) error {
	i.box = nil
	return i.do(fmt.Sprintf("answer %v %q", accept, text))
}

func (i *fakeInput) do(what string) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.did = append(i.did, what)
	if i.fail != nil {
		return i.fail
	}
	if i.then != nil {
		i.then()
	}
	return nil
}

func (i *fakeInput) Click(context.Context, float64, float64) error      { return i.do("click") }
func (i *fakeInput) Viewport(context.Context) (float64, float64, error) { return 800, 600, nil }
func (i *fakeInput) Complaints(context.Context, types.Time) ([]string, error) {
	return i.complaints, nil
}
func (i *fakeInput) Here(context.Context) error { return i.do("here") }

func (i *fakeInput) Drag(ctx context.Context, x, y float64, to func(context.Context) (float64, float64, error)) error {
	toX, toY, err := to(ctx)
	if err != nil {
		return errors.Join(err, i.do("put back"))
	}
	return i.do(fmt.Sprintf("drag %g,%g to %g,%g", x, y, toX, toY))
}

func (i *fakeInput) Upload(ctx context.Context, files []string, open func(context.Context) error) error {
	if err := open(ctx); err != nil {
		return err
	}
	return i.do(fmt.Sprint("upload ", files))
}

func (i *fakeInput) ClickAs(_ context.Context, _, _ float64, how types.Clicking) error {
	if how.Plain() {
		return i.do("click")
	}
	return i.do(fmt.Sprint("click ", capture.ClickInput(how)))
}
func (i *fakeInput) Hover(context.Context, float64, float64) error { return i.do("hover") }
func (i *fakeInput) Back(_ context.Context, allowed func(string) error) error {
	if err := allowed("http://127.0.0.1:1/before"); err != nil {
		return err
	}
	return i.do("back")
}
func (i *fakeInput) SelectAll(context.Context) error                 { return i.do("select all") }
func (i *fakeInput) CaretToEnd(context.Context) error                { return i.do("caret to end") }
func (i *fakeInput) InsertText(_ context.Context, text string) error { return i.do("insert " + text) }
func (i *fakeInput) Keys(_ context.Context, text string) error       { return i.do("keys " + text) }
func (i *fakeInput) Press(_ context.Context, key string) error       { return i.do("press " + key) }
func (i *fakeInput) Navigate(_ context.Context, url string) error    { return i.do("navigate " + url) }
func (i *fakeInput) Close()                                          {}

func (i *fakeInput) Listen(context.Context) {}

func (i *fakeInput) Hold(context.Context) (func(), error) {
	i.holds++
	return func() { i.holds-- }, nil
}

func (i *fakeInput) Screenshot(context.Context, bool) (tool.Image, error) {
	return tool.Image{Data: []byte("png"), MIME: "image/png", Width: 2, Height: 1}, i.do("screenshot")
}

func (i *fakeInput) Dialogs() []types.Dialog {
	seen := i.dialogs
	i.dialogs = nil
	return seen
}

// fakeMemory keeps everything as it came.
type fakeMemory struct {
	mu       sync.Mutex
	sessions []types.Session
	steps    []*types.Step
	kept     []types.Keep
	prior    *types.PriorKnowledge
	asked    types.Question
	asks     int // how often
	known    types.Known
	version  int64
	anchored []types.Anchored
	anchor   types.AnchorRequest
	fail     error
}

func (m *fakeMemory) PutSession(_ context.Context, s *types.Session) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sessions = append(m.sessions, *s)
	return nil
}

func (m *fakeMemory) PutStep(_ context.Context, _ *types.Session, s *types.Step, keep types.Keep) (*types.Step, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		return nil, m.fail
	}
	m.steps, m.kept = append(m.steps, s), append(m.kept, keep)
	return s, nil
}

func (m *fakeMemory) Observe(*types.Observation)                      {}
func (m *fakeMemory) Naming() int                                     { return 1 }
func (m *fakeMemory) Resembles(*types.Observation) *types.Resemblance { return nil }
func (m *fakeMemory) NameSite(context.Context, string, string) error  { return nil }

func (m *fakeMemory) Version() int64 { return m.version }

func (m *fakeMemory) Ask(_ context.Context, q types.Question, _ *types.Observation) (*types.Known, error) {
	m.asked, m.asks = q, m.asks+1
	known := m.known
	if m.prior != nil {
		known.PriorKnowledge = m.prior
	}
	return &known, nil
}

func (m *fakeMemory) Anchors(_ context.Context, req types.AnchorRequest) []types.Anchored {
	m.anchor = req
	return m.anchored
}

// rig is an agent with everything around it.
type rig struct {
	t *testing.T
	*Agent
	browser *fakeBrowser
	input   *fakeInput
	memory  *fakeMemory
}

func newRig(t *testing.T, change ...func(*Config)) *rig {
	r := &rig{t: t, browser: newBrowser(), input: &fakeInput{}, memory: &fakeMemory{}}
	clock := types.At(time.Date(2026, 1, 16, 12, 0, 0, 0, time.UTC))
	cfg := Config{
		Memory:  r.memory,
		Browser: func(context.Context, string) (Browser, error) { return r.browser, nil },
		Input:   func(Browser, int) Input { return r.input },
		Port:    17837,
		Now:     func() types.Time { clock++; return clock },
	}
	for _, c := range change {
		c(&cfg)
	}
	r.Agent = New(cfg, tool.Client{Name: "tester", Dir: "/home/x"})
	t.Cleanup(r.Close)
	return r
}

// launched is a rig with a session.
func launched(t *testing.T, change ...func(*Config)) *rig {
	t.Helper()
	r := newRig(t, change...)
	if _, err := r.Launch(t.Context(), tool.LaunchInput{Goal: "send", FlowTags: []string{"send"}, URL: "http://127.0.0.1:1/"}); err != nil {
		t.Fatal(err)
	}
	return r
}

// wantCode fails unless err has that code and a hint.
func wantCode(t *testing.T, err error, code types.Code) {
	t.Helper()
	var e *types.Error
	if !errors.As(err, &e) || e.Code != code {
		t.Fatalf("error is %v, want %s", err, code)
	}
	if e.Hint == "" {
		t.Errorf("%s has no hint", code)
	}
}
