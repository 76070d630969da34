package main

import (
	"encoding/json"
	"io/fs"
	"os"

	"cairn/companion/version"
)

// The files of the plugin for Claude Code; the repository itself is a marketplace too.
const (
	marketplace    = ".claude-plugin/marketplace.json"
	pluginDir      = "plugin"
	pluginManifest = pluginDir + "/.claude-plugin/plugin.json"
)

// plugin writes the plugin for Claude Code as a marketplace with one entry, to be added
// from a directory: the MCP server, and the skill that teaches agents to use it.
func (r *release) plugin() error {
	root := os.DirFS(".")
	var files []file
	add := func(path string) error {
		data, err := fs.ReadFile(root, path)
		if err == nil && path == pluginManifest {
			data, err = r.withVersion(data)
		}
		files = append(files, file{path, data, 0o644})
		return err
	}
	for _, path := range []string{marketplace, "LICENSE"} {
		if err := add(path); err != nil {
			return err
		}
	}
	err := fs.WalkDir(root, pluginDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return add(path)
	})
	if err != nil {
		return err
	}
	data, err := zipped(files, r.date)
	if err != nil {
		return err
	}
	return r.write("cairn_"+r.number+"_claude-plugin.zip", data)
}

// withVersion adds to the plugin's manifest the fields that other files define.
func (r *release) withVersion(text []byte) ([]byte, error) {
	var m map[string]any
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	m["version"], m["repository"], m["homepage"] = r.number, version.Repository, version.Repository
	return marshal(m)
}
