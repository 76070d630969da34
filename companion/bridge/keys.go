package bridge

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// checkKeys refuses a message in which a key comes twice or is not spelt as
// shared/wire has it (B23). encoding/json takes the last of two and matches
// whatever folds to the same letters, so that two readers of one message could
// see different things in it. text has been decoded into a value of type t, so
// it is well formed and has no unknown keys but those.
func checkKeys(text []byte, t reflect.Type) error {
	k := keyWalk{rest: text}
	k.value(t)
	return k.err
}

// keyWalk goes through well-formed JSON beside the type that it belongs to.
type keyWalk struct {
	rest []byte
	err  error // the first fault
}

// value goes over one value. A nil type says that any keys are right.
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
	had := few[:0]
	var many map[string]bool
	for k.next('}') {
		k.space()
		key := k.text()
		if many[string(key)] || many == nil && contains(had, key) {
			k.wrong("key %.40q comes twice", key)
		}
		switch {
		case many != nil:
			many[string(key)] = true
		case len(had) < len(few):
			had = append(had, key)
		default:
			many = map[string]bool{string(key): true}
			for _, early := range had {
				many[string(early)] = true
			}
		}
		t, known := s.fields[string(key)]
		if s.fields != nil && !known {
			k.wrong("key %.40q is not spelt so", key)
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
	for _, had := range keys {
		if bytes.Equal(had, key) {
			return true
		}
	}
	return false
}

func (k *keyWalk) wrong(format string, args ...any) {
	if k.err == nil {
		k.err = invalid(fmt.Sprintf(format, args...))
	}
}

// next takes the bracket or comma before a further element, or the bracket that
// ends them all.
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

// text takes a string and returns what it says, in the message where it can.
func (k *keyWalk) text() []byte {
	quoted, escaped := k.quoted()
	if !escaped {
		return quoted[1 : len(quoted)-1]
	}
	var said string // it is kept on the heap: hardly any key needs it
	if json.Unmarshal(quoted, &said) == nil {
		return []byte(said)
	}
	return quoted[1 : len(quoted)-1]
}

// quoted takes a string as it stands, and reports whether anything in it is
// escaped.
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
	// Hardly ever is there any.
	for c := k.rest[0]; c == ' ' || c == '\t' || c == '\r' || c == '\n'; c = k.rest[0] {
		k.rest = k.rest[1:]
	}
}

// scalarEnd is where a number or a word ends.
func scalarEnd(b []byte) int {
	if i := bytes.IndexAny(b, ",]} \t\r\n"); i >= 0 {
		return i
	}
	return len(b)
}

// shape is what keys an object of a type has: fields when it is a struct, or
// any keys with values of type elem (nil for anything).
type shape struct {
	fields map[string]reflect.Type
	elem   reflect.Type
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
			if name == "" {
				name = f.Name
			}
			fields[name] = f.Type
		}
	}
}

var (
	jsonReader = reflect.TypeFor[json.Unmarshaler]()
	textReader = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// plainType is t without pointers; nil when it reads its JSON itself or can be
// anything.
func plainType(t reflect.Type) reflect.Type {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() == reflect.Interface || reflect.PointerTo(t).Implements(jsonReader) || reflect.PointerTo(t).Implements(textReader) {
		return nil
	}
	return t
}
