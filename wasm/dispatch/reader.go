package dispatch

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"cairn/shared/types"
)

// reader reads a text once. After a failure it is at the end.
type reader struct {
	text   string
	at     int
	failed bool
}

func (r *reader) fail() {
	r.failed = true
	r.at = len(r.text)
}

func (r *reader) space() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\r', '\n':
			r.at++
		default:
			return
		}
	}
}

// next skips spaces and c, and reports whether c was there.
func (r *reader) next(c byte) bool {
	if r.at < len(r.text) && r.text[r.at] > ' ' {
		if r.text[r.at] == c {
			r.at++
			return true
		}
		return false
	}
	return r.nextAfterSpace(c)
}

func (r *reader) nextAfterSpace(c byte) bool {
	r.space()
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *reader) need(c byte) {
	if !r.next(c) {
		r.fail()
	}
}

// maxFields is the number of fields that a mask can distinguish.
const maxFields = 16

// object reads an object; field reads the value of each of its fields. A repeated
// field is a failure, because encoding/json would mix the two.
func (r *reader) object(field func(key string)) {
	r.need('{')
	if r.next('}') || r.failed {
		return
	}
	var seen [maxFields]string
	for n := 0; !r.failed; n++ {
		key := r.str()
		for _, s := range seen[:min(n, maxFields)] {
			if len(s) == len(key) && s == key {
				r.fail()
			}
		}
		if n == maxFields {
			r.fail()
			return
		}
		seen[n] = key
		r.need(':')
		if !r.failed {
			field(key)
		}
		if r.next('}') {
			return
		}
		r.need(',')
	}
}

// list reads an array; item reads each of its values.
func (r *reader) list(item func()) {
	r.need('[')
	if r.next(']') {
		return
	}
	for !r.failed {
		item()
		if r.next(']') {
			return
		}
		r.need(',')
	}
}

func (r *reader) strs() []string {
	list := []string{}
	r.list(func() { list = append(list, r.str()) })
	return list
}

// str reads a string; encoding/json reads one with escapes.
func (r *reader) str() string {
	r.need('"')
	start := r.at
	plain := true
	rest := r.text[start:]
	for i := range len(rest) {
		c := rest[i]
		if c > '"' && c != '\\' {
			plain = plain && c < utf8.RuneSelf
			continue
		}
		switch {
		case c == '"':
			s := rest[:i]
			r.at = start + i + 1
			if !plain && !utf8.ValidString(s) {
				r.fail()
			}
			return s
		case c == '\\':
			r.at = start + i
			return r.escaped(start - 1)
		case c < ' ':
			r.fail()
			return ""
		}
	}
	r.fail()
	return ""
}

// escaped reads the string that begins with the quote at start.
func (r *reader) escaped(start int) (s string) {
	for ; r.at < len(r.text) && r.text[r.at] != '"'; r.at++ {
		if r.text[r.at] == '\\' {
			r.at++
		}
	}
	if r.at >= len(r.text) || json.Unmarshal([]byte(r.text[start:r.at+1]), &s) != nil {
		r.fail()
		return ""
	}
	r.at++
	return s
}

func (r *reader) bool() bool {
	r.space()
	for _, word := range [...]string{"false", "true"} {
		if strings.HasPrefix(r.text[r.at:], word) {
			r.at += len(word)
			return word == "true"
		}
	}
	r.fail()
	return false
}

// maxDigits is the number of digits that fit into an int on every platform.
const maxDigits = 9

// number reads a non-negative whole number.
func (r *reader) number() (n int) {
	r.space()
	start := r.at
	for ; r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9'; r.at++ {
		n = 10*n + int(r.text[r.at]-'0')
		if r.at-start == maxDigits {
			r.fail()
			return 0
		}
	}
	// Only these bytes may follow: encoding/json reads fractions and exponents.
	if r.at == start || r.text[start] == '0' && r.at > start+1 || r.at < len(r.text) && r.text[r.at] != ',' && r.text[r.at] != '}' {
		r.fail()
	}
	return n
}

// time reads a time in the extension's format.
func (r *reader) time() types.Time {
	t, err := types.ParseTime(r.str())
	if err != nil {
		r.fail()
	}
	return t
}
