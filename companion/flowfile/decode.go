package flowfile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"cairn/shared/text"
	"cairn/shared/types"
)

// suffix ends the names of files that hold flows.
const suffix = ".yaml"

// Decode reads a flow from a file's text. name is the file's path, for errors; its
// last part is the flow's id.
func Decode(name string, file []byte) (*types.Flow, error) {
	d := &decoder{name: name, lines: map[string]int{}}
	f, err := d.read(file)
	if err == nil {
		err = d.check(f)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// decoder reads one file.
type decoder struct {
	name  string
	lines map[string]int // of each field, by its path from the top, as in steps[2].tool
}

// read decodes a flow without checking its rules.
func (d *decoder) read(file []byte) (*types.Flow, error) {
	root, err := d.parse(file)
	if err != nil {
		return nil, err
	}
	f := &types.Flow{ID: strings.TrimSuffix(path.Base(filepath.ToSlash(d.name)), suffix), Version: 1}
	return f, d.value(reflect.ValueOf(f).Elem(), root, "")
}

// fault returns an error for a line, 0 for the whole file, with a hint for the next
// step.
func (d *decoder) fault(line int, hint, message string, args ...any) error {
	at := d.name
	if line > 0 {
		at += ":" + strconv.Itoa(line)
	}
	return types.Invalid(at+": "+fmt.Sprintf(message, args...), hint)
}

const writeAgain = "Write it with cairn flow export, or mend the line."

// parse reads a file as YAML and expands nothing in it.
func (d *decoder) parse(file []byte) (*yaml.Node, error) {
	if len(file) > maxFile {
		return nil, d.fault(0, "A flow takes a few kilobytes: look at what else is in the file.", "the file has %d bytes; at most %d are read", len(file), maxFile)
	}
	if !utf8.Valid(file) {
		return nil, d.fault(0, "Save the file as UTF-8.", "the file is not UTF-8")
	}
	file = bytes.TrimPrefix(file, []byte("\ufeff")) // some editors write this prefix
	n, blank := 0, true
	for line := range strings.Lines(string(file)) {
		n++
		blank = blank && (strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"))
		if strings.HasPrefix(line, "<<<<<<< ") || strings.HasPrefix(line, ">>>>>>> ") {
			return nil, d.fault(n, "Keep one side of each conflict, and delete git's marks.", "a merge conflict is not resolved")
		}
		if text.Hides(line) {
			return nil, d.fault(n, `Delete it, or write it in double quotes by its number, as "\u202E".`, "the line holds a character that cannot be seen")
		}
	}
	if blank {
		return nil, d.fault(1, writeAgain, "the file is empty")
	}
	var doc yaml.Node
	if err := yaml.Load(file, &doc); err != nil {
		line, message := 0, err.Error()
		if bad := new(yaml.LoadError); errors.As(err, &bad) {
			line, message = bad.Mark.Line, bad.Message
		}
		return nil, d.fault(line, writeAgain, "this is no YAML: %.200s", strings.TrimPrefix(message, "yaml: "))
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		return nil, d.fault(1, writeAgain, "the file holds no flow")
	}
	return doc.Content[0], nil
}

// value decodes a node into v. at is the node's path.
func (d *decoder) value(v reflect.Value, n *yaml.Node, at string) error {
	d.lines[at] = n.Line
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		return d.fault(n.Line, "Write out in each place what is meant.", "%s uses an anchor or an alias (& or *), which flows do not have", named(at))
	case n.Style&yaml.TaggedStyle != 0:
		return d.fault(n.Line, "Delete the tag; texts stand in quotes.", "%s has the tag %.40q, which flows do not have", named(at), n.Tag)
	case strings.Count(at, ".")+strings.Count(at, "[") > maxDepth:
		return d.fault(n.Line, writeAgain, "%s is nested too deeply", named(at))
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return d.value(v.Elem(), n, at)
	case reflect.Struct:
		return d.fields(v, n, at)
	case reflect.Slice:
		return d.list(v, n, at)
	}
	return d.scalar(v, n, at)
}

func (d *decoder) fields(v reflect.Value, n *yaml.Node, at string) error {
	fields := fieldsOf(v.Type())
	if n.Kind != yaml.MappingNode {
		return d.fault(n.Line, "Its fields are "+listed(fields)+", each on its line.", "%s is not a list of fields", named(at))
	}
	seen := map[string]int{}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if first, twice := seen[key.Value]; twice {
			return d.fault(key.Line, fmt.Sprintf("Keep one of them; the first is in line %d.", first), "%s has the field %.40q twice", named(at), key.Value)
		}
		seen[key.Value] = key.Line
		at := strings.TrimPrefix(at+"."+key.Value, ".")
		if key.Kind != yaml.ScalarNode || key.Anchor != "" {
			return d.fault(key.Line, "Its fields are "+listed(fields)+".", "%s has a field whose name is no word", named(at))
		}
		if why := notKept[v.Type()][key.Value]; why != "" {
			return d.fault(key.Line, "Delete the line.", "files of flows have no %s: %s", key.Value, why)
		}
		k := slices.IndexFunc(fields, func(f field) bool { return f.name == key.Value })
		if k < 0 {
			return d.fault(key.Line, "Its fields are "+listed(fields)+".", "there is no field %.40q here", key.Value)
		}
		if err := d.value(v.Field(fields[k].index), value, at); err != nil {
			return err
		}
	}
	return nil
}

// list decodes a sequence into a slice. An empty one leaves the slice nil.
func (d *decoder) list(v reflect.Value, n *yaml.Node, at string) error {
	if n.Kind != yaml.SequenceNode {
		return d.fault(n.Line, "Begin each entry with - on its own line.", "%s is not a list", named(at))
	}
	if len(n.Content) > maxList {
		return d.fault(n.Content[maxList].Line, "Make several flows of it.", "%s has %d entries; at most %d are read", named(at), len(n.Content), maxList)
	}
	if len(n.Content) > 0 {
		v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	}
	for i, item := range n.Content {
		if err := d.value(v.Index(i), item, fmt.Sprintf("%s[%d]", at, i+1)); err != nil {
			return err
		}
	}
	return nil
}

// scalar decodes a text, a number or a switch. A text needs no quotes: its literal
// characters count, whatever type YAML gives it.
func (d *decoder) scalar(v reflect.Value, n *yaml.Node, at string) error {
	quoted := n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0
	switch {
	case n.Kind != yaml.ScalarNode:
		return d.fault(n.Line, "Write one value; a text that begins with { or [ stands in double quotes.", "%s is not one value", named(at))
	case len(n.Value) > maxText:
		return d.fault(n.Line, "Make it shorter, or a parameter.", "%s has %d bytes; at most %d are read", named(at), len(n.Value), maxText)
	case v.Kind() == reflect.String:
		if !quoted && (n.Value == "" || n.Value == "~" || n.Value == "null") {
			return d.fault(n.Line, `Delete the line, or write the text in double quotes.`, "%s is empty", named(at))
		}
		v.SetString(n.Value)
		return nil
	case v.Kind() == reflect.Bool:
		b, err := strconv.ParseBool(n.Value)
		if quoted || err != nil || n.Value != strconv.FormatBool(b) {
			return d.fault(n.Line, "Write true, or delete the line.", "%s is neither true nor false", named(at))
		}
		v.SetBool(b)
		return nil
	}
	i, err := strconv.ParseInt(n.Value, 10, 32)
	if quoted || err != nil || n.Value != strconv.FormatInt(i, 10) {
		return d.fault(n.Line, "Write it in digits, without quotes.", "%s is not a number that can be used", named(at))
	}
	v.SetInt(i)
	return nil
}

// named describes the path of a value in words.
func named(at string) string {
	return cmp.Or(at, "the file")
}

func listed(fields []field) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	return strings.Join(names, ", ")
}
