package capture

import "cairn/shared/text"

// Clean makes a string safe to show, search and quote: it removes control,
// bidirectional, zero-width and tag characters, replaces runs of white space by one
// space, and cuts it to limit characters. Code that renders recorded text cleans it
// again.
func Clean(s string, limit int) string {
	out, _ := text.Clean(s, limit)
	return out
}
