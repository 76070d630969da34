package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cairn/testdata/golden"
)

// TestOwnToolsAreListed writes the names of the own tools to a file that texts for agents are
// compared with.
func TestOwnToolsAreListed(t *testing.T) {
	var names strings.Builder
	for _, tool := range ownTools {
		names.WriteString(tool.name + "\n")
	}
	golden.Check(t, filepath.Join("testdata", "own-tools.golden"), names.String())
}

// TestOwnToolsAreKnownWithoutAList calls one before the client has asked for the tools: the gateway
// asks the driver, and forwards the call if the tool is the driver's own.
func TestOwnToolsAreKnownWithoutAList(t *testing.T) {
	const click, goal = `{"name":"browser_click","inputSchema":{"properties":{"target":{}}}}`, `{"name":"memory_goal"}`
	for name, c := range map[string]struct {
		pages   []string // of the driver's tools
		cancels bool
		driver  bool // it gets the call
		client  string
	}{
		"the driver has no such tool": {[]string{`"tools":[],"nextCursor":"2"`, `"tools":[` + click + `]`}, false, false, "The goal is set"},
		"the driver has it":           {[]string{`"tools":[` + click + `,` + goal + `]`}, false, true, ""},
		"the driver lists no tools":   {[]string{`"other":1`}, false, true, ""},
		"it is cancelled meanwhile":   {[]string{`"other":1`}, true, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var client, driver bytes.Buffer
				g := &gateway{asked: map[string]question{}, quiet: time.NewTimer(quietTime)}
				defer g.quiet.Stop()
				g.toClient.out, g.toDriver.out = &client, &driver
				g.own = newCalls(&g.toDriver)
				g.watch = newWatcher(t.Context(), Options{Memory: &announced{keeper: &keeper{}}, Err: &bytes.Buffer{}}, g.own)
				g.watch.driver("Playwright", "9")
				const line = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"memory_goal","arguments":{"goal":"Save it"}}}` + "\n"
				if got := g.fromClient([]byte(line)); got != nil {
					t.Fatalf("the driver gets %s at once", got)
				}
				for _, page := range c.pages {
					synctest.Wait()
					var asked struct{ ID, Method string }
					if err := json.NewDecoder(&driver).Decode(&asked); err != nil || asked.Method != "tools/list" {
						t.Fatalf("the driver is asked %+v, %v", asked, err)
					}
					driver.Reset()
					if c.cancels {
						g.fromClient([]byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`))
					}
					if got := g.fromDriver(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%q,"result":{%s}}`, asked.ID, page)); got != nil {
						t.Errorf("the client gets the list %s", got)
					}
				}
				synctest.Wait()
				if got := driver.String(); (got == line) != c.driver && !c.cancels || c.cancels && strings.Contains(got, "tools/call") {
					t.Errorf("the driver gets %q", got)
				}
				if got := client.String(); !strings.Contains(got, c.client) || c.client == "" && got != "" {
					t.Errorf("the client gets %q", got)
				}
			})
		})
	}
}
