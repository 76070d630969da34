package setup

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"cairn/shared/types"
)

// format edits a client's list of servers. Each function takes a file's whole text and
// returns it with one change; it fails on text that it cannot parse.
type format interface {
	add(text string, server Server) (string, error)
	remove(text string) (string, error)
	// others returns the rest of the text beside our entry, in a form to compare by.
	others(text string) (string, error)
	// server returns the command with which our entry starts Cairn, or the zero Server
	// if there is no entry.
	server(text string) Server
	// snippet returns the entry for a person to paste.
	snippet(server Server) string
}

// client is one program that can use Cairn.
type client struct {
	name   string // on the command line
	title  string // for people
	file   string // its configuration
	signs  []string
	format format
	after  string // how the client picks up the change
}

// present reports whether the client seems to be installed: it has left traces.
func (c client) present() bool {
	for _, sign := range c.signs {
		if _, err := os.Stat(sign); err == nil {
			return true
		}
	}
	return false
}

// Clients returns the names of the clients that Cairn knows.
func Clients() (names []string) {
	for _, c := range clientsOf(folders{getenv: func(string) string { return "" }}) {
		names = append(names, c.name)
	}
	return names
}

// folders holds the directories that clients' configurations are relative to.
type folders struct {
	home   string
	config string // where programs store settings: ~/.config, %APPDATA%, ~/Library/Application Support
	getenv func(string) string
}

func userFolders() (folders, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return folders{}, types.Fault(types.CodeInvalidInput, "no home directory is known for this user", "set HOME, or paste what cairn setup --print shows")
	}
	config, err := os.UserConfigDir()
	if err != nil {
		return folders{}, types.Fault(types.CodeInvalidInput, "no settings directory is known for this user: "+err.Error(), "paste what cairn setup --print shows")
	}
	return folders{home, config, os.Getenv}, nil
}

// or returns the directory that an environment variable names, else the usual one.
func (f folders) or(env, usual string) string {
	if dir := f.getenv(env); filepath.IsAbs(dir) {
		return dir
	}
	return usual
}

// clientsOf lists the clients in the order of the output.
func clientsOf(f folders) []client {
	claude := f.or("CLAUDE_CONFIG_DIR", f.home)
	codex := f.or("CODEX_HOME", filepath.Join(f.home, ".codex"))
	list := []client{
		{name: "claude-desktop", title: "Claude Desktop", file: filepath.Join(f.config, "Claude", "claude_desktop_config.json"),
			format: jsonFormat{key: "mcpServers"}, after: "restart Claude Desktop"},
		{name: "claude-code", title: "Claude Code", file: filepath.Join(claude, ".claude.json"), signs: []string{filepath.Join(f.home, ".claude")},
			format: jsonFormat{key: "mcpServers", typed: true}, after: "start a new session"},
		{name: "cursor", title: "Cursor", file: filepath.Join(f.home, ".cursor", "mcp.json"),
			format: jsonFormat{key: "mcpServers"}, after: "Cursor asks once whether to enable it"},
		{name: "vscode", title: "VS Code", file: filepath.Join(f.config, "Code", "User", "mcp.json"),
			format: jsonFormat{key: "servers", typed: true}, after: "run \"MCP: List Servers\" to start it"},
		{name: "codex", title: "Codex", file: filepath.Join(codex, "config.toml"),
			format: tomlFormat{key: "mcp_servers"}, after: "start a new session"},
	}
	for i := range list {
		// The client's own directory, or the file if it has none.
		sign := filepath.Dir(list[i].file)
		if sign == f.home {
			sign = list[i].file
		}
		list[i].signs = append(list[i].signs, sign)
	}
	return list
}

// pickClients finds clients by name; no name means all that are installed.
func pickClients(all []client, names []string) ([]client, error) {
	var picked []client
	if len(names) == 0 {
		for _, c := range all {
			if c.present() {
				picked = append(picked, c)
			}
		}
		return picked, nil
	}
	for _, name := range names {
		c := findClient(all, name)
		if c == nil {
			return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("no client %q is known", name), "known are "+clientNames(all)+"; for others paste what cairn setup --print shows")
		}
		picked = append(picked, *c)
	}
	return picked, nil
}

func findClient(all []client, name string) *client {
	for i := range all {
		if all[i].name == strings.ToLower(name) {
			return &all[i]
		}
	}
	return nil
}

func clientNames(all []client) string {
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = c.name
		if c.present() {
			names[i] += " (found here)"
		}
	}
	return strings.Join(names, ", ")
}
