package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/companion/store"
	"cairn/shared/exact"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// noon is the time of all tests.
var noon = time.Date(2026, 1, 16, 12, 0, 0, 0, time.UTC)

// open opens a memory on the store in dir, with a clock that tests may move.
func open(t testing.TB, dir string, clock *time.Time) (*Memory, *store.Store) {
	t.Helper()
	s, err := store.Open(dir, store.Options{Holder: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	m, err := Open(s, Options{Now: func() time.Time { return *clock }})
	if err != nil {
		t.Fatal(err)
	}
	return m, s
}

// fresh opens an empty memory at noon.
func fresh(t testing.TB) (*Memory, *store.Store) {
	t.Helper()
	clock := noon
	return open(t, t.TempDir(), &clock)
}

func testSession(id, goal string) *types.Session {
	return &types.Session{SchemaVersion: 1, SessionID: id, CreatedAt: types.At(noon.Add(-time.Hour)), Goal: goal, FlowTags: []string{"send"}, Tags: []string{}}
}

// click is a click on a button, minutes before noon.
func click(session, id, testID string, minutes int) *types.Step {
	return &types.Step{
		SchemaVersion: 1, StepID: id, SessionID: session, Timestamp: types.At(noon.Add(-time.Duration(minutes) * time.Minute)), Actor: types.ActorObserved,
		Tool: types.Tool{Name: "mm_click", Target: &types.Target{TestID: testID, Role: "button", Name: "Continue"}}, Outcome: types.Outcome{OK: true},
		Observation: &types.Observation{
			State:   types.State{CurrentURL: "https://wallet.example/#/send", Origin: "https://wallet.example", Title: "Wallet"},
			TestIDs: []types.TestID{{TestID: testID, Tag: "button", Visible: true}},
			A11y:    types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "button", Name: "Continue", TestID: testID}}},
		},
	}
}

func find(t testing.TB, m *Memory, query string) []string {
	t.Helper()
	hits, err := m.Search(context.Background(), types.SearchRequest{Query: query})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, h := range hits {
		ids = append(ids, h.StepID)
	}
	return ids
}

func TestWhatIsPutIsFoundNowAndAfterTheNextStart(t *testing.T) {
	ctx := context.Background()
	dir, clock := t.TempDir(), noon
	m, s := open(t, dir, &clock)
	meta := testSession("mm-one1", "Send 0.1 ETH")
	if err := m.PutSession(ctx, meta); err != nil {
		t.Fatal(err)
	}
	kept, err := m.PutStep(ctx, meta, click("mm-one1", "s-one1", "send-continue", 5), types.KeepFull)
	if err != nil {
		t.Fatal(err)
	}
	if kept.Observation.State.CurrentScreen == "" || len(kept.Labels) == 0 {
		t.Errorf("the step was not captured: %+v", kept)
	}
	if got := find(t, m, "send continue"); !reflect.DeepEqual(got, []string{"s-one1"}) {
		t.Errorf("found %q", got)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	m, _ = open(t, dir, &clock)
	if got := find(t, m, "send continue"); !reflect.DeepEqual(got, []string{"s-one1"}) {
		t.Errorf("after a restart found %q", got)
	}
	if got := m.Session("mm-one1"); got == nil || got.Goal != "Send 0.1 ETH" {
		t.Errorf("session after a restart: %+v", got)
	}
}

func TestSecretsDoNotReachTheDisk(t *testing.T) {
	ctx := context.Background()
	dir, clock := t.TempDir(), noon
	m, s := open(t, dir, &clock)
	const canary = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
	step := click("mm-sec1", "s-sec1", "login", 1)
	step.Actor = types.ActorAgent
	step.Tool = types.Tool{Name: "mm_type", Input: map[string]any{"text": canary}, Target: &types.Target{TestID: "password-input", Role: "textbox", Sensitive: true}}
	step.Observation.State.Title = "token " + canary
	step.Observation.A11y.Nodes[0].Name = canary
	step.After = &types.After{CurrentURL: "https://wallet.example/?token=" + canary}
	meta := testSession("mm-sec1", "log in with "+canary)
	recs := []wire.Record{{Seq: 1, Session: meta, Step: step}}
	if _, err := m.Accept(ctx, "install-a", "epoch-1", recs); err != nil {
		t.Fatal(err)
	}
	again := click("mm-sec1", "s-sec2", "login", 1)
	again.Tool, again.Observation, again.After = step.Tool, step.Observation, step.After
	if _, err := m.PutStep(ctx, meta, again, types.KeepFull); err != nil {
		t.Fatal(err)
	}
	seen := ""
	if err := s.Load(func(r wire.Record) error {
		text, err := json.Marshal(r)
		seen += string(text)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(seen, "s-sec1") || !strings.Contains(seen, "s-sec2") {
		t.Fatal("the steps were not stored")
	}
	if strings.Contains(seen, canary) {
		t.Error("the store holds a secret")
	}
}

// TestGoalsAndNotesLoseWhatTheCallerKnows: a goal holds a password before it is typed, and a note does after.
func TestGoalsAndNotesLoseWhatTheCallerKnows(t *testing.T) {
	ctx, known := context.Background(), exact.New([]byte("salt"))
	m, s := fresh(t)
	m.masked = known.Mask
	if _, err := m.ImportCatalog(ctx, writeCatalog(t, smallCatalog)); err != nil {
		t.Fatal(err)
	}
	meta := testSession("mm-know", "Unlock it by purple sausages")
	if err := m.PutSession(ctx, meta); err != nil {
		t.Fatal(err)
	}
	known.Add("purple sausages")
	if _, err := m.PutStep(ctx, meta, click("mm-know", "s-know", "login", 1), types.KeepFull); err != nil {
		t.Fatal(err)
	}
	meta.Statement = types.Statement{Outcome: types.SessionDone, Evidence: "it took purple sausages"}
	if err := m.PutSession(ctx, meta); err != nil {
		t.Fatal(err)
	}
	if _, err := m.KBNote(ctx, types.KBNoteRequest{KnowledgeID: "lock", SessionID: "mm-know", RecoveryApproach: "type purple sausages", HumanReasoning: "not purple sausages", OriginalError: "bad purple sausages"}); err != nil {
		t.Fatal(err)
	}
	seen := ""
	if err := s.Load(func(r wire.Record) error {
		text, err := json.Marshal(r)
		seen += string(text)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(seen, "Unlock it by") || !strings.Contains(seen, "it took") || !strings.Contains(seen, "type [RED") || strings.Contains(seen, "purple") {
		t.Errorf("the store has %s", seen)
	}
}

// TestAPasswordInAGoalIsInNoFileBeforeItIsTyped: files keep what was written once.
func TestAPasswordInAGoalIsInNoFileBeforeItIsTyped(t *testing.T) {
	ctx, known, dir, clock := context.Background(), exact.New([]byte("salt")), t.TempDir(), noon
	m, s := open(t, dir, &clock)
	m.masked = known.Mask
	meta := testSession("mm-early", "Sign in to the tool library, member 4410, featherduster, and extend the drill")
	put := func() string {
		t.Helper()
		if err := m.PutSession(ctx, meta); err != nil {
			t.Fatal(err)
		}
		return m.Session("mm-early").Goal
	}
	if goal := put(); goal != "Sign in to the … library, member …, …, and extend the …" {
		t.Errorf("before it is typed, the goal is %q", goal)
	}
	known.Add("4410")
	if goal := put(); strings.Contains(goal, "feather") {
		t.Errorf("when the number is typed, the goal is %q", goal)
	}
	known.Add("featherduster")
	meta.EndedAt = types.At(noon)
	if goal := put(); goal != "Sign in to the tool library, member [REDACTED], [REDACTED], and extend the drill" {
		t.Errorf("afterwards, the goal is %q", goal)
	}
	s.Close()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil && strings.Contains(string(data), "feather") {
			t.Errorf("%s holds the password", file)
		}
	}
}

// TestGapsHoldNoSecretAndTakeNothingBack: a gap's words and number are its
// sender's, as everything else is.
func TestGapsHoldNoSecretAndTakeNothingBack(t *testing.T) {
	m, s := fresh(t)
	const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
	recs := []wire.Record{
		{Seq: 1, Gap: &wire.Gap{Count: 3, Reason: "the outbox was full", From: 5, To: 7}},
		{Seq: 2, Gap: &wire.Gap{Count: -9, Reason: "of " + secret + "\u202e " + strings.Repeat("long ", 100)}},
	}
	if _, err := m.Accept(context.Background(), "install-a", "epoch-1", recs); err != nil {
		t.Fatal(err)
	}
	if lost := s.Stats().Lost; lost != 3 {
		t.Errorf("%d records count as lost, want 3", lost)
	}
	for i, rec := range recs {
		got := m.sanitize(rec).Gap
		if i == 0 && *got != *rec.Gap {
			t.Errorf("an ordinary gap became %+v", got)
		}
		if strings.Contains(got.Reason, secret) || strings.Contains(got.Reason, "\u202e") || len(got.Reason) > maxReason || got.Count < 0 {
			t.Errorf("kept as %+v", got)
		}
	}
}

func TestAcceptKeepsEachRecordOnce(t *testing.T) {
	ctx := context.Background()
	m, s := fresh(t)
	rec := func(seq int64, id string) wire.Record {
		return wire.Record{Seq: seq, Session: testSession("mm-acc1", "send"), Step: click("mm-acc1", id, "go", 1)}
	}
	tests := []struct {
		name string
		recs []wire.Record
		hwm  int64
		want types.Code
	}{
		{"two", []wire.Record{rec(1, "s-001"), rec(2, "s-002")}, 2, ""},
		{"again", []wire.Record{rec(1, "s-001"), rec(2, "s-002")}, 2, ""},
		{"overlapping", []wire.Record{rec(2, "s-002"), rec(3, "s-003")}, 3, ""},
		{"other content", []wire.Record{rec(3, "s-other")}, 3, types.CodeSeqConflict},
		{"behind a hole", []wire.Record{rec(9, "s-009")}, 3, types.CodeInvalidInput},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			hwm, err := m.Accept(ctx, "install-a", "epoch-1", tt.recs)
			if hwm != tt.hwm || (err != nil) != (tt.want != "") || err != nil && types.AsError(err).Code != tt.want {
				t.Errorf("Accept = %d, %v; want %d, %q", hwm, err, tt.hwm, tt.want)
			}
		})
	}
	hwm, err := m.Accept(ctx, "install-a", "epoch-2", []wire.Record{rec(1, "s-003")})
	if err != nil || hwm != 1 {
		t.Errorf("the last record in a new epoch: %d, %v", hwm, err)
	}
	if got := m.Status().Steps; got != 3 || s.Stats().Steps != 3 {
		t.Errorf("%d steps in the core, %d in the store; want 3", got, s.Stats().Steps)
	}
}

// TestRecordsThatCannotBeKeptDoNotStopTheOthers: such a record would otherwise
// be sent again for ever.
// TestImpossibleClocksAreNotBelieved is B36.
func TestImpossibleClocksAreNotBelieved(t *testing.T) {
	m, _ := fresh(t)
	var recs []wire.Record
	for i, at := range []types.Time{0, -1, types.At(noon.AddDate(74, 0, 0)), types.At(noon)} {
		step := click("mm-clock", fmt.Sprint("s-clock-", i), "tick", 0)
		step.Timestamp = at
		recs = append(recs, wire.Record{Seq: int64(i + 1), Step: step})
	}
	if hwm, err := m.Accept(context.Background(), "install-a", "epoch-1", recs); err != nil || hwm != 4 {
		t.Fatalf("hwm %d, %v", hwm, err)
	}
	stored, _, err := m.Replica(0, "", "", 10)
	if err != nil || len(stored) != 4 {
		t.Fatalf("%d records stored, %v", len(stored), err)
	}
	for i, e := range stored {
		rec, err := e.Record()
		if err != nil {
			t.Fatal(err)
		}
		if want := i < 3; rec.Step.Timestamp != types.At(noon) || (rec.Step.Clock == "skewed") != want {
			t.Errorf("record %d: time %s, clock %q", i, rec.Step.Timestamp, rec.Step.Clock)
		}
	}
}

func TestRecordsThatCannotBeKeptDoNotStopTheOthers(t *testing.T) {
	bad := map[string]wire.Record{
		"path as session id":         {Step: click("../../etc/passwd", "s-bad1", "go", 1)},
		"pattern as session id":      {Step: click("*", "s-bad2", "go", 1)},
		"session id in session":      {Session: testSession("a/b", "x")},
		"two sessions":               {Session: testSession("mm-one1", "x"), Step: click("mm-two2", "s-bad3", "go", 1)},
		"no tool":                    {Step: &types.Step{SessionID: "mm-one1", StepID: "s-bad4"}},
		"step id out of form":        {Step: click("mm-one1", "x y", "go", 1)},
		"nothing":                    {},
		"a forgetting without sense": {Forget: &types.Forget{All: true, SessionID: "mm-good"}},
	}
	for name, rec := range bad {
		t.Run(name, func(t *testing.T) {
			dir, clock := t.TempDir(), noon
			m, s := open(t, dir, &clock)
			rec.Seq = 2
			recs := []wire.Record{{Seq: 1, Step: click("mm-good", "s-good1", "go", 2)}, rec, {Seq: 3, Step: click("mm-good", "s-good2", "go", 1)}}
			hwm, err := m.Accept(context.Background(), "install-a", "epoch-1", recs)
			if err != nil || hwm != 3 {
				t.Fatalf("Accept = %d, %v", hwm, err)
			}
			if st := s.Stats(); st.Steps != 2 || st.Lost != 1 {
				t.Errorf("%d steps, %d lost; want 2 and 1", st.Steps, st.Lost)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if m, _ = open(t, dir, &clock); m.Status().Steps != 2 || m.Unfit() != 0 {
				t.Errorf("after a restart: %+v, %d unfit", m.Status(), m.Unfit())
			}
		})
	}
}

func TestBadSessionsAndStepsAreRefusedBeforeTheyAreStored(t *testing.T) {
	ctx := context.Background()
	m, s := fresh(t)
	if err := m.PutSession(ctx, testSession("../x", "y")); types.AsError(err).Code != types.CodeInvalidInput {
		t.Errorf("PutSession: %v", err)
	}
	if _, err := m.PutStep(ctx, nil, click("a:b", "s-001", "go", 1), types.KeepFull); types.AsError(err).Code != types.CodeInvalidInput {
		t.Errorf("PutStep: %v", err)
	}
	if got := s.Stats().Cursor; got != 0 {
		t.Errorf("something was stored: cursor %d", got)
	}
}

func TestForgettingIsExactAtOnceAndStays(t *testing.T) {
	other := click("mm-oth1", "s-other", "go", 3)
	other.Observation.State.CurrentURL, other.Observation.State.Origin = "https://news.example/", "https://news.example"
	tests := []struct {
		name    string
		forget  types.Forget
		receipt types.ForgetReceipt
		left    []string
	}{
		{"a step", types.Forget{StepID: "s-a1"}, types.ForgetReceipt{Steps: 1, UndoMs: 60_000}, []string{"s-a2", "s-other"}},
		{"a session", types.Forget{SessionID: "mm-ses1"}, types.ForgetReceipt{Sessions: 1, Steps: 2, Sites: 1, UndoMs: 60_000}, []string{"s-other"}},
		{"an origin", types.Forget{Origin: "https://wallet.example"}, types.ForgetReceipt{Sessions: 1, Steps: 2, Sites: 1, UndoMs: 60_000}, []string{"s-other"}},
		{"everything", types.Forget{All: true}, types.ForgetReceipt{Sessions: 2, Steps: 3, Sites: 2}, nil},
		{"what is not there", types.Forget{StepID: "s-zz"}, types.ForgetReceipt{}, []string{"s-a1", "s-a2", "s-other"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := context.Background()
			dir, clock := t.TempDir(), noon
			m, s := open(t, dir, &clock)
			recs := []wire.Record{
				{Seq: 1, Session: testSession("mm-ses1", "send"), Step: click("mm-ses1", "s-a1", "go", 5)},
				{Seq: 2, Session: testSession("mm-ses1", "send"), Step: click("mm-ses1", "s-a2", "go", 4)},
				{Seq: 3, Session: testSession("mm-oth1", "read"), Step: other},
			}
			if _, err := m.Accept(ctx, "install-a", "epoch-1", recs); err != nil {
				t.Fatal(err)
			}
			receipt, err := m.Forget(ctx, tt.forget)
			if err != nil || receipt != tt.receipt {
				t.Errorf("receipt %+v, %v; want %+v", receipt, err, tt.receipt)
			}
			check := func(when string) {
				t.Helper()
				var left []string
				for _, r := range []struct{ session, id string }{{"mm-ses1", "s-a1"}, {"mm-ses1", "s-a2"}, {"mm-oth1", "s-other"}} {
					for _, step := range steps(m, r.session) {
						if step == r.id {
							left = append(left, r.id)
						}
					}
				}
				if !reflect.DeepEqual(left, tt.left) {
					t.Errorf("%s: %q are left, want %q", when, left, tt.left)
				}
			}
			check("at once")
			// The same browser lost its outbox's count and sends all again.
			if hwm, err := m.Accept(ctx, "install-a", "epoch-2", recs); err != nil || hwm != 3 {
				t.Errorf("sent again: %d, %v", hwm, err)
			}
			check("after it was sent again")
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			m, s = open(t, dir, &clock)
			check("after a restart")
			if s.Stats().Lost != 0 {
				t.Error("what was forgotten counts as lost")
			}
			clock = clock.Add(time.Hour)
			later := click("mm-ses1", "s-later", "go", -30)
			if hwm, err := m.Accept(ctx, "install-a", "epoch-2", []wire.Record{{Seq: 4, Step: later}}); err != nil || hwm != 4 {
				t.Fatalf("a later step: %d, %v", hwm, err)
			}
			if got := steps(m, "mm-ses1"); len(got) == 0 || got[len(got)-1] != "s-later" {
				t.Errorf("a step from after the forgetting was dropped: %q", got)
			}
		})
	}
}

// steps are the ids of a session's steps.
func steps(m *Memory, session string) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var ids []string
	for _, s := range m.core.Steps(session) {
		ids = append(ids, s.StepID)
	}
	return ids
}

func TestForgetRefusesToGuess(t *testing.T) {
	m, _ := fresh(t)
	if _, err := m.Forget(context.Background(), types.Forget{At: 5}); types.AsError(err).Code != types.CodeInvalidInput {
		t.Errorf("err = %v", err)
	}
}

// stuckStore is a store whose disk does not answer.
type stuckStore struct {
	*store.Store
	stuck chan struct{}
}

func (s *stuckStore) Put(ctx context.Context, install, epoch string, recs []wire.Record, digests []uint64) ([]bool, error) {
	<-s.stuck
	return s.Store.Put(ctx, install, epoch, recs, digests)
}

func TestQuestionsDoNotWaitForTheDisk(t *testing.T) {
	s, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	slow := &stuckStore{s, make(chan struct{})}
	m, err := Open(slow, Options{Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	put := make(chan error, 1)
	go func() {
		_, err := m.PutStep(ctx, nil, click("mm-slow", "s-slow1", "go", 1), types.KeepFull)
		put <- err
	}()
	if got := find(t, m, "go"); len(got) != 0 {
		t.Errorf("found %q before it was stored", got)
	}
	cancel()
	if err := <-put; err == nil {
		t.Error("a put whose context ended says that it is done")
	}
	close(slow.stuck)
	// It is stored all the same, and then it is also findable.
	for end := time.Now().Add(time.Minute); len(find(t, m, "go")) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a step that was stored is never found")
		}
	}
}

func TestManyAtOnce(t *testing.T) {
	m, s := fresh(t)
	ctx := context.Background()
	var all sync.WaitGroup
	for w := range 4 {
		all.Go(func() {
			for i := range 20 {
				id := fmt.Sprintf("mm-many-%d", w)
				if _, err := m.PutStep(ctx, testSession(id, "go"), click(id, fmt.Sprintf("s-%d-%d", w, i), "go", 1), types.KeepFull); err != nil {
					t.Error(err)
				}
				if _, err := m.Search(ctx, types.SearchRequest{Query: "go"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Go(func() {
		for range 5 {
			if _, err := m.Forget(ctx, types.Forget{SessionID: "mm-many-0"}); err != nil {
				t.Error(err)
			}
		}
	})
	all.Wait()
	if got, want := m.Status().Steps, s.Stats().Steps; got != want {
		t.Errorf("%d steps in the core, %d in the store", got, want)
	}
}

func TestScreenRulesAreReadAgainWhenTheyChange(t *testing.T) {
	clock := noon
	file := filepath.Join(t.TempDir(), "screens.json")
	s, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	m, err := Open(s, Options{ScreenRules: file, Now: func() time.Time { return clock }})
	if err != nil {
		t.Fatal(err)
	}
	screen := func() string {
		clock = clock.Add(2 * rulesEvery)
		o := &types.Observation{State: types.State{CurrentURL: "https://wallet.example/#/send"}}
		m.Observe(o)
		return o.State.CurrentScreen
	}
	byRoute := screen()
	rules := func(name string) string {
		return fmt.Sprintf(`{"version":1,"sites":[{"site":"wallet.example","screens":[{"name":%q,"fragment":"send"}]}]}`, name)
	}
	for _, tt := range []struct {
		text, want string
		wrong      bool
	}{
		{rules("pay"), "pay", false},
		{rules("transfer"), "transfer", false},
		{`{"sites": nonsense`, "transfer", true},
		{rules("give"), "give", false},
	} {
		if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := screen(); got != tt.want || (m.rules.fault != nil) != tt.wrong {
			t.Errorf("with %.60s: screen %q (by route %q), fault %v; want %q", tt.text, got, byRoute, m.rules.fault, tt.want)
		}
	}
	if got := string(m.ScreenRules()); got != rules("give") {
		t.Errorf("extensions get %s", got)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if got := screen(); got != byRoute || m.ScreenRules() != nil {
		t.Errorf("without the file: screen %q, want %q; extensions get %s", got, byRoute, m.ScreenRules())
	}
	if err := os.WriteFile(file, []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(s, Options{ScreenRules: file}); err == nil {
		t.Error("a memory was opened with rules that are wrong")
	}
}

// TestAForgettingIsTakenBackWithinAMinute, and not after it, nor twice, nor
// when it was everything.
func TestAForgettingIsTakenBackWithinAMinute(t *testing.T) {
	ctx := context.Background()
	dir, clock := t.TempDir(), noon
	m, s := open(t, dir, &clock)
	recs := []wire.Record{
		{Seq: 1, Session: testSession("mm-ses1", "send"), Step: click("mm-ses1", "s-a1", "go", 5)},
		{Seq: 2, Session: testSession("mm-ses1", "send"), Step: click("mm-ses1", "s-a2", "go", 4)},
	}
	if _, err := m.Accept(ctx, "install-a", "epoch-1", recs); err != nil {
		t.Fatal(err)
	}
	forget := func(f types.Forget) {
		t.Helper()
		if _, err := m.Forget(ctx, f); err != nil {
			t.Fatal(err)
		}
	}
	gone := func() {
		t.Helper()
		if _, err := m.Undo(ctx); types.AsError(err).Code != types.CodeNotFound {
			t.Errorf("Undo: %v", err)
		}
	}
	gone()
	forget(types.Forget{SessionID: "mm-ses1"})
	clock = clock.Add(59 * time.Second)
	if r, err := m.Undo(ctx); err != nil || r != (types.ForgetReceipt{Sessions: 1, Steps: 2}) {
		t.Fatalf("Undo = %+v, %v", r, err)
	}
	gone()
	// Later records of the same browser are kept again, too.
	late := []wire.Record{{Seq: 3, Step: click("mm-ses1", "s-a3", "go", 3)}}
	if _, err := m.Accept(ctx, "install-a", "epoch-1", late); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if m, _ = open(t, dir, &clock); len(steps(m, "mm-ses1")) != 3 || m.Session("mm-ses1").Goal != "send" {
		t.Errorf("after a restart: %q, %+v", steps(m, "mm-ses1"), m.Session("mm-ses1"))
	}
	forget(types.Forget{Origin: "https://wallet.example"})
	clock = clock.Add(61 * time.Second)
	gone()
	forget(types.Forget{All: true})
	gone()
	for _, step := range []*types.Step{beside("s-beside", 9), click("mm-ses1", "s-vault", "ann-vault", 8)} {
		if _, err := m.PutStep(ctx, testSession("mm-ses1", "pay"), step, types.KeepFull); err != nil {
			t.Fatal(err)
		}
	}
	forget(types.Forget{Element: annsVault}) // the step beside was cleaned, and is not kept as it was
	gone()
}

// TestAPersonForgetsInTheExtension: the forgetting comes as a record, takes
// back the earlier records of the same batch, and is itself taken back.
func TestAPersonForgetsInTheExtension(t *testing.T) {
	ctx := context.Background()
	dir, clock := t.TempDir(), noon
	m, s := open(t, dir, &clock)
	said := types.Forget{Origin: "https://wallet.example", At: types.At(noon)}
	back := said
	back.Undo = true
	accept := func(recs ...wire.Record) {
		t.Helper()
		if hwm, err := m.Accept(ctx, "install-a", "epoch-1", recs); err != nil || hwm != recs[len(recs)-1].Seq {
			t.Fatalf("Accept = %d, %v", hwm, err)
		}
	}
	accept(wire.Record{Seq: 1, Step: click("mm-ses1", "s-a1", "go", 5)})
	accept(wire.Record{Seq: 2, Step: click("mm-ses1", "s-a2", "go", 4)}, wire.Record{Seq: 3, Forget: &said})
	if got := steps(m, "mm-ses1"); len(got) != 0 {
		t.Errorf("left: %q", got)
	}
	accept(wire.Record{Seq: 4, Forget: &back}, wire.Record{Seq: 5, Step: click("mm-ses1", "s-a1", "go", 5)})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	m, s = open(t, dir, &clock)
	if got := steps(m, "mm-ses1"); len(got) != 1 || s.Stats().Lost != 0 {
		t.Errorf("taken back: %q, %d lost", got, s.Stats().Lost)
	}
}

func TestForgettingsThatSayTooLittleOrTooMuchAreRefused(t *testing.T) {
	m, s := fresh(t)
	for name, f := range map[string]types.Forget{
		"nothing":              {},
		"an undo":              {Undo: true},
		"two things":           {StepID: "s-a", SessionID: "mm-ses1"},
		"everything and more":  {All: true, Origin: "https://a.example"},
		"an element nowhere":   {Element: types.Element{TestID: "x"}},
		"an element unnamed":   {Element: types.Element{Origin: "https://a.example", Role: "button"}},
		"an element not kept":  {Element: types.Element{Origin: "https://a.example", Role: "link", Name: "[hidden]"}},
		"a span that ends ere": {From: 5, To: 4},
		"a span from, and one": {From: 5, StepID: "s-a"},
		"a span to, and one":   {To: 5, StepID: "s-a"},
		"an author, and all":   {Author: "eve", All: true},
	} {
		if _, err := m.Forget(context.Background(), f); types.AsError(err).Code != types.CodeInvalidInput {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := s.Stats().Cursor; got != 0 {
		t.Errorf("something was stored: cursor %d", got)
	}
}
