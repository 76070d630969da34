package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// jsonEntry edits a client's JSON file: the object called key holds one member
// per server.
type jsonEntry struct {
	key   string
	typed bool // the client wants "type": "stdio" beside the command
}

// fields are the members of our entry that we answer for, in order. Others in
// it, such as env, are the user's.
func (e jsonEntry) fields(server mcpServer) [][2]string {
	var list [][2]string
	if e.typed {
		list = append(list, [2]string{"type", `"stdio"`})
	}
	return append(list, [2]string{"command", jsonText(server.command)}, [2]string{"args", jsonList(server.args)})
}

// snippet is what a person can paste.
func (e jsonEntry) snippet(server mcpServer) string {
	style := jsonStyle{newline: "\n", unit: "  "}
	return "{\n" + style.unit + style.container(style.unit, e.key, e.fields(server)) + "\n}\n"
}

func (e jsonEntry) add(text string, server mcpServer) (string, error) {
	if strings.TrimSpace(text) == "" {
		return e.snippet(server), nil
	}
	root, servers, err := e.find(text)
	if err != nil {
		return "", err
	}
	style := styleOf(text, root)
	if servers == nil {
		indent := style.memberIndent(text, root, "")
		return style.insert(text, root, indent, style.container(indent, e.key, e.fields(server))), nil
	}
	own, err := servers.value.member(serverName)
	if err != nil {
		return "", err
	}
	indent := style.memberIndent(text, servers.value, style.indentAt(text, servers.start))
	if own == nil {
		return style.insert(text, servers.value, indent, style.entry(indent, e.fields(server))), nil
	}
	if replace, err := e.foreign(own.value); err != nil {
		return "", err
	} else if replace {
		body := style.object(indent, e.fields(server))
		return text[:own.value.start] + body + text[own.value.end:], nil
	}
	return e.renew(text, server)
}

// foreign reports whether an entry under our name is of another kind, so that
// it must be replaced as a whole.
func (e jsonEntry) foreign(own *jsonNode) (bool, error) {
	if !own.object {
		return true, nil
	}
	url, err := own.member("url")
	return url != nil, err
}

// renew sets our fields in an entry that is there, one at a time, for each
// moves what follows.
func (e jsonEntry) renew(text string, server mcpServer) (string, error) {
	for _, field := range e.fields(server) {
		root, servers, err := e.find(text)
		if err != nil {
			return "", err
		}
		own, err := servers.value.member(serverName)
		if err != nil {
			return "", err
		}
		have, err := own.value.member(field[0])
		if err != nil {
			return "", err
		}
		style := styleOf(text, root)
		wanted, err := parseJSONC(field[1])
		if err != nil {
			return "", err
		}
		switch {
		case have == nil:
			indent := style.memberIndent(text, own.value, style.indentAt(text, own.start))
			text = style.insert(text, own.value, indent, jsonText(field[0])+": "+field[1])
		case have.value.plain != wanted.plain:
			text = text[:have.value.start] + field[1] + text[have.value.end:]
		}
	}
	return text, nil
}

func (e jsonEntry) remove(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return text, nil
	}
	_, servers, err := e.find(text)
	if err != nil || servers == nil {
		return text, err
	}
	own, err := servers.value.member(serverName)
	if err != nil || own == nil {
		return text, err
	}
	text = cutMember(text, servers.value, own)
	// An object that holds nothing any more, not even a comment, was ours too.
	root, servers, err := e.find(text)
	if err != nil {
		return "", err
	}
	if emptyObject(text, servers.value) {
		text = cutMember(text, root, servers)
	}
	return text, nil
}

// find returns the file's object and in it the member that holds the servers,
// nil when there is none.
func (e jsonEntry) find(text string) (root *jsonNode, servers *jsonMember, err error) {
	if root, err = parseJSONC(text); err != nil {
		return nil, nil, err
	}
	if !root.object {
		return nil, nil, errNoObject
	}
	if servers, err = root.member(e.key); err != nil {
		return nil, nil, err
	}
	if servers != nil && !servers.value.object {
		return nil, nil, fmt.Errorf("%q is not an object", e.key)
	}
	return root, servers, nil
}

// others is all that is not ours, to see that an edit left it alone.
func (e jsonEntry) others(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "{}", nil
	}
	text, err := e.remove(text)
	if err != nil {
		return "", err
	}
	root, servers, err := e.find(text)
	if err != nil {
		return "", err
	}
	if servers != nil && len(servers.value.members) == 0 {
		if root, err = parseJSONC(cutMember(text, root, servers)); err != nil {
			return "", err
		}
	}
	return root.plain, nil
}

// cutMember takes m out of n, with the white space before it and the comma that
// is no longer needed.
func cutMember(text string, n *jsonNode, m *jsonMember) string {
	start := m.start
	for start > 0 && strings.IndexByte(" \t\r\n", text[start-1]) >= 0 {
		start--
	}
	if rest := strings.TrimLeft(text[m.nextText:], " \t\r"); !strings.HasPrefix(rest, "\n") && strings.Contains(text[start:m.start], "\n") {
		start = m.start // a comment before it may need the end of its line
	}
	if last := len(n.members) - 1; last > 0 && m.comma < 0 { // only the last can lack one
		comma := n.members[last-1].comma
		return text[:comma] + text[comma+1:start] + text[m.nextText:]
	}
	text = text[:start] + text[m.nextText:]
	if n.end -= m.nextText - start; emptyObject(text, n) {
		text = text[:n.start] + "{}" + text[n.end:]
	}
	return text
}

// emptyObject reports whether there is nothing between n's brackets.
func emptyObject(text string, n *jsonNode) bool {
	return strings.TrimSpace(text[n.start+1:n.end-1]) == ""
}

// jsonStyle is how a file is laid out.
type jsonStyle struct {
	newline string
	unit    string // one step of indentation
}

func styleOf(text string, root *jsonNode) jsonStyle {
	s := jsonStyle{newline: "\n", unit: "  "}
	if strings.Contains(text, "\r\n") {
		s.newline = "\r\n"
	}
	if len(root.members) > 0 {
		if indent, alone := lineIndent(text, root.members[0].start); alone && indent != "" {
			s.unit = indent
		}
	}
	return s
}

// lineIndent is the white space that the line of text[at] begins with, and
// whether at comes right behind it.
func lineIndent(text string, at int) (indent string, alone bool) {
	line := text[strings.LastIndexByte(text[:at], '\n')+1:]
	indent = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return indent, len(text)-len(line)+len(indent) == at
}

func (s jsonStyle) indentAt(text string, at int) string {
	indent, _ := lineIndent(text, at)
	return indent
}

// memberIndent is how members of n are indented; outer is how the line is that
// n begins on.
func (s jsonStyle) memberIndent(text string, n *jsonNode, outer string) string {
	if len(n.members) > 0 {
		if indent, alone := lineIndent(text, n.members[0].start); alone {
			return indent
		}
	}
	return outer + s.unit
}

// insert puts a member behind the last one of n, in the manner of that one: on
// a line of its own or on the same, with a comma behind it or without.
func (s jsonStyle) insert(text string, n *jsonNode, indent, member string) string {
	closing := n.end - 1
	if len(n.members) == 0 {
		tail := strings.TrimRight(text[n.start+1:closing], " \t\r\n")
		outer := strings.TrimSuffix(indent, s.unit)
		return text[:n.start+1] + tail + s.newline + indent + member + s.newline + outer + text[closing:]
	}
	last := n.members[len(n.members)-1]
	// What follows the last member may hold comments: ours comes behind them.
	end := last.nextText + len(strings.TrimRight(text[last.nextText:closing], " \t\r\n"))
	gap := " "
	if strings.Contains(text[n.start:closing], "\n") {
		gap = s.newline + indent
	}
	if last.comma >= 0 {
		return text[:end] + gap + member + "," + text[end:]
	}
	return text[:last.value.end] + "," + text[last.value.end:end] + gap + member + text[end:]
}

func (s jsonStyle) container(indent, key string, fields [][2]string) string {
	inner := indent + s.unit
	return jsonText(key) + ": {" + s.newline + inner + s.entry(inner, fields) + s.newline + indent + "}"
}

func (s jsonStyle) entry(indent string, fields [][2]string) string {
	return jsonText(serverName) + ": " + s.object(indent, fields)
}

func (s jsonStyle) object(indent string, fields [][2]string) string {
	lines := make([]string, len(fields))
	for i, f := range fields {
		lines[i] = indent + s.unit + jsonText(f[0]) + ": " + f[1]
	}
	return "{" + s.newline + strings.Join(lines, ","+s.newline) + s.newline + indent + "}"
}

// jsonText writes a string as JSON, without the escapes that only HTML needs.
func jsonText(v string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // a string: cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}

func jsonList(list []string) string {
	quoted := make([]string, len(list))
	for i, v := range list {
		quoted[i] = jsonText(v)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
