package setup

import (
	"path/filepath"

	"github.com/tailscale/hujson"
)

// The formats of more than one client.
var (
	jsonPlain = jsonFormat{key: "mcpServers"}
	jsonStdio = jsonFormat{key: "mcpServers", kind: "stdio"}
	jsonCode  = jsonFormat{key: "servers", kind: "stdio"}
	jsonLocal = jsonFormat{key: "mcp", kind: "local", list: true, also: []field{{"enabled", hujson.Bool(true)}}} // OpenCode and its descendants
	tomlCodex = tomlFormat{key: "mcp_servers"}
)

// clientsOf lists the clients in the order of the output. The paths are those of the
// clients' documentation in November 2026.
func clientsOf(f folders) []client {
	code := func(extension, file string) string {
		return f.settings("Code", "User", "globalStorage", extension, "settings", file)
	}
	list := []client{
		{name: "claude-desktop", title: "Claude Desktop", format: jsonPlain, after: "restart Claude Desktop",
			file: f.settings("Claude", "claude_desktop_config.json")},
		{name: "claude-code", title: "Claude Code", format: jsonStdio, after: "start a new session", project: ".mcp.json",
			file: filepath.Join(f.or("CLAUDE_CONFIG_DIR", f.home), ".claude.json"), signs: []string{f.in(".claude")}},
		{name: "cursor", title: "Cursor", format: jsonPlain, after: "Cursor asks once whether to enable it", project: ".cursor/mcp.json",
			file: f.in(".cursor", "mcp.json")},
		{name: "vscode", title: "VS Code", format: jsonCode, after: "run \"MCP: List Servers\" to start it", project: ".vscode/mcp.json",
			file: f.settings("Code", "User", "mcp.json")},
		{name: "vscode-insiders", title: "VS Code Insiders", format: jsonCode, after: "run \"MCP: List Servers\" to start it",
			file: f.settings("Code - Insiders", "User", "mcp.json")},
		{name: "codex", title: "Codex", format: tomlCodex, after: "start a new session", project: ".codex/config.toml",
			file: filepath.Join(f.or("CODEX_HOME", f.in(".codex")), "config.toml")},
		{name: "gemini", title: "Gemini CLI", format: jsonPlain, after: "start a new session", project: ".gemini/settings.json",
			file: f.in(".gemini", "settings.json")},
		{name: "copilot-cli", title: "Copilot CLI", after: "start a new session", project: ".github/mcp.json",
			format: jsonFormat{key: "mcpServers", kind: "local", also: []field{{"tools", jsonList([]string{"*"})}}},
			file:   filepath.Join(f.or("COPILOT_HOME", f.in(".copilot")), "mcp-config.json")},
		{name: "opencode", title: "OpenCode", format: jsonLocal, after: "start a new session", project: "opencode.json",
			file: first(f.dotConfig("opencode", "opencode.json"), f.dotConfig("opencode", "opencode.jsonc"))},
		{name: "windsurf", title: "Windsurf", format: jsonPlain, after: "refresh the list of MCP servers in Cascade",
			file: first(f.in(".codeium", "windsurf", "mcp_config.json"), f.unlessWindows(f.dotConfig("devin", "mcp_config.json"), f.settings("devin", "mcp_config.json")))},
		{name: "cline", title: "Cline", format: jsonPlain, after: "Cline starts it at once",
			file: code("saoudrizwan.claude-dev", "cline_mcp_settings.json"), signs: []string{f.settings("Code", "User", "globalStorage", "saoudrizwan.claude-dev")}},
		{name: "roo", title: "Roo Code", format: jsonPlain, after: "Roo Code starts it at once", project: ".roo/mcp.json",
			file: code("rooveterinaryinc.roo-cline", "mcp_settings.json"), signs: []string{f.settings("Code", "User", "globalStorage", "rooveterinaryinc.roo-cline")}},
		{name: "kilo", title: "Kilo Code", format: jsonLocal, after: "start a new session", project: "kilo.jsonc",
			file: f.dotConfig("kilo", "kilo.jsonc")},
		{name: "zed", title: "Zed", format: jsonFormat{key: "context_servers"}, after: "Zed starts it at once", project: ".zed/settings.json",
			file: f.unlessWindows(f.dotConfig("zed", "settings.json"), f.settings("Zed", "settings.json"))},
		{name: "junie", title: "JetBrains Junie", format: jsonPlain, after: "restart the IDE", project: ".junie/mcp/mcp.json",
			file: f.in(".junie", "mcp", "mcp.json"), signs: []string{f.in(".junie")}},
		{name: "kiro", title: "Kiro", format: jsonPlain, after: "Kiro starts it at once", project: ".kiro/settings/mcp.json",
			file: f.in(".kiro", "settings", "mcp.json"), signs: []string{f.in(".kiro")}},
		{name: "goose", title: "Goose", format: yamlGoose, after: "start a new session",
			file: f.unlessWindows(f.dotConfig("goose", "config.yaml"), f.settings("Block", "goose", "config", "config.yaml"))},
		{name: "amp", title: "Amp", format: jsonFormat{key: "amp.mcpServers"}, after: "start a new session", project: ".amp/settings.json",
			file: first(f.dotConfig("amp", "settings.json"), f.dotConfig("amp", "settings.jsonc"))},
		{name: "lm-studio", title: "LM Studio", format: jsonPlain, after: "switch it on among the integrations of a chat",
			file: f.in(".lmstudio", "mcp.json")},
		{name: "warp", title: "Warp", format: jsonPlain, after: "Warp starts it at once", project: ".warp/.mcp.json",
			file: f.in(".warp", ".mcp.json")},
		{name: "continue", title: "Continue", format: yamlContinue, after: "reload the window", project: ".continue/mcpServers/cairn.yaml",
			file: f.in(".continue", "config.yaml")},
		// Version 1 writes a project's servers to .mcp.json, and reads this file like earlier ones.
		{name: "qwen", title: "Qwen Code", format: jsonPlain, after: "start a new session", project: ".qwen/settings.json",
			file: f.in(".qwen", "settings.json")},
		{name: "crush", title: "Crush", format: jsonFormat{key: "mcp", kind: "stdio"}, after: "start a new session", project: "crush.json",
			file: f.unlessWindows(f.dotConfig("crush", "crush.json"), filepath.Join(f.or("LOCALAPPDATA", f.in("AppData", "Local")), "crush", "crush.json"))},
		{name: "trae", title: "Trae", format: jsonPlain, after: "restart Trae", project: ".trae/mcp.json",
			file: f.settings("Trae", "User", "mcp.json")},
		{name: "antigravity", title: "Antigravity", format: jsonPlain, after: "refresh the list of MCP servers",
			file: f.in(".gemini", "config", "mcp_config.json"), signs: []string{f.in(".gemini", "antigravity"), f.in(".antigravity")}},
		{name: "amazon-q", title: "Amazon Q", format: jsonPlain, after: "start a new session", project: ".amazonq/mcp.json",
			file: f.in(".aws", "amazonq", "mcp.json")},
		{name: "factory", title: "Factory Droid", format: jsonStdio, after: "start a new session", project: ".factory/mcp.json",
			file: f.in(".factory", "mcp.json")},
	}
	for i := range list {
		// The client's own directory, or the file if it has none.
		list[i].signs = append(list[i].signs, ownDir(list[i].file, f.home))
	}
	return list
}

// ownDir returns the directory of a file, or the file if it lies in shared itself.
func ownDir(file, shared string) string {
	if dir := filepath.Dir(file); dir != shared {
		return dir
	}
	return file
}

// inProjects returns the clients that read files of a project, with those of dir.
func inProjects(all []client, dir string) (list []client) {
	for _, c := range all {
		if c.project == "" {
			continue
		}
		c.file = filepath.Join(dir, filepath.FromSlash(c.project))
		c.signs = []string{c.file}
		if own := ownDir(c.file, dir); filepath.Base(own) != ".github" { // which is not Copilot's own
			c.signs = append(c.signs, own)
		}
		list = append(list, c)
	}
	return list
}
