package search

import (
	"cairn/shared/capture"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/testdata/stores/gen"
)

// dice makes small random stores of few words, so that everything collides.
type dice struct{ state uint64 }

func (d *dice) roll(n int) int {
	d.state = d.state*6364136223846793005 + 1442695040888963407
	return int(d.state>>33) % n
}

func (d *dice) word() string {
	return [...]string{
		"send", "sned", "sender", "transfer", "account", "accounts", "sendTokenButton", "send-button", "click", "home",
		"confirm", "nft2Tab", "café", "cafe", "搜索手机", "搜索", "a", "the", "button", "link", "connect", "timeout",
	}[d.roll(22)]
}

func (d *dice) words(most int) string {
	out := ""
	for range d.roll(most + 1) {
		out += d.word() + " "
	}
	return out
}

func (d *dice) tags() []string {
	var out []string
	for range d.roll(3) {
		out = append(out, d.word())
	}
	return out
}

func (d *dice) session(n int) *types.Session {
	return &types.Session{
		SessionID: fmt.Sprintf("mm-%02d", n), CreatedAt: noon.Add(-time.Duration(d.roll(4)) * 30 * time.Hour),
		Goal: d.words(6), FlowTags: d.tags(), Tags: d.tags(), Foreign: d.roll(8) == 0,
		Git: &types.Git{Branch: d.word()},
	}
}

func (d *dice) step(session, n int) *types.Step {
	s := &types.Step{
		SessionID: fmt.Sprintf("mm-%02d", session), StepID: fmt.Sprintf("s%04d", n),
		Timestamp: noon.Add(time.Duration(d.roll(50)) * time.Minute),
		Tool:      types.Tool{Name: "mm_" + d.word(), Target: &types.Target{TestID: d.word(), Role: d.word(), Name: d.words(2)}},
		Labels:    d.tags(), Outcome: types.Outcome{OK: d.roll(4) > 0},
		Observation: &types.Observation{State: types.State{CurrentScreen: d.word(), CurrentURL: "https://" + d.word() + ".example/" + d.word(), Origin: "https://" + d.word() + ".example"}},
	}
	if !s.Outcome.OK {
		s.Outcome.Error = types.Fault(types.CodeClickTimeout, d.words(3), "")
	}
	for range d.roll(4) {
		s.Observation.TestIDs = append(s.Observation.TestIDs, types.TestID{TestID: d.word()})
		s.Observation.A11y.Nodes = append(s.Observation.A11y.Nodes, types.A11yNode{Role: d.word(), Name: d.words(3)})
	}
	if d.roll(3) == 0 {
		(&capture.Needed{Names: capture.NewHider(testNameKey)}).Apply(s)
	}
	return s
}

func (d *dice) request() types.SearchRequest {
	req := types.SearchRequest{Query: d.words(5), Limit: 1 + d.roll(1+d.roll(6)), Scope: types.Scope{Kind: types.ScopeAll}}
	switch d.roll(8) {
	case 4:
		req.Filters.Outcome = []string{types.OutcomeOK, types.OutcomeFailed}[d.roll(2)]
	case 5:
		req.Filters = types.Filters{Site: d.word() + ".example", Outcome: types.OutcomeOK}
	case 0:
		req.Filters.FlowTag = strings.ToUpper(d.word())
	case 1:
		req.Filters.Screen = d.word()
	case 2:
		req.Filters = types.Filters{SinceHours: 48, Tag: d.word()}
	case 3:
		req.Scope = types.Scope{Kind: types.ScopeSession, SessionID: fmt.Sprintf("mm-%02d", d.roll(8))}
	}
	if d.roll(2) == 0 {
		req.Ranker = RankerSpec
	}
	return req
}

// play changes a store at random, a few steps or many at a time, and holds the
// index to the scan.
func play(t *testing.T, seed uint64, moves, many int) {
	d := &dice{seed}
	e := New()
	e.SetNameKey(testNameKey)
	next := 0
	for range moves {
		n := d.roll(8)
		id := fmt.Sprintf("mm-%02d", n)
		switch known := e.Session(id) != nil; {
		case !known || d.roll(10) == 0:
			e.PutSession(d.session(n))
		case d.roll(12) == 0:
			e.RemoveSession(id)
		case d.roll(5) == 0 && len(e.Steps(id)) > 0:
			e.RemoveStep(e.Steps(id)[d.roll(len(e.Steps(id)))].StepID)
		default:
			for range 1 + d.roll(3)*d.roll(many) {
				e.PutStep(d.step(n, next))
				next++
			}
		}
		if d.roll(10) == 0 {
			e = reloaded(t, seed, e, d)
		}
		if d.roll(4) == 0 {
			plain := newScan(e)
			for range 3 {
				compare(t, seed, e, plain, d.request())
			}
		}
	}
	for _, id := range e.SessionIDs() {
		e.RemoveSession(id)
	}
	x := e.index
	if len(x.words.buckets)+len(x.stems)+x.alikeWords()+x.count+x.length+len(x.memo)+len(x.exacts) != 0 {
		t.Errorf("seed %d: an emptied index holds %d buckets of words", seed, len(x.words.buckets))
	}
}

// FuzzHolds holds the quick look for a word to the slow one.
func FuzzHolds(f *testing.F) {
	for _, s := range []string{"sendTokenButton", "nft2Tab", "coin-overview_sendETHButton", "café Au lait", "iOSDevice", "A1B2c3", "aBa"} {
		for _, w := range []string{"send", "token", "sendtokenbutton", "nft2tab", "tab", "eth", "cafe", "os", "b2c3", "a"} {
			f.Add(s, w)
		}
	}
	f.Fuzz(func(t *testing.T, s, w string) {
		for _, how := range []splitting{asWords, asName} {
			for _, word := range append(split(how, s), split(how, w)...) {
				if got, want := containsWord(s, word, how), among(s, word, how); got != want {
					t.Errorf("holds(%q, %q, %d) = %v, want %v", s, word, how, got, want)
				}
			}
		}
	})
}

// compare asks both and wants the same steps with the same scores in the same
// order.
func compare(t *testing.T, seed uint64, e *Engine, s *scan, req types.SearchRequest) {
	t.Helper()
	want := s.top(newPlan(req, s.vocab), noon, req)
	got := e.index.top(newPlan(req, e.index), noon, req)
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i].score != got[i].score || want[i].unfaded != got[i].unfaded || want[i].step != got[i].step {
			t.Fatalf("seed %d: %+v: result %d differs: scan has %d, index has %d\nscan  %s\nindex %s", seed, req, i, len(want), len(got), listing(want), listing(got))
		}
	}
}

func listing(matches []match) (out string) {
	for _, m := range matches {
		out += fmt.Sprintf("%s:%d ", m.step.id, m.score)
	}
	return out
}

// TestIndexEqualsScanOnRandomStores plays a thousand small stores and some that are large
// enough for sessions of several blocks. They find each of ten planted faults. The race
// detector finds nothing in one goroutine and takes ten times as long: under it they are few.
func TestIndexEqualsScanOnRandomStores(t *testing.T) {
	small, large := 1000, 16
	if raced() || testing.Short() {
		small, large = 300, 8
	}
	const parts = 4
	for part := range uint64(parts) {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			for seed := part; seed < uint64(small); seed += parts {
				play(t, seed, 4+int(seed%26), 3)
			}
			for seed := part; seed < uint64(large); seed += parts {
				play(t, seed, 40, 40)
			}
		})
	}
}

// raced reports whether the race detector was built in.
func raced() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

func TestIndexEqualsScanOnALargeStore(t *testing.T) {
	made := gen.New(3, 1500)
	e := New()
	load(e, made.Sessions)
	s := newScan(e)
	asked := 60
	if raced() || testing.Short() {
		asked = 10
	}
	for i, q := range made.Queries(5, asked) {
		for _, ranker := range rankers {
			req := types.SearchRequest{Query: q.Text, Limit: 10 + i, Ranker: ranker, Scope: types.Scope{Kind: types.ScopeAll}}
			compare(t, 3, e, s, req)
			req.Filters.FlowTag = made.Sessions[i%len(made.Sessions)].Meta.FlowTags[0]
			compare(t, 3, e, s, req)
		}
	}
}

func FuzzIndexEqualsScan(f *testing.F) {
	f.Add(uint64(1), uint8(30))
	f.Add(uint64(99), uint8(200))
	// Few moves: the fuzzer takes an input of ten seconds for one that hangs, and
	// a busy machine is ten times slower.
	f.Fuzz(func(t *testing.T, seed uint64, moves uint8) { play(t, seed, int(moves)%24, 40) })
}

func FuzzQuery(f *testing.F) {
	for _, s := range []string{"", "send", "*a*a*", "(?:a+)+$", "constructor", "\x00\u202e", "搜索 手机", "nft2Tab", "\xff"} {
		f.Add(s, false)
		f.Add(s, true)
	}
	e := New()
	load(e, gen.New(3, 100).Sessions)
	f.Fuzz(func(t *testing.T, query string, spec bool) {
		if len(query) > 400 {
			t.Skip()
		}
		req := types.SearchRequest{Query: query, Limit: 20, Explain: true, Scope: types.Scope{Kind: types.ScopeAll}}
		if spec {
			req.Ranker = RankerSpec
		}
		for _, h := range e.Query(gen.Now, req) {
			if h.Score <= 0 || h.Snippet == "" {
				t.Errorf("%q gives %+v", query, h)
			}
		}
	})
}

// alikeWords counts the words that are kept by their letters.
func (x *lexicon) alikeWords() int {
	n := len(x.numbers.words)
	for i := range x.lengths {
		n += len(x.lengths[i].words)
	}
	return n
}
