package setup

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// yamlDoc is a YAML file: its lines, and the nodes of the servers in it.
type yamlDoc struct {
	lines   []string   // each with its end
	key     *yaml.Node // nil if the file has no servers
	servers *yaml.Node
	entries []*yamlEntry
	own     *yamlEntry // Cairn's, nil if there is none
}

// yamlEntry is a server of a file.
type yamlEntry struct {
	name   string
	start  *yaml.Node // its first node
	body   *yaml.Node
	values []*yamlValue
}

// yamlValue is a key of an entry with its value.
type yamlValue struct {
	key, node *yaml.Node
	text      string // that replaces both; empty to leave them
}

func (d *yamlDoc) find(f yamlFormat) error {
	kind, step := yaml.MappingNode, 2
	if f.list {
		kind, step = yaml.SequenceNode, 1
	}
	switch {
	case d.servers.Kind == kind:
	case d.servers.Kind == yaml.ScalarNode && d.servers.Tag == "!!null":
		return nil
	default:
		return fmt.Errorf("%q is not a %s", f.key, map[bool]string{true: "list", false: "mapping"}[f.list])
	}
	for i := 0; i+step <= len(d.servers.Content); i += step {
		e := &yamlEntry{start: d.servers.Content[i], body: d.servers.Content[i+step-1]}
		if e.body.Kind == yaml.MappingNode {
			for j := 0; j < len(e.body.Content); j += 2 {
				e.values = append(e.values, &yamlValue{key: e.body.Content[j], node: e.body.Content[j+1]})
			}
		}
		if !f.list {
			e.name = e.start.Value
		} else if name := e.value("name"); name != nil {
			e.name = name.node.Value
		}
		d.entries = append(d.entries, e)
		if e.name == serverName {
			if d.own != nil {
				return fmt.Errorf("%q stands there twice", serverName)
			}
			d.own = e
		}
	}
	if len(d.entries) > 0 && d.servers.Style&yaml.FlowStyle != 0 {
		return errors.New("its servers are not written in lines of their own")
	}
	return nil
}

func (e *yamlEntry) value(name string) *yamlValue {
	for _, v := range e.values {
		if v.key.Value == name {
			return v
		}
	}
	return nil
}

func (e *yamlEntry) changed() (list []*yamlValue) {
	for _, v := range e.values {
		if v.text != "" {
			list = append(list, v)
		}
	}
	return list
}

// indent returns the white space before the keys of the entry.
func (e *yamlEntry) indent() string {
	if len(e.values) == 0 {
		return strings.Repeat(" ", e.start.Column+1)
	}
	return strings.Repeat(" ", e.values[0].key.Column-1)
}

// server returns the entry's command, which has one of these keys.
func (e *yamlEntry) server(command string) (s Server) {
	if v := e.value(command); v != nil && v.node.Kind == yaml.ScalarNode {
		s.Command = v.node.Value
	}
	if v := e.value("args"); v != nil && v.node.Kind == yaml.SequenceNode {
		for _, word := range v.node.Content {
			if word.Kind != yaml.ScalarNode {
				return Server{}
			}
			s.Args = append(s.Args, word.Value)
		}
	}
	return s
}

// is reports whether the value is that of the server already.
func (v *yamlValue) is(server Server, name string) bool {
	if name != "args" {
		return v.node.Kind == yaml.ScalarNode && v.node.Value == server.Command
	}
	e := yamlEntry{values: []*yamlValue{v}}
	return v.node.Kind == yaml.SequenceNode && slices.Equal(e.server("").Args, server.Args)
}

// indent returns the white space before the servers.
func (d *yamlDoc) indent() string {
	if len(d.entries) == 0 {
		return strings.Repeat(" ", d.key.Column+1)
	}
	return d.lines[d.entries[0].start.Line-1][:d.depth(d.entries[0].start.Line-1)]
}

// depth returns the length of the white space at the start of a line.
func (d *yamlDoc) depth(line int) int {
	return len(d.lines[line]) - len(strings.TrimLeft(d.lines[line], " "))
}

func (d *yamlDoc) blank(line int) bool { return strings.TrimSpace(d.lines[line]) == "" }

// entryLines returns the first line of an entry and the line after its last, counted
// from 0. An entry goes as far as the lines are indented deeper than its first one.
func (d *yamlDoc) entryLines(e *yamlEntry) (start, end int) {
	start = e.start.Line - 1
	end = start + 1
	for at := end; at < len(d.lines); at++ {
		if d.blank(at) {
			continue
		}
		if d.depth(at) <= d.depth(start) {
			break
		}
		end = at + 1
	}
	return start, end
}

func (d *yamlDoc) valueLines(e *yamlEntry, v *yamlValue, end int) (first, last int) {
	first, last = v.key.Line-1, end
	for _, other := range e.values {
		if other.key.Line > v.key.Line {
			last = min(last, other.key.Line-1)
		}
	}
	for last-1 > first && (d.blank(last-1) || strings.HasPrefix(strings.TrimSpace(d.lines[last-1]), "#")) {
		last--
	}
	return first, last
}

func (d *yamlDoc) replace(start, end int, text string) {
	var more []string
	if text != "" {
		more = strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
		more[len(more)-1] += "\n"
	}
	d.lines = slices.Replace(d.lines, start, end, more...)
}

// insert inserts lines before a line. A last line without an end gets one.
func (d *yamlDoc) insert(at int, text string) {
	if text == "" {
		return
	}
	if before := d.lines[at-1]; !strings.HasSuffix(before, "\n") {
		d.lines[at-1] = before + newlineOf(text)
	}
	d.replace(at, at, text)
}

func (d *yamlDoc) text() string { return strings.Join(d.lines, "") }

// raw returns the text of a scalar on one line as it is written, and where it starts
// in that line. It fails for other forms, such as blocks and aliases.
func (d *yamlDoc) raw(node *yaml.Node) (text string, at int, ok bool) {
	if node.Kind != yaml.ScalarNode || node.Anchor != "" {
		return "", 0, false
	}
	line := strings.TrimRight(d.lines[node.Line-1], "\r\n")
	runes := []rune(line)
	if node.Column-1 > len(runes) {
		return "", 0, false
	}
	at = len(string(runes[:node.Column-1]))
	rest := line[at:]
	switch {
	case node.Style&yaml.DoubleQuotedStyle != 0 && strings.HasPrefix(rest, `"`):
		for i := 1; i < len(rest); i++ {
			if rest[i] == '\\' {
				i++
			} else if rest[i] == '"' {
				return rest[:i+1], at, true
			}
		}
	case node.Style&yaml.SingleQuotedStyle != 0 && strings.HasPrefix(rest, `'`):
		quoted := "'" + strings.ReplaceAll(node.Value, "'", "''") + "'"
		return quoted, at, strings.HasPrefix(rest, quoted)
	case node.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0:
		return node.Value, at, node.Value != "" && strings.HasPrefix(rest, node.Value)
	}
	return "", 0, false
}
