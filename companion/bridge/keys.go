package bridge

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// checkKeys refuses a message with a duplicate key or one in another letter case than
// shared/wire has (B23). encoding/json takes the last duplicate and ignores case, so
// that two readers could understand one message differently. text was decoded into a
// value of type t before, so it is well formed and has no other unknown keys.
func checkKeys(text []byte, t reflect.Type) error {
	return walkKeys(text, t, false)
}

// checkNewerKeys is checkKeys for a message of a newer peer, whose fields are not all
// known here. They are ignored.
func checkNewerKeys(text []byte, t reflect.Type) error {
	return walkKeys(text, t, true)
}

func walkKeys(text []byte, t reflect.Type, newer bool) error {
	k := keyWalk{rest: text, newer: newer}
	k.value(t)
	return k.err
}

// keyWalk walks well-formed JSON together with its Go type.
type keyWalk struct {
	rest  []byte
	newer bool  // the message may have fields that are unknown here
	err   error // the first fault
}

// value walks one value. A nil type allows any keys.
func (k *keyWalk) value(t reflect.Type) {
	switch k.space(); k.rest[0] {
	case '{':
		k.object(shapeOf(t))
	case '[':
		var elem reflect.Type
		if t = plainType(t); t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
			elem = t.Elem()
		}
		for k.next(']') {
			k.value(elem)
		}
	case '"':
		k.quoted()
	default:
		k.rest = k.rest[scalarEnd(k.rest):]
	}
}

func (k *keyWalk) object(s shape) {
	var few [16][]byte // most objects have no more keys
	seen := few[:0]
	var many map[string]bool
	for k.next('}') {
		k.space()
		key := k.text()
		if many[string(key)] || many == nil && contains(seen, key) {
			k.fail("duplicate key %.40q", key)
		}
		switch {
		case many != nil:
			many[string(key)] = true
		case len(seen) < len(few):
			seen = append(seen, key)
		default:
			many = map[string]bool{string(key): true}
			for _, early := range seen {
				many[string(early)] = true
			}
		}
		t, known := s.fields[string(key)]
		if s.fields != nil && !known && !(k.newer && !s.resembles(key)) {
			k.fail("unknown key %.40q (letter case matters)", key)
		}
		if s.fields == nil {
			t = s.elem
		}
		k.space()
		k.rest = k.rest[1:] // the colon
		k.value(t)
	}
}

func contains(keys [][]byte, key []byte) bool {
	return slices.ContainsFunc(keys, func(seen []byte) bool { return bytes.Equal(seen, key) })
}

func (k *keyWalk) fail(format string, args ...any) {
	if k.err == nil {
		k.err = invalid(fmt.Sprintf(format, args...))
	}
}

// next skips the bracket or comma before an element and returns true, or the end
// bracket and returns false.
func (k *keyWalk) next(end byte) bool {
	k.space()
	first := k.rest[0]
	k.rest = k.rest[1:]
	if first == end {
		return false
	}
	if first == ',' {
		return true
	}
	if k.space(); k.rest[0] == end { // just opened, and empty
		k.rest = k.rest[1:]
		return false
	}
	return true
}

// text reads a string and returns its content, without a copy if nothing is escaped.
func (k *keyWalk) text() []byte {
	quoted, escaped := k.quoted()
	if !escaped {
		return quoted[1 : len(quoted)-1]
	}
	var said string // escapes to the heap, but keys are hardly ever escaped
	if json.Unmarshal(quoted, &said) == nil {
		return []byte(said)
	}
	return quoted[1 : len(quoted)-1]
}

// quoted reads a string with its quotation marks, and reports whether it contains
// escapes.
func (k *keyWalk) quoted() (quoted []byte, escaped bool) {
	end := 1
	for ; k.rest[end] != '"'; end++ {
		if k.rest[end] == '\\' {
			escaped = true
			end++
		}
	}
	quoted = k.rest[:end+1]
	k.rest = k.rest[end+1:]
	return quoted, escaped
}

func (k *keyWalk) space() {
	for c := k.rest[0]; c == ' ' || c == '\t' || c == '\r' || c == '\n'; c = k.rest[0] {
		k.rest = k.rest[1:]
	}
}

// scalarEnd returns the length of the number, true, false or null at the start of b.
func scalarEnd(b []byte) int {
	if i := bytes.IndexAny(b, ",]} \t\r\n"); i >= 0 {
		return i
	}
	return len(b)
}

// shape describes the keys of a type's objects: fields for a struct, else any keys
// with values of type elem (nil for any type).
type shape struct {
	fields map[string]reflect.Type
	elem   reflect.Type
}

// resembles reports whether a key equals a known one except for letter case:
// encoding/json would accept it as that one.
func (s shape) resembles(key []byte) bool {
	for known := range s.fields {
		if strings.EqualFold(known, string(key)) {
			return true
		}
	}
	return false
}

var shapes sync.Map // of reflect.Type

func shapeOf(t reflect.Type) shape {
	if t = plainType(t); t == nil {
		return shape{}
	}
	if s, ok := shapes.Load(t); ok {
		return s.(shape)
	}
	var s shape
	switch t.Kind() {
	case reflect.Map:
		s.elem = t.Elem()
	case reflect.Struct:
		s.fields = map[string]reflect.Type{}
		addFields(s.fields, t)
	}
	shapes.Store(t, s)
	return s
}

func addFields(fields map[string]reflect.Type, t reflect.Type) {
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			addFields(fields, plainType(f.Type))
		case name != "-" && f.IsExported():
			name = cmp.Or(name, f.Name)
			fields[name] = f.Type
		}
	}
}

var (
	jsonReader = reflect.TypeFor[json.Unmarshaler]()
	textReader = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// plainType returns t without pointers; nil for interfaces and types that decode
// their JSON themselves.
func plainType(t reflect.Type) reflect.Type {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() == reflect.Interface || reflect.PointerTo(t).Implements(jsonReader) || reflect.PointerTo(t).Implements(textReader) {
		return nil
	}
	return t
}
