package mcptools

import (
	"encoding/json"
	"fmt"
)

const (
	// maxDepth bounds nesting (B21). No schema here is deeper than five.
	maxDepth = 64
	// maxValues bounds the values of one message: decoding millions of small ones takes
	// forty times their bytes (B22).
	maxValues = 20_000
)

// scanFault is an error of JSON that is valid but not accepted.
type scanFault struct{ reason string }

func (f scanFault) Error() string { return f.reason }

// errDepth is separate because it counts as a parse error.
var errDepth = scanFault{fmt.Sprintf("nested more than %d deep", maxDepth)}

// scan checks valid JSON for problems that Go's decoder accepts silently: too deep, too
// many values, duplicate keys.
func scan(data []byte) error {
	s := scanner{data: data}
	return s.value(1)
}

type scanner struct {
	data   []byte
	i      int
	values int
}

func (s *scanner) value(depth int) error {
	if s.values++; s.values > maxValues {
		return scanFault{fmt.Sprintf("more than %d values", maxValues)}
	}
	switch s.peek() {
	case '{':
		return s.members('}', map[string]bool{}, depth)
	case '[':
		return s.members(']', nil, depth)
	case '"':
		s.text()
	default: // a number or a word
		for s.i < len(s.data) && !isDelimiter(s.data[s.i]) {
			s.i++
		}
	}
	return nil
}

func (s *scanner) key(seen map[string]bool) error {
	var key string
	if err := json.Unmarshal(s.text(), &key); err != nil {
		return scanFault{"a key is not text"}
	}
	if seen[key] {
		return scanFault{fmt.Sprintf("the key %.60q comes twice", key)}
	}
	seen[key] = true
	s.peek() // the colon
	s.i++
	return nil
}

// members skips an object, whose keys it adds to seen, or a list up to its end.
func (s *scanner) members(end byte, seen map[string]bool, depth int) error {
	if depth > maxDepth {
		return errDepth
	}
	s.i++
	for s.peek() != end {
		if seen != nil {
			if err := s.key(seen); err != nil {
				return err
			}
		}
		if err := s.value(depth + 1); err != nil {
			return err
		}
		if s.peek() == ',' {
			s.i++
		}
	}
	s.i++
	return nil
}

// text skips a string and returns it with its quotes.
func (s *scanner) text() []byte {
	s.peek()
	start := s.i
	for s.i++; s.data[s.i] != '"'; s.i++ {
		if s.data[s.i] == '\\' {
			s.i++
		}
	}
	s.i++
	return s.data[start:s.i]
}

// peek skips white space and returns the next byte.
func (s *scanner) peek() byte {
	for s.i < len(s.data) && isSpace(s.data[s.i]) {
		s.i++
	}
	if s.i == len(s.data) {
		return 0
	}
	return s.data[s.i]
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

func isDelimiter(b byte) bool { return isSpace(b) || b == ',' || b == ']' || b == '}' }
