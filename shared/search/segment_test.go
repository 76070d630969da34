package search

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/stores/gen"
	"cairn/testdata/stores/heldout"
)

// packed makes a segment in small parts.
func packed(t testing.TB, e *Engine, ids []string) []byte {
	t.Helper()
	p, err := e.Pack(ids)
	if err != nil {
		t.Fatal(err)
	}
	for {
		done, err := p.Work(7)
		if err != nil {
			t.Fatal(err)
		}
		if done {
			break
		}
	}
	return p.Bytes()
}

func attach(t testing.TB, e *Engine, data []byte) {
	t.Helper()
	ids, err := e.Attach(data)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		data[i] = 0xaa // its owner may use it for something else
	}
	for _, id := range ids {
		if e.Session(id) == nil {
			t.Fatalf("session %s is not there", id)
		}
	}
}

// reloaded is the same store in another engine: some sessions come from
// segments, the others step by step. It must answer as the first one does.
func reloaded(t *testing.T, seed uint64, e *Engine, d *dice) *Engine {
	t.Helper()
	groups := make([][]string, 1+d.roll(4))
	for _, id := range e.SessionIDs() {
		n := d.roll(len(groups))
		groups[n] = append(groups[n], id)
	}
	out := New()
	out.SetNameKey(testNameKey)
	for _, ids := range groups[1:] {
		attach(t, out, packed(t, e, ids))
	}
	for _, id := range groups[0] {
		out.PutSession(e.Session(id))
		for _, step := range e.Steps(id) {
			out.PutStep(step)
		}
	}
	for range 4 {
		req := d.request()
		req.Explain = true
		if got, want := asJSON(t, out.Query(noon, req)), asJSON(t, e.Query(noon, req)); got != want {
			t.Fatalf("seed %d: %+v: reloaded\n%s\nbefore\n%s", seed, req, got, want)
		}
	}
	for _, id := range e.SessionIDs() {
		if got, want := asJSON(t, out.Steps(id)), asJSON(t, e.Steps(id)); got != want {
			t.Fatalf("seed %d: the steps of %s are\n%s\nwere\n%s", seed, id, got, want)
		}
		if got, want := asJSON(t, out.Session(id)), asJSON(t, e.Session(id)); got != want {
			t.Fatalf("seed %d: session %s is\n%s\nwas\n%s", seed, id, got, want)
		}
	}
	if got, want := fmt.Sprint(out.Size()), fmt.Sprint(e.Size()); got != want {
		t.Fatalf("seed %d: %s sessions and steps, were %s", seed, got, want)
	}
	return out
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestSegmentsAnswerLikeTheStoreTheyCameFrom(t *testing.T) {
	made := heldout.New(5, 2500)
	e := NewWith(func(s *types.Step) []string { return []string{s.Observation.State.Origin} })
	load(e, made.Sessions)
	ids := e.SessionIDs()
	again := NewWith(e.places.of)
	for half := range slices.Chunk(ids, len(ids)/2+1) {
		attach(t, again, packed(t, e, half))
	}
	for _, q := range made.Queries(6, 60) {
		for _, ranker := range rankers {
			req := types.SearchRequest{Query: q.Text, Limit: 20, Ranker: ranker, Explain: true, Scope: types.Scope{Kind: types.ScopeAll}}
			if got, want := asJSON(t, again.Query(gen.Now, req)), asJSON(t, e.Query(gen.Now, req)); got != want {
				t.Fatalf("%q: got\n%s\nwant\n%s", q.Text, got, want)
			}
		}
	}
	e.Places(func(place string) {
		if got, want := again.At(place), e.At(place); !slices.Equal(got, want) {
			t.Errorf("at %s were %q, want %q", place, got, want)
		}
	})
}

func TestPackingNoticesThatASessionChanged(t *testing.T) {
	for name, change := range map[string]func(*Engine){
		"a step more":    func(e *Engine) { e.PutStep(&types.Step{SessionID: "mm-a", StepID: "more"}) },
		"a step less":    func(e *Engine) { e.RemoveStep("s1") },
		"other metadata": func(e *Engine) { e.PutSession(&types.Session{SessionID: "mm-a", Goal: "x"}) },
		"gone":           func(e *Engine) { e.RemoveSession("mm-a") },
		"another of the same name": func(e *Engine) {
			e.RemoveSession("mm-a")
			e.PutSession(&types.Session{SessionID: "mm-a"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := New()
			e.PutSession(&types.Session{SessionID: "mm-a"})
			for i := range 3 {
				e.PutStep(&types.Step{SessionID: "mm-a", StepID: fmt.Sprint("s", i)})
			}
			p, err := e.Pack([]string{"mm-a", "mm-nobody", "mm-a"})
			if err != nil || p.Steps() != 3 || !slices.Equal(p.Sessions(), []string{"mm-a"}) {
				t.Fatalf("packs %d steps of %q (%v)", p.Steps(), p.Sessions(), err)
			}
			if done, err := p.Work(2); done || err != nil {
				t.Fatal(done, err)
			}
			e.PutSession(&types.Session{SessionID: "mm-other"})
			e.PutSession(&types.Session{SessionID: "mm-a"}) // says nothing new
			if _, err := p.Work(1); err != nil {
				t.Fatalf("another session: %v", err)
			}
			change(e)
			if _, err := p.Work(100); !errors.Is(err, ErrChanged) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func smallSegment(t testing.TB) []byte {
	d := &dice{3}
	e := New()
	for n := range 4 {
		e.PutSession(d.session(n))
		for i := range 3 + 40*n {
			e.PutStep(d.step(n, 100*n+i))
		}
	}
	return packed(t, e, e.SessionIDs())
}

func TestDamagedSegmentsAreNeverTaken(t *testing.T) {
	good := smallSegment(t)
	try := func(name string, data []byte) {
		t.Helper()
		e := New()
		if ids, err := e.Attach(data); !errors.Is(err, ErrSegment) || ids != nil {
			t.Errorf("%s: %d sessions, %v", name, len(ids), err)
		}
		if len(e.sessions)+len(e.steps)+len(e.index.words.buckets)+len(e.index.blocks)+e.index.count+e.count != 0 {
			t.Errorf("%s: something of it stayed", name)
		}
	}
	for n := 0; n < len(good); n += 1 + n/50 {
		try(fmt.Sprintf("the first %d bytes", n), good[:n])
	}
	for n := 0; n < len(good); n += 1 + n/50 {
		data := slices.Clone(good)
		data[n] ^= 1 << (n % 8)
		try(fmt.Sprintf("byte %d changed", n), data)
	}
	try("a byte more", append(slices.Clone(good), 0))
	e := New()
	if _, err := e.Attach(good); err != nil {
		t.Fatalf("the good one: %v", err)
	}
	if _, err := e.Attach(good); !errors.Is(err, ErrSegment) {
		t.Errorf("the same twice: %v", err)
	}
	if n := len(e.sessions); n != 4 {
		t.Errorf("%d sessions", n)
	}
}

// TestSegmentsOfOtherRulesAreNeverTaken has the checksum right.
func TestSegmentsOfOtherRulesAreNeverTaken(t *testing.T) {
	for name, change := range map[string]func(head []byte){
		"magic":   func(head []byte) { head[0] = 'C' },
		"version": func(head []byte) { binary.LittleEndian.PutUint32(head[8:], segmentVersion+1) },
		"rules":   func(head []byte) { head[12] ^= 1 },
	} {
		data := smallSegment(t)
		change(data)
		if _, err := New().Attach(data); !errors.Is(err, ErrSegment) {
			t.Errorf("another %s: %v", name, err)
		}
	}
}

// sealed is a body with a head that fits it.
func sealed(body []byte) []byte {
	out := append(make([]byte, segmentHead), body...)
	sealSegment(out)
	return out
}

// FuzzAttach gives changed bytes a checksum that fits: whatever they say, the segment
// is refused whole, or answers.
func FuzzAttach(f *testing.F) {
	f.Add(smallSegment(f)[segmentHead:])
	f.Add([]byte{})
	e := New()
	f.Add(packed(f, e, nil)[segmentHead:])
	f.Fuzz(func(t *testing.T, body []byte) {
		e := New()
		if _, err := e.Attach(sealed(body)); err != nil {
			if !errors.Is(err, ErrSegment) || len(e.steps)+len(e.sessions)+len(e.index.words.buckets) != 0 {
				t.Fatalf("%v, and %d steps", err, len(e.steps))
			}
			return
		}
		for _, query := range []string{"send", "click account", "搜索"} {
			for _, ranker := range rankers {
				e.Query(noon, types.SearchRequest{Query: query, Limit: 20, Explain: true, Ranker: ranker, Scope: types.Scope{Kind: types.ScopeAll}})
			}
		}
		e.Last(noon, types.LastRequest{N: 20, Scope: types.Scope{Kind: types.ScopeAll}})
		// A few bytes can say that a page has 65,536 elements, so that reading many
		// of them takes its time.
		for _, id := range e.SessionIDs() {
			if len(e.PlacesOf(id)) < 5 && len(e.sessions[id].steps) < 5 {
				e.RemoveSession(id)
			}
		}
	})
}
