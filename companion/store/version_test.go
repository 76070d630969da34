package store

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

var writeFixture = flag.Bool("write-fixture", false, "write testdata/schema-N/store with this code, after a change of the schema")

const fixtureSteps = 12

// fixture is where the store lies that was written under a schema.
func fixture(version int) string {
	return filepath.Join("testdata", fmt.Sprintf("schema-%d", version))
}

// TestStoresOfEveryVersionOpen opens a store that each version so far wrote, as
// it lay on disk then, finds everything in it, and writes to it.
func TestStoresOfEveryVersionOpen(t *testing.T) {
	if *writeFixture {
		text, err := os.ReadFile(filepath.Join(filled(t, fixtureSteps), fileStore))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(fixture(schemaVersion), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(fixture(schemaVersion), fileStore), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for version := 1; version <= schemaVersion; version++ {
		t.Run(fmt.Sprintf("schema %d", version), func(t *testing.T) {
			dir := copyDir(t, fixture(version))
			s := mustOpen(t, dir)
			if st := s.Stats(); st.Quarantined+st.Partial > 0 || st.DamagedFile != "" || st.TornBytes > 0 {
				t.Errorf("it is said to be damaged: %+v", st)
			}
			if hwm := s.HWM("install-a", "epoch-1"); hwm != fixtureSteps {
				t.Errorf("HWM = %d", hwm)
			}
			have := contents(t, s)
			for seq := int64(1); seq <= fixtureSteps; seq++ {
				want := numbered(seq).record
				got, ok := have["step "+want.Step.StepID]
				if !ok || got.Step.Tool.Target.TestID != want.Step.Tool.Target.TestID || got.Step.Observation == nil ||
					len(got.Step.Observation.A11y.Nodes) != len(want.Step.Observation.A11y.Nodes) {
					t.Errorf("step %d is %+v", seq, got.Step)
				}
				if _, ok := have["session "+want.Session.SessionID]; !ok {
					t.Errorf("session %s is gone", want.Session.SessionID)
				}
			}
			writable(t, s, dir)
		})
	}
}
