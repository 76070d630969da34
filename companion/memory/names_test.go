package memory

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"cairn/companion/store"
	"cairn/shared/capture"
	"cairn/shared/types"
	"cairn/shared/wire"
)

var testNameKey = bytes.Repeat([]byte{7}, capture.NameKeyBytes)

// openKeyed opens a memory that hides names.
func openKeyed(t *testing.T, dir string) (*Memory, *store.Store) {
	t.Helper()
	s, err := store.Open(dir, store.Options{Holder: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	m, err := Open(s, Options{NameKey: testNameKey, Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	return m, s
}

// stored is all that a store holds.
func stored(t *testing.T, s *store.Store) string {
	t.Helper()
	var all strings.Builder
	if err := s.Load(func(r wire.Record) error { return json.NewEncoder(&all).Encode(r) }); err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// clickBeside is a click on a button beside a text.
func clickBeside(id, text string) *types.Step {
	step := click("mm-ses1", id, "go", 5)
	step.Actor = types.ActorAgent
	step.Observation.A11y.Nodes = append(step.Observation.A11y.Nodes, types.A11yNode{Ref: "e2", Role: "text", Name: text})
	return step
}

func TestNamesThatWereOnlySeenDoNotReachTheDisk(t *testing.T) {
	const private = "purple sausages lantern"
	for _, test := range []struct {
		keep  types.Keep
		clear bool
	}{{types.KeepNeeded, false}, {types.KeepFull, true}} {
		m, s := openKeyed(t, t.TempDir())
		kept, err := m.PutStep(t.Context(), nil, clickBeside("s-one1", private), test.keep)
		if err != nil {
			t.Fatal(err)
		}
		all := stored(t, s)
		if got := strings.Contains(all, "sausages"); got != test.clear {
			t.Errorf("%s: stored in clear: %v", test.keep, got)
		}
		if n := m.Hidden(t.Context()); (n == 0) != test.clear {
			t.Errorf("%s: %d steps hold hashes", test.keep, n)
		}
		if !strings.Contains(all, "Continue") || (kept.Keep == types.KeepNeeded) == test.clear {
			t.Errorf("%s: %s", test.keep, all)
		}
	}
}

func TestStepsOfAnExtensionKeepTheirForm(t *testing.T) {
	from, _ := openKeyed(t, t.TempDir())
	hidden, err := from.PutStep(t.Context(), nil, clickBeside("s-one1", "purple sausages lantern"), types.KeepNeeded)
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(hidden)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	m, s := openKeyed(t, dir)
	if _, err := m.Accept(t.Context(), "install-a", "epoch-1", []wire.Record{{Seq: 1, Step: hidden}, {Seq: 2, Step: clickBeside("s-two2", "in clear")}}); err != nil {
		t.Fatal(err)
	}
	check := func(m *Memory) {
		t.Helper()
		if got, err := json.Marshal(m.core.Step("s-one1")); err != nil || string(got) != string(want) {
			t.Errorf("the step is\n%s\nwant\n%s (%v)", got, want, err)
		}
		if step := m.core.Step("s-two2"); step.Keep != "" || step.Observation.A11y.Nodes[1].Name != "in clear" {
			t.Errorf("the step in clear is %+v", step)
		}
	}
	check(m)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	m, _ = openKeyed(t, dir)
	check(m)
}
