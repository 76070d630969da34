package capture

import (
	"strings"

	"cairn/shared/types"
)

// Lengths of a session id (B41).
const (
	minSessionID = 4
	maxSessionID = 64
)

// SessionID reports whether s may name a session: a letter or digit, then 3 to
// 63 letters, digits, dots, underscores or hyphens. Ids are used as keys and file names, so no
// other characters are allowed.
func SessionID(s string) error {
	if !plainID(s, minSessionID, maxSessionID) {
		return types.Invalid("the session id is not valid",
			"A session id has 4 to 64 letters, digits, dots, underscores or hyphens and starts with a letter or digit; mm_knowledge_sessions (or cairn sessions) lists them.")
	}
	return nil
}

// StepID reports whether s may name a step; the grammar is that of session ids.
func StepID(s string) error {
	if !plainID(s, minSessionID, maxSessionID) {
		return types.Invalid("the step id is not valid",
			"A step id has 4 to 64 letters, digits, dots, underscores or hyphens and starts with a letter or digit.")
	}
	return nil
}

// toolName reports whether s, prefix included, can be a tool's name.
func toolName(s string) bool {
	return len(s) > len(ToolPrefix) && len(s) <= maxTool && strings.Trim(s, lowerLetters+digits+"_") == ""
}

const (
	lowerLetters = "abcdefghijklmnopqrstuvwxyz"
	upperLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits       = "0123456789"
)

// plainID reports whether s matches [A-Za-z0-9][A-Za-z0-9._-]* with lo to hi
// characters, and is not a device name of Windows, because exports name directories
// by ids.
func plainID(s string, lo, hi int) bool {
	return len(s) >= lo && len(s) <= hi && !isDeviceName(s) &&
		strings.Trim(s, lowerLetters+upperLetters+digits+"._-") == "" && strings.IndexByte("._-", s[0]) < 0
}

func isDeviceName(s string) bool {
	base, _, _ := strings.Cut(s, ".")
	if len(base) != 3 && len(base) != 4 {
		return false // nearly all ids
	}
	switch base = strings.ToLower(base); {
	case base == "con", base == "prn", base == "aux", base == "nul":
		return true
	case len(base) == 4 && (base[:3] == "com" || base[:3] == "lpt"):
		return '0' <= base[3] && base[3] <= '9'
	}
	return false
}
