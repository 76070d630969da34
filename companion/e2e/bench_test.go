package e2e

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// BenchmarkRoundTrips measures what an agent waits for, through a real MCP
// client, the daemon, the link, the extension and back: p50 and p95 of each
// tool in milliseconds, the start of the Wasm core in its worker, and what a
// stored step costs on disk. The baseline of the ratio is mm_knowledge_last,
// which never leaves the daemon: what is above it is the browser's share.
func BenchmarkRoundTrips(b *testing.B) {
	w := newWorld(b)
	w.start()
	for range 3 {
		w.sendFirst() // something to remember
	}
	a := w.stdioAgent("bench")
	a.do("mm_launch", map[string]any{"url": w.site})
	a.do("mm_type", map[string]any{"testId": "unlock-password", "text": password})
	a.do("mm_click", map[string]any{"testId": "unlock-submit"})
	baseline := 0.0
	for _, bench := range []struct {
		name string
		args map[string]any
	}{
		{"mm_knowledge_last", nil},
		{"mm_knowledge_search", map[string]any{"query": "transfer tokens"}},
		{"mm_describe_screen", nil},
		{"mm_click", map[string]any{"testId": "coin-overview-receive"}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			var times []float64
			for b.Loop() {
				time.Sleep(25 * time.Millisecond) // 50 calls a second are let through
				start := time.Now()
				a.do(bench.name, bench.args)
				times = append(times, float64(time.Since(start).Microseconds())/1000)
			}
			slices.Sort(times)
			p50, p95 := times[len(times)/2], times[len(times)*95/100]
			b.ReportMetric(p50, "ms-p50")
			b.ReportMetric(p95, "ms-p95")
			if bench.name == "mm_knowledge_last" {
				baseline = p50
			}
			if baseline > 0 {
				b.ReportMetric(p50/baseline, "×last")
			}
		})
	}
	h := w.inExtension().health()
	fmt.Printf("core in its worker: start to first answer %.0f ms; %d steps, %d sessions\n", h.CoreStartMs, h.Steps, h.Sessions)
	fmt.Print(w.mustCairn("status"))
}
