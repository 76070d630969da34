package gen

import (
	"encoding/json"
	"hash/fnv"
	"testing"
)

// TestSameSeedSameStore holds the generator to one store on every machine: what
// is measured on it stays comparable.
func TestSameSeedSameStore(t *testing.T) {
	const want = uint64(0xb6cc7053577ba56)
	h := fnv.New64a()
	s := New(1, 300)
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
	if got := h.Sum64(); got != want {
		t.Errorf("the store's hash is %#x, want %#x: figures measured before are no longer comparable", got, want)
	}
}

func TestStoreLooksReal(t *testing.T) {
	s := New(1, 2000)
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
