package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"sync/atomic"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// page makes look number visit at one of six screens of a made-up shop, with
// about 120 elements (some 15 KB of JSON). Every fourth visit differs from the
// ones before, as pages do that show a time or a balance.
func page(screen, visit int) *types.Observation {
	o := &types.Observation{State: types.State{
		CurrentURL: fmt.Sprintf("https://shop.example/#/%d", screen), CurrentScreen: fmt.Sprintf("screen-%d", screen),
		Title: fmt.Sprintf("Screen %d of the shop", screen), Origin: "https://shop.example",
	}, TestIDs: []types.TestID{}, A11y: types.A11y{Nodes: []types.A11yNode{}}}
	words := []string{"Orders", "Basket", "Continue to payment", "Change address", "Remove from list", "Details of the article", "Sign out", "Help and contact"}
	for i := range 120 {
		n := types.A11yNode{Ref: fmt.Sprintf("e%d", visit*200+i), Role: "link", Name: fmt.Sprintf("%s %d", words[(i*7+screen)%len(words)], (i*31+screen*17)%97), Path: []string{"main"}}
		if i%3 == 0 {
			n.Role, n.TestID = "button", fmt.Sprintf("shop-%d-action-%d", screen, i)
			o.TestIDs = append(o.TestIDs, types.TestID{TestID: n.TestID, Tag: "button", Visible: true, Role: n.Role, Name: n.Name})
		}
		o.A11y.Nodes = append(o.A11y.Nodes, n)
	}
	if visit%4 == 0 {
		o.A11y.Nodes[60].Name = fmt.Sprintf("Total %d.%02d", visit, screen)
	}
	return o
}

// visited is step i of somebody who goes round the shop.
func visited(i int) wire.Record {
	meta := session(i / 40)
	st := step(meta.SessionID, i)
	st.Observation = page(i%6, i/6)
	return wire.Record{Session: meta, Step: st}
}

// BenchmarkStoredStep measures the size of a step on disk when all is compacted.
func BenchmarkStoredStep(b *testing.B) {
	ctx := context.Background()
	s := mustOpen(b, b.TempDir())
	n := 0
	for b.Loop() {
		if _, err := s.write(ctx, entry{record: visited(n)}); err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric(float64(s.Stats().FileBytes)/float64(n), "B/step-on-disk")
	b.ReportMetric(float64(s.Stats().LiveBytes)/float64(n), "B/step-live")
}

// BenchmarkIngest stores records of about 4 KB, in batches as the link brings
// them, each batch on disk before it counts.
func BenchmarkIngest(b *testing.B) {
	for _, shape := range []struct{ senders, batch int }{{1, 1}, {1, 16}, {4, 16}, {16, 16}} {
		b.Run(fmt.Sprintf("senders=%d/batch=%d", shape.senders, shape.batch), func(b *testing.B) {
			s := mustOpen(b, b.TempDir())
			var n atomic.Int64
			b.SetParallelism(shape.senders)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					entries := make([]entry, shape.batch)
					for i := range entries {
						k := int(n.Add(1))
						rec := visited(k)
						rec.Step.Observation = page(k%6, 4*k) // no two alike
						rec.Step.Observation.A11y.Nodes = rec.Step.Observation.A11y.Nodes[:30]
						rec.Step.Observation.TestIDs = rec.Step.Observation.TestIDs[:10]
						rec.Step.Observation.A11y.Nodes[7].Name = fmt.Sprint("Order ", k)
						entries[i].record = rec
					}
					if _, err := s.write(context.Background(), entries...); err != nil {
						b.Error(err)
					}
				}
			})
			b.ReportMetric(float64(n.Load())/b.Elapsed().Seconds(), "records/s")
		})
	}
}

// BenchmarkOpen opens a store of 10,000 steps and reads all of them.
func BenchmarkOpen(b *testing.B) {
	const n = 10_000
	dir := b.TempDir()
	s := mustOpen(b, dir)
	for i := 0; i < n; i += 100 {
		entries := make([]entry, 100)
		for j := range entries {
			entries[j].record = visited(i + j)
		}
		if _, err := s.write(context.Background(), entries...); err != nil {
			b.Fatal(err)
		}
	}
	mustClose(b, s)
	for b.Loop() {
		s := mustOpen(b, dir)
		if got := len(contents(b, s)); got < n {
			b.Fatalf("%d records", got)
		}
		mustClose(b, s)
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N)/(n/1000), "ms/1000-steps")
}

// BenchmarkSalvage takes the sound records out of a file of some 110 MB with zeroed
// pages, flipped bits and a torn end, and reads the result from end to end.
func BenchmarkSalvage(b *testing.B) {
	dir, size, whole := hurtFile(b)
	s := &Store{dir: dir, fsync: func(*os.File) error { return nil }}
	var err error
	if s.root, err = os.OpenRoot(dir); err != nil {
		b.Fatal(err)
	}
	defer s.root.Close()
	b.Run("salvage", func(b *testing.B) {
		b.SetBytes(size)
		for b.Loop() {
			if _, err := s.writeSound(fileStore, fileSalvage, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	must(b, s.root.Rename(fileSalvage, fileStore))
	b.Run("verify", func(b *testing.B) {
		b.SetBytes(size)
		kept := 0
		for b.Loop() {
			rep, err := Verify(dir, nil)
			if err != nil || !rep.Clean() {
				b.Fatalf("what was salvaged is not sound: %+v, %v", rep, err)
			}
			kept = rep.Values
		}
		b.ReportMetric(100*float64(kept)/float64(whole), "%-of-undamaged-kept")
	})
}

// hurtFile makes a damaged store, and says how large it is and how many of its
// values were left whole.
func hurtFile(b *testing.B) (dir string, size int64, whole int) {
	const values, pages, bits = 27_550, 5, 20
	dir = b.TempDir()
	rnd := rand.New(rand.NewPCG(5, 6))
	body := make([]byte, 4000)
	var text []byte
	starts := make([]int, values)
	for i := range values {
		for j := range body {
			body[j] = byte(rnd.Uint32())
		}
		starts[i] = len(text)
		key := changeKey(int64(i) + 1)
		text = appendSet(text, key, seal(key, schemaVersion, body))
	}
	hit := map[int]bool{}
	hurt := func(from, to int) {
		for i := sort.SearchInts(starts, from+1) - 1; i < values && starts[i] < to; i++ {
			hit[i] = true
		}
	}
	for range pages {
		at := rnd.IntN(len(text)-4096) / 4096 * 4096
		clear(text[at : at+4096])
		hurt(at, at+4096)
	}
	for range bits {
		at := rnd.IntN(len(text))
		text[at] ^= 1 << rnd.IntN(8)
		hurt(at, at+1)
	}
	hurt(len(text)-7, len(text))
	must(b, os.WriteFile(filepath.Join(dir, fileStore), text[:len(text)-7], 0o600))
	return dir, int64(len(text) - 7), values - len(hit)
}
