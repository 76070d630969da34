package gateway

import "bytes"

// span is a part of a line: line[from:to].
type span struct{ from, to int }

func (s span) of(line []byte) []byte { return line[s.from:s.to] }

// object returns the members of the JSON object at line[at:], by their raw names. It
// skips values without checking them. ok is false if there is no object, or if a name
// is escaped or duplicated, since readers differ about these.
func object(line []byte, at int) (members map[string]span, ok bool) {
	at = space(line, at)
	if at >= len(line) || line[at] != '{' {
		return nil, false
	}
	members = map[string]span{}
	for at = space(line, at+1); at < len(line) && line[at] != '}'; {
		end := skip(line, at)
		if end < 0 || line[at] != '"' || bytes.IndexByte(line[at:end], '\\') >= 0 {
			return nil, false
		}
		name := string(line[at+1 : end-1])
		if at = space(line, end); at >= len(line) || line[at] != ':' {
			return nil, false
		}
		at = space(line, at+1)
		if end = skip(line, at); end < 0 {
			return nil, false
		}
		if _, twice := members[name]; twice {
			return nil, false
		}
		members[name] = span{at, end}
		if at = space(line, end); at < len(line) && line[at] == ',' {
			at = space(line, at+1)
		} else if at >= len(line) || line[at] != '}' {
			return nil, false
		}
	}
	return members, at < len(line)
}

// space returns the offset of the next byte that is no white space.
func space(line []byte, at int) int {
	for at < len(line) && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r' || line[at] == '\n') {
		at++
	}
	return at
}

// skip returns the end of the value at an offset, -1 if it has none.
func skip(line []byte, at int) int {
	if at >= len(line) {
		return -1
	}
	switch line[at] {
	case '"':
		return skipText(line, at)
	case '{', '[':
		depth := 0
		for at < len(line) {
			switch line[at] {
			case '"':
				if at = skipText(line, at); at < 0 {
					return -1
				}
				continue
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return at + 1
				}
			}
			at++
		}
		return -1
	}
	end := at
	for end < len(line) && !bytes.ContainsRune([]byte(",}] \t\r\n"), rune(line[end])) {
		end++
	}
	if end == at {
		return -1
	}
	return end
}

// skipText returns the end of the string at an offset, -1 if it has none.
func skipText(line []byte, at int) int {
	for at++; ; {
		next := bytes.IndexByte(line[at:], '"')
		if next < 0 {
			return -1
		}
		at += next
		escapes := 0
		for line[at-1-escapes] == '\\' {
			escapes++
		}
		at++
		if escapes%2 == 0 {
			return at
		}
	}
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
	if space(line, array.from+1) < end {
		out = append(out, ',')
	}
	out = append(out, element...)
	return append(out, line[end:]...)
}
