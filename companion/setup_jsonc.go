package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// The configuration files of MCP clients are JSON that people write by hand:
// with comments, trailing commas and an order of their own. What is read here
// keeps every value's place in the text, so that an edit touches nothing else.

// maxJSONDepth is far more than any configuration has.
const maxJSONDepth = 64

// jsonNode is one value and where it stands: text[start:end].
type jsonNode struct {
	start, end int
	members    []jsonMember // of an object
	object     bool
	// plain is the value without comments, trailing commas and white space,
	// to compare by.
	plain string
}

// jsonMember is a key with its value in an object.
type jsonMember struct {
	name     string
	start    int // of the key
	value    *jsonNode
	comma    int // where the comma behind it is, -1 for none
	nextText int // where what follows the comma (else the value) begins
}

// member finds a member by name. A name that stands there twice is an error:
// programs do not agree on which one counts.
func (n *jsonNode) member(name string) (*jsonMember, error) {
	var found *jsonMember
	for i := range n.members {
		if n.members[i].name != name {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("%q stands there twice", name)
		}
		found = &n.members[i]
	}
	return found, nil
}

// parseJSONC reads JSON with comments and trailing commas.
func parseJSONC(text string) (*jsonNode, error) {
	s := &jsoncScanner{text: text}
	if err := s.skip(); err != nil {
		return nil, err
	}
	root, err := s.value(0)
	if err != nil {
		return nil, err
	}
	if err := s.skip(); err != nil {
		return nil, err
	}
	if s.at < len(text) {
		return nil, s.wrong("something follows the end")
	}
	return root, nil
}

type jsoncScanner struct {
	text string
	at   int
}

func (s *jsoncScanner) wrong(what string) error {
	return fmt.Errorf("line %d: %s", 1+strings.Count(s.text[:s.at], "\n"), what)
}

func (s *jsoncScanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// skip passes over white space and comments.
func (s *jsoncScanner) skip() error {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			s.at++
		case strings.HasPrefix(rest, "//"):
			if i := strings.IndexByte(rest, '\n'); i >= 0 {
				s.at += i
			} else {
				s.at = len(s.text)
			}
		case strings.HasPrefix(rest, "/*"):
			i := strings.Index(rest[2:], "*/")
			if i < 0 {
				return s.wrong("a comment does not end")
			}
			s.at += i + 4
		default:
			return nil
		}
	}
	return nil
}

func (s *jsoncScanner) value(depth int) (*jsonNode, error) {
	if depth > maxJSONDepth {
		return nil, s.wrong("nested too deep")
	}
	switch c := s.peek(); c {
	case '{':
		return s.object(depth)
	case '[':
		return s.array(depth)
	case '"':
		start := s.at
		if _, err := s.str(); err != nil {
			return nil, err
		}
		return &jsonNode{start: start, end: s.at, plain: s.text[start:s.at]}, nil
	}
	// A number or a word ends where something with a meaning of its own begins.
	start := s.at
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n,:{}[]\"/", s.text[s.at]) < 0 {
		s.at++
	}
	word := s.text[start:s.at]
	if !json.Valid([]byte(word)) {
		s.at = start
		return nil, s.wrong("there is no value where one belongs")
	}
	return &jsonNode{start: start, end: s.at, plain: word}, nil
}

// str reads a string and returns what it says.
func (s *jsoncScanner) str() (string, error) {
	start := s.at
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case '\n':
			return "", s.wrong("a string does not end")
		case '"':
			s.at++
			var out string
			if err := json.Unmarshal([]byte(s.text[start:s.at]), &out); err != nil {
				s.at = start
				return "", s.wrong("a string is not JSON")
			}
			return out, nil
		}
	}
	s.at = min(s.at, len(s.text))
	return "", s.wrong("a string does not end")
}

func (s *jsoncScanner) object(depth int) (*jsonNode, error) {
	n := &jsonNode{start: s.at, object: true}
	var plain []string
	err := s.list('}', func() (afterValue func(comma int), err error) {
		m := jsonMember{start: s.at, comma: -1}
		if s.peek() != '"' {
			return nil, s.wrong("there is no key where one belongs")
		}
		if m.name, err = s.str(); err != nil {
			return nil, err
		}
		if err := s.skip(); err != nil {
			return nil, err
		}
		if s.peek() != ':' {
			return nil, s.wrong("a colon is missing")
		}
		s.at++
		if err := s.skip(); err != nil {
			return nil, err
		}
		if m.value, err = s.value(depth + 1); err != nil {
			return nil, err
		}
		return func(comma int) {
			m.comma, m.nextText = comma, m.value.end
			if comma >= 0 {
				m.nextText = comma + 1
			}
			n.members = append(n.members, m)
			name, _ := json.Marshal(m.name) // a string: cannot fail
			plain = append(plain, string(name)+":"+m.value.plain)
		}, nil
	})
	n.end, n.plain = s.at, "{"+strings.Join(plain, ",")+"}"
	return n, err
}

func (s *jsoncScanner) array(depth int) (*jsonNode, error) {
	n := &jsonNode{start: s.at}
	var plain []string
	err := s.list(']', func() (func(int), error) {
		v, err := s.value(depth + 1)
		return func(int) { plain = append(plain, v.plain) }, err
	})
	n.end, n.plain = s.at, "["+strings.Join(plain, ",")+"]"
	return n, err
}

// list reads what stands between brackets, items separated by commas. item
// reads one and returns what to do once its comma, or that it has none, is
// known.
func (s *jsoncScanner) list(closing byte, item func() (func(comma int), error)) error {
	s.at++
	for {
		if err := s.skip(); err != nil {
			return err
		}
		if s.peek() == closing {
			s.at++
			return nil
		}
		if s.at >= len(s.text) {
			return s.wrong("the text ends before it is complete")
		}
		done, err := item()
		if err != nil {
			return err
		}
		if err := s.skip(); err != nil {
			return err
		}
		switch s.peek() {
		case ',':
			done(s.at)
			s.at++
		case closing:
			done(-1)
		default:
			return s.wrong("a comma or a closing bracket is missing")
		}
	}
}

// errNoObject is returned for a file that is JSON and no object.
var errNoObject = errors.New("it does not hold a JSON object")
