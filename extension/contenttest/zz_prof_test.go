package contenttest

import (
	"context"
	"fmt"
	"os"
	"sort"
	"testing"

	"github.com/chromedp/cdproto/profiler"
	"github.com/chromedp/chromedp"
)

func TestZZProf(t *testing.T) {
	n := os.Getenv("PROF_N")
	if n == "" {
		n = "5000"
	}
	what := os.Getenv("PROF_JS")
	if what == "" {
		what = "for (let i = 0; i < 20; i++) await Cairn.observe.lookGently({outlined: true})"
	}
	tb := open(t, "other.html")
	var k int
	tb.eval(fmt.Sprintf(benchPage, atoi(n)), &k)
	var ms float64
	run := fmt.Sprintf(`(async () => { const a = performance.now(); %s; return performance.now() - a; })()`, what)
	tb.eval(run, &ms)
	do(t, tb, profiler.Enable())
	do(t, tb, profiler.SetSamplingInterval(200))
	do(t, tb, profiler.Start())
	tb.eval(run, &ms)
	var p *profiler.Profile
	if err := chromedp.Run(tb.ctx, chromedp.ActionFunc(func(ctx context.Context) (err error) { p, err = profiler.Stop().Do(ctx); return })); err != nil {
		t.Fatal(err)
	}
	self := map[string]float64{}
	nodes := map[int64]*profiler.ProfileNode{}
	parent := map[int64]int64{}
	for _, n := range p.Nodes {
		nodes[n.ID] = n
		for _, c := range n.Children {
			parent[c] = n.ID
		}
	}
	total := map[string]float64{}
	by := map[string]float64{}
	name := func(id int64) string {
		f := nodes[id].CallFrame
		return fmt.Sprintf("%s:%d", f.FunctionName, f.LineNumber)
	}
	for i, id := range p.Samples {
		d := float64(p.TimeDeltas[i]) / 1000
		self[name(id)] += d
		if q, ok := parent[id]; ok && nodes[id].CallFrame.LineNumber < 0 {
			q2 := parent[q]
			by[name(id)+" < "+name(q)+" < "+name(q2)] += d
		}
		seen := map[string]bool{}
		for at, ok := id, true; ok; at, ok = parent[at] {
			if !seen[name(at)] {
				total[name(at)] += d
			}
			seen[name(at)] = true
		}
	}
	print := func(title string, m map[string]float64, most int) {
		fmt.Println("==", title)
		var ks []string
		for k := range m {
			ks = append(ks, k)
		}
		sort.Slice(ks, func(i, j int) bool { return m[ks[i]] > m[ks[j]] })
		for i, k := range ks {
			if i == most {
				break
			}
			fmt.Printf("%8.1f %s\n", m[k], k)
		}
	}
	fmt.Println("elements", k, "whole", ms)
	print("self", self, 30)
	print("native", by, 30)
	print("total", total, 60)
}

func do(t *testing.T, tb *tab, a chromedp.Action) {
	if err := chromedp.Run(tb.ctx, a); err != nil {
		t.Fatal(err)
	}
}

func atoi(s string) (n int) { fmt.Sscan(s, &n); return }
