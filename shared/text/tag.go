package text

import "strings"

// Tag returns the form in which tags are compared: trimmed and in lower case. Agents
// and people spell the same tag differently.
func Tag(s string) string {
	// Upper case first joins letters that have two lower-case forms, such as σ and ς.
	return strings.ToLower(strings.ToUpper(strings.TrimSpace(s)))
}
