package gen

import (
	"encoding/json"
	"hash/fnv"
	"testing"
)

// TestSameSeedSameStore holds the generator to one store on every machine:
// measurements on it stay comparable.
func TestSameSeedSameStore(t *testing.T) {
	for _, one := range []struct {
		made *Store
		want uint64
	}{{New(1, 300), 0xb6cc7053577ba56}, {Real(1, 300), 0x630aaa241503b41b}} {
		if got := hashOf(t, one.made); got != one.want {
			t.Errorf("the store's hash is %#x, want %#x: figures measured before are no longer comparable", got, one.want)
		}
	}
}

func hashOf(t *testing.T, s *Store) uint64 {
	t.Helper()
	h := fnv.New64a()
	enc := json.NewEncoder(h)
	for _, x := range s.Sessions {
		if err := enc.Encode(x); err != nil {
			t.Fatal(err)
		}
	}
	for _, q := range s.Queries(2, 20) {
		if err := enc.Encode(q); err != nil {
			t.Fatal(err)
		}
	}
	return h.Sum64()
}

func TestStoresLookReal(t *testing.T) {
	for _, made := range []func(uint64, int) *Store{New, Real} {
		looksReal(t, made(1, 2000))
	}
}

func looksReal(t *testing.T, s *Store) {
	t.Helper()
	steps, ids, nodes := 0, 0, 0
	for _, x := range s.Sessions {
		for _, step := range x.Steps {
			steps++
			ids += len(step.Observation.TestIDs)
			nodes += len(step.Observation.A11y.Nodes)
		}
	}
	if per := steps / len(s.Sessions); per < 20 || per > 32 {
		t.Errorf("%d steps a session, want about 26", per)
	}
	if ids/steps < 10 || ids/steps > 60 || nodes/steps < 10 || nodes/steps > 80 {
		t.Errorf("%d test ids and %d nodes a step", ids/steps, nodes/steps)
	}
	if got := len(s.Queries(3, 50)); got != 50 {
		t.Errorf("%d queries, want 50", got)
	}
}
