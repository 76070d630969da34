package main

import (
	"fmt"
	"slices"
	"strings"
)

// tomlEntry edits a client's TOML file, where each server is a table
// [mcp_servers.NAME]. Only as much TOML is read as is needed to know where
// statements begin and end; the client reads the rest.
type tomlEntry struct {
	key string // mcp_servers
}

func (e tomlEntry) snippet(server mcpServer) string {
	return "[" + e.key + "." + serverName + "]\n" +
		"command = " + jsonText(server.command) + "\n" + // TOML's basic strings are JSON's
		"args = " + jsonList(server.args) + "\n"
}

func (e tomlEntry) add(text string, server mcpServer) (string, error) {
	doc, err := parseTOML(text)
	if err != nil {
		return "", err
	}
	own, err := e.own(doc)
	if err != nil {
		return "", err
	}
	if own == nil {
		return e.attach(text, server), nil
	}
	if own.statement("url") != nil {
		// A server of another kind under our name.
		if text, err = e.remove(text); err != nil {
			return "", err
		}
		return e.attach(text, server), nil
	}
	var edits []textEdit
	absent := ""
	for _, f := range [][2]string{{"command", jsonText(server.command)}, {"args", jsonList(server.args)}} {
		if have := own.statement(f[0]); have == nil {
			absent += f[0] + " = " + f[1] + newlineOf(text)
		} else {
			edits = append(edits, textEdit{have.value, have.end, f[1]})
		}
	}
	if absent != "" && !strings.HasSuffix(text[:own.headEnd], "\n") {
		absent = newlineOf(text) + absent
	}
	return applyEdits(text, append(edits, textEdit{own.headEnd, own.headEnd, absent})), nil
}

// textEdit puts other text in the place of text[start:end].
type textEdit struct {
	start, end int
	text       string
}

func applyEdits(text string, edits []textEdit) string {
	slices.SortFunc(edits, func(a, b textEdit) int { return b.start - a.start })
	for _, e := range edits {
		text = text[:e.start] + e.text + text[e.end:]
	}
	return text
}

// attach puts our table at the end.
func (e tomlEntry) attach(text string, server mcpServer) string {
	newline := newlineOf(text)
	table := strings.ReplaceAll(e.snippet(server), "\n", newline)
	if strings.TrimSpace(text) == "" {
		return text + table
	}
	if !strings.HasSuffix(text, "\n") {
		text += newline
	}
	return text + newline + table
}

func newlineOf(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

func (e tomlEntry) remove(text string) (string, error) {
	doc, err := parseTOML(text)
	if err != nil {
		return "", err
	}
	if own, err := e.own(doc); err != nil || own == nil {
		return text, err
	}
	// Our table and those below it, from the end, so that places stay true.
	for _, t := range slices.Backward(doc) {
		if !e.below(t.path) {
			continue
		}
		start := t.start
		if before := strings.TrimSuffix(strings.TrimSuffix(text[:start], "\n"), "\r"); strings.HasSuffix(before, "\n") {
			start = len(before) // the empty line that sets it apart
		}
		text = text[:start] + text[t.end:]
	}
	return text, nil
}

// others is all that is not ours, to see that an edit left it alone.
func (e tomlEntry) others(text string) (string, error) {
	text, err := e.remove(text)
	return strings.TrimSpace(text), err
}

// below reports whether path names our table or one within it.
func (e tomlEntry) below(path []string) bool {
	return len(path) >= 2 && path[0] == e.key && path[1] == serverName
}

// own finds our table, nil when there is none. Our entry written in another
// way, such as an inline table, is an error: it is not ours to rewrite.
func (e tomlEntry) own(doc []tomlTable) (*tomlTable, error) {
	var own *tomlTable
	for i := range doc {
		t := &doc[i]
		for _, s := range t.statements {
			path := append(slices.Clone(t.path), s.path...)
			if len(path) == 1 && path[0] == e.key || e.below(path) && !e.below(t.path) {
				return nil, fmt.Errorf("it sets %s outside a table of its own", strings.Join(path, "."))
			}
		}
		switch {
		case !e.below(t.path):
		case t.array:
			return nil, fmt.Errorf("[[%s]] is a list", strings.Join(t.path, "."))
		case len(t.path) == 2 && own != nil:
			return nil, fmt.Errorf("[%s.%s] stands there twice", e.key, serverName)
		case len(t.path) == 2:
			own = t
		}
	}
	if own == nil && slices.ContainsFunc(doc, func(t tomlTable) bool { return e.below(t.path) }) {
		return nil, fmt.Errorf("it holds tables below [%s.%s] but not that one", e.key, serverName)
	}
	return own, nil
}
