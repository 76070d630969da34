package main

import (
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"cairn/companion/version"
	"cairn/extension"
)

// summary is at most 100 characters: the MCP registry accepts no more.
const summary = "A browser that remembers what worked, for AI agents: search, site memory, flows that run again"

// serverSchema is the format that the MCP registry accepts.
const serverSchema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"

// registryName returns the server's name in the MCP registry: the project's address,
// reversed.
func registryName() string {
	u, err := url.Parse(version.Repository)
	if err != nil {
		return "cairn"
	}
	owner, name, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	return "io." + strings.TrimSuffix(u.Host, ".com") + "." + owner + "/" + name
}

// mcpb writes the bundle that desktop clients install with a click.
func (r *release) mcpb(_ context.Context, b *build) error {
	program, err := os.ReadFile(b.path)
	if err != nil {
		return err
	}
	icon, err := fs.ReadFile(extension.Files, "icons/128.png")
	if err != nil {
		return err
	}
	system := map[string]string{"linux": "linux", "darwin": "darwin", "windows": "win32"}[b.goos]
	entry := "server/" + b.program()
	manifest, err := marshal(map[string]any{
		"manifest_version": "0.3",
		"name":             "cairn",
		"display_name":     "Cairn",
		"version":          r.number,
		"description":      summary,
		"long_description": "Cairn opens a browser that remembers what worked, whether a person or an agent did it, and returns it when an agent next looks at the same screen. Everything stays on this computer.",
		"author":           map[string]string{"name": "The Cairn authors", "url": version.Repository},
		"repository":       map[string]string{"type": "git", "url": version.Repository},
		"homepage":         version.Repository,
		"license":          "MIT",
		"icon":             "icon.png",
		"server": map[string]any{
			"type": "binary", "entry_point": entry,
			"mcp_config": map[string]any{"command": "${__dirname}/" + entry, "args": []string{"mcp"}, "env": map[string]string{}},
		},
		"tools_generated":  true,
		"compatibility":    map[string]any{"platforms": []string{system}},
		"privacy_policies": []string{version.Repository + "/blob/main/PRIVACY.md"},
	})
	if err != nil {
		return err
	}
	license, err := os.ReadFile("LICENSE")
	if err != nil {
		return err
	}
	data, err := zipped([]file{{"manifest.json", manifest, 0o644}, {"icon.png", icon, 0o644}, {"LICENSE", license, 0o644}, {entry, program, 0o755}}, r.date)
	if err != nil {
		return err
	}
	b.mcpbName, b.mcpbSum = fmt.Sprintf("cairn_%s_%s_%s.mcpb", r.number, b.goos, b.goarch), digest(data)
	return r.write(b.mcpbName, data)
}

func (r *release) serverJSON() error {
	stdio := map[string]string{"type": "stdio"}
	packages := []map[string]any{{
		"registryType": "npm", "identifier": npmName, "version": r.number, "runtimeHint": "npx", "transport": stdio,
		"packageArguments": []map[string]string{{"type": "positional", "value": "mcp"}},
	}}
	for _, b := range r.builds {
		packages = append(packages, map[string]any{"registryType": "mcpb", "identifier": r.url(b.mcpbName), "fileSha256": b.mcpbSum, "transport": stdio})
	}
	text, err := marshal(map[string]any{
		"$schema": serverSchema, "name": registryName(), "title": "Cairn", "description": summary, "version": r.number,
		"repository": map[string]string{"url": version.Repository, "source": "github"}, "websiteUrl": version.Repository, "packages": packages,
	})
	if err != nil {
		return err
	}
	return r.write("server.json", text)
}
