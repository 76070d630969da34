package memory

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"cairn/companion/store"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// beside is a step on a page that shows the vault, and is not of it.
func beside(id string, minutes int) *types.Step {
	step := click("mm-ses1", id, "pay", minutes)
	step.Observation = &types.Observation{State: types.State{CurrentURL: "https://wallet.example/#/home", CurrentScreen: "home", Origin: "https://wallet.example"},
		TestIDs: []types.TestID{{TestID: "ann-vault", Visible: true}, {TestID: "pay", Visible: true}},
		A11y:    types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "button", Name: "Vault of Ann", TestID: "ann-vault"}, {Ref: "e2", Role: "button", Name: "Pay", TestID: "pay"}}}}
	return step
}

var annsVault = types.Element{Origin: "https://wallet.example", TestID: "ann-vault", Role: "button", Name: "Vault of Ann"}

// fed are all records that replicas get.
func fed(t *testing.T, s *store.Store) []wire.Record {
	t.Helper()
	fed, _, err := s.Feed(0, "", "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	recs := make([]wire.Record, len(fed))
	for i, one := range fed {
		if err := json.Unmarshal(one.Text, &recs[i]); err != nil {
			t.Fatal(err)
		}
	}
	return recs
}

// fedTexts returns all that a store gives replicas and the next start, as text.
func fedTexts(t *testing.T, s *store.Store) string {
	t.Helper()
	recs := fed(t, s)
	if err := s.Load(func(rec wire.Record) error { recs = append(recs, rec); return nil }); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(recs)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestNothingNamesWhatWasForgotten: neither the order itself, nor the steps
// beside, nor later records, before and after a restart.
func TestNothingNamesWhatWasForgotten(t *testing.T) {
	ctx := context.Background()
	dir, clock := t.TempDir(), noon
	m, s := open(t, dir, &clock)
	if _, err := m.PutStep(ctx, testSession("mm-ses1", "pay"), beside("s-own", 9), types.KeepFull); err != nil {
		t.Fatal(err)
	}
	order := types.Forget{Element: annsVault, At: types.At(noon)}
	accept := func(recs ...wire.Record) {
		t.Helper()
		if _, err := m.Accept(ctx, "install-a", "epoch-1", recs); err != nil {
			t.Fatal(err)
		}
	}
	accept(wire.Record{Seq: 1, Step: beside("s-before", 8)}, wire.Record{Seq: 2, Forget: &order})
	check := func(when string, want int) {
		t.Helper()
		text := fedTexts(t, s)
		if strings.Contains(text, "ault") || !strings.Contains(text, `"pay"`) {
			t.Errorf("%s: %s", when, text)
		}
		if got := steps(m, "mm-ses1"); len(got) != want {
			t.Errorf("%s: %q are left, want %d", when, got, want)
		}
	}
	check("at once", 2)
	accept(wire.Record{Seq: 3, Step: beside("s-late", 7)})
	if kept, err := m.PutStep(ctx, nil, beside("s-begun", 6), types.KeepFull); err != nil || kept == nil {
		t.Fatal(err)
	}
	check("with what came late", 4)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	m, s = open(t, dir, &clock)
	accept(wire.Record{Seq: 4, Step: beside("s-later", 5)})
	check("after a restart", 5)

	if _, err := m.Forget(ctx, types.Forget{Origin: "https://wallet.example"}); err != nil {
		t.Fatal(err)
	}
	accept(wire.Record{Seq: 5, Step: beside("s-last", 5)})
	if kept, err := m.PutStep(ctx, nil, beside("s-begun-too", 6), types.KeepFull); err != nil || kept == nil {
		t.Fatal(err)
	}
	if text := fedTexts(t, s); strings.Contains(text, "wallet.example") || strings.Contains(text, "pay") {
		t.Errorf("after the site: %s", text)
	}
}

// TestAnOrderThatWasTakenBackStaysSo: also after a restart, for replicas and for
// late records.
func TestAnOrderThatWasTakenBackStaysSo(t *testing.T) {
	ctx := context.Background()
	dir, clock := t.TempDir(), noon
	m, s := open(t, dir, &clock)
	if _, err := m.PutStep(ctx, testSession("mm-ses1", "pay"), beside("s-own", 9), types.KeepFull); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Forget(ctx, types.Forget{SessionID: "mm-ses1"}); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Undo(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	m, s = open(t, dir, &clock)
	if _, err := m.Accept(ctx, "install-a", "epoch-1", []wire.Record{{Seq: 1, Step: beside("s-late", 8)}}); err != nil {
		t.Fatal(err)
	}
	if got := steps(m, "mm-ses1"); len(got) != 2 {
		t.Errorf("kept: %q", got)
	}
	var orders []bool
	for _, rec := range fed(t, s) {
		if rec.Forget != nil {
			orders = append(orders, rec.Forget.Undo)
		}
	}
	if len(orders) != 2 || orders[0] || !orders[1] {
		t.Errorf("replicas hear of orders that are taken back: %v", orders)
	}
}

func TestSealedOrdersThatAreNoneAreRefused(t *testing.T) {
	m, s := fresh(t)
	for name, f := range map[string]types.Forget{
		"no key":              {Sealed: &types.Sealed{Site: "00"}},
		"a short key":         {Sealed: &types.Sealed{Key: "00", Site: "00"}},
		"names beside it":     {Sealed: &types.Sealed{Key: newSealKey(), Site: "00"}, Origin: "https://a.example"},
		"two things":          {Sealed: &types.Sealed{Key: newSealKey(), Site: "00"}, SessionID: "mm-ses1"},
		"a key alone":         {Sealed: &types.Sealed{Key: newSealKey()}},
		"an element, and one": {Sealed: &types.Sealed{Key: newSealKey(), Site: "00", Named: "00"}, StepID: "s-a"},
	} {
		if _, err := m.Forget(context.Background(), f); types.AsError(err).Code != types.CodeInvalidInput {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := s.Stats().Cursor; got != 0 {
		t.Errorf("something was stored: cursor %d", got)
	}
}

// TestDeletionsCoverWhatIsLate: a session or edit that arrives late is left out if a request covers it, and no other is.
func TestDeletionsCoverWhatIsLate(t *testing.T) {
	session := wire.Record{Session: &types.Session{SessionID: "mm-ses1", CreatedAt: 50}}
	edit := wire.Record{Edit: &types.Edit{EditID: "e-1", At: 50, Card: &types.CardEdit{Op: types.CardAdd, Domain: "a.example", Pattern: &types.Pattern{Type: types.PatternSelector, Value: "#fee"}}}}
	element := types.Element{Origin: "https://a.example", TestID: "x"}
	sealed := func(s types.Sealed) *types.Sealed { s.Key = newSealKey(); return &s }
	for name, c := range map[string]struct {
		f             types.Forget
		session, edit bool
	}{
		"everything":             {types.Forget{All: true}, true, true},
		"all before":             {types.Forget{All: true, At: 49}, false, false},
		"the session":            {types.Forget{SessionID: "mm-ses1"}, true, false},
		"the session, before it": {types.Forget{SessionID: "mm-ses1", At: 49}, false, false},
		"another session":        {types.Forget{SessionID: "mm-ses2"}, false, false},
		"the edit":               {types.Forget{Edits: []string{"e-1"}, StepID: "s-a"}, false, true},
		"another edit":           {types.Forget{Edits: []string{"e-2"}, StepID: "s-a"}, false, false},
		"a step":                 {types.Forget{StepID: "s-a"}, false, false},
		"an element":             {types.Forget{Element: element}, false, false},
		"a sealed element":       {types.Forget{Sealed: sealed(types.Sealed{Site: "00", TestID: "00"})}, false, false},
		"a site":                 {types.Forget{Origin: "https://a.example"}, false, true},
		"a site, before it":      {types.Forget{Origin: "https://a.example", At: 49}, false, false},
		"another site":           {types.Forget{Origin: "https://b.example"}, false, false},
		"a sealed site":          {types.Forget{Sealed: sealed(types.Sealed{Site: "00"})}, false, false},
		"a site in a span":       {types.Forget{Origin: "https://a.example", From: 1}, false, false},
		"a span":                 {types.Forget{From: 50, To: 51}, true, false},
		"a span up to it":        {types.Forget{From: 40, To: 50}, false, false},
		"a span behind it":       {types.Forget{From: 51}, false, false},
		"since":                  {types.Forget{From: 50}, true, false},
		"until":                  {types.Forget{To: 51}, true, false},
		"a member":               {types.Forget{Author: "eve"}, false, false},
	} {
		if c.f.At == 0 {
			c.f.At = 60
		}
		if got := covers(c.f, session); got != c.session {
			t.Errorf("%s covers the session: %v", name, got)
		}
		if got := covers(c.f, edit); got != c.edit {
			t.Errorf("%s covers the edit: %v", name, got)
		}
	}
}

// TestRetentionKeepsTrustThatAForgottenSiteGivesBack: learnings stay when
// the steps go for their age; forgetting the site afterwards takes the learnings
// and gives the trust back that they had taken.
func TestRetentionKeepsTrustThatAForgottenSiteGivesBack(t *testing.T) {
	ctx := context.Background()
	dir, clock := t.TempDir(), noon
	m, s := open(t, dir, &clock)
	item := &types.KBItem{KnowledgeID: "pay_it", Description: "Pay", TrustScore: 1}
	if err := m.Edit(ctx, types.Edit{KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: "pay_it", Item: item}}); err != nil {
		t.Fatal(err)
	}
	clock = noon.AddDate(0, 0, 10)
	for i, origin := range []string{"https://wallet.example", "https://shop.example"} {
		session := testSession("mm-ses"+string(rune('1'+i)), "pay")
		step := beside("s-fails-"+session.SessionID, 0)
		step.SessionID, step.Timestamp, step.Actor, step.KBSource = session.SessionID, types.At(clock), types.ActorAgent, "pay_it"
		step.Observation.State.Origin, step.Observation.State.CurrentURL = origin, origin+"/"
		step.Outcome = types.Outcome{Error: types.Fault(types.CodeTargetNotFound, "it is not there", "")}
		if _, err := m.PutStep(ctx, session, step, types.KeepFull); err != nil {
			t.Fatal(err)
		}
	}
	trust := func() (float64, int, int) {
		items, err := m.KB("pay_it", "", 0)
		if err != nil {
			t.Fatal(err)
		}
		return items[0].TrustScore, len(items[0].TrustHistory), len(items[0].KBLearnings)
	}
	was, changes, learnings := trust()
	if was != 0.95*0.95 || changes != 2 || learnings != 2 {
		t.Fatalf("trust %v after %d changes, %d learnings", was, changes, learnings)
	}
	clock = noon.AddDate(0, 0, 200)
	if said, err := m.Retain(ctx, DefaultLimits, s); err != nil || len(said) != 1 {
		t.Fatalf("said %q, %v", said, err)
	}
	if got, n, l := trust(); got != was || n != changes || l != learnings {
		t.Errorf("retention left trust %v, %d changes, %d learnings", got, n, l)
	}
	if _, err := m.Forget(ctx, types.Forget{Origin: "wallet.example"}); err != nil {
		t.Fatal(err)
	}
	if got, n, l := trust(); got != 0.95 || n != 1 || l != 1 {
		t.Errorf("without the site trust is %v, %d changes, %d learnings", got, n, l)
	}
	if text := fedTexts(t, s); strings.Contains(text, "wallet.example") || !strings.Contains(text, "shop.example") {
		t.Errorf("the store tells %s", text)
	}
}
