package text

import "strings"

// Tag returns the form in which tags are compared: without the spaces around them and
// in small letters. Agents and people spell the same tag differently.
func Tag(s string) string {
	// Upper case first joins letters that have two small forms, such as σ and ς.
	return strings.ToLower(strings.ToUpper(strings.TrimSpace(s)))
}
