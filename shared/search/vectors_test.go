package search

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/types"
	"cairn/testdata/vectors"
)

// fixture is the store behind the vectors.
func fixture(t testing.TB) (*Engine, types.Time) {
	var file struct {
		Now      types.Time
		Sessions []struct {
			Dir      string
			Metadata *types.Session
			Steps    []*types.Step
		}
	}
	vectors.Read(t, "fixture_store.json", &file)
	e := New()
	for _, s := range file.Sessions {
		if s.Metadata == nil {
			s.Metadata = &types.Session{SessionID: s.Dir, Foreign: true}
		}
		e.PutSession(s.Metadata)
		for i, step := range s.Steps {
			step.SessionID = s.Dir
			step.StepID = fmt.Sprintf("%s#%02d", s.Dir, i)
			step.Tool.Name = capture.NormalizeTool(step.Tool.Name)
			e.PutStep(step)
		}
	}
	return e, file.Now
}

// mendScore holds the score of step_score.json where it is mended: the
// synonym "link" no longer counts as a role.
var mendScore = map[string]int{"step_score-12": 12}

func TestStepScoreVectors(t *testing.T) {
	e, now := fixture(t)
	var file struct {
		Cases []struct {
			ID, Session, Query string
			StepIndex          int
			Expected           struct {
				Score         int
				MatchedFields []string
			}
		}
	}
	vectors.Read(t, "step_score.json", &file)
	for _, c := range file.Cases {
		step := e.Steps(c.Session)[c.StepIndex]
		doc := stepDocument(step)
		p := specPlan(c.Query, e.index)
		f := parts{session: &types.Session{Foreign: true}, ok: step.Outcome.OK, now: now}
		p.find(&f, doc, document{}, normUnit)
		want := c.Expected.Score
		if mended, ok := mendScore[c.ID]; ok {
			want = mended
		}
		if got := p.score(&f); got != want {
			t.Errorf("%s: %q scores %d, want %d", c.ID, c.Query, got, want)
		}
		got := p.evidence(match{step: e.sessions[c.Session].steps[c.StepIndex], terms: ^uint64(0)}, step, new(seenNames))
		if want := mendFields(step, c.Expected.MatchedFields, c.ID == "step_score-12"); !sameFields(got, want) {
			t.Errorf("%s: evidence for %q is %q, want %q", c.ID, c.Query, got, want)
		}
	}
}

func sameFields(a, b []string) bool { return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b) }

// mendFields gives the evidence as it is wanted: tools carry their prefix, test
// ids that were only on the page say so, a synonym names no role.
func mendFields(step *types.Step, fields []string, noLink bool) []string {
	target := ""
	if step.Tool.Target != nil {
		target = step.Tool.Target.TestID
	}
	var out []string
	for _, f := range fields {
		if tool, ok := strings.CutPrefix(f, "tool:"); ok {
			f = "tool:" + capture.NormalizeTool(tool)
		}
		if id, ok := strings.CutPrefix(f, "testId:"); ok && id != target {
			f = "seen:" + id
		}
		if f == "a11y:link" && noLink {
			continue
		}
		out = append(out, f)
	}
	return out
}

func TestSessionScoreVectors(t *testing.T) {
	var file struct {
		Now   types.Time
		Cases []struct {
			ID, Verdict, Query string
			Metadata           json.RawMessage
			Expected           int
		}
	}
	vectors.Read(t, "session_score.json", &file)
	for _, c := range file.Cases {
		meta := new(types.Session)
		if err := json.Unmarshal(c.Metadata, meta); err != nil {
			// A session without a readable date is as old as can be.
			if err := json.Unmarshal([]byte(strings.Replace(string(c.Metadata), `"not a date"`, "0", 1)), meta); err != nil {
				t.Fatal(err)
			}
		}
		want := c.Expected
		e := New()
		e.PutSession(meta)
		step := &types.Step{SessionID: meta.SessionID, StepID: "s", Tool: types.Tool{Name: "mm_noop"}, Outcome: types.Outcome{OK: true}}
		e.PutStep(step)
		about := sessionDocument(meta)
		p := specPlan(c.Query, newScan(e).vocab)
		f := parts{session: meta, ok: step.Outcome.OK, now: file.Now, metaTerms: 1}
		p.find(&f, document{}, about, normUnit)
		if got := specScore(&f, 1); got != want {
			t.Errorf("%s: %q scores %d, want %d", c.ID, c.Query, got, want)
		}
	}
}

// ofSessions matches the evidence of a place in a session's metadata.
var ofSessions = regexp.MustCompile(`^(flowTag|tag|goal|branch):.`)

// wantedHit is a result of search.json.
type wantedHit struct {
	SessionID     string
	StepIndex     int
	SessionScore  int
	StepScore     int
	MatchedFields []string
}

// mend applies to an expected ranking the changes of its "differ" cases: steps
// that only recency brought are out, failed steps stand on their own.
func mend(e *Engine, hits []wantedHit, fresh map[string]int, f types.Filters) []wantedHit {
	var out []wantedHit
	total := func(h wantedHit) int {
		if !e.Steps(h.SessionID)[h.StepIndex].Outcome.OK {
			return h.StepScore
		}
		return h.StepScore + h.SessionScore
	}
	for _, h := range hits {
		filtered := filtersSessions(f) && e.Session(h.SessionID).Foreign
		if !filtered && (h.StepScore > 0 || h.SessionScore > fresh[h.SessionID] && total(h) > 0) {
			out = append(out, h)
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a := match{score: total(out[i]), session: e.sessions[out[i].SessionID], step: e.sessions[out[i].SessionID].steps[out[i].StepIndex]}
		b := match{score: total(out[j]), session: e.sessions[out[j].SessionID], step: e.sessions[out[j].SessionID].steps[out[j].StepIndex]}
		return a.before(&b)
	})
	return out
}

// mendRanking holds the results where the words of the query are others than
// in the vectors' program: characters in pairs, and no synonym for a role.
var mendRanking = map[string]string{
	"搜索手机":    "mm-h8-cjk#00 mm-h8-cjk#01",
	"connect": "mm-g7-connect#01 mm-g7-connect#00 mm-g7-connect#03 mm-g7-connect#02",
}

func TestSearchVectors(t *testing.T) {
	e, now := fixture(t)
	var file struct {
		Cases []struct {
			ID, Verdict, Query string
			Limit              int
			Scope              types.Scope
			CurrentSessionID   string
			Filters            types.Filters
			Expected           []wantedHit
		}
	}
	vectors.Read(t, "search.json", &file)
	fresh := map[string]int{}
	for _, id := range e.SessionIDs() {
		f := parts{session: e.Session(id), ok: true, now: now, ownTerms: 1}
		fresh[id] = specScore(&f, 100)
	}
	for _, c := range file.Cases {
		got := e.Query(now, types.SearchRequest{Query: c.Query, Limit: 100, Scope: c.Scope, Filters: c.Filters,
			CurrentSessionID: c.CurrentSessionID, Ranker: RankerSpec})
		if want, ok := mendRanking[c.Query]; ok {
			if ids(got) != want {
				t.Errorf("%s: %q: ranked %s, want %s", c.ID, c.Query, ids(got), want)
			}
			continue
		}
		rank := map[string]int{}
		for i, h := range got {
			rank[h.StepID] = i
		}
		last := -1
		mended := mend(e, c.Expected, fresh, c.Filters)
		if whole := len(c.Expected) < c.Limit; whole || len(mended) == 0 {
			if len(got) != len(mended) {
				t.Errorf("%s: %q finds %s, want %d steps", c.ID, c.Query, ids(got), len(mended))
			}
		}
		for _, want := range mended {
			id := fmt.Sprintf("%s#%02d", want.SessionID, want.StepIndex)
			at, ok := rank[id]
			if !ok || at <= last {
				t.Errorf("%s: %q: %s is at %d (found: %v) after %d", c.ID, c.Query, id, at, ok, last)
				continue
			}
			last = at
			fields := mendFields(e.Step(id), want.MatchedFields, false)
			if len(fields) == 0 {
				// The vectors' program has no evidence for its session.
				if matched := got[at].MatchedFields; len(matched) == 0 || slices.ContainsFunc(matched, func(f string) bool { return !ofSessions.MatchString(f) }) {
					t.Errorf("%s: %q: evidence of %s is %q", c.ID, c.Query, id, matched)
				}
				continue
			}
			if !sameFields(got[at].MatchedFields, fields) {
				t.Errorf("%s: %q: evidence of %s is %q, want %q", c.ID, c.Query, id, got[at].MatchedFields, fields)
			}
		}
	}
}

func TestSessionVectors(t *testing.T) {
	e, now := fixture(t)
	var file struct {
		Cases []struct {
			ID, Verdict, Op, CurrentSessionID, SessionID string
			Limit, N                                     int
			Scope                                        types.Scope
			Filters                                      types.Filters
			Expected                                     json.RawMessage
		}
	}
	vectors.Read(t, "sessions.json", &file)
	for _, c := range file.Cases {
		var got any
		switch c.Op {
		case "listSessions":
			got = e.List(now, types.SessionsRequest{Limit: c.Limit, Filters: c.Filters})
		case "resolveSessionIds":
			ids := []string{}
			for _, s := range e.within(now, c.Scope, c.CurrentSessionID, c.Filters) {
				ids = append(ids, s.meta.SessionID)
			}
			if c.Verdict == "differ" { // a filter cannot be true of a session without a record
				var all []string
				if err := json.Unmarshal(c.Expected, &all); err != nil {
					t.Fatal(err)
				}
				all = slices.DeleteFunc(all, func(id string) bool { return e.Session(id) == nil || e.Session(id).Foreign })
				c.Expected, _ = json.Marshal(all)
			}
			got = ids
		case "getLastSteps":
			got = e.Last(now, types.LastRequest{N: c.N, Scope: c.Scope, CurrentSessionID: c.CurrentSessionID, Filters: c.Filters})
		case "summarizeSession":
			got = e.Recipe(c.SessionID)
		}
		if g, w := shape(t, got, c.Op), shape(t, c.Expected, c.Op); !reflect.DeepEqual(g, w) {
			t.Errorf("%s: %s gives\n%v\nwant\n%v", c.ID, c.Op, g, w)
		}
	}
}

// shape returns a value as plain JSON without the fields that the vectors' program did not
// have: step ids, a step's goal, the prefix of tools.
func shape(t *testing.T, v any, op string) any {
	data, ok := v.(json.RawMessage)
	if !ok {
		var err error
		if data, err = json.Marshal(v); err != nil {
			t.Fatal(err)
		}
	}
	data = []byte(strings.ReplaceAll(string(data), `"tool":"mm_`, `"tool":"`))
	var out any
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	if rows, ok := out.([]any); ok && op == "getLastSteps" {
		for _, row := range rows {
			delete(row.(map[string]any), "stepId")
			delete(row.(map[string]any), "sessionGoal")
		}
	}
	return out
}
