package setup

import (
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"cairn/testdata/golden"
)

// The files of each client on each system, and of a project.
func TestSetupKnowsThePlaces(t *testing.T) {
	var out strings.Builder
	for _, f := range []folders{
		{goos: "linux", home: "/home/ann", config: "/home/ann/.config"},
		{goos: "darwin", home: "/Users/ann", config: "/Users/ann/Library/Application Support"},
		{goos: "windows", home: "C:/Users/ann", config: "C:/Users/ann/AppData/Roaming"},
	} {
		f.getenv = func(string) string { return "" }
		fmt.Fprintf(&out, "%s\n", f.goos)
		for _, c := range clientsOf(f) {
			fmt.Fprintf(&out, "  %-16s %s\n", c.name, filepath.ToSlash(c.file))
		}
	}
	out.WriteString("project\n")
	for _, c := range inProjects(clientsOf(folders{getenv: func(string) string { return "" }}), "/src") {
		fmt.Fprintf(&out, "  %-16s %s\n", c.name, filepath.ToSlash(c.file))
	}
	golden.Check(t, "testdata/places.txt", out.String())
}

func TestSetupFollowsVariables(t *testing.T) {
	home := t.TempDir()
	env := map[string]string{"CLAUDE_CONFIG_DIR": "/c", "CODEX_HOME": "/x", "COPILOT_HOME": "/p", "XDG_CONFIG_HOME": "/d", "LOCALAPPDATA": "/l"}
	for name, want := range map[string]string{"claude-code": "/c/.claude.json", "codex": "/x/config.toml", "copilot-cli": "/p/mcp-config.json", "opencode": "/d/opencode/opencode.json", "zed": "/home/Zed/settings.json", "crush": "/l/crush/crush.json"} {
		c := findClient(clientsOf(folders{goos: "windows", home: home, config: "/home", getenv: func(name string) string { return env[name] }}), name)
		if filepath.ToSlash(c.file) != want {
			t.Errorf("%s: %s, want %s", name, c.file, want)
		}
	}
	// The file that exists is the one to change.
	put(t, filepath.Join(home, ".config", "opencode", "opencode.jsonc"), "{}")
	if c := testClient(t, home, "opencode"); filepath.Base(c.file) != "opencode.jsonc" {
		t.Errorf("the file is %s", c.file)
	}
}

func TestSetupOfAProject(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	put(t, filepath.Join(dir, ".vscode", "settings.json"), "{}")
	put(t, filepath.Join(dir, ".github", "dependabot.yml"), "")
	was := files(t, dir)
	said, err := setupAt(home, Setup{Yes: true, Project: dir})
	if now := files(t, dir); err != nil || len(now) != 3 || !strings.Contains(now[filepath.Join(dir, ".vscode", "mcp.json")], `"servers"`) {
		t.Errorf("without a name: %v\n%s\n%v", err, said, now)
	}
	for _, s := range []Setup{{Yes: true, Project: dir}, {Yes: true, Project: dir, Remove: true}} {
		if said, err := setupAt(home, s, "vscode", "claude-code", "cursor", "continue", "copilot-cli", "codex"); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		if !s.Remove && len(files(t, dir)) != 8 {
			t.Errorf("there is %v", files(t, dir))
		}
	}
	if now := files(t, dir); !maps.Equal(now, was) || len(files(t, home)) > 0 {
		t.Errorf("there is %v, in the home directory %v", now, files(t, home))
	}
	if _, err := setupAt(home, Setup{Project: dir}, "windsurf"); err == nil || !strings.Contains(err.Error(), "Windsurf reads no configuration from a project") {
		t.Errorf("a client without one: %v", err)
	}
}
