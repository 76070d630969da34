package flowfile

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/text"
	"cairn/shared/types"
)

// Encode serialises a flow as a file. It uses no YAML library, because the bytes must
// not change with the library: an unedited file would show up as a change in git.
func Encode(f *types.Flow) ([]byte, error) {
	w := &writer{}
	w.WriteString(head)
	w.fields(reflect.ValueOf(f).Elem(), "", "")
	if w.Len() > maxFile || !utf8.ValidString(w.String()) {
		return nil, types.Invalid(fmt.Sprintf("the flow %.80q has no form as a file: it is longer than %d bytes, or a text in it is not UTF-8", f.ID, maxFile), "Make it shorter (cairn flow show, cairn flow import).")
	}
	return []byte(w.String()), nil
}

// writer writes YAML in blocks, a scalar a line.
type writer struct{ strings.Builder }

// fields writes a struct's fields. first precedes the first one.
func (w *writer) fields(v reflect.Value, first, indent string) {
	for _, f := range shownOf(v) {
		w.WriteString(first + f.name + ":")
		w.value(v.Field(f.index), indent)
		first = indent
	}
}

// shownOf returns the fields of a struct that are written.
func shownOf(v reflect.Value) (list []field) {
	for _, f := range fieldsOf(v.Type()) {
		if !f.omit || !v.Field(f.index).IsZero() {
			list = append(list, f)
		}
	}
	return list
}

// value writes the value after a colon, for a field with the given indent.
func (w *writer) value(v reflect.Value, indent string) {
	switch v.Kind() {
	case reflect.Pointer:
		w.value(v.Elem(), indent)
	case reflect.Struct:
		if len(shownOf(v)) == 0 {
			w.WriteString(" {}\n")
			return
		}
		w.WriteString("\n")
		w.fields(v, indent+"  ", indent+"  ")
	case reflect.Slice:
		if v.Len() == 0 {
			w.WriteString(" []\n")
			return
		}
		w.WriteString("\n")
		for i := range v.Len() {
			w.item(v.Index(i), indent+"  ")
		}
	default:
		w.WriteString(" " + scalar(v) + "\n")
	}
}

// item writes an entry of a list.
func (w *writer) item(v reflect.Value, indent string) {
	switch {
	case v.Kind() != reflect.Struct:
		w.WriteString(indent + "- " + scalar(v) + "\n")
	case len(shownOf(v)) == 0:
		w.WriteString(indent + "- {}\n")
	default:
		w.fields(v, indent+"- ", indent+"  ")
	}
}

func scalar(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Int:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.String:
		if s := v.String(); !plain(s) {
			return quote(s)
		}
		return v.String()
	}
	panic("flowfile: a flow has a field of the kind " + v.Kind().String()) // TestEveryFieldHasAForm
}

// reserved holds words that YAML readers do not read as text.
var reserved = map[string]bool{"true": true, "false": true, "null": true, "yes": true, "no": true, "on": true, "off": true, "y": true, "n": true}

// plain reports whether every YAML reader reads a text without quotes as itself.
func plain(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsLetter(first) && first != '/' || reserved[strings.ToLower(s)] || strings.HasSuffix(s, " ") || strings.Contains(s, "  ") ||
		strings.HasSuffix(s, ":") || strings.Contains(s, ": ") || strings.Contains(s, " #") {
		return false
	}
	for _, r := range s {
		if r != ' ' && (unicode.IsSpace(r) || !unicode.IsGraphic(r)) {
			return false
		}
	}
	return true
}

// quote writes a text in double quotes, on one line. It writes invisible characters as
// numbers, because a review must show all characters.
func quote(s string) string {
	hides := text.Hides(s)
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r > 0xFFFF && !unicode.IsGraphic(r):
			fmt.Fprintf(&b, `\U%08X`, r)
		case r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) && !hides:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
