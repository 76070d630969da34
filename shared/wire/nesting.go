package wire

// Depth returns how deeply objects and lists are nested in a text of JSON. It counts
// brackets outside strings, so that a deep text is refused before a decoder follows it down.
func Depth(json []byte) (most int) {
	level, quoted := 0, false
	for i := 0; i < len(json); i++ {
		switch c := json[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			level++
			most = max(most, level)
		case c == '}' || c == ']':
			level--
		}
	}
	return most
}
