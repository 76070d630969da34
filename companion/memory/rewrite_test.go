package memory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"cairn/companion/store"
	"cairn/shared/capture"
	"cairn/shared/types"
	"cairn/shared/wire"
)

var (
	nameKey  = bytes.Repeat([]byte{7}, capture.NameKeyBytes)
	otherKey = bytes.Repeat([]byte{8}, capture.NameKeyBytes)
)

// keyed opens a memory with a key of names on the store in dir.
func keyed(t testing.TB, dir string, key []byte) (*Memory, *store.Store) {
	t.Helper()
	s, err := store.Open(dir, store.Options{Holder: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	m, err := Open(s, Options{Now: func() time.Time { return noon }, NameKey: key})
	if err != nil {
		t.Fatal(err)
	}
	return m, s
}

// shown is a click on a link of a page that shows another name beside it, minutes
// before noon.
func shown(session, id string, actor types.Actor, link, beside string, minutes int) *types.Step {
	return &types.Step{
		SchemaVersion: 1, StepID: id, SessionID: session, Timestamp: types.At(noon.Add(-time.Duration(minutes) * time.Minute)), Actor: actor,
		Tool: types.Tool{Name: "mm_click", Target: &types.Target{Role: "link", Name: link}}, Outcome: types.Outcome{OK: true},
		Observation: &types.Observation{
			State:   types.State{CurrentURL: "https://bank.example/", CurrentScreen: "home", Origin: "https://bank.example", Title: "Bank"},
			TestIDs: []types.TestID{},
			A11y:    types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "link", Name: link}, {Ref: "e2", Role: "heading", Name: beside}}},
		},
	}
}

// older fills the store in dir as an earlier Cairn did, whose steps have all names
// in clear: three sessions of browsing with a link that all of them used, an agent's
// session with a person's click in it, and a step whose session never came.
func older(t testing.TB, dir string) {
	t.Helper()
	s, err := store.Open(dir, store.Options{Holder: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put := func(session *types.Session, steps ...*types.Step) {
		t.Helper()
		for i, step := range steps {
			if _, err := s.Put(context.Background(), "", "", []wire.Record{{Session: session, Step: step}}, nil); err != nil {
				t.Fatalf("step %d: %v", i, err)
			}
		}
	}
	for i, id := range []string{"amb-one", "amb-two", "amb-ten"} {
		session := testSession(id, "")
		session.Ambient, session.FlowTags = true, []string{}
		put(session, shown(id, "s-"+id, types.ActorObserved, "Payments", "canary-"+id, 90-10*i))
	}
	put(testSession("mm-agent", "pay"),
		shown("mm-agent", "s-agent", types.ActorAgent, "Transfers", "canary-agent", 30),
		shown("mm-agent", "s-hand", types.ActorObserved, "Cards", "canary-hand", 29))
	put(nil, shown("mm-alone", "s-alone", types.ActorAgent, "Loans", "canary-alone", 20))
}

// names returns each step's names in a memory: of its target and beside
// it: hidden ones as "-".
func names(t testing.TB, m *Memory, ids ...string) map[string]string {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]string{}
	for _, id := range ids {
		step := m.core.Step(id)
		if step == nil {
			t.Fatalf("step %s is gone", id)
		}
		clear := func(name string) string {
			if capture.IsHidden(name) {
				return "-"
			}
			return name
		}
		out[id] = clear(step.Tool.Target.Name) + " " + clear(step.Observation.A11y.Nodes[1].Name)
	}
	return out
}

var olderSteps = []string{"s-amb-one", "s-amb-two", "s-amb-ten", "s-agent", "s-hand", "s-alone"}

// inFull are the names in an older store, needed those after it is rewritten.
var (
	inFull = map[string]string{"s-amb-one": "Payments canary-amb-one", "s-amb-two": "Payments canary-amb-two", "s-amb-ten": "Payments canary-amb-ten",
		"s-agent": "Transfers canary-agent", "s-hand": "Cards canary-hand", "s-alone": "Loans canary-alone"}
	needed = map[string]string{"s-amb-one": "- -", "s-amb-two": "Payments -", "s-amb-ten": "Payments -",
		"s-agent": "Transfers canary-agent", "s-hand": "- -", "s-alone": "- -"}
)

func rewrite(t testing.TB, m *Memory, want int) {
	t.Helper()
	if got, err := m.Rewrite(context.Background(), Rewriting{}); err != nil || got != want {
		t.Fatalf("%d steps rewritten, %v; want %d", got, err, want)
	}
}

func TestAnOlderStoreComesToHoldOnlyNamesThatAreNeeded(t *testing.T) {
	dir := t.TempDir()
	older(t, dir)
	m, s := keyed(t, dir, nameKey)
	if m.Rewritings() != 0 || !reflect.DeepEqual(names(t, m, olderSteps...), inFull) {
		t.Fatalf("before: %d times, %q", m.Rewritings(), names(t, m, olderSteps...))
	}
	var reported []string
	got, err := m.Rewrite(context.Background(), Rewriting{Progress: func(done, total int64) { reported = append(reported, fmt.Sprintf("%d/%d", done, total)) }})
	if err != nil || got != 5 {
		t.Fatalf("%d steps rewritten, %v", got, err)
	}
	if want := "1/6 2/6 3/6 4/6 5/6 6/6"; strings.Join(reported, " ") != want {
		t.Errorf("progress %q, want %q", reported, want)
	}
	check := func(when string, m *Memory) {
		t.Helper()
		if got := names(t, m, olderSteps...); !reflect.DeepEqual(got, needed) {
			t.Errorf("%s: %q, want %q", when, got, needed)
		}
		if m.Rewritings() != 1 {
			t.Errorf("%s it was rewritten %d times", when, m.Rewritings())
		}
		if found := find(t, m, "canary"); len(found) != 6 {
			t.Errorf("%s search finds %q by the hash of a word", when, found)
		}
		rewrite(t, m, 0)
	}
	check("at once", m)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	m, s = keyed(t, dir, nameKey)
	check("after the next start", m)
	if st := s.Stats(); st.Steps != 6 || st.Quarantined+st.Partial != 0 {
		t.Errorf("%+v", st)
	}
}

func TestOneSiteCanBeRewrittenAlone(t *testing.T) {
	dir := t.TempDir()
	older(t, dir)
	m, _ := keyed(t, dir, nameKey)
	for _, try := range []struct {
		site string
		want int
	}{{"other.example", 0}, {"bank.example:444", 0}, {"BANK.example", 5}} {
		got, err := m.Rewrite(context.Background(), Rewriting{Site: try.site})
		if err != nil || got != try.want {
			t.Errorf("%s: %d steps, %v; want %d", try.site, got, err, try.want)
		}
	}
	if m.Rewritings() != 0 {
		t.Error("one site counts as all of them")
	}
}

func TestAStoreOfAgentsStaysAsItIs(t *testing.T) {
	dir := t.TempDir()
	m, _ := keyed(t, dir, nameKey)
	for i := range 3 {
		step := shown("mm-agent", fmt.Sprint("s-agent-", i), types.ActorAgent, "Transfers", "canary", i)
		if _, err := m.store.Put(context.Background(), "", "", []wire.Record{{Session: testSession("mm-agent", "pay"), Step: step}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.reload(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(dir, "store"))
	if err != nil {
		t.Fatal(err)
	}
	rewrite(t, m, 0)
	after, err := os.ReadFile(filepath.Join(dir, "store"))
	if err != nil || !bytes.HasPrefix(after, before) || len(after)-len(before) > 100 {
		t.Errorf("%d bytes became %d, %v", len(before), len(after), err)
	}
	if m.Rewritings() != 1 {
		t.Error("it is looked at again at each start")
	}
}

func TestWithoutAKeyNothingIsRewritten(t *testing.T) {
	dir := t.TempDir()
	older(t, dir)
	m, _ := keyed(t, dir, nil)
	if got, err := m.Rewrite(context.Background(), Rewriting{}); got != 0 || types.AsError(err).Code != types.CodeInvalidInput {
		t.Errorf("%d steps, %v", got, err)
	}
	if got := names(t, m, olderSteps...); !reflect.DeepEqual(got, inFull) || m.Rewritings() != 0 {
		t.Errorf("%q, rewritten %d times", got, m.Rewritings())
	}
}

// TestAStoreOfTwoKeysIsRewrittenUnderTheNewOne: the key was lost, or changed, after a
// part of the steps had been hidden under it.
func TestAStoreOfTwoKeysIsRewrittenUnderTheNewOne(t *testing.T) {
	dir := t.TempDir()
	older(t, dir)
	m, s := keyed(t, dir, nameKey)
	early := m.core.Step("s-amb-one")
	first, err := m.core.Capture(types.At(noon), early, types.KeepNeeded)
	if err != nil {
		t.Fatal(err)
	}
	first.StepID = "s-under-the-first"
	if _, err := s.Put(context.Background(), "", "", []wire.Record{{Step: first}}, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	m, _ = keyed(t, dir, otherKey)
	rewrite(t, m, 5)
	if got := names(t, m, olderSteps...); !reflect.DeepEqual(got, needed) {
		t.Errorf("%q, want %q", got, needed)
	}
	under := func(key []byte, id string) bool {
		return capture.NewHider(key).ID("Payments") == capture.HiddenID(m.core.Step(id).Observation.A11y.Nodes[0].Name)
	}
	if !under(nameKey, "s-under-the-first") || under(otherKey, "s-under-the-first") || !under(otherKey, "s-amb-one") || under(nameKey, "s-amb-one") {
		t.Error("a step is hidden under another key than its own")
	}
}

// TestCutShortNothingIsRewritten: somebody presses Ctrl-C at each step.
func TestCutShortNothingIsRewritten(t *testing.T) {
	dir := t.TempDir()
	older(t, dir)
	m, _ := keyed(t, dir, nameKey)
	for stop := range int64(6) {
		ctx, cancel := context.WithCancel(context.Background())
		if stop == 0 {
			cancel()
		}
		got, err := m.Rewrite(ctx, Rewriting{Progress: func(done, _ int64) {
			if done == stop {
				cancel()
			}
		}})
		if got != 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("after %d: %d steps, %v", stop, got, err)
		}
		if got := names(t, m, olderSteps...); !reflect.DeepEqual(got, inFull) || m.Rewritings() != 0 {
			t.Errorf("after %d: %q", stop, got)
		}
	}
	rewrite(t, m, 5)
}

// TestNothingKeptForLaterHoldsNames looks for names in the records kept for an undo, and in a segment
// that was packed before.
func TestNothingKeptForLaterHoldsNames(t *testing.T) {
	dir := t.TempDir()
	older(t, dir)
	m, _ := keyed(t, dir, nameKey)
	if _, err := m.Forget(context.Background(), types.Forget{StepID: "s-amb-ten"}); err != nil {
		t.Fatal(err)
	}
	rewrite(t, m, 4)
	if _, err := m.Undo(context.Background()); types.AsError(err).Code != types.CodeNotFound {
		t.Errorf("a forgetting from before is taken back: %v", err)
	}
}

func TestNamesOf64KBAreHidden(t *testing.T) {
	dir := t.TempDir()
	m, s := keyed(t, dir, nameKey)
	long := strings.Repeat("canary ", 64<<10/7)
	step := shown("amb-long", "s-long", types.ActorObserved, long, long, 1)
	step.Tool.Target.Row, step.Observation.State.Title = long, long
	if _, err := s.Put(context.Background(), "", "", []wire.Record{{Step: step}}, nil); err != nil {
		t.Fatal(err)
	}
	if err := m.reload(); err != nil {
		t.Fatal(err)
	}
	rewrite(t, m, 1)
	if got := names(t, m, "s-long")["s-long"]; got != "- -" {
		t.Errorf("%.40q", got)
	}
	if step := m.core.Step("s-long"); !capture.IsHidden(step.Observation.State.Title) || !capture.IsHidden(step.Tool.Target.Row) {
		t.Errorf("%.40q, %.40q", step.Observation.State.Title, step.Tool.Target.Row)
	}
}

// BenchmarkRewriteTenThousand rewrites that many steps of as many screens.
func BenchmarkRewriteTenThousand(b *testing.B) {
	const n = 10_000
	for b.Loop() {
		b.StopTimer()
		m, s := keyed(b, b.TempDir(), nameKey)
		for seq := int64(1); seq <= n; seq += 100 {
			var recs []wire.Record
			for i := range int64(100) {
				rec := listed(1, seq+i)
				rec.Session.Ambient = true
				recs = append(recs, rec)
			}
			if _, err := s.Put(context.Background(), "", "", recs, nil); err != nil {
				b.Fatal(err)
			}
		}
		if err := m.reload(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		rewrite(b, m, n)
	}
}
