package setup

import (
	"slices"
	"strings"

	"github.com/tailscale/hujson"
	"go.yaml.in/yaml/v4"
)

// each visits the servers that have a command, from the last one, so that earlier
// lines keep their numbers.
func (f yamlFormat) each(text string, visit func(doc *yamlDoc, e *yamlEntry, s Server)) (string, error) {
	if strings.TrimSpace(text) == "" {
		return text, nil
	}
	doc, err := f.parse(text)
	if err != nil {
		return "", err
	}
	for _, e := range slices.Backward(doc.entries) {
		if s := e.server(f.command); s.Command != "" {
			visit(doc, e, s)
		}
	}
	return doc.text(), nil
}

func (f yamlFormat) wrap(text string, server Server) (string, error) {
	return f.each(text, func(doc *yamlDoc, e *yamlEntry, s Server) {
		command, args := e.value(f.command), e.value("args")
		raw, _, ok := doc.raw(command.node)
		if !isDriver(s.Command, s.Args) || !ok || e.body.Style&yaml.FlowStyle != 0 {
			return
		}
		words := strings.Trim(hujson.Value{Value: jsonList(server.Args)}.String(), "[]") + ", " + raw
		newline := newlineOf(text)
		change := func() { // of the command's line
			line := &doc.lines[command.node.Line-1]
			*line = replaceAt(*line, doc, command.node, raw, string(hujson.String(server.Command)))
		}
		switch {
		case args == nil:
			change()
			doc.insert(command.node.Line, e.indent()+"args: ["+words+"]"+newline)
		case args.node.Style&yaml.FlowStyle != 0:
			if len(s.Args) > 0 {
				words += ", "
			}
			doc.insertAfterBracket(args.node, words)
			change()
		case len(args.node.Content) > 0:
			first := args.node.Content[0].Line - 1
			lead := doc.lines[first][:doc.depth(first)] + "- "
			var items strings.Builder
			for _, word := range server.Args {
				items.WriteString(lead + string(hujson.String(word)) + newline)
			}
			items.WriteString(lead + raw + newline)
			if command.node.Line-1 > first { // the later line first
				change()
				doc.replace(first, first, items.String())
			} else {
				doc.replace(first, first, items.String())
				change()
			}
		}
	})
}

func (f yamlFormat) unwrap(text string) (string, error) {
	return f.each(text, func(doc *yamlDoc, e *yamlEntry, s Server) {
		at := inner(s.Args)
		if at < 0 {
			return
		}
		command, args := e.value(f.command), e.value("args")
		was, _, ok := doc.raw(command.node)
		raw, column, inline := doc.raw(args.node.Content[at])
		if !ok || !inline {
			return // another program wrote it
		}
		change := func() {
			line := &doc.lines[command.node.Line-1]
			*line = replaceAt(*line, doc, command.node, was, raw)
		}
		first, last := args.node.Content[0], args.node.Content[at]
		switch {
		case args.node.Style&yaml.FlowStyle == 0:
			cut := func() { doc.replace(first.Line-1, last.Line, "") }
			if command.node.Line > first.Line {
				change()
				cut()
			} else {
				cut()
				change()
			}
		case first.Line != last.Line:
			return // another program wrote it
		case at+1 == len(args.node.Content):
			change()
			doc.replace(args.key.Line-1, args.key.Line, "")
		default:
			line := &doc.lines[last.Line-1]
			rest := strings.TrimPrefix(strings.TrimPrefix((*line)[column+len(raw):], ","), " ")
			_, start, _ := doc.raw(first)
			*line = (*line)[:start] + rest
			change()
		}
	})
}

// replaceAt replaces the text of a scalar in its line.
func replaceAt(line string, doc *yamlDoc, node *yaml.Node, was, is string) string {
	_, at, _ := doc.raw(node)
	return line[:at] + is + line[at+len(was):]
}

// insertAfterBracket inserts text at the start of a list in brackets.
func (d *yamlDoc) insertAfterBracket(node *yaml.Node, text string) {
	line := &d.lines[node.Line-1]
	if at := strings.IndexByte((*line)[node.Column-1:], '['); at >= 0 {
		at += node.Column
		*line = (*line)[:at] + text + (*line)[at:]
	}
}

func (f yamlFormat) commands(text string) (all []Server) {
	_, _ = f.each(text, func(_ *yamlDoc, _ *yamlEntry, s Server) { all = append(all, s) }) // an unreadable text has none
	slices.Reverse(all)
	return all
}
