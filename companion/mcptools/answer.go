package mcptools

import (
	"fmt"
	"regexp"
	"strings"

	"cairn/shared/types"
)

// answer is the result of a tool in its parts. Text that a page, a person or an
// earlier session may have written goes into page alone: text puts it between
// the marks of a fence, and nothing else of it leaves this package as text.
type answer struct {
	// result is the complete JSON; brief, where it is not nil, stands for it
	// unless the client asked for all of it.
	result, brief any
	head          ownText
	page          string // lines
	from          string // the origin or the store that page comes from
	image         *types.Image
}

// ownText is text of Cairn's alone. Its type keeps a page's text from being put
// beside it: strings do not convert by themselves, and own checks the others.
type ownText string

// identifier is the form of what may stand in Cairn's own text beside numbers:
// ids, codes, fixed words. It holds no sentence.
var identifier = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$`)

// own formats text of Cairn's own. Strings among args that are no identifiers
// are left out.
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

// text is the answer as the model reads it. It is the one way for a page's text
// into an answer.
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
