package main

import (
	"errors"
	"fmt"
	"strings"
)

// tomlTable is a header with the statements that belong to it. The first table
// of a file has no header.
type tomlTable struct {
	path       []string
	array      bool
	start      int // of the header's line
	headEnd    int // behind it
	end        int // behind the line of its last statement
	statements []tomlStatement
}

// tomlStatement is a key with its value: text[value:end].
type tomlStatement struct {
	path       []string
	value, end int
}

func (t *tomlTable) statement(name string) *tomlStatement {
	for i := range t.statements {
		if s := &t.statements[i]; len(s.path) == 1 && s.path[0] == name {
			return s
		}
	}
	return nil
}

// parseTOML finds the tables and statements of a file.
func parseTOML(text string) ([]tomlTable, error) {
	s := &tomlScanner{text: text}
	doc := []tomlTable{{}}
	for {
		s.skip(" \t\r\n")
		if s.at >= len(text) {
			return doc, nil
		}
		if s.peek() == '#' {
			s.line()
			continue
		}
		start, now := s.at, &doc[len(doc)-1]
		if s.peek() == '[' {
			t := tomlTable{start: strings.LastIndexByte(text[:start], '\n') + 1}
			var err error
			if t.path, t.array, err = s.header(); err != nil {
				return nil, err
			}
			t.headEnd = s.at
			t.end = s.at
			doc = append(doc, t)
			continue
		}
		st, err := s.statement()
		if err != nil {
			return nil, err
		}
		now.statements = append(now.statements, st)
		now.end = s.at
	}
}

type tomlScanner struct {
	text string
	at   int
}

func (s *tomlScanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

func (s *tomlScanner) skip(chars string) {
	for s.at < len(s.text) && strings.IndexByte(chars, s.text[s.at]) >= 0 {
		s.at++
	}
}

// line goes behind the end of the line.
func (s *tomlScanner) line() {
	if i := strings.IndexByte(s.text[s.at:], '\n'); i >= 0 {
		s.at += i + 1
	} else {
		s.at = len(s.text)
	}
}

func (s *tomlScanner) wrong(what string) error {
	return fmt.Errorf("line %d: %s", 1+strings.Count(s.text[:s.at], "\n"), what)
}

// finish wants nothing more on the line but a comment.
func (s *tomlScanner) finish() error {
	s.skip(" \t\r")
	if c := s.peek(); s.at < len(s.text) && c != '\n' && c != '#' {
		return s.wrong("something follows where the line should end")
	}
	s.line()
	return nil
}

func (s *tomlScanner) header() (path []string, array bool, err error) {
	s.at++
	closing := "]"
	if s.peek() == '[' {
		s.at++
		array, closing = true, "]]"
	}
	if path, err = s.key(); err != nil {
		return nil, false, err
	}
	if !strings.HasPrefix(s.text[s.at:], closing) {
		return nil, false, s.wrong("the name of a table does not end")
	}
	s.at += len(closing)
	return path, array, s.finish()
}

func (s *tomlScanner) statement() (tomlStatement, error) {
	path, err := s.key()
	if err != nil {
		return tomlStatement{}, err
	}
	if s.peek() != '=' {
		return tomlStatement{}, s.wrong("an equals sign is missing")
	}
	s.at++
	s.skip(" \t")
	st := tomlStatement{path: path, value: s.at}
	if err := s.value(); err != nil {
		return st, err
	}
	st.end = len(strings.TrimRight(s.text[:s.at], " \t\r"))
	if st.end <= st.value {
		return st, s.wrong("there is no value where one belongs")
	}
	return st, s.finish()
}

// key reads a dotted key.
func (s *tomlScanner) key() ([]string, error) {
	var path []string
	for {
		s.skip(" \t")
		part, err := s.keyPart()
		if err != nil {
			return nil, err
		}
		path = append(path, part)
		s.skip(" \t")
		if s.peek() != '.' {
			return path, nil
		}
		s.at++
	}
}

func (s *tomlScanner) keyPart() (string, error) {
	start := s.at
	if c := s.peek(); c == '"' || c == '\'' {
		if err := s.str(); err != nil {
			return "", err
		}
		quoted := s.text[start+1 : s.at-1]
		if strings.ContainsAny(quoted, "\\\n") {
			return "", s.wrong("a key is written in a way that is not understood here")
		}
		return quoted, nil
	}
	for s.at < len(s.text) && isBareKey(s.text[s.at]) {
		s.at++
	}
	if s.at == start {
		return "", s.wrong("there is no key where one belongs")
	}
	return s.text[start:s.at], nil
}

func isBareKey(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// value goes to where a value's line ends: brackets closed, no string open.
func (s *tomlScanner) value() error {
	var open []byte
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case '"', '\'':
			if err := s.str(); err != nil {
				return err
			}
			continue
		case '[':
			open = append(open, ']')
		case '{':
			open = append(open, '}')
		case ']', '}':
			if len(open) == 0 || open[len(open)-1] != c {
				return s.wrong("brackets do not match")
			}
			open = open[:len(open)-1]
		case '#':
			if len(open) == 0 {
				return nil
			}
			s.line()
			continue
		case '\n':
			if len(open) == 0 {
				return nil
			}
		}
		s.at++
	}
	if len(open) > 0 {
		return errors.New("a list or an inline table does not end")
	}
	return nil
}

// str goes behind a string of any of the four kinds.
func (s *tomlScanner) str() error {
	quote := s.text[s.at : s.at+1]
	long := strings.HasPrefix(s.text[s.at:], strings.Repeat(quote, 3))
	if long {
		quote = strings.Repeat(quote, 3)
	}
	for s.at += len(quote); s.at < len(s.text); s.at++ {
		rest := s.text[s.at:]
		switch {
		case rest[0] == '\\' && quote[0] == '"':
			s.at++
		case rest[0] == '\n' && !long:
			return s.wrong("a string does not end")
		case strings.HasPrefix(rest, quote):
			s.at += len(quote)
			for long && s.peek() == quote[0] { // up to two quotes may end a long one
				s.at++
			}
			return nil
		}
	}
	s.at = len(s.text)
	return s.wrong("a string does not end")
}
