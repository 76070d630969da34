package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// comparedDriver is a driver whose answers are compared with and without the gateway.
type comparedDriver struct {
	name    string
	command func(t testing.TB) []string
	env     func(t testing.TB) []string // nil for none
	// calls are one round over the tools; slow ones are made in the first round only. A ref
	// is named by the words of its line, SITE is the site, SEED the round, FILES a directory,
	// TAB the tab that was opened last.
	calls, slow [][2]string
	shows       string         // begins a snapshot in an answer
	tab         *regexp.Regexp // of the tab in an answer
	varying     *regexp.Regexp // the parts of answers that differ from run to run
	counting    []string       // tools whose answers are measurements: all numbers differ
}

const variesEverywhere = `\w+, \d\d \w+ \d{4} [\d:]+ GMT|\d+(\.\d+)? ?ms\b|http://127\.0\.0\.1:\d+|"id":\d+`

var comparedDrivers = []comparedDriver{
	{name: "playwright", command: playwrightCommand, shows: "```yaml", varying: regexp.MustCompile(`(page|console|element|network)-\d{4}-[0-9TZ:.-]+(\.[a-z]+)?|` + variesEverywhere), calls: [][2]string{
		{"browser_navigate", `{"url":"SITE/page.html?SEED"}`}, {"browser_snapshot", `{}`},
		{"browser_type", `{"element":"Name","target":"<textbox \"Name\">","text":"Bob"}`},
		{"browser_type", `{"element":"Name","target":"<textbox \"Name\">","text":"Al","slowly":true}`},
		{"browser_select_option", `{"element":"Size","target":"<combobox \"Size\">","values":["M"]}`},
		{"browser_fill_form", `{"fields":[{"name":"Name","type":"textbox","target":"<textbox \"Name\">","value":"Al"}]}`},
		{"browser_click", `{"element":"Save","target":"<button \"Save\">"}`}, {"browser_press_key", `{"key":"Escape"}`},
		{"browser_hover", `{"element":"x","target":"<link \"Orders\">"}`}, {"browser_click", `{"element":"gone","target":"e99999"}`},
		{"browser_drag", `{"startElement":"a","startTarget":"<link \"Orders\">","endElement":"b","endTarget":"<button \"Save\">"}`},
		{"browser_drop", `{"element":"Save","target":"<button \"Save\">","paths":[]}`},
		{"browser_find", `{"text":"Order"}`}, {"browser_evaluate", `{"function":"() => document.title"}`}, {"browser_evaluate", `{"function":"() => { throw new Error('no') }"}`},
		{"browser_console_messages", `{"level":"error"}`}, {"browser_wait_for", `{"text":"Bob"}`}, {"browser_resize", `{"width":900,"height":700}`},
		{"browser_take_screenshot", `{}`}, {"browser_tabs", `{"action":"list"}`}, {"browser_emulate_media", `{"colorScheme":"dark"}`},
		{"browser_click", `{"element":"Delete","target":"<button \"Delete\">"}`}, {"browser_run_code_unsafe", `{"code":"async (page) => page.url()"}`},
		{"browser_file_upload", `{"paths":[]}`}, {"browser_handle_dialog", `{"accept":true}`}, {"browser_navigate", `{"url":5}`}, {"browser_type", `{"wrong":1}`}, {"no_such_tool", `{}`},
		{"browser_network_requests", `{}`}, {"browser_network_request", `{"index":1}`}, {"browser_navigate_back", `{}`}, {"browser_close", `{}`},
	}},
	{name: "devtools", command: devtoolsCommand, shows: "## Latest page snapshot", tab: regexp.MustCompile(`(?m)^(\d+): .*\[selected\]$`), varying: regexp.MustCompile(variesEverywhere),
		calls: [][2]string{
			{"navigate_page", `{"pageId":1,"type":"url","url":"SITE/page.html?SEED"}`}, {"take_snapshot", `{"pageId":1}`},
			{"fill", `{"pageId":1,"uid":"<textbox \"Name\">","value":"Bob"}`}, {"fill", `{"pageId":1,"uid":"<combobox \"Size\">","value":"M","includeSnapshot":true}`},
			{"fill_form", `{"pageId":1,"elements":[{"uid":"<textbox \"Name\">","value":"Al"}]}`}, {"type_text", `{"pageId":1,"text":"an"}`},
			{"click", `{"pageId":1,"uid":"<button \"Save\">","includeSnapshot":true}`}, {"click", `{"pageId":1,"uid":"99_99"}`}, {"press_key", `{"pageId":1,"key":"Escape"}`},
			{"hover", `{"pageId":1,"uid":"<link \"Orders\">","includeSnapshot":true}`}, {"drag", `{"pageId":1,"from_uid":"<link \"Orders\">","to_uid":"<button \"Save\">"}`},
			{"wait_for", `{"pageId":1,"text":["Saved"]}`}, {"evaluate_script", `{"pageId":1,"function":"() => document.title"}`}, {"evaluate_script", `{"pageId":1,"function":"() => { throw new Error('no') }"}`},
			{"evaluate_script", `{"pageId":1,"function":"() => confirm('Sure?')","dialogAction":"accept"}`}, {"handle_dialog", `{"pageId":1,"action":"accept"}`},
			{"get_css_styles", `{"pageId":1,"uid":"<button \"Save\">","pageSize":5}`}, {"upload_file", `{"pageId":1,"uid":"<button \"Save\">","filePaths":["FILES/none"]}`},
			{"list_console_messages", `{"pageId":1}`}, {"get_console_message", `{"pageId":1,"msgid":1}`}, {"list_network_requests", `{"pageId":1}`}, {"get_network_request", `{"pageId":1,"reqid":999}`},
			{"take_screenshot", `{"pageId":1}`}, {"resize_page", `{"pageId":1,"width":900,"height":700}`}, {"emulate", `{"pageId":1,"colorScheme":"dark"}`},
			{"new_page", `{"url":"SITE/page.html#two"}`}, {"list_pages", `{}`}, {"select_page", `{"pageId":1}`}, {"close_page", `{"pageId":TAB}`},
			{"navigate_page", `{"url":5}`}, {"no_such_tool", `{}`}, {"navigate_page", `{"pageId":1,"type":"back"}`},
		},
		slow: [][2]string{{"performance_start_trace", `{"pageId":1,"reload":true,"autoStop":false}`}, {"performance_stop_trace", `{"pageId":1}`},
			{"performance_analyze_insight", `{"pageId":1,"insightSetId":"NAVIGATION_0","insightName":"DocumentLatency"}`}, {"take_heapsnapshot", `{"pageId":1,"filePath":"FILES/a.heapsnapshot"}`},
			{"lighthouse_audit", `{"pageId":1,"mode":"snapshot","outputDirPath":"FILES"}`}, {"screencast_start", `{"pageId":1,"filePath":"FILES/a.mp4"}`}, {"screencast_stop", `{"pageId":1}`}},
		counting: []string{"performance_start_trace", "performance_stop_trace", "performance_analyze_insight", "take_heapsnapshot", "lighthouse_audit"}},
	{name: "agent-browser", command: benchDrivers["agent-browser"].command, env: benchDrivers["agent-browser"].env, shows: "- ", tab: regexp.MustCompile(`"tabId":"(t\d+)"`), varying: regexp.MustCompile(`\b[0-9A-F]{32}\b|` + variesEverywhere),
		calls: [][2]string{
			{"agent_browser_tools_profiles", `{}`}, {"agent_browser_open", `{"url":"SITE/page.html?SEED"}`}, {"agent_browser_snapshot", `{"interactive":false}`},
			{"agent_browser_fill", `{"selector":"<textbox \"Name\">","text":"Bob"}`}, {"agent_browser_type", `{"selector":"<textbox \"Name\">","text":"by"}`},
			{"agent_browser_select", `{"selector":"<combobox \"Size\">","values":["M"]}`}, {"agent_browser_check", `{"selector":"input[type=checkbox]"}`}, {"agent_browser_uncheck", `{"selector":"input[type=checkbox]"}`},
			{"agent_browser_click", `{"selector":"<button \"Save\">"}`}, {"agent_browser_snapshot", `{"delta":true}`}, {"agent_browser_click", `{"selector":"@e9999"}`}, {"agent_browser_press", `{"key":"Escape"}`},
			{"agent_browser_scroll", `{"direction":"down","amount":50}`}, {"agent_browser_wait_ms", `{"ms":5}`}, {"agent_browser_wait_for_selector", `{"selector":"form"}`}, {"agent_browser_wait_for_text", `{"text":"Saved"}`}, {"agent_browser_wait_for_load", `{"state":"load"}`},
			{"agent_browser_screenshot", `{"path":"FILES/a.png"}`}, {"agent_browser_get_text", `{"selector":"h1"}`}, {"agent_browser_get_url", `{}`}, {"agent_browser_get_title", `{}`},
			{"agent_browser_eval", `{"script":"document.title"}`}, {"agent_browser_eval", `{"script":"throw new Error('no')"}`}, {"agent_browser_read", `{"url":"SITE/page.html"}`}, {"agent_browser_back", `{}`}, {"agent_browser_forward", `{}`}, {"agent_browser_reload", `{}`},
			{"agent_browser_tab_new", `{"url":"SITE/page.html#two"}`}, {"agent_browser_tab_list", `{}`}, {"agent_browser_tab_switch", `{"tab":"t1"}`}, {"agent_browser_tab_close", `{"tab":"TAB"}`}, {"agent_browser_open", `{"url":5}`}, {"no_such_tool", `{}`},
		},
		slow: [][2]string{{"agent_browser_close", `{}`}}},
}

// idleTime is how long an idle gateway is watched.
const idleTime = 10 * time.Second

// compared is the result of a comparison.
type compared struct {
	calls, changed, added, tools int
	idleMiB                      int64           // of the gateway at the end
	idleWork                     time.Duration   // its processor time while nothing was called for idleTime
	without, with                []time.Duration // of each call
}

// compareDrivers makes the same calls of a driver with and without the gateway. Each tool of
// the driver must be among them, in rounds with the slow ones.
func compareDrivers(t testing.TB, d *comparedDriver, rounds int) (c compared) {
	t.Helper()
	w := newWorld(t)
	w.startDaemon("--headless")
	site, files := gatewaySite(t), t.TempDir()
	start := func(env []string, before ...string) *rawClient {
		if d.env != nil {
			env = append(env, d.env(t)...)
		}
		return startRaw(t, t.TempDir(), env, append(before, d.command(t)...)...)
	}
	plain := start(nil)
	wrapped := start([]string{"CAIRN_GOAL=Save an order for Bob"}, w.binary, "mcp", "--data", w.home, "--wrap", "--")
	wrapped.ask("tools/list", `{}`)
	called := map[string]bool{}
	snapshot, tab := "", ""
	call := func(tool, arguments string, round int) {
		called[tool] = true
		arguments = strings.NewReplacer("SITE", site, "SEED", fmt.Sprint(round), "FILES", files, "TAB", tab).Replace(refsIn(arguments, snapshot))
		start := time.Now()
		want, texts, _ := plain.call(tool, arguments)
		between := time.Now()
		got, _, added := wrapped.call(tool, arguments)
		c.without, c.with = append(c.without, between.Sub(start)), append(c.with, time.Since(between))
		if strings.HasPrefix(d.shows, "-") && strings.HasPrefix(texts, d.shows) || !strings.HasPrefix(d.shows, "-") && strings.Contains(texts, d.shows) {
			snapshot = texts
		}
		if d.tab != nil {
			if m := d.tab.FindAllStringSubmatch(texts+"\n"+string(want), -1); m != nil && strings.Contains(tool, "new") {
				tab = m[len(m)-1][1]
			}
		}
		c.calls++
		if added != "" {
			c.added++
		}
		varies := d.varying
		if slices.Contains(d.counting, tool) {
			varies = regexp.MustCompile(`\d+(\.\d+)?`)
		}
		left, right := varies.ReplaceAll(want, []byte("~")), varies.ReplaceAll(withoutAdded(t, got, added), []byte("~"))
		if !bytes.Equal(left, right) {
			c.changed++
			at := 0
			for at < min(len(left), len(right)) && left[at] == right[at] {
				at++
			}
			t.Errorf("round %d, %s %s: from byte %d, with the gateway\n%.1500s\nwithout\n%.1500s", round, tool, arguments, at, right[max(0, at-100):], left[max(0, at-100):])
		}
	}
	for round := range rounds {
		if round > 0 { // this round teaches the next one, so that pages have additions
			wrapped.call("memory_goal", `{"outcome":"done"}`)
			wrapped.call("memory_goal", `{"goal":"Save an order for Bob"}`)
		}
		for _, one := range d.calls {
			call(one[0], one[1], round)
		}
	}
	if rounds > 1 {
		for _, one := range d.slow {
			call(one[0], one[1], rounds)
		}
		var list struct {
			Result struct{ Tools []struct{ Name string } }
		}
		if err := json.Unmarshal(plain.ask("tools/list", `{}`), &list); err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Result.Tools {
			if c.tools++; !called[tool.Name] {
				t.Errorf("%s was not called", tool.Name)
			}
		}
		pid := wrapped.cmd.Process.Pid
		before := processorTime(pid)
		time.Sleep(idleTime)
		c.idleMiB, c.idleWork = residentMiB(pid), processorTime(pid)-before
	}
	if said := wrapped.err.String(); strings.Contains(said, "cairn:") {
		t.Errorf("the gateway says: %s", said)
	}
	return c
}

// TestGatewayChangesNoAnswer checks that Playwright MCP answers the same with and without the
// gateway, but for the added block.
func TestGatewayChangesNoAnswer(t *testing.T) {
	t.Parallel()
	d := &comparedDrivers[0]
	if c := compareDrivers(t, d, 1); c.calls < len(d.calls) {
		t.Errorf("%d calls were compared", c.calls)
	}
}

// BenchmarkGateway compares more than 500 calls over every tool of each driver, and prints
// the gateway's addition to a call's time.
func BenchmarkGateway(b *testing.B) {
	for i := range comparedDrivers {
		d := &comparedDrivers[i]
		b.Run(d.name, func(b *testing.B) {
			c := compareDrivers(b, d, 500/len(d.calls)+1)
			slices.Sort(c.without)
			slices.Sort(c.with)
			at := func(all []time.Duration, part float64) float64 {
				return float64(all[int(part*float64(len(all)-1))].Microseconds()) / 1000
			}
			fmt.Printf("%s: %d calls over %d tools: %d changed, %d with an addition\n", d.name, c.calls, c.tools, c.changed, c.added)
			fmt.Printf("whole calls p50/p95: %.1f/%.1f ms without, %.1f/%.1f ms with\n", at(c.without, 0.5), at(c.without, 0.95), at(c.with, 0.5), at(c.with, 0.95))
			fmt.Printf("idle gateway after them: %d MiB resident, %v of processor time in %v\n", c.idleMiB, c.idleWork, idleTime)
			for b.Loop() { // all is printed; there is no one number
			}
		})
	}
}

var namedRef = regexp.MustCompile(`"<([a-z]+ \\"[^>]*\\")>"`)

// refsIn puts the refs of a snapshot in the place of the words that name their lines.
func refsIn(arguments, snapshot string) string {
	return namedRef.ReplaceAllStringFunc(arguments, func(named string) string {
		words := strings.ReplaceAll(namedRef.FindStringSubmatch(named)[1], `\"`, `"`)
		for _, line := range strings.Split(snapshot, "\n") {
			if ref := regexp.MustCompile(`(?:\bref|\buid)=(\w+)`).FindStringSubmatch(line); ref != nil && strings.Contains(line, words) {
				return `"` + ref[1] + `"`
			}
		}
		return `"none"`
	})
}
