package e2e

import (
	"fmt"
	"slices"
	"strings"
)

// flowTable is the table of issue 18 over results.
func flowTable(all []flowResult) string {
	var out strings.Builder
	of := func(part string) (found []flowResult) {
		for _, r := range all {
			if r.Part == part {
				found = append(found, r)
			}
		}
		return found
	}
	line := func(name, target, got string) { fmt.Fprintf(&out, "%-66s %-14s %s\n", name, target, got) }
	apps, others := map[string]bool{}, map[string]bool{}
	for _, r := range all {
		if apps[r.App] = true; !r.Own {
			others[r.App] = true
		}
	}
	first := of("run1")
	line("flows on applications (of those not written here)", "20 on 6 (4)", fmt.Sprintf("%d on %d (%d)", len(first), len(apps), len(others)))
	again := of("run2")
	calls, read, time := ratios(first, again)
	line("run 2 relative to run 1: calls", "<= 0.35", calls)
	line("run 2 relative to run 1: tokens", "<= 0.12", read)
	line("run 2 relative to run 1: wall time", "<= 0.5", time)
	line("run 2 ends in the right state", ">= 95 %", share(again, flowRight))
	once := of("onecall")
	calls, read, time = ratios(first, once)
	line("one call, mm_run_flow with goal and address: calls", "<= 0.35", calls)
	line("one call: tokens", "<= 0.12", read)
	line("one call: wall time", "<= 0.5", time)
	line("one call ends in the right state", ">= 95 %", share(once, flowRight))
	line("the same with other parameters", ">= 90 %", share(of("params"), flowRight))
	_, read, time = ratios(first, of("next"))
	line("step by step with suggestions in answers: tokens", "<= 0.5", read+", time "+time)
	line("goals in other words: right flow first", ">= 85 % of 40", share(of("words"), flowRight))
	line("sibling goals: a suggestion of 0.5 or more that is wrong", "<= 1 in 15", share(of("sibling"), flowWrong))
	line("sibling goals run by mm_run_flow: wrong actions", "0", share(of("sibling-run"), flowWrong))
	drifts(&out, "drifts", of("drift"))
	line("a repaired flow runs through next time", "100 %", share(of("repair"), flowRight))
	drifts(&out, "Playwright, by its own locators", of("peer-playwright"))
	drifts(&out, "@puppeteer/replay, selectors as of Recorder", of("peer-replay"))
	out.WriteString("\n" + kindTable(all))
	return out.String()
}

// ratios are those of the flows that both parts have, where the second ended right.
func ratios(first, second []flowResult) (calls, read, time string) {
	var c, t, ms [2]float64
	n := 0
	for _, b := range second {
		i := slices.IndexFunc(first, func(a flowResult) bool { return a.App == b.App && a.Flow == b.Flow && a.Outcome == flowRight })
		if i < 0 || b.Outcome != flowRight {
			continue
		}
		n++
		for k, r := range []flowResult{first[i], b} {
			c[k] += float64(r.Calls)
			t[k] += float64(r.Tokens)
			ms[k] += float64(r.Ms)
		}
	}
	if n == 0 {
		return "-", "-", "-"
	}
	say := func(v [2]float64) string {
		return fmt.Sprintf("%.2f (%.0f of %.0f, %d flows)", v[1]/v[0], v[1], v[0], n)
	}
	return say(c), say(t), say(ms)
}

func share(of []flowResult, what flowOutcome) string {
	if len(of) == 0 {
		return "-"
	}
	n, open, opens := 0, 0, 0
	for _, r := range of {
		is := r.Outcome == what
		if is {
			n++
		}
		if !r.Held {
			if opens++; is {
				open++
			}
		}
	}
	return fmt.Sprintf("%d of %d, %.0f %% (open %d of %d, held %d of %d)", n, len(of), 100*float64(n)/float64(len(of)), open, opens, n-open, len(of)-opens)
}

// drifts sums up one tool's runs on changed pages.
func drifts(out *strings.Builder, name string, of []flowResult) {
	if len(of) == 0 {
		return
	}
	n := map[flowOutcome]int{}
	cells, alone, helped := 0, 0, 0
	for _, r := range of {
		n[r.Outcome]++
		if r.Continue {
			cells++
			if r.Outcome == flowRight {
				alone++
			}
			if r.Outcome == flowRight || r.Helped == string(flowRight) {
				helped++
			}
		}
	}
	fmt.Fprintf(out, "%-66s %-14s %d cells: right %d, stopped cleanly %d, wrong %d, reported done with nothing done %d\n", name, "wrong 0", len(of), n[flowRight], n[flowStopped], n[flowWrong], n[flowHollow])
	fmt.Fprintf(out, "%-66s %-14s by itself %d of %d, %.0f %%; with the step done where it stopped %d, %.0f %%\n", "   where a careful person goes on", ">= 85 %", alone, cells, 100*float64(alone)/float64(max(1, cells)), helped, 100*float64(helped)/float64(max(1, cells)))
}

// kindTable has a line for each kind of drift.
func kindTable(all []flowResult) string {
	var out strings.Builder
	for _, d := range flowDrifts {
		said := fmt.Sprintf("%-9s", d.kind)
		for _, part := range []string{"drift", "peer-playwright", "peer-replay"} {
			n, helped := map[flowOutcome]int{}, 0
			cells := 0
			for _, r := range all {
				if r.Part == part && r.Kind == d.kind {
					cells++
					n[r.Outcome]++
					if r.Helped == string(flowRight) {
						helped++
					}
				}
			}
			if cells > 0 {
				said += fmt.Sprintf(" | %s: %d of %d right, %d stopped (%d right with help), %d wrong, %d hollow", part, n[flowRight], cells, n[flowStopped], helped, n[flowWrong], n[flowHollow])
			}
		}
		if strings.Contains(said, "|") {
			out.WriteString(said + "\n")
		}
	}
	return out.String()
}
