package pack_test

import (
	"testing"

	"cairn/shared/pack"
	"cairn/shared/types"
	"cairn/testdata/stores/gen"
)

func made(n int) (out []*types.Step) {
	for _, s := range gen.New(7, n).Sessions {
		out = append(out, s.Steps...)
	}
	return out[:n]
}

func BenchmarkAdd(b *testing.B) {
	steps := made(4096)
	var w *pack.Writer
	i := 0
	for b.Loop() {
		if i%len(steps) == 0 {
			w = pack.NewWriter()
		}
		if err := w.Add(steps[i%len(steps)]); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

func BenchmarkStep(b *testing.B) {
	steps := made(4096)
	w := pack.NewWriter()
	for _, s := range steps {
		if err := w.Add(s); err != nil {
			b.Fatal(err)
		}
	}
	data := w.Bytes()
	p, err := pack.Open(data)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.Run("whole", func(b *testing.B) {
		i := 0
		for b.Loop() {
			p.Step(i % p.Len())
			i++
		}
		b.ReportMetric(float64(len(data))/float64(p.Len()), "B/step")
	})
	b.Run("outline", func(b *testing.B) {
		i := 0
		for b.Loop() {
			p.Outline(i % p.Len())
			i++
		}
	})
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			if _, err := pack.Open(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}
