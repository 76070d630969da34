package gateway

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// span is a part of a line: line[from:to].
type span struct{ from, to int }

func (s span) of(line []byte) []byte { return line[s.from:s.to] }

// object returns the members of the JSON object at line[at:], by their raw names. ok is
// false if there is no object, or if a name is escaped or duplicated, since readers
// differ about these.
func object(line []byte, at int) (members map[string]span, ok bool) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(line[at:]), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if begin, err := dec.ReadToken(); err != nil || begin.Kind() != '{' {
		return nil, false
	}
	members = map[string]span{}
	for dec.PeekKind() == '"' {
		raw, err := dec.ReadValue()
		if err != nil || bytes.IndexByte(raw, '\\') >= 0 {
			return nil, false
		}
		name := string(raw[1 : len(raw)-1])
		value, err := dec.ReadValue()
		if _, twice := members[name]; err != nil || twice {
			return nil, false
		}
		end := at + int(dec.InputOffset())
		members[name] = span{end - len(value), end}
	}
	_, err := dec.ReadToken()
	return members, err == nil
}

// appended returns a line with one more element in the given array. Every other byte
// stays unchanged.
func appended(line []byte, array span, element []byte) []byte {
	end := array.to - 1 // of the closing bracket
	if array.from >= array.to || line[array.from] != '[' || line[end] != ']' {
		return line
	}
	out := make([]byte, 0, len(line)+len(element)+1)
	out = append(out, line[:end]...)
	if len(bytes.TrimSpace(line[array.from+1:end])) > 0 {
		out = append(out, ',')
	}
	out = append(out, element...)
	return append(out, line[end:]...)
}
