package setup

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/tailscale/hujson"
)

// tomlFormat edits a client's TOML file, in which each server is a table [key.NAME].
// go-toml validates a file and locates its statements; edits change the text itself,
// so that comments and layout stay.
type tomlFormat struct {
	key string
}

func (f tomlFormat) snippet(server Server) string {
	text := "[" + f.key + "." + serverName + "]\n"
	for _, s := range f.statements(server) {
		text += s[1] + "\n"
	}
	return text
}

// statements returns the statements of our entry that Cairn sets, each with its key.
// TOML's basic strings and lists are written like JSON's.
func (f tomlFormat) statements(server Server) [][2]string {
	return [][2]string{
		{"command", "command = " + string(hujson.String(server.Command))},
		{"args", "args = " + hujson.Value{Value: jsonList(server.Args)}.String()},
	}
}

func (f tomlFormat) add(text string, server Server) (string, error) {
	doc, err := f.parse(text)
	if err != nil {
		return "", err
	}
	own := f.own(doc)
	if own == nil {
		return f.attach(text, server), nil
	}
	if own.statement("url") != nil { // a server of another kind under our name
		if text, err = f.remove(text); err != nil {
			return "", err
		}
		return f.attach(text, server), nil
	}
	var edits []textEdit
	absent := ""
	for _, s := range f.statements(server) {
		if have := own.statement(s[0]); have != nil {
			edits = append(edits, textEdit{have.start, have.end, s[1]})
		} else {
			absent += s[1] + newlineOf(text)
		}
	}
	if absent != "" && !strings.HasSuffix(text[:own.headEnd], "\n") {
		absent = newlineOf(text) + absent
	}
	return applyEdits(text, append(edits, textEdit{own.headEnd, own.headEnd, absent})), nil
}

// textEdit replaces text[start:end] by other text.
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

// attach appends our table.
func (f tomlFormat) attach(text string, server Server) string {
	newline := newlineOf(text)
	table := strings.ReplaceAll(f.snippet(server), "\n", newline)
	if strings.TrimSpace(text) == "" {
		return text + table
	}
	if !strings.HasSuffix(text, "\n") {
		text += newline
	}
	return text + newline + table
}

func (f tomlFormat) remove(text string) (string, error) {
	doc, err := f.parse(text)
	if err != nil {
		return "", err
	}
	// Our table and its subtables, from the end, so that offsets stay valid.
	for _, t := range slices.Backward(doc) {
		if !f.below(t.path) {
			continue
		}
		start := t.start
		if before := strings.TrimSuffix(strings.TrimSuffix(text[:start], "\n"), "\r"); strings.HasSuffix(before, "\n") {
			start = len(before) // the empty line before it
		}
		text = text[:start] + text[t.end:]
	}
	return text, nil
}

func (f tomlFormat) server(text string) Server { return f.entry(text, serverName) }

func (f tomlFormat) entry(text, name string) Server {
	var root map[string]any
	if toml.Unmarshal([]byte(text), &root) != nil {
		return Server{}
	}
	servers, _ := root[f.key].(map[string]any)
	entry, _ := servers[name].(map[string]any)
	list, _ := entry["args"].([]any)
	var s Server
	s.Command, _ = entry["command"].(string)
	for _, arg := range list {
		text, _ := arg.(string)
		s.Args = append(s.Args, text)
	}
	return s
}

// meaning implements format. No text is written differently, so it is the text itself.
func (f tomlFormat) meaning(text string) (string, error) { return strings.TrimSpace(text), nil }

// parse finds the tables of a file. It fails if the file sets our entry in another way
// than by a separate table, because Cairn must not rewrite that.
func (f tomlFormat) parse(text string) ([]tomlTable, error) {
	var all map[string]any
	if err := toml.Unmarshal([]byte(text), &all); err != nil {
		var at *toml.DecodeError
		if errors.As(err, &at) {
			line, _ := at.Position()
			return nil, fmt.Errorf("it is not TOML: line %d: %w", line, err)
		}
		return nil, fmt.Errorf("it is not TOML: %w", err)
	}
	doc, err := tomlTables(text)
	if err != nil {
		return nil, err
	}
	servers, _ := all[f.key].(map[string]any)
	if _, set := servers[serverName]; set && f.own(doc) == nil {
		return nil, fmt.Errorf("it sets %s.%s outside a table of its own", f.key, serverName)
	}
	return doc, nil
}

// own finds our table, nil if there is none.
func (f tomlFormat) own(doc []tomlTable) *tomlTable {
	for i, t := range doc {
		if f.below(t.path) && len(t.path) == 2 && !t.list {
			return &doc[i]
		}
	}
	return nil
}

// below reports whether path names our table or one within it.
func (f tomlFormat) below(path []string) bool {
	return len(path) >= 2 && path[0] == f.key && path[1] == serverName
}

// tomlTable is a header with the statements that belong to it. The first table of a
// file has no header.
type tomlTable struct {
	path       []string
	list       bool
	start      int // of the header's line
	headEnd    int // the offset after it
	end        int // the offset after the line of its last statement
	statements []tomlStatement
}

// tomlStatement is a key with its value: text[start:end].
type tomlStatement struct {
	path       []string
	start, end int
}

func (t *tomlTable) statement(name string) *tomlStatement {
	for i, s := range t.statements {
		if len(s.path) == 1 && s.path[0] == name {
			return &t.statements[i]
		}
	}
	return nil
}

// tomlTables locates the tables and statements of a valid file.
func tomlTables(text string) ([]tomlTable, error) {
	var p unstable.Parser // of go-toml's two parsers, the one with positions
	p.Reset([]byte(text))
	doc := []tomlTable{{}}
	for p.NextExpression() {
		e := p.Expression()
		var path []string
		at := 0
		for key := e.Key(); key.Next(); {
			path = append(path, string(key.Node().Data))
			at = int(key.Node().Raw.Offset)
		}
		if e.Kind != unstable.KeyValue {
			end := lineEnd(text, at)
			start := strings.LastIndexByte(text[:at], '\n') + 1
			doc = append(doc, tomlTable{path: path, list: e.Kind == unstable.ArrayTable, start: start, headEnd: end, end: end})
			continue
		}
		now, start := &doc[len(doc)-1], int(e.Raw.Offset)
		end := start + int(e.Raw.Length)
		now.statements = append(now.statements, tomlStatement{path, start, end})
		now.end = lineEnd(text, end)
	}
	return doc, p.Error()
}

// lineEnd returns the offset after the line that contains text[at].
func lineEnd(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}
