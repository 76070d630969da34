package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/shared/types"
)

// ublockDir is where Debian's webext-ublock-origin-chromium puts uBlock Origin.
const ublockDir = "/usr/share/chromium/extensions/ublock-origin"

// ublock is a copy of uBlock Origin that Chromium loads: Debian's is of manifest
// version 2. Its pages and scripts are its own; its former background page is to
// be opened in a tab.
func ublock(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(ublockDir, "manifest.json"))
	if err != nil {
		t.Skip("uBlock Origin is not here: apt-get install webext-ublock-origin-chromium")
	}
	dir := filepath.Join(t.TempDir(), "ublock")
	runIn(t, "/", nil, "cp", "-rL", ublockDir, dir)
	var m map[string]any
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	m["manifest_version"], m["action"] = 3, m["browser_action"]
	m["permissions"] = []string{"alarms", "contextMenus", "privacy", "scripting", "storage", "tabs", "unlimitedStorage", "webNavigation", "webRequest"}
	m["host_permissions"] = []string{"<all_urls>"}
	m["web_accessible_resources"] = []any{map[string]any{"resources": m["web_accessible_resources"], "matches": []string{"<all_urls>"}}}
	delete(m, "background")
	delete(m, "content_security_policy")
	manifest, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(ublockDir, "background.html"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"manifest.json":   string(manifest),
		"background.html": strings.Replace(string(page), "<body>", `<body><script src="action.js"></script>`, 1),
		"action.js":       `for (const api of [self.chrome, self.browser]) if (api) Object.defineProperty(api, "browserAction", { value: api.action });`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestUBlockOriginUnderTest(t *testing.T) {
	t.Parallel()
	const origin, setting = "extension://ublock-origin", "Disable tooltips"
	w := newWorld(t)
	w.startDaemon("--headless", "--load-extension", ublock(t))
	w.stdioAgent("background").launch(map[string]any{"url": origin + "/background.html"})

	checked := func(d described) string {
		for _, n := range d.A11y.Nodes {
			if n.Role == "checkbox" && n.Name == setting {
				return n.Checked
			}
		}
		return "absent"
	}
	settings := map[string]any{"url": origin + "/dashboard.html#settings.html", "goal": "Switch tooltips off"}
	one := w.stdioAgent("one")
	one.launch(settings)
	one.do("mm_wait_for", map[string]any{"role": "checkbox", "name": setting, "timeoutMs": 30000})
	var d described
	w.eventually("the dashboard shows the setting", func() bool { // its frame may be late for one look
		d = one.describe()
		return checked(d) != "absent"
	})
	if d.State.Origin != origin || checked(d) != "false" {
		t.Fatalf("the dashboard shows %q %s of %s", setting, checked(d), d.State.Origin)
	}
	one.do("mm_click", map[string]any{"role": "checkbox", "name": setting})
	one.do("mm_cleanup", map[string]any{"outcome": "done"})

	two := w.stdioAgent("two")
	two.launch(settings)
	two.do("mm_wait_for", map[string]any{"role": "checkbox", "name": setting, "timeoutMs": 30000})
	w.eventually("the dashboard shows the setting again", func() bool {
		d = two.describe()
		return checked(d) != "absent"
	})
	if checked(d) != "true" {
		t.Errorf("the setting is %s after it was switched on", checked(d))
	}
	if !strings.Contains(asJSON(t, d.PriorKnowledge), setting) {
		t.Errorf("the second session is not shown what worked: %s", asJSON(t, d.PriorKnowledge))
	}
	two.fails(types.CodeActionDenied, "mm_navigate", map[string]any{"url": "chrome-extension://cjpalhdlnbpafiamejdnhcphjbkeiagm/dashboard.html"})
}
