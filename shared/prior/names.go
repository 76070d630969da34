package prior

import (
	"unicode"
	"unicode/utf8"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// Kinds of element key. A key names an element within one origin.
const (
	keyTestID   = 'T' // the test id
	keyName     = 'A' // role group and normalised accessible name
	keyHidden   = 'H' // role group and hash of a name (hidden.go)
	keySelector = 'S' // the selector
	keyAddress  = 'U' // of a navigation: the address within the origin
	keyNameless = 'O' // of an element with a role alone
	keyNews     = 'N' // of waiting for a notification: the text that it contains
)

// maxName bounds the bytes of an accessible name that are part of a key. Longer names
// are whole articles, and their beginning distinguishes them well enough.
const maxName = 256

// roleGroup returns one group for roles that pages often exchange: a link restyled as a
// button is the same thing to click.
func roleGroup(role string) byte {
	switch role {
	case "textbox", "searchbox", "combobox", "spinbutton", "slider":
		return 'i'
	case "checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio":
		return 't'
	}
	return 'c'
}

// nameKey returns the key of an element by role and name. It is empty without a name,
// because nameless elements are all alike.
func nameKey(role, name string) string {
	var buf [64]byte
	return string(appendNameKey(buf[:0], role, name))
}

// appendNameKey appends the key to dst, and no bytes when there is no name.
func appendNameKey(dst []byte, role, name string) []byte {
	if name != "" && name[0] == '[' && capture.IsHidden(name) {
		return appendHiddenKey(dst, roleGroup(role), capture.HiddenID(name))
	}
	start := len(dst)
	dst = appendFolded(append(dst, keyName, roleGroup(role)), name)
	if len(dst) == start+2 {
		return dst[:start]
	}
	return dst
}

func testIDKey(id string) string {
	if id == "" {
		return ""
	}
	return string(keyTestID) + id
}

func selectorKey(sel string) string {
	if sel == "" {
		return ""
	}
	return string(keySelector) + sel
}

// appendFolded appends a name in lower case with single spaces and without invisible
// characters, cut to maxName bytes.
func appendFolded(dst []byte, name string) []byte {
	name = cut(name, maxName)
	start, space := len(dst), false
	for i := range len(name) {
		c := name[i]
		if c >= utf8.RuneSelf {
			return appendFoldedRunes(dst, start, space, name[i:])
		}
		switch c = asciiFolded[c]; c {
		case 0:
		case ' ':
			space = len(dst) > start
		default:
			if space {
				dst = append(dst, ' ')
				space = false
			}
			dst = append(dst, c)
		}
	}
	return dst
}

// asciiFolded maps each ASCII character to its folded form: invisible ones to 0, all kinds
// of space to a space.
var asciiFolded = func() (t [utf8.RuneSelf]byte) {
	for c := range t {
		switch r := rune(c); {
		case unicode.IsSpace(r):
			t[c] = ' '
		case !unicode.IsControl(r):
			t[c] = byte(unicode.ToLower(r))
		}
	}
	return t
}()

// appendFoldedRunes continues a name at its first non-ASCII byte. The appended name begins
// at start, and space reports whether a space is due.
func appendFoldedRunes(dst []byte, start int, space bool, name string) []byte {
	for _, r := range name {
		switch {
		case unicode.IsSpace(r):
			space = len(dst) > start
			continue
		case invisible(r), unicode.Is(unicode.Co, r): // icons: observations omit them (text.Clean), older records do not
			continue
		}
		if space {
			dst = append(dst, ' ')
			space = false
		}
		dst = utf8.AppendRune(dst, unicode.ToLower(r))
	}
	return dst
}

// invisible reports whether r is a control or format character (bidirectional and
// zero-width ones among them) or an invalid byte.
func invisible(r rune) bool {
	if ' ' <= r && r <= '~' {
		return false
	}
	return r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// cut returns at most the first n bytes of s, without splitting a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// primaryKey returns the key for the most stable name of a target: test id, then role and
// name, then selector. A ref is not a name: it is valid only in its document.
func primaryKey(t *types.Target) string {
	if t == nil {
		return ""
	}
	if k := testIDKey(t.TestID); k != "" {
		return k
	}
	if k := nameKey(t.Role, t.Name); k != "" {
		return k
	}
	return selectorKey(t.Selector)
}
