package capture

import (
	"regexp"
	"strconv"
	"strings"
)

// The texts shown to people and agents in place of hidden names, because a hash is
// useless to them.
const (
	NotKept      = "(name not kept)"
	shownSegment = "…"
)

var (
	quotedNames = regexp.MustCompile(`"\[hidden(?::` + hashPattern + `(?: ` + hashPattern + `)*)?\]"`)
	wholeNames  = regexp.MustCompile(`^\[hidden\]$|\[hidden:` + hashPattern + `(?: ` + hashPattern + `)*\]`)
)

// Shown returns a recorded text in the form for people and agents: [NotKept] replaces
// hidden names with the quotation marks around them, and "…" replaces hidden segments
// of an address or a screen's name.
func Shown(s string) string {
	if strings.Contains(s, hiddenStart) {
		s = quotedNames.ReplaceAllLiteralString(s, NotKept)
		s = wholeNames.ReplaceAllLiteralString(s, NotKept)
	}
	return shownSegments(s)
}

// ShownJSON is Shown for the text of a JSON value. The result is valid JSON.
func ShownJSON(raw []byte) []byte {
	s := string(raw)
	if strings.Contains(s, hiddenStart) {
		s = quotedNames.ReplaceAllLiteralString(s, `"`+NotKept+`"`)
		s = wholeNames.ReplaceAllLiteralString(s, NotKept)
	}
	return []byte(shownSegments(s))
}

// ShownName returns an element's name in quotation marks, [NotKept] for a hidden one.
func ShownName(name string) string {
	if IsHidden(name) {
		return NotKept
	}
	return strconv.Quote(name)
}

// ClearName returns a name that a search on a page can use: empty for a hidden one.
func ClearName(name string) string {
	if IsHidden(name) {
		return ""
	}
	return name
}

// ClearPlace reports whether an address or a screen's name has no hidden segment.
func ClearPlace(place string) bool { return shownSegments(place) == place }

// shownSegments replaces hidden segments; it replaces those without hashes only
// between the separators of an address.
func shownSegments(s string) string {
	if !strings.Contains(s, segmentMark) {
		return s
	}
	var b strings.Builder
	done := 0
	for _, at := range hiddenSegments.FindAllStringIndex(s, -1) {
		from, to := at[0], at[1]
		if to-from == 2*len(segmentMark) && !atBoundary(s[:from], s[to:]) {
			continue
		}
		b.WriteString(s[done:from] + shownSegment)
		done = to
	}
	return b.String() + s[done:]
}

// atBoundary reports whether a segment may be between two texts.
func atBoundary(before, after string) bool {
	return (before == "" || strings.IndexByte("/=", before[len(before)-1]) >= 0) && (after == "" || strings.IndexByte("/?#&", after[0]) >= 0)
}
