package setup

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var wrapServer = Server{Command: "/opt/cairn/bin/cairn", Args: []string{"mcp", "--wrap", "--"}}

// Wrapping changes the entries of drivers alone, wrapping twice changes nothing more,
// and taking it out leaves the bytes as they were, with or without the copy.
func TestWrapsAndUnwrapsDrivers(t *testing.T) {
	for name, c := range map[string]struct {
		client, text string
		want         []string // that the wrapped file says; none where it must not change
	}{
		"usual":       {"cursor", "{\n  \"mcpServers\": {\n    \"playwright\": {\n      \"command\": \"npx\",\n      \"args\": [\"@playwright/mcp@latest\", \"--headless\"]\n    }\n  }\n}\n", []string{`"command": "/opt/cairn/bin/cairn"`, `"args": ["mcp", "--wrap", "--", "npx", "@playwright/mcp@latest", "--headless"]`}},
		"many lines":  {"cursor", "{\"mcpServers\": {\"p\": {\"command\": \"npx\", \"env\": {\"A\": \"1\"}, // mine\r\n\t\"args\": [\r\n\t\t\"-y\",\r\n\t\t\"chrome-devtools-mcp\",\r\n\t],},},}", []string{`"mcp", "--wrap", "--", "npx"`, `"env": {"A": "1"}, // mine`}},
		"no args":     {"cursor", `{"mcpServers": {"p": {"command": "/usr/bin/playwright-mcp"}}}`, []string{`"args": ["mcp", "--wrap", "--", "/usr/bin/playwright-mcp"]`}},
		"two drivers": {"claude-code", `{"mcpServers":{"a":{"type":"stdio","command":"npx","args":["@playwright/mcp"]},"b":{"command":"cmd","args":["/c","npx","chrome-devtools-mcp@1.2.3"]},"c":{"command":"agent-browser","args":["mcp"]}}}`, []string{`"npx", "@playwright/mcp"`, `"cmd", "/c"`, `"--", "agent-browser", "mcp"`}},
		"codex":       {"codex", "# mine\n[mcp_servers.playwright]\ncommand = \"npx\" # here\nargs = [\n  \"@playwright/mcp@latest\", # newest\n]\nstartup_timeout_sec = 20\n\n[other]\nx = 1\n", []string{`args = ["mcp", "--wrap", "--", "npx", `, "# newest", "# here"}},
		"others":      {"cursor", `{"mcpServers": {"files": {"command": "npx", "args": ["server-files"]}, "remote": {"url": "https://a.test/@playwright/mcp"}, "near": {"command": "npx", "args": ["my-playwright-mcp-x"]}}}`, nil},
		"odd args":    {"cursor", `{"mcpServers": {"p": {"command": "npx", "args": ["@playwright/mcp", 1]}, "q": {"command": ["npx"]}}}`, nil},
		"nothing":     {"cursor", `{}`, nil},
		"one list":    {"opencode", "{\"mcp\": {\"p\": {\"type\": \"local\", \"command\": [\"npx\", \"@playwright/mcp@latest\"], \"enabled\": true}}}\n", []string{`"command": ["/opt/cairn/bin/cairn", "mcp", "--wrap", "--", "npx", "@playwright/mcp@latest"]`}},
		"lines":       {"goose", "extensions:\n  p:\n    args:\n    # newest\n    - '@playwright/mcp@latest'\n    - --headless\n    cmd: npx # here\n    type: stdio\n  q:\n    cmd: \"np\\u0078\"\n    args:\n      - chrome-devtools-mcp # mine\n", []string{"    - \"mcp\"\n    - \"--wrap\"\n    - \"--\"\n    - npx\n    - '@playwright/mcp@latest'\n", "cmd: \"/opt/cairn/bin/cairn\" # here", "- \"np\\u0078\"\n      - chrome-devtools-mcp # mine"}},
		"brackets":    {"continue", "mcpServers:\r\n- name: é\r\n  command: 'npx' # é\r\n  args: [ \"@playwright/mcp\",\r\n    --headless]\r\n- name: q\r\n  command: npx\r\n  args: [-y, 'chrome-devtools-mcp']\r\n", []string{`args: ["mcp", "--wrap", "--", 'npx',  "@playwright/mcp",`, `args: ["mcp", "--wrap", "--", npx, -y, 'chrome-devtools-mcp']`}},
		"no list":     {"goose", "extensions:\n  p:\n    cmd: /usr/bin/playwright-mcp\n    enabled: true", []string{"    args: [\"mcp\", \"--wrap\", \"--\", /usr/bin/playwright-mcp]\n"}},
		"other forms": {"goose", "extensions:\n  p: {cmd: npx, args: ['@playwright/mcp']}\n  q:\n    cmd: >-\n      npx\n    args: ['@playwright/mcp']\n  r:\n    name: developer\n    type: builtin\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			client := testClient(t, home, c.client)
			put(t, client.file, c.text)
			for range 2 {
				if said, err := setupAt(home, Setup{Yes: true, Wrap: true, Server: wrapServer}, c.client); err != nil {
					t.Fatal(err, said)
				}
			}
			now := read(t, client.file)
			for _, want := range c.want {
				if !strings.Contains(now, want) {
					t.Errorf("it does not say %s:\n%s", want, now)
				}
			}
			if len(c.want) == 0 && now != c.text || len(c.want) > 0 && strings.Count(now, wrapped) != len(regexp.MustCompile(`command"|command =|command:|cmd:`).FindAllString(c.text, -1)) {
				t.Errorf("it says now:\n%s", now)
			}
			bare, err := client.format.unwrap(now)
			if err != nil || bare != c.text {
				t.Errorf("without the copy of the file it becomes\n%q, %v\nand was\n%q", bare, err, c.text)
			}
			if said, err := setupAt(home, Setup{Yes: true, Wrap: true, Remove: true, Server: wrapServer}, c.client); err != nil {
				t.Fatal(err, said)
			}
			if all := files(t, home); len(all) != 1 || all[client.file] != c.text {
				t.Errorf("it leaves %v", all)
			}
		})
	}
}

// Where a wrapped entry and Cairn's own stand together, each is taken out by itself.
func TestWrapsBesideOwnEntry(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, ".cursor", "mcp.json")
	const text = "{\n  \"mcpServers\": {\n    \"p\": {\n      \"command\": \"npx\",\n      \"args\": [\n        \"@playwright/mcp\"\n      ]\n    }\n  }\n}\n"
	put(t, file, text)
	for _, s := range []Setup{{Yes: true}, {Yes: true, Wrap: true, Server: wrapServer}, {Yes: true, Remove: true}, {Yes: true, Wrap: true, Remove: true, Server: wrapServer}} {
		if said, err := setupAt(home, s, "cursor"); err != nil {
			t.Fatal(err, said)
		}
	}
	if now := read(t, file); now != text {
		t.Errorf("it is now\n%s", now)
	}
}
