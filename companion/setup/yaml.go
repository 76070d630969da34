package setup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
	"go.yaml.in/yaml/v4"
)

// yamlFormat edits a client's YAML file. The library validates a file and locates its
// nodes; edits change whole lines of the text, so that comments and layout stay.
type yamlFormat struct {
	key     string      // holds the servers: a mapping by name, or a list
	list    bool        // the servers are a list of entries with a name
	command string      // the key of the command
	also    [][2]string // required beside the command; a different value of the user's stays
	head    string      // the first lines of a new file
}

var (
	yamlGoose = yamlFormat{key: "extensions", command: "cmd",
		also: [][2]string{{"type", "stdio"}, {"name", serverName}, {"enabled", "true"}, {"timeout", "300"}}}
	yamlContinue = yamlFormat{key: "mcpServers", list: true, command: "command",
		head: "name: Local Config\nversion: 1.0.0\nschema: v1\n"}
)

// statements returns the lines of our entry, each with its key. YAML reads JSON's
// strings and lists.
func (f yamlFormat) statements(server Server) [][2]string {
	return [][2]string{
		{f.command, f.command + ": " + string(hujson.String(server.Command))},
		{"args", "args: " + hujson.Value{Value: jsonList(server.Args)}.String()},
	}
}

// entry returns our entry; each of its lines begins with indent.
func (f yamlFormat) entry(server Server, indent, newline string) string {
	lines := []string{indent + serverName + ":"}
	if f.list {
		lines[0] = indent + "- name: " + serverName
	}
	for _, s := range f.statements(server) {
		lines = append(lines, indent+"  "+s[1])
	}
	for _, s := range f.also {
		lines = append(lines, indent+"  "+s[0]+": "+s[1])
	}
	return strings.Join(lines, newline) + newline
}

func (f yamlFormat) snippet(server Server) string {
	return f.key + ":\n" + f.entry(server, "  ", "\n")
}

func (f yamlFormat) add(text string, server Server) (string, error) {
	newline := newlineOf(text)
	if strings.TrimSpace(text) == "" {
		return f.head + f.snippet(server), nil
	}
	doc, err := f.parse(text)
	if err != nil {
		return "", err
	}
	switch {
	case doc.key == nil:
		if !strings.HasSuffix(text, "\n") {
			text += newline
		}
		return text + strings.ReplaceAll(f.snippet(server), "\n", newline), nil
	case doc.own != nil:
		return f.renew(doc, server)
	}
	doc.insert(doc.key.Line, f.entry(server, doc.indent(), newline))
	if doc.servers.Kind == yaml.ScalarNode || doc.servers.Style&yaml.FlowStyle != 0 { // nothing, or empty brackets
		line := doc.lines[doc.key.Line-1]
		colon := strings.IndexByte(line[doc.key.Column-1:], ':') + doc.key.Column
		value, comment, commented := strings.Cut(line[colon:], " #")
		if v := strings.Trim(strings.TrimSpace(value), "[]{} "); v != "" && v != "~" && !strings.EqualFold(v, "null") {
			return "", fmt.Errorf("%q is not written in lines of its own", f.key)
		}
		if commented {
			comment = " #" + strings.TrimRight(comment, "\r\n")
		}
		doc.lines[doc.key.Line-1] = line[:colon] + comment + newline
	}
	return doc.text(), nil
}

// renew sets our statements in an existing entry. It replaces an entry of another kind.
func (f yamlFormat) renew(doc *yamlDoc, server Server) (string, error) {
	start, end := doc.entryLines(doc.own)
	if doc.own.body.Kind != yaml.MappingNode || slices.ContainsFunc(addresses, func(name string) bool { return doc.own.value(name) != nil }) {
		doc.replace(start, end, f.entry(server, doc.indent(), newlineOf(doc.text())))
		return doc.text(), nil
	}
	if doc.own.body.Style&yaml.FlowStyle != 0 {
		return "", fmt.Errorf("the entry %q is not written in lines of its own", serverName)
	}
	newline := newlineOf(doc.text())
	fixed := f.statements(server)
	absent := ""
	for i := len(fixed) + len(f.also) - 1; i >= 0; i-- { // from the end, so that earlier lines keep their numbers
		name, line := "", ""
		if i < len(fixed) {
			name, line = fixed[i][0], fixed[i][1]
		} else {
			name, line = f.also[i-len(fixed)][0], f.also[i-len(fixed)][0]+": "+f.also[i-len(fixed)][1]
		}
		if have := doc.own.value(name); have == nil {
			absent = doc.own.indent() + line + newline + absent
		} else if i < len(fixed) && !have.is(server, name) {
			have.text = line
		}
	}
	doc.insert(end, absent)
	changed := doc.own.changed()
	slices.SortFunc(changed, func(a, b *yamlValue) int { return b.key.Line - a.key.Line })
	for _, v := range changed {
		first, last := doc.valueLines(doc.own, v, end)
		lead := doc.lines[first][:v.key.Column-1] // white space, or "- "
		comment := ""
		if v.node.LineComment != "" {
			comment = " " + v.node.LineComment
		}
		doc.replace(first, last, lead+v.text+comment+newline)
	}
	return doc.text(), nil
}

func (f yamlFormat) remove(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return text, nil
	}
	doc, err := f.parse(text)
	if err != nil || doc.own == nil {
		return text, err
	}
	if doc.servers.Style&yaml.FlowStyle != 0 {
		return "", fmt.Errorf("%q is not written in lines of its own", f.key)
	}
	start, end := doc.entryLines(doc.own)
	if len(doc.entries) == 1 && start == doc.key.Line { // the key was ours too
		start--
	}
	doc.replace(start, end, "")
	return doc.text(), nil
}

// meaning implements format. A key for servers without any counts as none.
func (f yamlFormat) meaning(text string) (string, error) {
	var all map[string]any
	if err := yaml.Unmarshal([]byte(text), &all); err != nil {
		return "", err
	}
	switch servers := all[f.key].(type) {
	case nil:
		delete(all, f.key)
	case map[string]any:
		if len(servers) == 0 {
			delete(all, f.key)
		}
	case []any:
		if len(servers) == 0 {
			delete(all, f.key)
		}
	}
	if strings.TrimSpace(text) == "" { // a new file begins with these lines
		if err := yaml.Unmarshal([]byte(f.head), &all); err != nil {
			return "", err
		}
	}
	same, err := yaml.Marshal(all)
	return string(same), err
}

func (f yamlFormat) server(text string) Server {
	doc, err := f.parse(text)
	if err != nil || doc.own == nil {
		return Server{}
	}
	return doc.own.server(f.command)
}

// parse reads a file whose top is a mapping, and finds the servers in it.
func (f yamlFormat) parse(text string) (*yamlDoc, error) {
	doc := &yamlDoc{lines: strings.SplitAfter(text, "\n")}
	reader := yaml.NewDecoder(bytes.NewReader([]byte(text)))
	var top, more yaml.Node
	if err := reader.Decode(&top); errors.Is(err, io.EOF) {
		return doc, nil // comments alone
	} else if err != nil {
		return nil, fmt.Errorf("it is not YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if err := reader.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, errors.New("it holds more than one YAML document")
	}
	var all map[string]any
	if err := top.Decode(&all); err != nil {
		return nil, fmt.Errorf("it is not a YAML mapping: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	root := top.Content[0]
	if root.Kind != yaml.MappingNode {
		return doc, nil // null
	}
	if root.Style&yaml.FlowStyle != 0 {
		return nil, errors.New("it is not written in lines of their own")
	}
	for i := 0; i < len(root.Content); i += 2 {
		if root.Content[i].Value == f.key {
			doc.key, doc.servers = root.Content[i], root.Content[i+1]
		}
	}
	if doc.key == nil {
		return doc, nil
	}
	return doc, doc.find(f)
}
