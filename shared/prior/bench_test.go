package prior

import (
	"fmt"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/stores/busy"
)

// benchStore fills an engine with n steps of one origin.
func benchStore(n int) (*Engine, []types.PriorRequest) {
	e := New()
	made, asks := busy.New(n)
	for _, s := range made {
		e.PutSession(s.Meta)
		for _, step := range s.Steps {
			e.PutStep(step)
		}
	}
	return e, asks
}

func BenchmarkSuggest(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		e, asks := benchStore(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				e.Suggest(busy.Now, asks[i%len(asks)])
			}
		})
	}
}

func BenchmarkPutStep(b *testing.B) {
	for b.Loop() {
		benchStore(1000)
	}
}

// BenchmarkSuggestNeeded asks of a store in the form that keeps only names that
// are needed.
func BenchmarkSuggestNeeded(b *testing.B) {
	h := testHider(1)
	e := hiding(h)
	made, asks := busy.New(10_000)
	for _, s := range made {
		e.PutSession(s.Meta)
		for _, step := range s.Steps {
			e.PutStep(needed(h, step))
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		e.Suggest(busy.Now, asks[i%len(asks)])
	}
}
