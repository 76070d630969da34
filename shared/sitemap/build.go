package sitemap

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// Records supplies the records of a site.
type Records struct {
	// Runs returns the sessions on the site in the order of their ids, each with its
	// steps there, oldest first. The contents of their pages are not needed.
	Runs iter.Seq2[*types.Session, []*types.Step]
	// Page returns the page of a step with its contents, or nil.
	Page func(stepID string) *types.Observation
	// SiteOf returns the site of an address, "" if it has none.
	SiteOf func(address string) string
	// Hide returns the hidden form of a segment, so that a screen that is stored both in
	// clear and hidden is one.
	Hide  func(segment string) string
	Flows []*types.Flow
}

// Limits of a map.
const (
	MaxScreens     = 500
	DefaultScreens = 100
	linksPerScreen = 4
	maxActions     = 8 // of one link
	maxFlows       = 100
	maxBroken      = 50
)

// recent is how long ago a failure may have been to count as recent breakage.
const recent = 30 * 24 * 3600 * 1000

// Build returns the map of a site with at most most screens: those that flows pass, then
// the most visited ones.
func Build(site string, records Records, now types.Time, here string, most int) *types.SiteMap {
	b := &builder{site: site, records: records, screens: map[string]*screen{}, actions: map[actionKey]*action{}}
	var runs []run
	for session, steps := range records.Runs {
		runs = append(runs, run{session, steps})
	}
	b.clear = b.clearSegments(runs)
	for _, r := range runs {
		b.sessions++
		b.session(r.session, r.steps)
	}
	b.attributeFailures()
	m := &types.SiteMap{Site: site, Screens: []types.MapScreen{}, Links: []types.MapLink{}, Flows: []types.MapFlow{}, Broken: []types.MapFailure{},
		Sessions: b.sessions, FirstAt: b.first, LastAt: b.last}
	b.addFlows(m)
	kept := b.addScreens(m, most)
	b.addLinks(m, kept, now)
	for i := range m.Flows {
		m.Flows[i].Path = slices.Compact(slices.DeleteFunc(m.Flows[i].Path, func(id string) bool { return !kept[id] }))
	}
	m.Here = match(here, kept)
	return m
}

// builder collects the evidence of all sessions.
type builder struct {
	site        string
	records     Records
	screens     map[string]*screen
	actions     map[actionKey]*action
	failures    []failure
	clear       map[string]string // segments of screens' names, by their hidden forms
	sessions    int
	first, last types.Time
}

// run is a session with its steps on the site.
type run struct {
	session *types.Session
	steps   []*types.Step
}

// screen is a screen with the evidence of its entry of the map.
type screen struct {
	types.MapScreen
	names    map[string]bool // as they are stored
	newest   string          // the step with its newest page
	newestAt types.Time
}

// place returns the ID of a screen of the site, "" if it is not known.
func (b *builder) place(name string) string {
	if name == "" || name == types.UnknownScreen {
		return ""
	}
	name = b.inClear(name)
	id := capture.Clean(capture.Shown(name), maxScreenName)
	if id == "" {
		return "" // nothing of its name can be shown
	}
	s := b.screens[id]
	if s == nil {
		s = &screen{MapScreen: types.MapScreen{ID: id, Name: screenName(id)}, names: map[string]bool{}}
		b.screens[id] = s
	}
	s.names[name] = true
	return id
}

func (b *builder) otherSite(site string) string {
	id := elsewhere + site
	if b.screens[id] == nil {
		b.screens[id] = &screen{MapScreen: types.MapScreen{ID: id, Name: site, Elsewhere: true}}
	}
	return id
}

// elsewhere begins the ID of another site. No screen's name has such a beginning: a route
// has no empty segment.
const elsewhere = "//"

func (b *builder) session(session *types.Session, steps []*types.Step) {
	at := "" // the screen that the session is on
	visit := func(id string, start bool) {
		if id == "" || id == at && !start {
			return
		}
		s := b.screens[id]
		s.Visits++
		if start {
			s.Starts++
		}
		at = id
	}
	for i, step := range steps {
		b.first, b.last = cmp.Or(min(b.first, step.Timestamp), step.Timestamp), max(b.last, step.Timestamp)
		from, to := b.screensOf(step)
		if step.After == nil && !session.Ambient && i+1 < len(steps) {
			to, _ = b.screensOf(steps[i+1]) // an imported step: no other step changed the page in between
		}
		visit(from, i == 0)
		visit(to, from == "" && (i == 0 || toolOf(step) == "navigate"))
		for _, id := range []string{from, to} {
			if id != "" {
				b.screens[id].LastAt = max(b.screens[id].LastAt, step.Timestamp)
			}
		}
		if from == "" {
			continue
		}
		if s := b.screens[from]; step.Timestamp > s.newestAt || step.Timestamp == s.newestAt && step.StepID > s.newest {
			s.newestAt, s.newest = step.Timestamp, step.StepID
		}
		b.addAction(step, from, cmp.Or(to, from))
	}
}

// screensOf returns the screens on which a step was done and to which it led, "" where that
// is not known. A step that began on another site has no from.
func (b *builder) screensOf(step *types.Step) (from, to string) {
	address := ""
	if o := step.Observation; o != nil {
		if address = o.State.CurrentURL; b.records.SiteOf(address) == b.site {
			from = b.place(o.State.CurrentScreen)
		}
	}
	if step.After == nil {
		return from, ""
	}
	switch site := b.records.SiteOf(cmp.Or(step.After.CurrentURL, address)); {
	case site == b.site:
		to = b.place(step.After.CurrentScreen)
	case site != "" && from != "":
		to = b.otherSite(site)
	}
	return from, to
}

func (b *builder) addFlows(m *types.SiteMap) {
	for _, f := range b.records.Flows {
		flow := types.MapFlow{ID: f.ID, Title: orWithheld(capture.Clean(capture.Shown(f.Title), maxTitle)), Steps: len(f.Steps), Runs: f.Runs, Path: []string{}}
		pass := func(name string) {
			id := capture.Clean(capture.Shown(b.inClear(name)), maxScreenName)
			if s := b.screens[id]; s != nil {
				flow.Path = append(flow.Path, id)
				s.InFlow = true
			}
		}
		for _, step := range f.Steps {
			pass(step.Screen.Screen)
			pass(step.Expect.Screen)
		}
		pass(f.End.Screen)
		flow.Path = slices.Compact(flow.Path)
		if len(m.Flows) == maxFlows {
			m.Left.Flows++
			continue
		}
		m.Flows = append(m.Flows, flow)
	}
}

// addScreens adds the screens to keep, and returns their IDs.
func (b *builder) addScreens(m *types.SiteMap, most int) (kept map[string]bool) {
	for _, a := range b.actions {
		b.screens[a.screen].Failed += a.failed()
	}
	all := slices.SortedFunc(maps.Values(b.screens), func(x, y *screen) int {
		return cmp.Or(boolCompare(x.InFlow, y.InFlow), cmp.Compare(y.Visits, x.Visits), cmp.Compare(x.ID, y.ID))
	})
	m.Left.Screens = max(0, len(all)-most)
	kept = map[string]bool{}
	for _, s := range all[:min(most, len(all))] {
		kept[s.ID] = true
		if len(s.names) > 1 {
			s.Merged = len(s.names)
		}
		if s.newest != "" {
			s.Sketch, s.Controls = sketch(b.records.Page(s.newest))
		}
		m.Screens = append(m.Screens, s.MapScreen)
	}
	return kept
}

func boolCompare(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return -1
	}
	return 1
}
