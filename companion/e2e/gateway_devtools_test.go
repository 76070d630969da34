package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/companion/chromium"
)

// devtoolsCommand is the pinned Chrome DevTools MCP on this machine's Chromium.
func devtoolsCommand(t testing.TB) []string {
	t.Helper()
	binary, err := chromium.Find()
	if err != nil {
		t.Fatal(err)
	}
	return []string{"node", filepath.Join(installed(t, "peers"), "node_modules", "chrome-devtools-mcp", "build", "src", "bin", "chrome-devtools-mcp.js"),
		"--headless", "--isolated", "--executablePath", binary, "--chromeArg=--no-sandbox"}
}

var uidOf = regexp.MustCompile(`uid=(\w+) `)

// uids calls a tool of Chrome DevTools MCP; <words> stand for the uid of their line.
func (c *rawClient) uids(tool, arguments string) string {
	c.t.Helper()
	if strings.Contains(arguments, "<") {
		_, snapshot, _ := c.call("take_snapshot", `{"pageId":1}`)
		arguments = regexp.MustCompile(`<(.*?)>`).ReplaceAllStringFunc(arguments, func(named string) string {
			for _, line := range strings.Split(snapshot, "\n") {
				if m := uidOf.FindStringSubmatch(line); m != nil && strings.Contains(line, strings.Trim(named, "<>")) {
					return m[1]
				}
			}
			c.t.Fatalf("no line has %s:\n%s", named, snapshot)
			return ""
		})
	}
	line, text, _ := c.call(tool, arguments)
	if strings.Contains(string(line), `"isError":true`) {
		c.t.Fatalf("%s %s: %s", tool, arguments, line)
	}
	return text
}

// TestGatewayRunsFlowsThroughDevTools learns two tasks from Chrome DevTools MCP and runs
// them through it, on pages that changed: a run does the task, or stops before it could
// be wrong. It reports its progress, and ends between two steps when it is cancelled.
func TestGatewayRunsFlowsThroughDevTools(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.startDaemon("--headless")
	page := &club{}
	var held chan struct{} // holds the page with the form, if set
	seen := make(chan struct{}, 10)
	site := serve(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if wait := held; wait != nil && r.URL.Path == "/members/new" {
			seen <- struct{}{}
			<-wait
		}
		page.ServeHTTP(rw, r)
	})) + "/members"
	const cid, dan = "cid@club.org|Cid|Guest", "dan@club.org|Dan|Guest"
	c := startRaw(t, t.TempDir(), []string{"CAIRN_GOAL=Add Eve Adams with eve@club.org as Trainer"}, append([]string{w.binary, "mcp", "--data", w.home, "--wrap", "--"}, devtoolsCommand(t)...)...)
	c.ask("tools/list", `{}`)
	open := `{"pageId":1,"type":"url","url":"` + site + `"}`
	for _, one := range [][2]string{{"navigate_page", open}, {"click", `{"pageId":1,"uid":"<link "New entry">"}`}, {"fill", `{"pageId":1,"uid":"<textbox "Full name">","value":"Eve Adams"}`},
		{"fill", `{"pageId":1,"uid":"<textbox "Email">","value":"eve@club.org"}`}, {"fill", `{"pageId":1,"uid":"<combobox "Role">","value":"Trainer"}`}, {"click", `{"pageId":1,"uid":"<button "Save entry">","includeSnapshot":true}`},
		{"memory_goal", `{"outcome":"done"}`}, {"memory_goal", `{"goal":"Remove cid@club.org"}`}, {"navigate_page", open}} {
		c.uids(one[0], one[1])
		if one[0] == "memory_goal" {
			page.set("", cid)
		}
	}
	c.uids("click", `{"pageId":1,"uid":"<button "Remove">"}`)
	c.uids("click", fmt.Sprintf(`{"pageId":1,"uid":%q}`, dialogButton(c)))
	c.uids("memory_goal", `{"outcome":"done"}`)
	if got := page.sent(); !slices.Equal(got, []string{"/remove email=cid%40club.org"}) {
		t.Fatalf("by hand, the page was sent %q", got)
	}
	add, remove := "", ""
	for _, id := range flowIDs(w) {
		if strings.HasPrefix(id, "add") {
			add = id
		} else {
			remove = id
		}
	}
	if add == "" || remove == "" {
		t.Fatalf("the flows are %q", flowIDs(w))
	}
	params := func(id string, values ...string) string {
		line, err := json.Marshal(valuesFor(w.flowOf(id), values...))
		if err != nil {
			t.Fatal(err)
		}
		return string(line)
	}
	const saved, gone = "/members email=pat%40club.org&name=Pat+Smith&role=Player", "/remove email=cid%40club.org"
	for _, tc := range []struct{ drift, members, flow, more, says, sent string }{
		{"", dan, add, `,"allowRisky":true`, "done: all", saved},
		{"decoy", dan, add, `,"allowRisky":true`, ": ambiguous\n", ""},
		{"confirm", dan, add, `,"allowRisky":true`, ": no_effect\n", ""},
		{"", cid, remove, "", ": risky\n", ""},
		{"", cid, remove, `,"dryRun":true`, "nothing was done", ""},
		{"", cid + " " + dan + " " + cid, remove, `,"allowRisky":true`, ": ambiguous\n", ""},
		{"", dan, remove, `,"allowRisky":true`, "stopped before step 1 of", ""}, // another one's button
		{"row-above", dan + " " + cid, remove, `,"allowRisky":true`, "done: all", gone},
		{"notice", dan, add, `,"allowRisky":true`, "done: all", saved}, // it is closed, and gets no other click
		{"cookies", dan, add, `,"allowRisky":true`, "done: all", saved}, {"cookies absolute", dan, add, `,"allowRisky":true`, "done: all", saved},
	} {
		page.set(tc.drift, strings.Fields(tc.members)...)
		values := params(add, "Pat Smith", "pat@club.org", "Player")
		if tc.flow == remove {
			values = params(remove, "cid@club.org")
		}
		_, text, _ := c.call("memory_run_flow", fmt.Sprintf(`{"flow":%q,"url":%q,"params":%s%s}`, tc.flow, site, values, tc.more))
		if !strings.Contains(text, tc.says) || strings.Join(page.sent(), ", ") != tc.sent {
			t.Errorf("with %q and %q the run of %s%s says %s, and the page was sent %q", tc.drift, tc.members, tc.flow, tc.more, text, page.sent())
		}
		c.call("memory_goal", `{"outcome":"abandoned"}`) // of a run that stopped
	}

	// A cancelled run ends behind the step under way, without an answer.
	page.set("", dan)
	held = make(chan struct{})
	c.ids++
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"memory_run_flow","_meta":{"progressToken":"p1"},"arguments":{"flow":%q,"url":%q,"allowRisky":true,"params":%s}}}`,
		c.ids, add, site, params(add, "Pat Smith", "pat@club.org", "Player")))
	var note struct {
		Method string
		Params struct {
			ProgressToken, Message string
			Progress, Total        int
		}
	}
	line, err := c.out.ReadBytes('\n')
	if err != nil || json.Unmarshal(line, &note) != nil || note.Method != "notifications/progress" || note.Params.ProgressToken != "p1" || note.Params.Progress != 1 || note.Params.Total < 5 {
		t.Fatalf("the first line of a run is %s, %v", line, err)
	}
	select {
	case <-seen:
	case <-time.After(patience):
		t.Fatal("the run does not open the form")
	}
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, c.ids))
	close(held)
	w.eventually("the run has ended", func() bool {
		_, text, _ := c.call("memory_run_flow", `{"continue":true,"allowRisky":true}`)
		return !strings.Contains(text, "under way")
	})
	if got := page.sent(); !slices.Equal(got, []string{saved}) {
		t.Errorf("a run that was cancelled and went on sent %q", got)
	}
	c.close()
	if said := c.err.String(); strings.Contains(said, "cairn:") {
		t.Errorf("the gateway says %s", said)
	}
}

// dialogButton returns the uid of the button that confirms in the page's dialog.
func dialogButton(c *rawClient) string {
	c.t.Helper()
	_, snapshot, _ := c.call("take_snapshot", `{"pageId":1}`)
	_, dialog, ok := strings.Cut(snapshot, "dialog ")
	if !ok {
		c.t.Fatalf("there is no dialog: %s", snapshot)
	}
	at := strings.Index(dialog, `button "Remove"`)
	m := regexp.MustCompile(`uid=(\w+) $`).FindStringSubmatch(dialog[:max(at, 0)])
	if m == nil {
		c.t.Fatalf("the dialog has no such button: %s", dialog)
	}
	return m[1]
}
