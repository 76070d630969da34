package capture

import "cairn/shared/text"

// Clean makes a string fit to be shown, searched and quoted: without control,
// bidirectional, zero-width and tag characters, with runs of white space as one
// space, and of at most limit characters. Whoever renders remembered text
// cleans it again.
func Clean(s string, limit int) string {
	out, _ := text.Clean(s, limit)
	return out
}
