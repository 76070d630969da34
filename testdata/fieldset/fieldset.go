// Package fieldset makes values whose fields are set by reflection. Tests of codecs use it, so that a field that is added
// to a type later is tested without anybody thinking of it.
package fieldset

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Fixed holds the values of fields that do not take any value, by path: "Tool.Name", "Observation.A11y.Nodes[].Ref". Such
// fields are always set. A nil value leaves the field empty.
type Fixed map[string]any

// All returns a T with every exported field set. Texts hold their own path, so that a codec that mixes up two of them is
// found.
func All[T any](fixed Fixed) *T {
	out := new(T)
	(&filler{fixed: fixed}).fill(reflect.ValueOf(out).Elem(), "")
	return out
}

// Paths lists the fields of T that hold a value themselves, in the order of their declaration.
func Paths[T any](fixed Fixed) []string { return walk[T](fixed).paths }

// Texts lists the paths of T that hold text.
func Texts[T any](fixed Fixed) []string { return walk[T](fixed).texts }

// Lists lists the paths of T that hold lists.
func Lists[T any](fixed Fixed) []string { return walk[T](fixed).lists }

func walk[T any](fixed Fixed) *filler {
	f := &filler{fixed: fixed}
	f.fill(reflect.ValueOf(new(T)).Elem(), "")
	return f
}

// Only returns a T in which the field at path is set, and the fixed ones. A codec that writes one field only beside
// another is found with it.
func Only[T any](fixed Fixed, path string) *T {
	out := new(T)
	(&filler{fixed: fixed, only: path}).fill(reflect.ValueOf(out).Elem(), "")
	return out
}

// Get returns the value at path, the zero Value where a nil pointer or an empty list is in the way.
func Get(v any, path string) reflect.Value {
	at := reflect.Indirect(reflect.ValueOf(v))
	for name := range strings.SplitSeq(path, ".") {
		name, depth := strings.CutSuffix(name, "[]")
		if at = at.FieldByName(name); at.IsValid() && at.Kind() == reflect.Pointer {
			at = at.Elem()
		}
		if depth && at.IsValid() {
			if at.Len() == 0 {
				return reflect.Value{}
			}
			at = reflect.Indirect(at.Index(0))
		}
		if !at.IsValid() {
			return at
		}
	}
	return at
}

// filler walks through a type once.
type filler struct {
	fixed               Fixed
	only                string // "" for every field
	paths, texts, lists []string
}

// under reports whether path leads to a field that is to be set.
func (f *filler) under(path string) bool {
	leads := func(to string) bool {
		rest, ok := strings.CutPrefix(to, path)
		return ok && (rest == "" || path == "" || rest[0] == '.' || rest[0] == '[')
	}
	if f.only == "" || leads(f.only) {
		return true
	}
	for to, value := range f.fixed {
		if value != nil && leads(to) {
			return true
		}
	}
	return false
}

func (f *filler) fill(v reflect.Value, path string) {
	if value, ok := f.fixed[path]; ok {
		if value != nil {
			if v.Kind() == reflect.Pointer && reflect.TypeOf(value).Kind() != reflect.Pointer {
				v.Set(reflect.New(v.Type().Elem()))
				v = v.Elem()
			}
			v.Set(reflect.ValueOf(value).Convert(v.Type()))
		}
		return
	}
	if !f.under(path) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), path)
		return
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				f.fill(v.Field(i), strings.TrimPrefix(path+"."+field.Name, "."))
			}
		}
		return
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte(strconv.Quote(path))) // a json.RawMessage
			break
		}
		f.lists = append(f.lists, path)
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		f.fill(v.Index(0), path+"[]")
		return
	case reflect.String:
		f.texts = append(f.texts, path)
		v.SetString(path)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(1 + len(path)))
	case reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Map:
		value := reflect.New(v.Type().Elem()).Elem()
		if value.Kind() == reflect.Interface {
			value.Set(reflect.ValueOf(path))
		} else {
			(&filler{}).fill(value, path)
		}
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("key").Convert(v.Type().Key()), value)
	default:
		panic(fmt.Sprintf("package fieldset knows no value for %s of type %s", path, v.Type()))
	}
	f.paths = append(f.paths, path)
}
