package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

var stoppedFor = regexp.MustCompile(`(?m)^stopped .* step \d+ of \d+: (\w+)$`)

// TestGatewayRunsOnPagesInAnotherState has runs through other drivers meet the pages of TestRunsOnPagesInAnotherState, half of
// them through each: they end in the same way, or stop before a step that they do not understand. None is called done that is not.
func TestGatewayRunsOnPagesInAnotherState(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.startDaemon("--headless")
	states := otherStates()
	names := slices.Sorted(maps.Keys(states))
	for k, kind := range []string{"playwright", "devtools"} {
		d := benchDrivers[kind]
		c := startRaw(t, t.TempDir(), nil, append([]string{w.binary, "mcp", "--data", w.home, "--wrap", "--"}, d.command(t)...)...)
		c.ask("tools/list", `{}`)
		call := func(tool string, given map[string]any) string {
			line, err := json.Marshal(given)
			if err != nil {
				t.Fatal(err)
			}
			_, text, _ := c.call(tool, string(line))
			return text
		}
		for i, name := range names {
			if i%2 != k {
				continue
			}
			x := states[name]
			s := &stateful{page: x.page}
			s.state.Store("")
			s.did.Store("")
			site := serve(t, s)
			call("memory_goal", map[string]any{"goal": x.goal})
			call(d.open(site).tool, d.open(site).given)
			for _, act := range x.acts {
				named := fmt.Sprintf("%s %q", cmp.Or(act["role"], any("button")), cmp.Or(act["name"], any("Cancel transfer")))
				ref, do := "", d.click
				if text, types := act["text"].(string); types {
					do = func(ref string) benchCall { return d.write(ref, text, false) }
				}
				for _, h := range ariaHandles(d.asAria(call(d.look.tool, d.look.given))) {
					if ref == "" && strings.HasPrefix(h.own, strings.ToLower(named)) {
						ref = h.ref
					}
				}
				call(do(ref).tool, do(ref).given)
			}
			w.eventually("the page shows what came of the task", func() bool {
				text := call(d.look.tool, d.look.given)
				return !strings.Contains(text, "Publishing…")
			})
			call("memory_goal", map[string]any{"outcome": "done"})
			for _, state := range []string{"", "other"} {
				s.state.Store(state)
				s.did.Store("")
				call("memory_goal", map[string]any{"goal": x.goal})
				text := call("memory_run_flow", map[string]any{"goal": x.goal, "url": site, "allowRisky": true})
				reason, verified := types.FlowReason(""), strings.HasPrefix(text, "done:")
				if m := stoppedFor.FindStringSubmatch(text); m != nil {
					reason = types.FlowReason(m[1])
				}
				stop, did := cmp.Or(x.through, x.stop), x.did
				if x.through != "" {
					did = ""
				}
				if state == "" && !verified && !strings.HasPrefix(text, "all ") { // a slow page may leave too little evidence
					t.Errorf("%s, %s: the first run: %s", kind, name, text)
				}
				if got := s.did.Load(); state != "" && (reason != stop || got != did || verified && (stop != "" || x.unproved)) {
					t.Errorf("%s, %s: stop %q, did %q, verified %t; want stop %q, did %q: %s", kind, name, reason, got, verified, stop, did, text)
				}
				call("memory_goal", map[string]any{"outcome": "failed"})
			}
		}
		c.close()
	}
}
