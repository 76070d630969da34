package eval

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"sort"
	"strings"

	"cairn/shared/prior"
	"cairn/shared/types"
)

// setting configures the replay of recorded sessions.
type setting struct {
	BySite     bool // group sessions by site, else by domain
	OtherFlows bool // only sessions of other tasks are stored
	Dedupe     bool // immediate repeats and failed attempts are not scored
}

// trialRow is a recorded session with a scorer's additional knowledge of it.
type trialRow struct {
	Session struct {
		traceSession
		Domain string `json:"domain"`
		Site   string `json:"site"`
		Flow   string `json:"flow"`
	} `json:"session"`
	Steps []trialStep `json:"steps"`
}

type trialStep struct {
	traceStep
	keys []string
}

// UnmarshalJSON reads the step and the names by which its target may be matched.
func (s *trialStep) UnmarshalJSON(b []byte) error {
	var names struct {
		Target struct {
			AltNames []string `json:"altNames"`
		} `json:"target"`
	}
	if err := json.Unmarshal(b, &s.traceStep); err != nil {
		return err
	}
	if err := json.Unmarshal(b, &names); err != nil {
		return err
	}
	if t := s.Target; t != nil && (s.Tool == "click" || s.Tool == "type") {
		s.keys = matchKeys(t.TestID, t.Selector, t.Role, append([]string{t.Name}, names.Target.AltNames...))
	}
	return nil
}

// matchKeys returns the names under which targets count as the same: test id,
// selector, and each name within the group of its role.
func matchKeys(testID, selector, role string, names []string) []string {
	var keys []string
	if testID != "" {
		keys = append(keys, "T:"+testID)
	}
	if selector != "" {
		keys = append(keys, "S:"+selector)
	}
	for _, n := range names {
		if n = strings.ToLower(strings.Join(strings.Fields(n), " ")); n != "" {
			keys = append(keys, "A:"+roleGroup(role)+n)
		}
	}
	return keys
}

func roleGroup(role string) string {
	switch role {
	case "textbox", "searchbox", "combobox", "spinbutton", "slider":
		return "input "
	case "checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio":
		return "toggle "
	}
	return "click "
}

func meet(a, b []string) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y {
				return true
			}
		}
	}
	return false
}

// readTrial reads recorded sessions, a row each, plain or gzipped, oldest first.
func readTrial(file string) ([]*trialRow, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("read traces: %w", err)
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(file, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			return nil, fmt.Errorf("read traces: %w", err)
		}
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<16), maxLine)
	var rows []*trialRow
	for n := 1; lines.Scan(); n++ {
		row := &trialRow{}
		if err := json.Unmarshal(lines.Bytes(), row); err != nil {
			return nil, fmt.Errorf("read traces line %d: %w", n, err)
		}
		if len(row.Steps) > 0 {
			rows = append(rows, row)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read traces: %w", err)
	}
	sort.SliceStable(rows, func(i, j int) bool {
		a, b := &rows[i].Session, &rows[j].Session
		if a.CreatedAt != b.CreatedAt {
			return a.CreatedAt < b.CreatedAt
		}
		return a.SessionID < b.SessionID
	})
	return rows, nil
}

// outcome counts the results of a replay.
type outcome struct {
	asked, first, five int
	firsts             [10]bin // first suggestions by confidence
	promises           []promise
}

// bin holds suggestions of about the same confidence.
type bin struct {
	given, used int
	confidence  float64 // the sum
}

func (b *bin) add(confidence float64, used bool) {
	b.given++
	b.confidence += confidence
	if used {
		b.used++
	}
}

// square returns the squared distance between a promise and its result.
func square(confidence float64, used bool) float64 {
	if used {
		confidence = 1 - confidence
	}
	return confidence * confidence
}

// off returns the overall error of promises: the distance between the promised and the
// used share of each bin, weighted by its number of suggestions.
func off(bins [10]bin) float64 {
	sum, given := 0.0, 0
	for _, b := range bins {
		sum += math.Abs(b.confidence - float64(b.used))
		given += b.given
	}
	return sum / float64(max(1, given))
}

// modelled returns a function that creates memories with a model.
func modelled(m prior.Model) func() memory { return func() memory { return prior.NewWith(m) } }

// trial replays rows, group by group, each with a separate memory.
func trial(rows []*trialRow, set setting, fresh func() memory) outcome {
	var out outcome
	for _, group := range split(rows, func(r *trialRow) string {
		if set.BySite {
			return r.Session.Site
		}
		return r.Session.Domain
	}) {
		if !set.OtherFlows {
			out.replay(group, "", set, fresh())
			continue
		}
		for _, flow := range split(group, func(r *trialRow) string { return r.Session.Flow }) {
			out.replay(group, flow[0].Session.Flow, set, fresh())
		}
	}
	return out
}

// split groups rows by a key, the groups in the order of their keys.
func split(rows []*trialRow, key func(*trialRow) string) [][]*trialRow {
	groups := map[string][]*trialRow{}
	var keys []string
	for _, r := range rows {
		k := key(r)
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], r)
	}
	sort.Strings(keys)
	var out [][]*trialRow
	for _, k := range keys {
		out = append(out, groups[k])
	}
	return out
}

// replay plays the sessions of one group. With OtherFlows it queries and then removes
// the sessions of flow, and stores the others without queries.
func (o *outcome) replay(rows []*trialRow, flow string, set setting, engine memory) {
	r := &replay{engine: engine}
	remembered := 0
	for _, row := range rows {
		own := !set.OtherFlows || row.Session.Flow == flow
		remember := !set.OtherFlows || !own
		if own && remembered > 0 {
			o.session(r, row, set)
			r.end(&row.Session.traceSession, remember, nil)
		} else if remember {
			steps := make([]traceStep, len(row.Steps))
			for i := range row.Steps {
				steps[i] = row.Steps[i].traceStep
			}
			r.end(&row.Session.traceSession, true, steps)
		}
		if remember {
			remembered++
		}
	}
}

// session replays one session step by step and queries before every click and every
// typed text.
func (o *outcome) session(r *replay, row *trialRow, set setting) {
	r.start(&row.Session.traceSession)
	last := ""
	for i := range row.Steps {
		s := &row.Steps[i]
		if len(s.keys) > 0 {
			here := s.Screen + "\x00" + s.keys[0]
			if !set.Dedupe || here != last && s.Outcome.OK {
				p := r.ask(&s.tracePage)
				o.score(p, s)
				if engine, ok := r.engine.(*prior.Engine); ok {
					o.promise(p, s, row, engine.Grounds())
				}
			}
			last = here
		}
		r.step(&s.traceStep)
	}
}

// score compares an answer with the next action.
func (o *outcome) score(p *types.PriorKnowledge, s *trialStep) {
	o.asked++
	hit := false
	for i, g := range named(p) {
		used := !hit && meet(matchKeys(g.TestID, g.Selector, g.Role, []string{g.Name}), s.keys)
		if i == 0 {
			o.firsts[tenth(g.Confidence)].add(g.Confidence, used)
		}
		if !used {
			continue
		}
		hit = true
		o.five++
		if i == 0 {
			o.first++
		}
	}
}

// promise records a first suggestion's confidence, its reasons and its result.
func (o *outcome) promise(p *types.PriorKnowledge, s *trialStep, row *trialRow, g prior.Grounds) {
	if list := named(p); len(list) > 0 {
		first := list[0]
		o.promises = append(o.promises, promise{site: row.Session.Site, grounds: g, given: first.Confidence,
			alike: strings.Join([]string{row.Session.Site, row.Session.Flow, s.Screen, first.TestID, first.Selector, first.Name}, "\x00"),
			kept:  meet(matchKeys(first.TestID, first.Selector, first.Role, []string{first.Name}), s.keys)})
	}
}

// String returns the cells of a table: the number, the promised and the used share.
func (b bin) String() string {
	if b.given == 0 {
		return fmt.Sprintf("%6d %6s %6s", 0, "", "")
	}
	return fmt.Sprintf("%6d %6.2f %6.2f", b.given, b.confidence/float64(b.given), share(b.used, b.given))
}

// table keeps the first error of many writes.
type table struct {
	out io.Writer
	err error
}

func (t *table) printf(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.out, format, args...)
	}
}
