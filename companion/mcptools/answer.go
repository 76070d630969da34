package mcptools

import (
	"fmt"
	"regexp"
	"strings"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// answer holds the parts of a tool's result. Text that a page, a person or an
// earlier session may have written goes into page only, which is fenced.
type answer struct {
	// result is the complete JSON; brief, if not nil, replaces it unless the client
	// asked for all details.
	result, brief any
	head          ownText
	page          string // lines
	from          string // the origin or the store that page comes from
	image         *tool.Image
}

// ownText is text written by Cairn. Its type prevents that page text is mixed in:
// strings do not convert implicitly, and own checks its arguments.
type ownText string

// identifier matches the strings allowed in Cairn's text: ids, codes, fixed words.
// None can be a sentence.
var identifier = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$`)

// own formats Cairn's text. Strings among args that are not identifiers are left out.
func own(format string, args ...any) ownText {
	for i, a := range args {
		switch v := a.(type) {
		case ownText, int, int64, float64:
		case string:
			if !identifier.MatchString(v) {
				args[i] = "(unreadable)"
			}
		case types.Code:
			if !identifier.MatchString(string(v)) {
				args[i] = "(unreadable)"
			}
		default:
			args[i] = "(unreadable)"
		}
	}
	return ownText(fmt.Sprintf(format, args...))
}

// text returns the answer for the model. Page text enters an answer only here.
func (a answer) text() string {
	if strings.TrimSpace(a.page) == "" {
		return string(a.head)
	}
	fenced := fence(a.from, a.page)
	if a.head == "" {
		return fenced
	}
	return string(a.head) + "\n" + fenced
}
