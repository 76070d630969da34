package setup

import (
	"fmt"
	"os"
	"strings"

	"cairn/shared/types"
)

// format edits a client's list of servers. Each function takes a file's whole text and
// returns it with one change; it fails on text that it cannot parse.
type format interface {
	add(text string, server Server) (string, error)
	remove(text string) (string, error)
	// meaning returns a text in a form to compare by.
	meaning(text string) (string, error)
	// server returns the command with which our entry starts Cairn, or the zero Server
	// if there is no entry.
	server(text string) Server
	// snippet returns the entry for a person to paste.
	snippet(server Server) string

	// wrap puts our command before those of browser drivers, and unwrap takes it away.
	wrap(text string, server Server) (string, error)
	unwrap(text string) (string, error)
	// commands returns the commands of all servers, none of a text that cannot be parsed.
	commands(text string) []Server
}

// client is one program that can use Cairn.
type client struct {
	name    string // on the command line
	title   string // for people
	file    string // its configuration
	signs   []string
	format  format
	after   string // how the client picks up the change
	project string // the file of a project that the client reads as well, with slashes; empty if none
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
			return nil, types.Invalid(fmt.Sprintf("no client %q is known", name), "known are "+clientNames(all)+"; for others paste what cairn setup --print shows")
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
