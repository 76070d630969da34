package capture

import (
	"regexp"
	"strconv"
	"strings"
)

// How what is not kept is shown to people and agents, who can do nothing with a
// hash.
const (
	NotKept      = "(name not kept)"
	shownSegment = "…"
)

var (
	quotedNames = regexp.MustCompile(`"\[hidden(?::[A-Za-z0-9_-]{6}(?: [A-Za-z0-9_-]{6})*)?\]"`)
	wholeNames  = regexp.MustCompile(`^\[hidden\]$|\[hidden:[A-Za-z0-9_-]{6}(?: [A-Za-z0-9_-]{6})*\]`)
	// shownHashes finds what looks like a hidden segment: a hash of 32 bits ends in
	// one of four letters.
	shownHashes = regexp.MustCompile(`~(?:[A-Za-z0-9_-]{5}[AQgw](?:\.[A-Za-z0-9_-]{5}[AQgw])*)?`)
)

// Shown is a recorded text as people and agents see it: [NotKept] in the place of
// hidden names, with the quotation marks around them, and "…" in that of hidden
// segments of an address or a screen's name.
func Shown(s string) string {
	if strings.Contains(s, hiddenStart) {
		s = quotedNames.ReplaceAllLiteralString(s, NotKept)
		s = wholeNames.ReplaceAllLiteralString(s, NotKept)
	}
	return shownSegments(s)
}

// ShownJSON is Shown for the text of a JSON value, which stays one.
func ShownJSON(raw []byte) []byte {
	s := string(raw)
	if strings.Contains(s, hiddenStart) {
		s = quotedNames.ReplaceAllLiteralString(s, `"`+NotKept+`"`)
		s = wholeNames.ReplaceAllLiteralString(s, NotKept)
	}
	return []byte(shownSegments(s))
}

// ShownName is an element's name in quotation marks, [NotKept] for a hidden one.
func ShownName(name string) string {
	if IsHidden(name) {
		return NotKept
	}
	return strconv.Quote(name)
}

// ClearName is a name that can be looked for on a page: empty for a hidden one.
func ClearName(name string) string {
	if IsHidden(name) {
		return ""
	}
	return name
}

// ClearPlace reports whether an address or a screen's name has no hidden segment.
func ClearPlace(place string) bool { return shownSegments(place) == place }

// shownSegments replaces hidden segments. They stand between the marks that part
// an address, or at an end of a text.
func shownSegments(s string) string {
	if !strings.Contains(s, segmentMark) {
		return s
	}
	var b strings.Builder
	done := 0
	for _, at := range shownHashes.FindAllStringIndex(s, -1) {
		from, to := at[0], at[1]
		bare := to-from == len(segmentMark)
		if !opens(s[:from], bare) || !closes(s[to:], bare) {
			continue
		}
		b.WriteString(s[done:from] + shownSegment)
		done = to
	}
	return b.String() + s[done:]
}

// opens reports whether a segment may begin after a text; one without hashes only
// where an address goes on.
func opens(before string, bare bool) bool {
	return before == "" || strings.IndexByte("/=", before[len(before)-1]) >= 0 || !bare && strings.IndexByte("#!:&? \"'`(", before[len(before)-1]) >= 0
}

// closes reports whether a segment may end before a text.
func closes(after string, bare bool) bool {
	return after == "" || strings.IndexByte("/?#&", after[0]) >= 0 || !bare && strings.IndexByte(" \"'`,;:)|.", after[0]) >= 0
}
