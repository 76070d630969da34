package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"
)

// pluginIsComplete holds the plugin to Claude Code's rules (`claude plugin validate`).
func pluginIsComplete(t *testing.T, r *release, all map[string][]byte) {
	files := unzipped(t, all["cairn_"+r.number+"_claude-plugin.zip"])
	if got, want := slices.Sorted(maps.Keys(files)), []string{".claude-plugin/marketplace.json", "LICENSE", "plugin/.claude-plugin/plugin.json", "plugin/.mcp.json", "plugin/skills/cairn/SKILL.md"}; !slices.Equal(got, want) {
		t.Errorf("it holds %q", got)
	}
	var market struct {
		Name    string
		Owner   struct{ Name string }
		Plugins []struct{ Name, Source, Description string }
	}
	var plugin struct{ Name, Version, Description, Repository string }
	for path, v := range map[string]any{marketplace: &market, pluginManifest: &plugin} {
		if err := json.Unmarshal(files[path].data, v); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if len(market.Plugins) != 1 || market.Name == "" || market.Owner.Name == "" || market.Plugins[0].Source != "./plugin" || market.Plugins[0].Name != plugin.Name {
		t.Errorf("the marketplace is %+v", market)
	}
	if plugin.Name != "cairn" || plugin.Version != r.number || plugin.Description == "" || plugin.Repository == "" {
		t.Errorf("the plugin is %+v", plugin)
	}
	var servers struct {
		Servers map[string]struct {
			Type, Command string
			Args          []string
		} `json:"mcpServers"`
	}
	if err := json.Unmarshal(files["plugin/.mcp.json"].data, &servers); err != nil {
		t.Fatal(err)
	}
	if s := servers.Servers["cairn"]; s.Type != "stdio" || s.Command != "npx" || !slices.Equal(s.Args, []string{"-y", npmName, "mcp"}) {
		t.Errorf("the server is %+v", s)
	}
}

// Agents believe the skill: each tool that it names exists, and each call in it has
// arguments that the tool takes.
func TestSkillNamesToolsThatExist(t *testing.T) {
	root(t)
	text, err := os.ReadFile("plugin/skills/cairn/SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(text, []byte("---\n"))
	head, body, ok := bytes.Cut(rest, []byte("---\n"))
	var meta struct{ Name, Description string }
	if err := yaml.Unmarshal(head, &meta); !ok || err != nil || meta.Name != "cairn" || len(meta.Description) < 100 || len(meta.Description) > 1024 {
		t.Errorf("its head is %+v, %v", meta, err)
	}
	gateway, err := os.ReadFile("companion/gateway/testdata/own-tools.golden")
	if err != nil {
		t.Fatal(err)
	}
	offered := strings.Fields(string(gateway))
	for _, name := range regexp.MustCompile(`\b(?:mm|kb|memory|recall)_[a-z_]+`).FindAllString(string(body), -1) {
		if _, err := os.Stat(filepath.Join("testdata/toolsnaps", name+".json")); err != nil && !slices.Contains(offered, name) {
			t.Errorf("there is no tool %s", name)
		}
	}
	calls := regexp.MustCompile("(?m)((?:mm|kb|recall)_[a-z_]+) ({.*?})(?:$|`)").FindAllSubmatch(body, -1)
	if len(calls) < 10 {
		t.Errorf("there are %d calls", len(calls))
	}
	for _, call := range calls {
		if string(call[2]) == "{...}" {
			continue
		}
		if err := takes(t, string(call[1]), call[2]); err != nil {
			t.Errorf("%s: %v", call[0], err)
		}
	}
}

// takes checks arguments with the schema of a tool, and that it knows each of them.
func takes(t *testing.T, tool string, arguments []byte) error {
	t.Helper()
	snap, err := os.Open(filepath.Join("testdata/toolsnaps", tool+".json"))
	if err != nil {
		return err
	}
	defer snap.Close()
	whole, err := jsonschema.UnmarshalJSON(snap)
	if err != nil {
		return err
	}
	schema := whole.(map[string]any)["inputSchema"].(map[string]any)
	schema["additionalProperties"] = false
	c := jsonschema.NewCompiler()
	if err := c.AddResource(tool, schema); err != nil {
		return err
	}
	compiled, err := c.Compile(tool)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(arguments))
	if err != nil {
		return err
	}
	return compiled.Validate(value)
}
