package runner

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"cairn/shared/flow"
	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

const testSite = "https://app.test"

// fakePage is a page of a fake site: its elements, and where acting on one leads.
type fakePage struct {
	path    string
	nodes   []types.A11yNode
	rows    map[string][]string // texts of the row of an element, by its ref
	texts   map[string]int      // how often a text is shown that looks do not list
	cards   map[string]string   // from the ref of an element to the text of its card
	picked  string              // the ref of the selected element
	front   *types.Overlay      // an overlay that covers all that is not in a dialog
	leads   map[string]string   // from the name of an element to a page
	loading int                 // looks until it has loaded
	late    int                 // looks until its elements are there
	dialog  *types.Dialog
	banner  int    // the last elements are in the front that no path tells
	origin  string // of another site
	turns   int    // looks until it becomes another page,
	into    string // of this name
}

// fakeDriver acts on a fake site, and keeps the actions.
type fakeDriver struct {
	open    bool // it shows its page before a session, as the gateway's driver does
	t       *testing.T
	mu      sync.Mutex
	pages   map[string]*fakePage
	at      string
	session string
	did     []string
	deeds   []types.Tool
	runs    []types.FlowRun
	ended   []tool.CleanupInput
	dropped bool // a cover is taken away by its control
	risks   map[string]string
	appears map[string][]string // the elements that an action shows, by the action
	fail    map[string]error    // by the action
	refuse  map[string][]error  // the same, for each attempt that is not begun
	reused  map[string]int      // attempts that were refused until the page's texts are read: its row shows other texts
	refused *tool.Refusal       // of the last action
	losing  int                 // times that a page empties the field which was typed into
	holds   map[string]string   // a field's text once it was typed into, by the action
	held    string              // the text of every field that was typed into, empty where it cannot be read
	before  func(what string)
	hovered func()
	after   func(what string) error // the driver's answer once it is done
	looks   int
	acting  string         // the ref of the element of the last action
	gone    bool           // the tab is
	how     types.Clicking // of the last click
	typed   tool.TypeInput // the last
}

func (h *fakeDriver) Holds(context.Context, string) (string, error) { return h.held, nil }

func newFakeDriver(t *testing.T, pages map[string]*fakePage) *fakeDriver {
	return &fakeDriver{t: t, pages: pages, risks: map[string]string{}, fail: map[string]error{}}
}

func node(role, name string, more ...string) types.A11yNode {
	n := types.A11yNode{Role: role, Name: name}
	for _, m := range more {
		switch key, value, _ := strings.Cut(m, "="); key {
		case "id":
			n.TestID = value
		case "in":
			n.Path = append(n.Path, value)
		case "filled":
			n.Filled = true
		case "disabled":
			n.Disabled = true
		case "expanded":
			n.Expanded = value
		case "checked":
			n.Checked = value
		case "secret":
			n.Sensitive = true
		}
	}
	return n
}

func (h *fakeDriver) SessionID() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.session
}

func (h *fakeDriver) Now() types.Time { return 1_800_000_000_000 }

func (h *fakeDriver) Launch(_ context.Context, in tool.LaunchInput) (*tool.LaunchResult, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.fail["launch"]; err != nil {
		return nil, err
	}
	h.session = "mm-1"
	h.did = append(h.did, "launch "+in.Goal)
	if in.URL != "" {
		h.goTo(in.URL)
	}
	return &tool.LaunchResult{SessionID: h.session}, nil
}

func (h *fakeDriver) goTo(url string) {
	path := strings.TrimPrefix(url, testSite)
	for name, p := range h.pages {
		if p.path == path {
			h.at = name
			return
		}
	}
	h.t.Errorf("there is no page %q", url)
}

func (h *fakeDriver) Cleanup(_ context.Context, in tool.CleanupInput) (*tool.CleanupResult, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended = append(h.ended, in)
	h.session = ""
	return &tool.CleanupResult{}, nil
}

func (h *fakeDriver) Describe(context.Context, tool.DescribeInput) (*tool.DescribeResult, error) {
	return &tool.DescribeResult{State: h.state()}, nil
}

func (h *fakeDriver) state() types.State {
	p := h.pages[h.at]
	origin := cmp.Or(p.origin, testSite)
	return types.State{CurrentURL: origin + p.path, CurrentScreen: h.at, Origin: origin}
}

func (h *fakeDriver) See(ctx context.Context, texts bool) (*tool.Sight, error) {
	maps.DeleteFunc(h.reused, func(_ string, refused int) bool { return texts && refused > 0 })
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if h.gone {
		return nil, types.Fault(types.CodePageGone, "the session's tab is closed", "")
	}
	if h.session == "" && !h.open {
		return nil, types.Fault(types.CodeNoSession, "this client has no session", "")
	}
	h.looks++
	p := h.pages[h.at]
	s := &tool.Sight{Page: &types.Observation{State: h.state()}, Deeds: len(h.deeds), Dialog: p.dialog, Tab: tool.TabInfo{TabID: 7, URL: testSite + p.path}}
	if p.turns > 0 {
		if p.turns--; p.turns == 0 {
			h.at = p.into
			p = h.pages[h.at]
			s.Page.State = h.state()
		}
	}
	if p.loading > 0 {
		p.loading--
		s.Loading = true
	}
	if p.late > 0 {
		p.late--
		return s, nil
	}
	s.Page.A11y.Nodes = h.nodes()
	if texts {
		s.Outline = &types.Outline{}
		for i, n := range s.Page.A11y.Nodes {
			s.Outline.Items = append(s.Outline.Items, types.OutlineItem{Ref: n.Ref, Row: i + 1, Selected: n.Ref == p.picked, Covered: h.behind(i, &n)})
			for _, part := range p.rows[n.Ref] {
				s.Outline.Items = append(s.Outline.Items, types.OutlineItem{Text: part, Row: i + 1, Covered: h.behind(i, &n)})
			}
		}
		if p.front != nil && !h.dropped {
			s.Outline.Overlays = []types.Overlay{*p.front}
		}
	}
	return s, nil
}

// behind reports whether the front covers the i-th element.
func (h *fakeDriver) behind(i int, n *types.A11yNode) bool {
	p := h.pages[h.at]
	return p.front != nil && !h.dropped && !inDialog(n) && i < len(p.nodes)-p.banner
}

// nodes are the elements of the page as it is, with refs by their place.
func (h *fakeDriver) nodes() []types.A11yNode {
	p := h.pages[h.at]
	nodes := slices.Clone(p.nodes)
	for i := range nodes {
		nodes[i].Ref = fmt.Sprintf("e%d", i+1)
		typed := 0
		for _, did := range h.did {
			if did == "type "+nodes[i].Name {
				typed++
			}
		}
		if typed > h.losing {
			nodes[i].Filled = true
		}
	}
	if h.dropped {
		nodes = slices.DeleteFunc(nodes[:len(nodes)-p.banner], func(n types.A11yNode) bool { return inDialog(&n) })
	}
	return nodes
}

func (h *fakeDriver) Point(_ context.Context, in tool.TargetInput) (*types.Target, error) {
	switch p := h.pages[h.at]; {
	case in.A11yRef != "" && p.cards != nil:
		return &types.Target{A11yRef: in.A11yRef, RowRole: "article", Row: p.cards[in.A11yRef]}, nil
	case in.Text == "" || p.texts[in.Text] == 0:
		return nil, types.Fault(types.CodeTargetNotFound, "no element", "")
	case p.texts[in.Text] > 1:
		return nil, types.Fault(types.CodeTargetAmbiguous, "several elements have that name", "")
	}
	return &types.Target{Name: in.Text}, nil
}

func (h *fakeDriver) Deeds(_ context.Context, from int) ([]types.Tool, error) {
	return slices.Clone(h.deeds[from:]), nil
}

func (h *fakeDriver) NoteRun(_ context.Context, run types.FlowRun) error {
	h.runs = append(h.runs, run)
	return nil
}

// act is the common part of all acting: it proves, asks for leave, acts and leads on.
func (h *fakeDriver) act(ctx context.Context, toolName string, in tool.TargetInput, given tool.ActInput) (*tool.ActResult, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	proof := given.Proof
	if proof == nil {
		proof = &tool.Proof{}
	}
	p := h.pages[h.at]
	n := types.A11yNode{Name: in.Text}
	if in.A11yRef != "" {
		nodes := h.nodes()
		i := slices.IndexFunc(nodes, func(n types.A11yNode) bool { return n.Ref == in.A11yRef })
		if i < 0 || nodes[i].Role != proof.Target.Role || nodes[i].Name != proof.Target.Name {
			return nil, types.Fault(types.CodeStaleRef, "gone", "")
		}
		n = nodes[i]
		if len(proof.Around) > 0 && !slices.Equal(proof.Around, flow.Around(nodes, i)) {
			return nil, types.Fault(types.CodeStaleRef, "another place", "")
		}
		if proof.Row != "" && !text.HoldsWhole(strings.Join(p.rows[n.Ref], " · "), proof.Row) && !text.HoldsWhole(n.Name, proof.Row) {
			return nil, types.Fault(types.CodeStaleRef, "another row", "")
		}
		if h.behind(i, &n) {
			return nil, types.Fault(types.CodeTargetNotActable, "it is covered", "close or finish what covers it first")
		}
	}
	what := strings.TrimSpace(toolName + " " + n.Name)
	h.acting = n.Ref
	if h.before != nil {
		h.before(what)
	}
	if n, is := h.reused[what]; is {
		h.reused[what] = n + 1
		return nil, types.Fault(types.CodeStaleRef, "its row shows another record", "")
	}
	if errs := h.refuse[what]; len(errs) > 0 {
		h.refuse[what] = errs[1:]
		return nil, errs[0]
	}
	kind := h.risks[n.Name]
	if kind == "" {
		kind = proof.Risk
	}
	if kind != "" {
		if proof.Does = kind; proof.May != kind {
			return nil, types.Fault(types.CodeConfirmation, "it was not done", "")
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	proof.Begun = true
	if err := h.fail[what]; err != nil {
		return nil, err
	}
	h.did = append(h.did, what)
	h.deeds = append(h.deeds, types.Tool{Name: "mm_" + toolName, Target: &types.Target{Role: n.Role, Name: n.Name, TestID: n.TestID}})
	if p.front != nil && (flow.Refusing.MatchString(n.Name) || flow.Dismissing.MatchString(n.Name)) {
		h.dropped = true
	}
	if to := p.leads[n.Name]; to != "" {
		h.at = to
	}
	if h.after != nil {
		if err := h.after(what); err != nil {
			return nil, err
		}
	}
	result := &tool.ActResult{Refused: h.refused, After: &types.After{CurrentURL: testSite + h.pages[h.at].path, Appeared: h.appears[what]}}
	if d := h.pages[h.at].dialog; d != nil {
		result.Dialogs = []types.Dialog{*d}
	}
	if held, is := h.holds[what]; is {
		result.Holds = &held
	}
	return result, nil
}

func (h *fakeDriver) Navigate(ctx context.Context, in tool.NavigateInput) (*tool.ActResult, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.did = append(h.did, "navigate "+strings.TrimPrefix(in.URL, testSite))
	if in.Proof != nil {
		in.Proof.Begun = true
	}
	h.goTo(in.URL)
	return &tool.ActResult{}, nil
}

func (h *fakeDriver) Back(ctx context.Context, in tool.BackInput) (*tool.ActResult, error) {
	return h.act(ctx, "back", tool.TargetInput{}, in.ActInput)
}
func (h *fakeDriver) Click(ctx context.Context, in tool.ClickInput) (*tool.ActResult, error) {
	h.how = in.Clicking
	return h.act(ctx, "click", in.TargetInput, in.ActInput)
}
func (h *fakeDriver) Type(ctx context.Context, in tool.TypeInput) (*tool.ActResult, error) {
	h.typed = in
	return h.act(ctx, "type", in.TargetInput, in.ActInput)
}
func (h *fakeDriver) Press(ctx context.Context, in tool.PressInput) (*tool.ActResult, error) {
	return h.act(ctx, "press", in.TargetInput, in.ActInput)
}
func (h *fakeDriver) Hover(ctx context.Context, in tool.HoverInput) (*tool.ActResult, error) {
	if h.hovered != nil {
		h.hovered()
	}
	if in.Proof == nil {
		return &tool.ActResult{}, nil // only to show something
	}
	return h.act(ctx, "hover", in.TargetInput, in.ActInput)
}
func (h *fakeDriver) Drag(ctx context.Context, in tool.DragInput) (*tool.ActResult, error) {
	return h.act(ctx, "drag", in.TargetInput, in.ActInput)
}
func (h *fakeDriver) Upload(ctx context.Context, in tool.UploadInput) (*tool.ActResult, error) {
	return h.act(ctx, "upload", in.TargetInput, in.ActInput)
}
