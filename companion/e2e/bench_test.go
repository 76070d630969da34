package e2e

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// BenchmarkRoundTrips measures an agent's waits, through a real MCP
// client, the daemon, the link, the extension and back: p50 and p95 of each
// tool in milliseconds, the start of the Wasm core in its worker, and the size of a
// stored step on disk. The baseline of the ratio is mm_knowledge_last,
// which never leaves the daemon: the time above it is the browser's share.
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

// BenchmarkDescribeNear compares an agent's waits for a description, where
// the extension's core answers for the page and where the companion's
// does, in turns: of a page that stays the same, of one that an action has changed
// a second ago or just now, and of one on which something was just recorded.
func BenchmarkDescribeNear(b *testing.B) {
	by := []string{"extension", "companion"}
	agents, sites := map[string]*agent{}, map[*agent]string{}
	for _, who := range by {
		w := newWorld(b)
		w.startDaemon("--answers", who)
		w.openBrowser()
		w.waitLinked()
		for range 3 {
			w.sendFirst()
		}
		agents[who] = w.stdioAgent("bench")
		sites[agents[who]] = w.site
		agents[who].do("mm_launch", map[string]any{"goal": "Send 0.1 ETH to another account", "url": w.site})
		agents[who].do("mm_type", map[string]any{"testId": "unlock-password", "text": password})
		agents[who].do("mm_click", map[string]any{"testId": "unlock-submit"})
		b.Cleanup(func() { fmt.Print(w.mustCairn("status")) })
	}
	change := func(a *agent, n int) {
		if n%2 == 0 {
			a.do("mm_click", map[string]any{"testId": "coin-overview-send"})
		} else {
			a.do("mm_navigate", map[string]any{"url": sites[a] + "#/home"})
		}
	}
	for _, bench := range []struct {
		name   string
		before func(a *agent, n int)
		pause  time.Duration // 50 calls a second are let through
	}{
		{"same", func(*agent, int) {}, 25 * time.Millisecond},
		{"changed", change, time.Second}, // an agent that thinks
		{"changed at once", change, 0},
		{"recorded at once", func(a *agent, _ int) { a.do("mm_wait_for", map[string]any{"testId": "coin-overview-send"}) }, 0},
	} {
		b.Run(bench.name, func(b *testing.B) {
			times := map[string][]float64{}
			for n := 0; b.Loop(); n++ {
				for _, who := range by {
					bench.before(agents[who], n)
					time.Sleep(bench.pause)
					start := time.Now()
					agents[who].do("mm_describe_screen", nil)
					times[who] = append(times[who], float64(time.Since(start).Microseconds())/1000)
				}
			}
			p50 := map[string]float64{}
			for _, who := range by {
				slices.Sort(times[who])
				p50[who] = times[who][len(times[who])/2]
				b.ReportMetric(p50[who], "ms-"+who)
			}
			b.ReportMetric(p50["extension"]/p50["companion"], "×companion")
		})
	}
}
