package eval

import (
	"fmt"
	"hash/fnv"
	"io"
	"path/filepath"
	"slices"
	"strconv"

	"cairn/shared/core"
	"cairn/shared/prior"
	sharing "cairn/shared/share"
	"cairn/shared/types"
)

// teamForm is how a teamMemory holds the sessions of others.
type teamForm int

const (
	wholePages  teamForm = iota
	acts                 // the form in which a team shares them
	actsTwice            // the same without names that a single session has, as in mode auto
	actsOfATeam          // acts, ranked as those of a team's members
)

// teamSize is the number of honest members, who did the recorded sessions in turn.
const teamSize = 5

// attack is the addition of a dishonest member, or two, to the sessions of the others.
type attack struct {
	name    string
	every   int // one false session for so many honest ones
	each    int // false sessions then
	authors int
	fail    bool // the same steps, as failures; else they act on other elements
}

var attacks = []attack{{name: "a member lies, 1 for 5", every: 5, each: 1, authors: 1}, {name: "a member lies, 1 for 1", every: 1, each: 1, authors: 1},
	{name: "a member lies, 5 for 1", every: 1, each: 5, authors: 1}, {name: "a member reports failures, 2 for 1", every: 1, each: 2, authors: 1, fail: true},
	{name: "two members lie, 2 for 1", every: 1, each: 2, authors: 2}}

// teamMemory holds the present session whole, and those of others in a form.
type teamMemory struct {
	engine *prior.Engine
	core   *core.Core // captures
	form   teamForm
	count  *texts
	own    func(session string) bool // those stay whole
	attack attack
	meta   *types.Session
	steps  []*types.Step
	known  map[string]string // the session that acted on a name, "*" for several
	days   map[types.Time]int
	put    int
	err    error // the first
}

// texts counts the named elements of pages that were seen, and of those that were shared.
type texts struct{ seen, shared int }

func newTeamMemory(form teamForm, count *texts) *teamMemory {
	return &teamMemory{engine: prior.New(), core: core.New(), form: form, count: count, own: func(string) bool { return false }, known: map[string]string{}, days: map[types.Time]int{}}
}

func (m *teamMemory) PutSession(s *types.Session) {
	if m.meta != nil && m.meta.SessionID != s.SessionID {
		m.flush()
	}
	m.meta = s
	m.engine.PutSession(s)
}

func (m *teamMemory) PutStep(s *types.Step) {
	raw := *s
	raw.StepID = "" // ids in traces may be too long
	kept, err := m.core.Capture(s.Timestamp, &raw, types.KeepFull)
	if err != nil {
		if m.err == nil {
			m.err = err
		}
		return
	}
	kept.StepID = s.StepID
	m.steps = append(m.steps, kept)
	m.engine.PutStep(kept)
}

// flush puts the session that ended in the form of others' sessions.
func (m *teamMemory) flush() {
	meta, steps := m.meta, m.steps
	m.meta, m.steps = nil, nil
	for _, step := range steps {
		if t := step.Tool.Target; t != nil && t.Name != "" {
			if by := m.known[t.Name]; by == "" {
				m.known[t.Name] = meta.SessionID
			} else if by != meta.SessionID {
				m.known[t.Name] = "*"
			}
		}
	}
	m.put++
	if m.attack.authors > 0 && m.put%m.attack.every == 0 {
		for i := range m.attack.each {
			m.putFalse(meta, steps, i)
		}
	}
	if m.own(meta.SessionID) {
		return
	}
	as, shared := m.shared(meta, steps, m.days)
	for i := range steps {
		m.count.seen += namedElements(steps[i].Observation)
	}
	for _, step := range shared {
		m.count.shared += namedElements(step.Observation)
	}
	if m.form == wholePages {
		return
	}
	m.engine.RemoveSession(meta.SessionID)
	m.putShared(as, shared, "member-"+strconv.Itoa(memberOf(meta.SessionID)))
}

// shared returns the form of a session. days holds the steps that left on a day.
func (m *teamMemory) shared(meta *types.Session, steps []*types.Step, days map[types.Time]int) (*types.Session, []*types.Step) {
	var keep func(sharing.Kind, string) bool
	if m.form == actsTwice {
		keep = func(kind sharing.Kind, text string) bool { return kind != sharing.KindName || m.known[text] == "*" }
	}
	form := sharing.NewForm(steps, true, keep)
	day := sharing.Day(meta.CreatedAt)
	var shared []*types.Step
	for _, step := range steps {
		if out := form.Step(step, sharing.StepTime(day, days[day], 0)); out != nil {
			days[day]++
			out.StepID = step.StepID
			shared = append(shared, out)
		}
	}
	return form.Session(meta, day), shared
}

func (m *teamMemory) putShared(s *types.Session, steps []*types.Step, author string) {
	if m.form == actsOfATeam {
		s.From = &types.From{Team: "team", Author: author}
	}
	m.engine.PutSession(s)
	for _, step := range steps {
		m.engine.PutStep(step)
	}
}

// putFalse puts the nth false session that is made after an honest one: the same goal and
// screens, and at each step another element of the screen.
func (m *teamMemory) putFalse(meta *types.Session, steps []*types.Step, n int) {
	as := *meta
	as.SessionID = fmt.Sprintf("%s-false-%d", meta.SessionID, n)
	var lies []*types.Step
	for i, step := range steps {
		lie := *step
		lie.SessionID, lie.StepID, lie.Advice = as.SessionID, fmt.Sprintf("%s-%d", as.SessionID, i), nil
		if m.attack.fail {
			lie.Outcome = types.Outcome{Error: &types.Error{Code: types.CodeClickFailed}}
		} else if lie.Tool.Target != nil {
			lie.Tool.Target = otherElement(step, i+n)
		}
		lies = append(lies, &lie)
	}
	as.Statement = types.Statement{Outcome: types.SessionDone, OutcomeBy: types.StatedByAgent}
	s, shared := m.shared(&as, lies, map[types.Time]int{sharing.Day(as.CreatedAt): m.days[sharing.Day(as.CreatedAt)]})
	m.putShared(s, shared, "liar-"+strconv.Itoa(n%m.attack.authors))
}

// otherElement returns an element of a step's page on which it did not act, the target if
// there is none.
func otherElement(step *types.Step, salt int) *types.Target {
	t, nodes := step.Tool.Target, step.Observation.A11y.Nodes
	h := fnv.New32a()
	fmt.Fprint(h, step.StepID, salt)
	for i := range nodes {
		n := nodes[(i+int(h.Sum32()%uint32(len(nodes))))%len(nodes)]
		if n.Name != "" && (n.Name != t.Name || n.Role != t.Role) && (n.TestID == "" || n.TestID != t.TestID) && n.Role != "heading" {
			return &types.Target{TestID: n.TestID, Role: n.Role, Name: n.Name}
		}
	}
	return t
}

// memberOf returns the honest member who did a session.
func memberOf(session string) int {
	h := fnv.New32a()
	h.Write([]byte(session))
	return int(h.Sum32() % teamSize)
}

// namedElements counts the elements of a page that have a name.
func namedElements(o *types.Observation) (n int) {
	for _, node := range o.A11y.Nodes {
		if node.Name != "" {
			n++
		}
	}
	return n
}

func (m *teamMemory) Suggest(now types.Time, req types.PriorRequest) *types.PriorKnowledge {
	page := &req.Observation
	page.TestIDs, page.A11y.Nodes = slices.Clone(page.TestIDs), slices.Clone(page.A11y.Nodes)
	m.core.CaptureObservation(page)
	return m.engine.Suggest(now, req)
}

func (m *teamMemory) RemoveSession(id string) {
	if m.meta != nil && m.meta.SessionID == id {
		m.meta, m.steps = nil, nil
	}
	m.engine.RemoveSession(id)
}

// ofTeams replays files of recorded sessions and writes how well a memory suggests that has
// others' sessions in the form of a team, beside one that has them whole, and which
// share of the pages' texts that form holds. In the rows of a team each session is one of
// five members', who is asked and has the own sessions whole.
func ofTeams(files []string, set setting, out io.Writer) error {
	w := &table{out: out}
	w.printf("others' sessions as                       hit@1   of full   hit@5   texts shared\n")
	for _, file := range files {
		rows, err := readTrial(file)
		if err != nil {
			return err
		}
		w.printf("%s\n", filepath.Base(file))
		full := 0.0
		for form, name := range []string{"full", "acts", "acts, names of two sessions"} {
			var count texts
			var all []*teamMemory
			o := trial(rows, set, func() memory {
				all = append(all, newTeamMemory(teamForm(form), &count))
				return all[len(all)-1]
			})
			for _, m := range all {
				if m.err != nil {
					return fmt.Errorf("replay %s: %w", file, m.err)
				}
			}
			texts := "100 %"
			if form > 0 {
				texts = fmt.Sprintf("%.1f %%", 100*share(count.shared, count.seen))
			}
			full = w.team(name, o, full, texts)
		}
		if set.OtherFlows {
			continue
		}
		whole, err := teamTrial(rows, set, wholePages, attack{})
		if err != nil {
			return err
		}
		full = w.team("one of five, others' whole", whole, 0, "100 %")
		clean := 0.0
		for _, a := range append([]attack{{name: "one of five, others' as a team's"}}, attacks...) {
			o, err := teamTrial(rows, set, actsOfATeam, a)
			if err != nil {
				return err
			}
			note := ""
			if a.authors == 0 {
				clean = share(o.first, o.asked)
			} else {
				note = fmt.Sprintf("%.3f of clean", share(o.first, o.asked)/max(clean, 1e-9))
			}
			w.team(a.name, o, full, note)
		}
	}
	return w.err
}

// team writes a row and returns the part of right first suggestions of the first row.
func (w *table) team(name string, o outcome, full float64, note string) float64 {
	first := share(o.first, o.asked)
	if full == 0 {
		full = first
	}
	w.printf("  %-38s  %.3f   %.3f     %.3f   %s\n", name, first, first/max(full, 1e-9), share(o.five, o.asked), note)
	return full
}

// teamTrial replays rows once for each member, who is asked in the own sessions.
func teamTrial(rows []*trialRow, set setting, form teamForm, a attack) (out outcome, err error) {
	for asker := range teamSize {
		for _, group := range split(rows, func(r *trialRow) string {
			if set.BySite {
				return r.Session.Site
			}
			return r.Session.Domain
		}) {
			m := newTeamMemory(form, &texts{})
			m.own, m.attack = func(id string) bool { return memberOf(id) == asker }, a
			out.ofMember(&replay{engine: m}, group, set, m.own)
			if m.err != nil {
				return out, fmt.Errorf("replay %s: %w", group[0].Session.Site, m.err)
			}
		}
	}
	return out, nil
}

// ofMember replays sessions and asks in those of one member.
func (o *outcome) ofMember(r *replay, rows []*trialRow, set setting, own func(session string) bool) {
	for i, row := range rows {
		var steps []traceStep
		if own(row.Session.SessionID) && i > 0 {
			o.session(r, row, set)
		} else {
			for i := range row.Steps {
				steps = append(steps, row.Steps[i].traceStep)
			}
		}
		r.end(&row.Session.traceSession, true, steps)
	}
}
