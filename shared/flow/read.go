package flow

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/risk"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Run is a session with its steps, oldest first.
type Run struct {
	Session *types.Session
	Steps   []*types.Step
}

// Trace holds the actions of one session on one site that are worth doing again.
type Trace struct {
	Session *types.Session
	Site    string
	start   string // path, query and fragment
	acts    []*act
	last    types.Time
	runs    string // the flow if all of the session is its run, else empty
	title   string // of a flow that is built from this trace alone
	facts   facts
	others  []string // names of the things beside those that it chose
}

// act is one action worth doing again, with the page that it was done on.
type act struct {
	tool   string
	at     types.Time
	target *types.Target
	drop   *capture.Drop
	value  value
	key    string
	times  int
	submit bool
	append bool
	click  *types.Clicking
	ok     bool
	lost   bool // it failed, and the page may have done it all the same
	unsent bool // it failed before anything reached the page

	nth           int              // of the elements with the same name, from 1; 0 where unknown
	nodes         []types.A11yNode // elements of the page; nil after they were read
	before, after place
	near          []string
	under         string   // the heading above the target, if that distinguishes it
	heading       string   // the name of the dialog around it, else the heading above it
	below, of     int      // which of its equals below that heading it is, and of how many
	equals        int      // on the page, itself among them
	kind          string   // the cell of its row whose kind the goal names
	box           bool     // it is a part of a JavaScript dialog, whose text is in under
	options       []string // options of the target, if they are few
	dialog        string   // around the target
	menu          bool     // it is in a part of the page that leads to others
	reveals       bool     // the element of the next act was not there before it
	alike         []string // other elements of its role in the same place
	segment       bool     // it is a button of a group that offers states: list or cards
	framing       []string // names on the page that begin or end with the same word, of elements of its role
	login         bool     // it is a part of a login that the session begins with
	shared        bool     // other elements have its test id
	sole          bool     // it is the only one of its role without a name
	most          bool     // its row has most of its role without a name: no other row is like it
	column        string   // text of its row that names controls of other rows as well
	head          string   // the header above it, in a table
	valued        bool     // its name is its value: one of the choices that it opened
	shown         int      // cells of its row that are such a value
	texts         int      // cells of its row that could name it: no control has that name
	besideField   bool     // its row is named by a field of the page: it belongs to the field
	checked       string   // of a box or a switch, before the act
	toggles       toggles  // of its page
	risk          risk.Kind
	chose         *span // by which the session chose its element, nil for none
}

// actions maps the tools whose actions are worth doing again to their names in flows.
var actions = map[string]string{
	"navigate": "navigate", "click": "click", "type": "type", "fill": "type", "select": "type", "press": "press", "press_key": "press",
	"hover": "hover", "drag": "drag", "upload": "upload", "back": "back", "navigate_back": "back",
}

// Read extracts a session's actions; siteOf returns the site of an origin. It returns nil
// where the session contains no way to do a task: it is not done, its last action failed, or
// it used several sites.
func Read(run Run, siteOf func(origin string) string) *Trace {
	if !run.Session.Done() {
		return nil
	}
	acts := readActs(ofTask(run))
	if len(acts) == 0 || !acts[len(acts)-1].ok {
		return nil
	}
	acts = slices.DeleteFunc(acts, func(a *act) bool { return !a.ok && a.target == nil && tools[a.tool] })
	if slices.ContainsFunc(acts, func(a *act) bool { return a.target == nil && tools[a.tool] }) {
		return nil // it was done on something without a name
	}
	site, acts := oneSite(acts, siteOf)
	if site == "" {
		return nil
	}
	t := &Trace{Session: run.Session, Site: site, last: acts[len(acts)-1].at, runs: runOf(run.Session, acts)}
	if mayLack(acts, run.Session.Goal) {
		return nil
	}
	acts = worked(acts)
	namedWhole(acts, run.Session.Goal)
	facts := known(run.Session, acts)
	acts = withoutDetours(acts, facts)
	for _, a := range acts {
		if a.target != nil && a.tool != "type" {
			a.kind = kindIn(a.target.Row, a.target.Name, facts)
		}
	}
	t.acts, t.start = started(acts, run.Session, site, siteOf)
	if len(t.acts) == 0 || len(t.acts) > MaxSteps || t.start == "" || slices.ContainsFunc(t.acts, nameless) {
		return nil
	}
	t.choices()
	alone := build("", []*Trace{t}, align([]*Trace{t}))
	t.title = alone.Title
	for from, to := FirstLogin(alone); from < to; from++ {
		t.acts[from].login = true
	}
	return t
}

// ofTask returns the steps of a session's task. Browsing may go on in the session after a person
// stated that the task is done; those steps belong to another one. A team gives no exact times.
// A run that did all of a flow replaces one of the same flow that had stopped before it.
func ofTask(run Run) []*types.Step {
	s := run.Session
	if s.From != nil {
		return run.Steps
	}
	from, to := stoppedBefore(s.FlowRuns, run.Steps)
	return slices.DeleteFunc(slices.Clone(run.Steps), func(step *types.Step) bool {
		at := step.Timestamp
		return s.Ambient && s.OutcomeAt != 0 && at > s.OutcomeAt || at >= from && at < to
	})
}

// stoppedBefore returns the start of a run that stopped, and that of the last run, if the last one ran the same flow
// from its start and ended well. If a step was done by hand between them, the first one may have been completed so.
func stoppedBefore(runs []types.FlowRun, steps []*types.Step) (from, to types.Time) {
	for i := len(runs) - 2; i >= 0; i-- {
		r, next, last := runs[i], runs[i+1], runs[len(runs)-1]
		byHand := func(step *types.Step) bool { return step.Timestamp > r.To && step.Timestamp < next.From }
		if !last.OK || r.OK || r.To == 0 || r.Flow != last.Flow || slices.ContainsFunc(steps, byHand) {
			break
		}
		from, to = r.From, last.From
	}
	return from, to
}

func readActs(steps []*types.Step) (acts []*act) {
	for _, step := range steps {
		a := readAct(step)
		if a == nil {
			continue
		}
		if n := len(acts); n > 0 && step.Observation != nil {
			acts[n-1].followed(a, step.Observation)
		}
		acts = append(acts, a)
	}
	for i, a := range acts {
		a.nodes, a.valued = nil, a.reveals && a.target != nil && acts[i+1].before.url == a.before.url && acts[i+1].chooses(a.target.Name)
		if a.reveals && a.target != nil && a.unfolds() {
			for _, cell := range capture.RowCells(a.target.Row) {
				if acts[i+1].lists(cell) {
					a.shown++
				}
			}
		}
		if a.after.url == "" && i+1 < len(acts) && a.after.screen == "" {
			next := acts[i+1].before
			a.after.screen, a.after.url, a.after.route = next.screen, next.url, next.route
		}
	}
	return acts
}

func readAct(step *types.Step) *act {
	tool := actions[strings.TrimPrefix(step.Tool.Name, capture.ToolPrefix)]
	if tool == "" {
		return nil
	}
	a := &act{tool: tool, at: step.Timestamp, ok: step.Outcome.OK, target: stepTarget(step), drop: capture.DropOf(step),
		key: capture.Key(step), times: capture.Times(step), submit: capture.Submits(step)}
	if tool == "press" && a.key == "" {
		a.key, _ = step.Tool.Input["text"].(string) // as other drivers write it
	}
	a.append, _ = step.Tool.Input["append"].(bool)
	if how := capture.Click(step); !how.Plain() {
		a.click = &how
	}
	a.lost = !a.ok && step.Outcome.Error != nil && step.Outcome.Error.Code == types.CodeClickLost
	a.unsent = !a.ok && step.Outcome.Error != nil && slices.Contains(unsent, step.Outcome.Error.Code)
	a.before, a.after = placeBefore(step.Observation), placeAfter(step.After)
	switch n := step.Tool.Input[capture.InputNth].(type) {
	case int:
		a.nth = n
	case float64:
		a.nth = int(n)
	}
	if o := step.Observation; o != nil {
		a.nodes, a.toggles = o.A11y.Nodes, togglesOf(o.A11y.Nodes)
		if a.target != nil {
			a.around(o)
		}
	}
	a.value = valueOf(tool, step)
	a.risk = risk.Of(a.asked(step.Observation))
	if does, _ := step.Tool.Input["does"].(string); slices.Contains(risks, does) && does != "" {
		a.risk = risk.Kind(does) // classified where more of the page was visible
	}
	return a
}

// toggles are the states of the boxes and switches of a page by their labels; several of one label have none.
type toggles map[string]string

func togglesOf(nodes []types.A11yNode) toggles {
	states := toggles{}
	for _, n := range nodes {
		if !slices.Contains(Switched, n.Role) || n.Checked == "" {
			continue
		}
		if _, twice := states[n.Label()]; twice {
			n.Checked = ""
		}
		states[n.Label()] = n.Checked
	}
	return states
}

// stepTarget returns the element of a step, nil where it has no name.
func stepTarget(step *types.Step) *types.Target {
	if step.Tool.Target.Empty() {
		return nil
	}
	return step.Tool.Target
}

// site returns the site that an act was on, or led to.
func (a *act) site(siteOf func(string) string) string {
	if a.tool == "navigate" {
		return siteOf(text.Origin(a.value.text))
	}
	if origin := text.Origin(a.before.url); origin != "" {
		return siteOf(origin)
	}
	return ""
}

// oneSite returns the site of all acts and these acts, without navigations elsewhere at the start.
func oneSite(acts []*act, siteOf func(string) string) (string, []*act) {
	site := acts[len(acts)-1].site(siteOf)
	i := len(acts)
	for i > 0 && acts[i-1].site(siteOf) == site {
		i--
	}
	if i > 0 && (acts[i].tool != "navigate" || slices.ContainsFunc(acts[:i], func(a *act) bool { return a.tool != "navigate" })) {
		return "", nil
	}
	return site, acts[i:]
}

// runOf returns the flow whose run contains all of a session's acts, empty where there is none. The address that was opened
// before the run is no part of the task.
func runOf(s *types.Session, acts []*act) string {
	for len(acts) > 1 && acts[0].tool == "navigate" {
		acts = acts[1:]
	}
	for i := len(s.FlowRuns) - 1; i >= 0; i-- {
		r := s.FlowRuns[i]
		if !slices.ContainsFunc(acts, func(a *act) bool { return a.at < r.From || r.To != 0 && a.at > r.To }) {
			return r.Flow
		}
	}
	return ""
}

// nameless reports whether only its position identifies the element of an act.
func nameless(a *act) bool {
	if a.target == nil {
		return !slices.Contains([]string{"navigate", "press", "back"}, a.tool) || a.tool == "press" && a.key == ""
	}
	t := target(a)
	return !Named(&t) || ByText(&t) && a.tool != "click" && a.tool != "hover"
}

// started splits off the navigation at the beginning of a session, which is the start of the
// flow.
func started(acts []*act, s *types.Session, site string, siteOf func(string) string) ([]*act, string) {
	first := 0
	for first < len(acts)-1 && acts[first].tool == "navigate" {
		first++
	}
	if len(acts) == 0 {
		return nil, ""
	}
	candidates := []string{acts[first].before.url}
	if first > 0 {
		candidates = append(candidates, acts[first-1].value.text)
	} else if acts[0].tool == "navigate" {
		candidates = []string{acts[0].value.text}
	}
	if s.Launch != nil {
		candidates = append(candidates, s.Launch.URL)
	}
	best, least := "", ""
	for _, url := range candidates {
		origin := text.Origin(url)
		path := pathOf(url)
		if origin == "" || siteOf(origin) != site || strings.Contains(url, redacted) {
			continue
		}
		if lost := lostFields(path); !capture.WholeAddress(strings.ReplaceAll(url, "=", "/")) || len(lost) > maxLost {
			continue
		} else if len(lost) > 0 {
			if least == "" || len(lost) < len(lostFields(least)) {
				least = path
			}
			continue
		}
		if !strings.Contains(capture.Route(url), "*") {
			return acts[first:], path
		}
		best = cmp.Or(best, path)
	}
	return acts[first:], cmp.Or(best, least)
}

// maxLost is the most fields of an address that may have lost their values for it to be a
// start address, because each becomes a parameter. A run takes their values from the address
// that its session began with, and needs none where the first step can be done already.
const maxLost = 8

// lostFields returns the fields of an address whose values were not stored.
func lostFields(path string) (names []string) {
	for _, field := range fieldOf.FindAllString(path, -1) {
		if name, lost := strings.CutSuffix(field[1:], "="); lost {
			names = append(names, name)
		}
	}
	return names
}

// fieldOf matches the fields of an address with the mark before each.
var fieldOf = regexp.MustCompile(`[?&][A-Za-z0-9_.-]{1,40}=[^?&#]*`)

// pathOf returns an address without its origin.
func pathOf(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return ""
	}
	i := strings.IndexAny(rest, "/?#")
	if i < 0 {
		return "/"
	}
	return "/" + strings.TrimLeft(rest[i:], `/\`)
}
