package setup

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// Cairn wraps a client's entry of another browser driver by putting its own command
// before the driver's: command and args become Cairn's, and the driver's follow after
// "--". The original text keeps its bytes, so that unwrapping restores the file
// exactly.

// drivers holds parts of the names of the servers that can be wrapped.
var drivers = []string{"@playwright/mcp", "playwright-mcp", "mcp-server-playwright", "chrome-devtools-mcp"}

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
	at := slices.Index(args, "--")
	if at < 0 || at+1 >= len(args) || len(args) == 0 || args[0] != "mcp" || !slices.Contains(args[:at], wrapped) {
		return -1
	}
	return at + 1
}

// wrapJSON is the format of a JSON file whose drivers are wrapped.
type wrapJSON struct{ jsonFormat }

// each visits the entries that have a command.
func (f wrapJSON) each(text string, visit func(entry *hujson.Object, command *hujson.Value, args *hujson.Array, words []string) error) (string, error) {
	if strings.TrimSpace(text) == "" {
		return text, nil
	}
	root, servers, err := f.parse(text)
	if err != nil || servers == nil {
		return text, err
	}
	for i := range servers.Members {
		entry, ok := servers.Members[i].Value.Value.(*hujson.Object)
		if !ok {
			continue
		}
		command, err := member(entry, "command")
		if err != nil {
			return "", err
		}
		list, err := member(entry, "args")
		if err != nil {
			return "", err
		}
		if command == nil || command.Value.Kind() != '"' {
			continue
		}
		var args *hujson.Array
		var words []string
		if list != nil {
			if args, ok = list.Value.(*hujson.Array); !ok {
				continue
			}
			for _, e := range args.Elements {
				if e.Value.Kind() == '"' {
					words = append(words, e.Value.(hujson.Literal).String())
				}
			}
			if len(words) != len(args.Elements) {
				continue // not all are strings, so Cairn must not rewrite them
			}
		}
		if err := visit(entry, command, args, words); err != nil {
			return "", err
		}
	}
	return root.String(), nil
}

func (f wrapJSON) add(text string, server Server) (string, error) {
	return f.each(text, func(entry *hujson.Object, command *hujson.Value, args *hujson.Array, words []string) error {
		driver := command.Value.(hujson.Literal).String()
		if !isDriver(driver, words) {
			return nil
		}
		if args == nil {
			l := layout{newline: newlineOf(text), unit: "  "}
			if !manyLines(entry) {
				l = layout{}
			}
			l.append(entry, "", "args", jsonList(append(slices.Clone(server.Args), driver)))
			command, _ = member(entry, "command") // it moved
			command.Value = hujson.String(server.Command)
			return nil
		}
		command.Value = hujson.String(server.Command)
		more := jsonList(append(slices.Clone(server.Args), driver)).Elements
		if len(args.Elements) > 0 {
			more[0].BeforeExtra = args.Elements[0].BeforeExtra
			if len(args.Elements[0].BeforeExtra) == 0 {
				args.Elements[0].BeforeExtra = hujson.Extra(" ")
			}
		}
		args.Elements = append(more, args.Elements...)
		return nil
	})
}

func (f wrapJSON) remove(text string) (string, error) {
	return f.each(text, func(entry *hujson.Object, command *hujson.Value, args *hujson.Array, words []string) error {
		at := inner(words)
		if at < 0 {
			return nil
		}
		command.Value = args.Elements[at].Value
		if at+1 == len(args.Elements) {
			cut(entry, "args")
			return nil
		}
		first := args.Elements[0].BeforeExtra
		args.Elements = args.Elements[at+1:]
		args.Elements[0].BeforeExtra = first
		return nil
	})
}

func (f wrapJSON) others(text string) (string, error) {
	bare, err := f.remove(text)
	if err != nil || strings.TrimSpace(bare) == "" {
		return "{}", err
	}
	root, _, err := f.parse(bare)
	return plain(root.Value), err
}

func (f wrapJSON) server(text string) (s Server) {
	_, _ = f.each(text, func(_ *hujson.Object, command *hujson.Value, _ *hujson.Array, words []string) error {
		if at := inner(words); at > 0 && s.Command == "" {
			s = Server{Command: command.Value.(hujson.Literal).String(), Args: words[:at]}
		}
		return nil
	}) // an unreadable text has no server
	return s
}

func (f wrapJSON) snippet(server Server) string {
	return f.jsonFormat.snippet(Server{server.Command, append(slices.Clone(server.Args), "npx", "@playwright/mcp@latest")})
}

// wrapTOML is the format of a TOML file whose drivers are wrapped.
type wrapTOML struct{ tomlFormat }

// each visits the tables that have a command and arguments in one list.
func (f wrapTOML) each(text string, visit func(command, args *tomlStatement, values Server) []textEdit) (string, error) {
	doc, err := f.parse(text)
	if err != nil {
		return "", err
	}
	var edits []textEdit
	for i := range doc {
		t := &doc[i]
		command, args := t.statement("command"), t.statement("args")
		if len(t.path) != 2 || t.path[0] != f.key || command == nil || args == nil {
			continue
		}
		named := tomlFormat{key: f.key}
		values := named.entry(text, t.path[1])
		edits = append(edits, visit(command, args, values)...)
	}
	return applyEdits(text, edits), nil
}

func (f wrapTOML) add(text string, server Server) (string, error) {
	return f.each(text, func(command, args *tomlStatement, was Server) []textEdit {
		at := strings.IndexByte(text[args.start:args.end], '[')
		if !isDriver(was.Command, was.Args) || at < 0 {
			return nil
		}
		return []textEdit{{command.start, command.end, "command = " + string(hujson.String(server.Command))},
			{args.start + at + 1, args.start + at + 1, f.words(append(slices.Clone(server.Args), was.Command), len(was.Args) > 0)}}
	})
}

// words formats elements for the start of a list.
func (f wrapTOML) words(all []string, more bool) string {
	list := hujson.Value{Value: jsonList(all)}.String()
	list = strings.TrimSuffix(strings.TrimPrefix(list, "["), "]")
	if more {
		list += ", "
	}
	return list
}

func (f wrapTOML) remove(text string) (string, error) {
	return f.each(text, func(command, args *tomlStatement, is Server) []textEdit {
		at := inner(is.Args)
		if at < 0 {
			return nil
		}
		list := f.words(is.Args[:at+1], at+1 < len(is.Args))
		start := strings.IndexByte(text[args.start:args.end], '[')
		if start < 0 || !strings.HasPrefix(text[args.start+start+1:], list) {
			return nil // another program wrote it
		}
		begin := args.start + start + 1
		return []textEdit{{command.start, command.end, "command = " + string(hujson.String(is.Args[at]))}, {begin, begin + len(list), ""}}
	})
}

func (f wrapTOML) others(text string) (string, error) {
	text, err := f.remove(text)
	return strings.TrimSpace(text), err
}

func (f wrapTOML) server(text string) (s Server) {
	_, _ = f.each(text, func(_, _ *tomlStatement, is Server) []textEdit {
		if at := inner(is.Args); at > 0 && s.Command == "" {
			s = Server{is.Command, is.Args[:at]}
		}
		return nil
	}) // an unreadable text has no server
	return s
}

func (f wrapTOML) snippet(server Server) string {
	return f.tomlFormat.snippet(Server{server.Command, append(slices.Clone(server.Args), "npx", "@playwright/mcp@latest")})
}

// wrapping returns a client whose drivers are wrapped.
func wrapping(c client) client {
	switch f := c.format.(type) {
	case jsonFormat:
		c.format = wrapJSON{f}
	case tomlFormat:
		c.format = wrapTOML{f}
	}
	return c
}

// Wrapped returns the drivers that clients' configurations have Cairn wrap, each as
// its command with arguments, by "client".
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
		switch f := c.format.(type) {
		case jsonFormat:
			_, _ = wrapJSON{f}.each(file.text(), func(_ *hujson.Object, _ *hujson.Value, _ *hujson.Array, words []string) error {
				if at := inner(words); at > 0 {
					found[c.title] = words[at:]
				}
				return nil
			}) // an unreadable file has none
		case tomlFormat:
			_, _ = wrapTOML{f}.each(file.text(), func(_, _ *tomlStatement, is Server) []textEdit {
				if at := inner(is.Args); at > 0 {
					found[c.title] = is.Args[at:]
				}
				return nil
			})
		}
	}
	return found, nil
}
