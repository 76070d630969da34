package flowfile

import (
	"strings"
	"unicode"

	"cairn/shared/types"
)

// maxID bounds an id, in bytes: a file's name has at most 255.
const maxID = 120

// check holds a flow to the rules of all flows, and finds the line of what breaks one.
func (d *decoder) check(f *types.Flow) error {
	if !isID(f.ID) {
		return d.fault(0, "Name the file like invite-member.yaml.", "the file's name is the flow's id, of small letters, digits and hyphens")
	}
	return nil
}

// isID reports whether a text can be an id, and with it a file's name anywhere.
func isID(s string) bool {
	return s != "" && len(s) <= maxID && !strings.HasPrefix(s, "-") && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '-' && !unicode.IsDigit(r) && (!unicode.IsLetter(r) || unicode.IsUpper(r))
	})
}
