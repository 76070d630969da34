package eval

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

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
	actsOfATeam          // acts, ranked as those of a team's member
)

var teamForms = []string{"full", "acts", "acts, names of two sessions", "acts, ranked as a team's"}

// teamMemory holds the present session whole, and earlier ones in a form.
type teamMemory struct {
	engine *prior.Engine
	core   *core.Core // captures
	form   teamForm
	count  *texts
	meta   *types.Session
	steps  []*types.Step
	known  map[string]string // the session that acted on a name, "*" for several
	err    error             // the first
}

// texts counts the named elements of pages that were seen, and of those that were shared.
type texts struct{ seen, shared int }

func newTeamMemory(form teamForm, count *texts) *teamMemory {
	return &teamMemory{engine: prior.New(), core: core.New(), form: form, count: count, known: map[string]string{}}
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
	var keep func(sharing.Kind, string) bool
	if m.form == actsTwice {
		keep = func(kind sharing.Kind, text string) bool { return kind != sharing.KindName || m.known[text] == "*" }
	}
	form := sharing.NewForm(steps, true, keep)
	day := sharing.Day(meta.CreatedAt)
	var shared []*types.Step
	for i, step := range steps {
		m.count.seen += namedElements(step.Observation)
		if out := form.Step(step, sharing.StepTime(day, i)); out != nil {
			out.StepID = step.StepID
			shared = append(shared, out)
			m.count.shared += namedElements(out.Observation)
		}
	}
	if m.form == wholePages {
		return
	}
	m.engine.RemoveSession(meta.SessionID)
	as := form.Session(meta, day)
	if m.form == actsOfATeam {
		as.From = &types.From{Team: "team", Author: "member"}
	}
	m.engine.PutSession(as)
	for _, step := range shared {
		m.engine.PutStep(step)
	}
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

// Team replays files of recorded sessions and writes how well a memory suggests that has
// others' sessions in the form of a team, beside one that has them whole, and which
// share of the pages' texts that form holds.
func Team(files []string, set Setting, out io.Writer) error {
	w := &table{out: out}
	w.printf("others' sessions as                       hit@1   of full   hit@5   texts shared\n")
	for _, file := range files {
		rows, err := readTrial(file)
		if err != nil {
			return err
		}
		w.printf("%s\n", filepath.Base(file))
		full := 0.0
		for form, name := range teamForms {
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
			first := share(o.first, o.asked)
			if form == 0 {
				full = first
			}
			texts := "100 %"
			if form > 0 {
				texts = fmt.Sprintf("%.1f %%", 100*share(count.shared, count.seen))
			}
			w.printf("  %-38s  %.3f   %.3f     %.3f   %s\n", name, first, first/max(full, 1e-9), share(o.five, o.asked), texts)
		}
	}
	return w.err
}
