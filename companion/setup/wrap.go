package setup

import (
	"path/filepath"
	"slices"
	"strings"

	"cairn/companion/version"
)

// Cairn wraps a client's entry of another browser driver by putting its own command
// before the driver's: command and args become Cairn's, and the driver's follow after
// "--". The original text keeps its bytes, so that unwrapping restores the file
// exactly.

// drivers holds parts of the names of the servers that can be wrapped.
var drivers = []string{"@playwright/mcp", "playwright-mcp", "mcp-server-playwright", "chrome-devtools-mcp", "agent-browser"}

// wrapped precedes the driver's own command in Cairn's arguments.
const wrapped = "--wrap"

// isDriver reports whether a command starts a driver that is not wrapped yet.
func isDriver(command string, args []string) bool {
	if slices.Contains(args, wrapped) {
		return false
	}
	return slices.ContainsFunc(append([]string{filepath.Base(command)}, args...), func(word string) bool {
		return slices.ContainsFunc(drivers, func(name string) bool {
			at := strings.Index(word, name)
			if at < 0 {
				return false
			}
			rest := word[at+len(name):]
			return rest == "" || strings.ContainsAny(rest[:1], "@./")
		})
	})
}

// inner returns the index of the driver's command in an entry's arguments, -1 if there
// is none.
func inner(args []string) int {
	verb, at := slices.Index(args, "mcp"), slices.Index(args, "--")
	if verb < 0 || at < verb || at+1 >= len(args) || !slices.Contains(args[:at], wrapped) {
		return -1
	}
	if verb > 0 && !slices.Contains(args[:verb], version.NPM) { // npx starts Cairn by its package
		return -1
	}
	return at + 1
}

// wrapFormat is a format in which the entries of drivers are ours, once they are wrapped.
type wrapFormat struct{ format }

func (f wrapFormat) add(text string, server Server) (string, error) { return f.wrap(text, server) }

func (f wrapFormat) remove(text string) (string, error) { return f.unwrap(text) }

func (f wrapFormat) server(text string) Server { return wrapperIn(f.commands(text)) }

func (f wrapFormat) snippet(server Server) string { return f.format.snippet(exampleOf(server)) }

// wrapperIn returns Cairn's command of the first wrapped driver, or the zero Server.
func wrapperIn(all []Server) Server {
	for _, s := range all {
		if at := inner(s.Args); at > 0 {
			return Server{s.Command, s.Args[:at]}
		}
	}
	return Server{}
}

// exampleOf returns the command of a wrapped driver for a person to adapt.
func exampleOf(server Server) Server {
	return Server{server.Command, append(slices.Clone(server.Args), "npx", "@playwright/mcp@latest")}
}

// Wrapped returns the drivers that clients' configurations have Cairn wrap, each as
// its command with arguments, by client.
func Wrapped() (found map[string][]string, err error) {
	where, err := userFolders()
	if err != nil {
		return nil, err
	}
	found = map[string][]string{}
	for _, c := range clientsOf(where) {
		file, err := readConfig(c.file)
		if err != nil {
			continue // its own check reports that
		}
		for _, s := range c.format.commands(file.text()) {
			if at := inner(s.Args); at > 0 {
				found[c.title] = s.Args[at:]
			}
		}
	}
	return found, nil
}
