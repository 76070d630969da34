package setup

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/testdata/golden"
)

// testServer is the same on every machine.
var testServer = Server{Command: "/opt/cairn/bin/cairn", Args: []string{"mcp"}}

// setupAt plays cairn setup for a user whose home directory is home.
func setupAt(home string, s Setup, names ...string) (said string, err error) {
	var out strings.Builder
	s.Out = &out
	if s.In == nil {
		s.In = strings.NewReader("")
	}
	if s.Server.Command == "" {
		s.Server = testServer
	}
	where := folders{goos: "linux", home: home, config: filepath.Join(home, ".config"), getenv: func(string) string { return "" }}
	err = s.run(clientsOf(where), names)
	return strings.ReplaceAll(out.String(), home, "HOME"), err
}

func testClient(t *testing.T, home, name string) client {
	t.Helper()
	c := findClient(clientsOf(folders{goos: "linux", home: home, config: filepath.Join(home, ".config"), getenv: func(string) string { return "" }}), name)
	if c == nil {
		t.Fatalf("no client %s", name)
	}
	return *c
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// files lists everything under dir with its content.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			all[path] = read(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// setupCases are configurations as they are met with. back is the file after
// --remove where that is not the file as it was: where an entry of Cairn was there
// before.
var setupCases = []struct {
	name, client string
	before       string // "-" for no file
	back         string
}{
	{"no-file", "cursor", "-", ""},
	{"no-file-vscode", "vscode", "-", ""},
	{"no-file-codex", "codex", "-", ""},
	{"empty-file", "cursor", "", ""},
	{"empty-object", "claude-desktop", "{}", ""},
	{"no-servers", "claude-code", "{\n  \"numStartups\": 34,\n  \"oauthAccount\": {\"name\": \"a\\u00e9 <b>\"},\n  \"big\": 12345678901234567890\n}\n", ""},
	{"empty-servers", "claude-desktop", "{\n  \"theme\": \"dark\",\n  \"mcpServers\": {}\n}\n", ""},
	{"other-servers", "claude-desktop", "{\n    \"mcpServers\": {\n        \"files\": {\n            \"command\": \"npx\",\n            \"args\": [\"-y\", \"files\"],\n            \"env\": {\"TOKEN\": \"t\"}\n        }\n    },\n    \"scale\": 1.50\n}", ""},
	{"tabs-and-crlf", "cursor", "{\r\n\t\"mcpServers\": {\r\n\t\t\"files\": {\"command\": \"npx\"}\r\n\t}\r\n}\r\n", ""},
	{"one-line", "cursor", `{"mcpServers":{"files":{"command":"npx"}},"z":1}`, ""},
	{"byte-order-mark", "cursor", byteOrderMark + "{\n  \"mcpServers\": {\n    \"files\": {\"command\": \"npx\"}\n  }\n}\n", ""},
	{"comments", "vscode", "// mine\n{\n  /* the servers */\n  \"servers\": {\n    // files, for work\n    \"files\": {\"command\": \"npx\"} // keep\n    // nothing more\n  },\n  \"inputs\": [] // none\n}\n", ""},
	{"trailing-commas", "vscode", "{\n  \"servers\": {\n    \"files\": {\"command\": \"npx\", \"args\": [\"a\",],}, // one\n  },\n}\n", ""},
	{"only-a-comment", "vscode", "{\n  \"servers\": {\n    // none yet\n  }\n}\n", ""},
	{"older-entry", "cursor", "{\n  \"mcpServers\": {\n    \"cairn\": {\n      \"command\": \"/old/cairn\",\n      \"args\": [\"mcp\", \"--tools\", \"memory\"], // less\n      \"env\": {\"A\": \"b\"}\n    },\n    \"files\": {\"command\": \"npx\"}\n  }\n}\n", "{\n  \"mcpServers\": {\n    \"files\": {\"command\": \"npx\"}\n  }\n}\n"},
	{"entry-over-http", "cursor", "{\"mcpServers\": {\"cairn\": {\"url\": \"http://127.0.0.1:17837/mcp\"}, \"files\": {\"command\": \"npx\"}}}", `{"mcpServers": { "files": {"command": "npx"}}}`},
	{"entry-without-args", "vscode", "{\"servers\": {\"files\": {\"command\": \"npx\"}, \"cairn\": {\"command\": \"/opt/cairn/bin/cairn\"}}}\n", "{\"servers\": {\"files\": {\"command\": \"npx\"}}}\n"},
	{"codex-others", "codex", "model = \"o5\" # mine\n\n[mcp_servers.files]\ncommand = \"npx\"\nargs = [\n  \"-y\", # yes\n  \"[files]\",\n]\n\n[tui]\nnotes = \"\"\"\n[mcp_servers.cairn]\n\"\"\"\n", ""},
	{"codex-older", "codex", "[mcp_servers.cairn]\nargs = [\"mcp\",\n  \"--x\"] # old\nstartup_timeout_sec = 20\n\n[mcp_servers.cairn.env]\nA = 'b'\n\n[tui]\nx = 1\n", "\n[tui]\nx = 1\n"},
	{"codex-over-http", "codex", "a = 1\n\n[mcp_servers.\"cairn\"]\nurl = \"http://127.0.0.1:17837/mcp\"\n\n[tui]\nx = 1\n", "a = 1\n\n[tui]\nx = 1\n"},
	{"codex-crlf-no-end", "codex", "a = 1\r\nb = 2", ""},
	{"no-file-copilot", "copilot-cli", "-", ""},
	{"no-file-goose", "goose", "-", ""},
	{"no-file-continue", "continue", "-", ""},
	{"opencode-others", "opencode", "{\n  \"$schema\": \"https://opencode.ai/config.json\",\n  \"mcp\": {\n    \"files\": {\"type\": \"local\", \"command\": [\"npx\", \"files\"]}\n  }\n}\n", ""},
	{"opencode-off", "opencode", "{\"mcp\": {\"cairn\": {\"type\": \"local\", \"command\": [\"/old/cairn\"], \"enabled\": false}}}\n", "{}\n"},
	{"amp-dotted-key", "amp", "{\n  \"amp.showCosts\": true, // mine\n  \"amp.mcpServers\": {}\n}\n", ""},
	{"zed-comments", "zed", "// Zed settings\n//\n{\n  \"theme\": \"One Dark\",\n  \"context_servers\": {\n  },\n}\n", ""},
	{"gemini-over-http", "gemini", "{\"mcpServers\": {\"cairn\": {\"httpUrl\": \"http://127.0.0.1:17837/mcp\"}}}\n", "{}\n"},
	{"goose-others", "goose", "# mine\nGOOSE_MODEL: gpt-5.5 # newest\nextensions:\n  # files, for work\n  files:\n    cmd: npx\n    args:\n    - -y\n    - \"files\"\n    envs: {}\n\n# the rest\nOTHER: |\n  extensions:\n    cairn: no\n", ""},
	{"goose-older", "goose", "extensions:\n    developer:\n        enabled: true\n    cairn: # ours\n        cmd: /old/cairn # where it was\n        args:\n        - mcp\n        - --tools\n        # fewer\n        - memory\n        enabled: false\n        envs:\n            A: b\n\n    memory:\n        enabled: true\n", "extensions:\n    developer:\n        enabled: true\n\n    memory:\n        enabled: true\n"},
	{"goose-over-http", "goose", "extensions:\n  cairn:\n    type: streamable_http\n    uri: http://127.0.0.1:17837/mcp\n  files:\n    cmd: npx\n", "extensions:\n  files:\n    cmd: npx\n"},
	{"goose-null", "goose", "extensions: # none yet\nA: 1\n", ""},
	{"goose-empty-braces", "goose", "extensions: {}   # none yet\nA: 1\n", ""},
	{"goose-tilde-no-end", "goose", "extensions: ~", ""},
	{"goose-crlf", "goose", "A: 1\r\nextensions:\r\n  files:\r\n    cmd: npx\r\n", ""},
	{"goose-only-comments", "goose", "# nothing yet\n", ""},
	{"goose-no-servers", "goose", "A: \"é\"\nB:\n- 1", ""},
	{"continue-others", "continue", "name: Mine\nversion: 1.0.0\nschema: v1\nmcpServers:\n- name: Files # é\n  command: npx\n  args: [\"-y\", files]\nmodels: []\n", ""},
	{"continue-older", "continue", "name: Mine\nmcpServers:\n  - command: /old/cairn\n    name: cairn\n    env: {A: b}\n  - name: files\n    command: npx\n", "name: Mine\nmcpServers:\n  - name: files\n    command: npx\n"},
}

func TestSetupWritesTheEntryAndTakesItOut(t *testing.T) {
	for _, tc := range setupCases {
		t.Run(tc.name, func(t *testing.T) {
			home := t.TempDir()
			c := testClient(t, home, tc.client)
			if tc.before != "-" {
				put(t, c.file, tc.before)
			}
			was := files(t, home)
			if said, err := setupAt(home, Setup{Yes: true}, tc.client); err != nil {
				t.Fatalf("setup: %v\n%s", err, said)
			}
			after := read(t, c.file)
			golden.Check(t, filepath.Join("testdata", tc.name+filepath.Ext(c.file)), after)
			said, err := setupAt(home, Setup{Yes: true}, tc.client)
			if err != nil || !strings.Contains(said, "already set up") || read(t, c.file) != after {
				t.Errorf("a second setup: %v\n%s\n%s", err, said, read(t, c.file))
			}
			if said, err := setupAt(home, Setup{Yes: true, Remove: true}, tc.client); err != nil {
				t.Fatalf("Remove: %v\n%s", err, said)
			}
			want := was
			if tc.back != "" {
				want = map[string]string{c.file: tc.back, c.file + backupSuffix: tc.before}
			}
			if got := files(t, home); !maps.Equal(got, want) {
				t.Errorf("after --remove there is\n%q\nwant\n%q", got, want)
			}
			if said, err := setupAt(home, Setup{Yes: true, Remove: true}, tc.client); err != nil || !strings.Contains(said, "no entry of Cairn") {
				t.Errorf("a second Remove: %v\n%s", err, said)
			}
		})
	}
}

// TestRemoveDeletesNothingOfTheUsers: a file that Cairn made goes only while
// nothing else is in it, and later texts of others stay as they wrote them.
func TestRemoveDeletesNothingOfTheUsers(t *testing.T) {
	for _, tc := range []struct {
		name, client string
		since        func(text string) string // the change of the file since
		want         string
	}{
		{"another server", "cursor", func(s string) string {
			return strings.Replace(s, `"mcpServers": {`, `"mcpServers": {"files": {"command": "npx"},`, 1)
		}, "{\n  \"mcpServers\": {\"files\": {\"command\": \"npx\"}\n  }\n}\n"},
		{"a setting", "claude-code", func(s string) string { return strings.Replace(s, "{", `{"numStartups": 1,`, 1) }, "{\"numStartups\": 1\n}\n"},
		{"a comment", "vscode", func(s string) string { return "// mine\n" + s }, "// mine\n{}\n"},
		{"a variable of the entry's", "cursor", func(s string) string { return strings.Replace(s, `"command"`, `"env": {"A": "b"}, "command"`, 1) }, "{}\n"},
		{"a comment in TOML", "codex", func(s string) string { return "# mine\n" + s }, "# mine\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			home := t.TempDir()
			c := testClient(t, home, tc.client)
			if said, err := setupAt(home, Setup{Yes: true}, tc.client); err != nil {
				t.Fatalf("setup: %v\n%s", err, said)
			}
			changed := tc.since(read(t, c.file))
			put(t, c.file, changed)
			said, err := setupAt(home, Setup{Yes: true, Remove: true, Server: Server{Command: "/elsewhere/cairn"}}, tc.client)
			if err != nil || strings.Contains(said, "will be deleted") {
				t.Errorf("Remove: %v\n%s", err, said)
			}
			want := map[string]string{c.file: tc.want, c.file + backupSuffix: changed}
			if got := files(t, home); !maps.Equal(got, want) {
				t.Errorf("there is\n%q\nwant\n%q", got, want)
			}
		})
	}
	t.Run("a link", func(t *testing.T) {
		home, dotfiles := t.TempDir(), t.TempDir()
		c := testClient(t, home, "cursor")
		put(t, filepath.Join(dotfiles, "mcp.json"), "")
		must(t, os.MkdirAll(filepath.Dir(c.file), 0o700))
		if err := os.Symlink(filepath.Join(dotfiles, "mcp.json"), c.file); err != nil {
			t.Skip(err)
		}
		for _, s := range []Setup{{Yes: true}, {Yes: true, Remove: true}} {
			if said, err := setupAt(home, s, "cursor"); err != nil {
				t.Fatalf("%v\n%s", err, said)
			}
		}
		if got := files(t, dotfiles); len(got) != 1 || got[filepath.Join(dotfiles, "mcp.json")] != "" {
			t.Errorf("behind the link is %q", got)
		}
	})
	t.Run("with other options than it was set up with", func(t *testing.T) {
		home := t.TempDir()
		for _, s := range []Setup{{Yes: true, Server: Server{Command: "/a/cairn", Args: []string{"mcp", "--tools", "memory"}}}, {Yes: true, Remove: true}} {
			if said, err := setupAt(home, s, "cursor", "vscode", "codex"); err != nil {
				t.Fatalf("%v\n%s", err, said)
			}
		}
		if got := files(t, home); len(got) > 0 {
			t.Errorf("there is %q", got)
		}
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestSetupChangesNothingThatItDoesNotUnderstand(t *testing.T) {
	for _, tc := range []struct{ name, client, before string }{
		{"cut off", "cursor", `{"mcpServers": {`},
		{"a string that does not end", "cursor", "{\"a\": \"b\n}"},
		{"a comment that does not end", "vscode", `{} /* `},
		{"no object", "cursor", `[]`},
		{"servers are a list", "cursor", `{"mcpServers": []}`},
		{"servers twice", "cursor", `{"mcpServers": {}, "mcpServers": {}}`},
		{"our entry twice", "cursor", `{"mcpServers": {"cairn": {}, "cairn": {}}}`},
		{"a missing comma", "cursor", `{"a": 1 "b": 2}`},
		{"text behind the end", "cursor", `{} x`},
		{"single quotes", "cursor", `{'a': 1}`},
		{"a bare word", "cursor", `{"a": yes}`},
		{"two commas", "cursor", `{"a": 1,,}`},
		{"nested without end", "cursor", strings.Repeat(`{"a":`, 1000)},
		{"UTF-16", "cursor", "\xff\xfe{\x00}\x00"},
		{"our entry as an inline table", "codex", "[mcp_servers]\ncairn = { command = \"x\" }\n"},
		{"our entry by dotted keys", "codex", "mcp_servers.cairn.command = \"x\"\n"},
		{"our table twice", "codex", "[mcp_servers.cairn]\n[mcp_servers.cairn]\n"},
		{"our table as a list", "codex", "[[mcp_servers.cairn]]\n"},
		{"a list that does not end", "codex", "a = [1,\n"},
		{"no value", "codex", "a =\n"},
		{"a header that does not end", "codex", "[a\n"},
		{"words", "codex", "hello there\n"},
		{"a tab", "goose", "extensions:\n\tcairn: {}\n"},
		{"words", "goose", "hello there\n"},
		{"a list", "goose", "- extensions\n"},
		{"servers are a list", "goose", "extensions:\n- name: files\n"},
		{"servers are a mapping", "continue", "mcpServers:\n  files:\n    command: npx\n"},
		{"servers in braces", "goose", "extensions: {files: {cmd: npx}}\n"},
		{"all in braces", "goose", "{extensions: {}}\n"},
		{"our entry twice", "goose", "extensions:\n  cairn: {}\n  cairn: {}\n"},
		{"our entry twice", "continue", "mcpServers:\n- name: cairn\n- name: cairn\n"},
		{"an alias", "goose", "a: &a\n  files: {}\nextensions: *a\n"},
		{"two documents", "goose", "a: 1\n---\nb: 2\n"},
		{"a string that does not end", "goose", "a: \"b\n"},
		{"the command in words", "opencode", `{"mcp": []}`},
	} {
		for _, remove := range []bool{false, true} {
			t.Run(tc.name, func(t *testing.T) {
				home := t.TempDir()
				c := testClient(t, home, tc.client)
				put(t, c.file, tc.before)
				was := files(t, home)
				said, err := setupAt(home, Setup{Yes: true, Remove: remove}, tc.client)
				if now := files(t, home); len(now) != 1 || now[c.file] != was[c.file] {
					t.Errorf("files changed to %q", now)
				}
				if err == nil || !strings.Contains(said, "nothing was changed") || !remove && !strings.Contains(said, "/opt/cairn/bin/cairn") {
					t.Errorf("remove %v: %v\n%s", remove, err, said)
				}
			})
		}
	}
}

// Where our entry has no place among the others, none is added.
func TestSetupAddsNothingToOtherForms(t *testing.T) {
	for before, name := range map[string]string{
		"mcp_servers = { files = { command = \"npx\" } }\n": "codex",
		"extensions: {\n}\n": "goose",
		"extensions: &a\n":   "goose",
		"a: 1\n...\n":        "goose",
	} {
		home := t.TempDir()
		c := testClient(t, home, name)
		put(t, c.file, before)
		if said, err := setupAt(home, Setup{Yes: true}, name); err == nil || read(t, c.file) != before || !strings.Contains(said, "nothing was changed") {
			t.Errorf("%v\n%s\n%s", err, said, read(t, c.file))
		}
	}
}

func TestSetupFindsClients(t *testing.T) {
	home := t.TempDir()
	said, err := setupAt(home, Setup{Yes: true})
	if err != nil || len(files(t, home)) != 0 || !strings.Contains(said, "Known are claude-desktop, claude-code, cursor, vscode, vscode-insiders, codex, ") {
		t.Errorf("with no client: %v\n%s", err, said)
	}
	if err := os.MkdirAll(filepath.Join(home, ".codex"), 0o700); err != nil {
		t.Fatal(err)
	}
	if said, err := setupAt(home, Setup{Yes: true}); err != nil || len(files(t, home)) != 1 {
		t.Errorf("with Codex: %v\n%s\n%v", err, said, files(t, home))
	}
	_, err = setupAt(home, Setup{}, "emacs")
	if err == nil || !strings.Contains(err.Error(), "emacs") {
		t.Errorf("an unknown client gives %v", err)
	}
	said, err = setupAt(home, Setup{Print: true}, Clients()...)
	if err != nil {
		t.Error(err)
	}
	golden.Check(t, "testdata/print.txt", said)
}

func TestDiffCutsLongLines(t *testing.T) {
	long := strings.Repeat("é", 300)
	got := diff("{"+long+"}", "{"+long+",x}")
	if len(got) > 4*diffMaxWidth || !strings.Contains(got, "x}") || !bytes.Contains([]byte(got), []byte("…é")) {
		t.Errorf("diff is %q", got)
	}
}

// FuzzSetup holds two promises for any text: entries beside ours say the
// same after an edit, and our entry can be taken out.
func FuzzSetup(f *testing.F) {
	for _, tc := range setupCases {
		f.Add(tc.before)
	}
	f.Add("extensions:\n  p:\n    cmd: npx\n    args: ['@playwright/mcp']\n")
	f.Add("mcpServers:\n- name: p\n  command: npx\n  args:\n  - chrome-devtools-mcp\n")
	f.Fuzz(func(t *testing.T, before string) {
		for _, format := range []format{jsonPlain, jsonCode, jsonLocal, tomlCodex, yamlGoose, yamlContinue} {
			add := Setup{Server: testServer}
			after, err := add.edit(format, before)
			if err != nil {
				continue
			}
			if again, err := add.edit(format, after); err != nil || again != after {
				t.Errorf("%T: a second edit gives %q, %v; the first %q", format, again, err, after)
			}
			back, err := (&Setup{Remove: true}).edit(format, after)
			if err != nil || strings.Contains(back, testServer.Command) && !strings.Contains(before, testServer.Command) {
				t.Errorf("%T: taken out of %q: %q, %v", format, after, back, err)
			}
			wrapped, err := (&Setup{Wrap: true, Server: wrapServer}).edit(wrapFormat{format}, before)
			if err != nil {
				continue
			}
			if bare, err := (&Setup{Wrap: true, Remove: true}).edit(wrapFormat{format}, wrapped); err != nil || strings.Contains(bare, wrapServer.Command) && !strings.Contains(before, wrapServer.Command) {
				t.Errorf("%T: unwrapped from %q: %q, %v", format, wrapped, bare, err)
			}
		}
	})
}
