package heldout

import (
	"encoding/json"
	"hash/fnv"
	"testing"

	"cairn/testdata/stores/gen"
)

// TestSameSeedSameStore keeps measurements comparable.
func TestSameSeedSameStore(t *testing.T) {
	const want = uint64(0x1596c3f097fefa12)
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

func TestEveryKindIsAsked(t *testing.T) {
	s := New(1, 2000)
	kinds := map[gen.Kind]int{}
	for _, q := range s.Queries(2, 50) {
		kinds[q.Kind]++
		if q.Text == "" || len(q.Relevant) == 0 {
			t.Errorf("%+v asks for nothing", q)
		}
	}
	for _, k := range []gen.Kind{gen.Paraphrase, gen.Identifier, gen.Place, gen.Noisy, gen.Typo} {
		if kinds[k] == 0 {
			t.Errorf("no query of kind %s", k)
		}
	}
	without := 0
	for _, x := range s.Sessions {
		if x.Meta.Goal == "" {
			without++
		}
	}
	if without == 0 || without > len(s.Sessions)/3 {
		t.Errorf("%d of %d sessions without a goal", without, len(s.Sessions))
	}
}
