package coretest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"testing"

	"cairn/shared/core"
	"cairn/shared/types"
	"cairn/shared/wire"
	"cairn/testdata/stores/gen"
)

//go:embed segments.js
var segmentsScript string

// steps is the least size of the memory that a start is measured with: the last
// session is whole.
const steps = 10_000

// started is the report of segments.js about a start.
type started struct {
	Steps int     `json:"steps"`
	First float64 `json:"first"` // milliseconds until the first Worker of the browser had answered
	Again float64 `json:"again"` // median of more Workers in the same page
	P50   float64 `json:"p50"`   // of searches, from the page and back, in milliseconds
	P95   float64 `json:"p95"`
}

// BenchmarkStartFromSegmentsInChromium measures the wait of a person who
// opens the browser: from the document's first line until the Worker with the
// core has taken in ten thousand steps from IndexedDB and answered. The records
// lie there as they do in the extension, steps beside segments. Cold is a
// browser that was just started, warm another Worker of the same page.
func BenchmarkStartFromSegmentsInChromium(b *testing.B) {
	profile := b.TempDir()
	url := serveExtension(b, segmentsScript, memory(b))
	stored := runScript[int](b, profile, url, "fill()")
	var sum started
	for b.Loop() {
		got := runScript[started](b, profile, url, "measure()")
		if got.Steps != stored || stored < steps {
			b.Fatalf("came back with %d of %d steps", got.Steps, stored)
		}
		sum.First += got.First
		sum.Again += got.Again
		sum.P50 += got.P50
		sum.P95 += got.P95
	}
	n := float64(b.N)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(sum.First/n, "cold-ms")
	b.ReportMetric(sum.Again/n, "warm-ms")
	b.ReportMetric(1000*sum.P50/n, "search-p50-µs")
	b.ReportMetric(1000*sum.P95/n, "search-p95-µs")
}

// kept is a segment as segments.js stores it.
type kept struct {
	Number int      `json:"number"`
	Keys   []string `json:"keys"`
	Size   int      `json:"size"`
}

// memory is a store with its segments, by the paths under which the page asks
// for them.
func memory(t testing.TB) map[string][]byte {
	t.Helper()
	made := gen.Real(41, steps)
	c := core.New()
	var records []wire.Record
	for _, s := range made.Sessions {
		if err := c.PutSession(s.Meta); err != nil {
			t.Fatal(err)
		}
		records = append(records, wire.Record{Session: s.Meta})
		for _, step := range s.Steps {
			if err := c.PutStep(step); err != nil {
				t.Fatal(err)
			}
			records = append(records, wire.Record{Step: step})
		}
	}
	files := map[string][]byte{}
	var segments []kept
	for {
		packed, data, err := c.Pack(gen.Now, steps)
		if err != nil {
			t.Fatal(err)
		}
		if packed.State == types.PackIdle {
			break
		}
		if packed.State != types.PackDone {
			continue
		}
		s := kept{Number: packed.Segment, Size: len(data)}
		for _, id := range packed.Steps {
			s.Keys = append(s.Keys, "step:"+id)
		}
		segments = append(segments, s)
		files[fmt.Sprintf("/segments/%d", packed.Segment)] = data
		c.Packed(true)
	}
	var queries []string
	for _, q := range made.Queries(42, 200) {
		queries = append(queries, q.Text)
	}
	for path, v := range map[string]any{"/records.json": records, "/segments.json": segments, "/queries.json": queries} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		files[path] = text
	}
	return files
}
