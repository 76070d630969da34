package setup

import (
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// each visits the tables that have a command and arguments in one list.
func (f tomlFormat) each(text string, visit func(command, args *tomlStatement, values Server) []textEdit) (string, error) {
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
		edits = append(edits, visit(command, args, f.entry(text, t.path[1]))...)
	}
	return applyEdits(text, edits), nil
}

func (f tomlFormat) wrap(text string, server Server) (string, error) {
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
func (f tomlFormat) words(all []string, more bool) string {
	list := hujson.Value{Value: jsonList(all)}.String()
	list = strings.TrimSuffix(strings.TrimPrefix(list, "["), "]")
	if more {
		list += ", "
	}
	return list
}

func (f tomlFormat) unwrap(text string) (string, error) {
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

func (f tomlFormat) commands(text string) (all []Server) {
	_, _ = f.each(text, func(_, _ *tomlStatement, is Server) []textEdit {
		all = append(all, is)
		return nil
	}) // an unreadable text has none
	return all
}
