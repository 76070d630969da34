package setup

import (
	"bytes"
	"strings"

	"github.com/tailscale/hujson"
)

// layout is the layout of a JSON file: an insertion follows the style of the rest.
type layout struct {
	newline string
	unit    string // one step of indentation
}

func layoutOf(text string, top *hujson.Object) layout {
	l := layout{newline: newlineOf(text), unit: "  "}
	if indent, alone := firstIndent(top); alone && indent != "" {
		l.unit = indent
	}
	return l
}

func newlineOf(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// firstIndent returns the white space before the first member of o, and whether that
// member begins its line.
func firstIndent(o *hujson.Object) (indent string, alone bool) {
	if len(o.Members) == 0 {
		return "", false
	}
	extra := string(o.Members[0].Name.BeforeExtra)
	line := strings.LastIndexByte(extra, '\n')
	indent = extra[line+1:]
	return indent, line >= 0 && strings.Trim(indent, " \t") == ""
}

// memberIndent returns the indentation of members of o; outer is the indentation of
// the line on which o begins.
func (l layout) memberIndent(o *hujson.Object, outer string) string {
	if indent, alone := firstIndent(o); alone {
		return indent
	}
	return outer + l.unit
}

// within returns the layout for members of o: on one line if its present members are.
func (l layout) within(o *hujson.Object) layout {
	if len(o.Members) > 0 && !manyLines(o) {
		return layout{}
	}
	return l
}

func manyLines(o *hujson.Object) bool {
	return strings.Contains(hujson.Value{Value: o}.String(), "\n")
}

// append adds a member after the last one of o, in the style of that one: on a new
// line or on the same, with or without a trailing comma. outer is the indentation of
// the line on which o begins.
func (l layout) append(o *hujson.Object, outer, name string, value hujson.ValueTrimmed) {
	m := hujson.ObjectMember{
		Name:  hujson.Value{Value: hujson.String(name)},
		Value: hujson.Value{BeforeExtra: hujson.Extra(" "), Value: value},
	}
	// Comments may follow the last member: ours comes after them.
	comment := bytes.TrimRight(o.AfterExtra, blank)
	gap := " "
	switch {
	case len(o.Members) == 0 && l.newline == "":
		gap = ""
	case len(o.Members) == 0:
		gap, o.AfterExtra = l.newline+outer+l.unit, hujson.Extra(l.newline+outer)
	default:
		if manyLines(o) {
			gap = l.newline + l.memberIndent(o, outer)
		}
		o.AfterExtra = o.AfterExtra[len(comment):]
		if last := o.Members[len(o.Members)-1].Value; last.AfterExtra != nil { // a comma after it
			m.Value.AfterExtra = hujson.Extra{}
		}
	}
	m.Name.BeforeExtra = join(comment, []byte(gap))
	o.Members = append(o.Members, m)
}
