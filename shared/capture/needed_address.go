package capture

import (
	"crypto/sha256"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"cairn/shared/types"
)

// segmentMark encloses a hidden segment of an address or of a screen's name, the
// hashes of its words with dots between. People write "~ada" and "~ada.lee".
const segmentMark = "~"

// hiddenSegments matches the hidden segments in an address or a screen's name.
var hiddenSegments = regexp.MustCompile(`~(?:` + hashPattern + `(?:\.` + hashPattern + `)*)?~`)

// HiddenSegment reports whether a segment of an address or a screen's name is a hidden one.
func HiddenSegment(seg string) bool {
	return strings.HasPrefix(seg, segmentMark) && hiddenSegments.FindString(seg) == seg
}

// segmentHashes returns the hashes of the words of a hidden segment.
func segmentHashes(seg string) []string {
	return strings.FieldsFunc(strings.Trim(seg, segmentMark), func(r rune) bool { return r == '.' })
}

// besideHidden applies change to a text except for its hidden segments: redaction
// rules mistake hashes for secrets.
func besideHidden(s string, change func(string) string) string {
	const placeholder = "~0~"
	if !strings.Contains(s, segmentMark) || strings.Contains(s, placeholder) {
		return change(s)
	}
	hidden := hiddenSegments.FindAllString(s, -1)
	s = change(hiddenSegments.ReplaceAllLiteralString(s, placeholder))
	for _, seg := range hidden {
		s = strings.Replace(s, placeholder, seg, 1)
	}
	return s
}

// Segment returns the hidden form of a segment. It returns ids, which screens name
// ":id", and hidden ones unchanged.
func (h *Hider) Segment(seg string) string {
	if seg == "" || seg[0] == ':' || HiddenSegment(seg) {
		return seg
	}
	if decoded, err := url.PathUnescape(seg); err == nil {
		seg = decoded
	}
	if h == nil || !h.Keyed() {
		return segmentMark + segmentMark
	}
	seen := cacheKey(sha256.Sum256([]byte(seg)))
	hidden, ok := h.hiddenSegments[seen]
	if !ok {
		hidden = segmentMark + strings.Join(h.words(seg, maxSegments), ".") + segmentMark
		cacheHash(h.hiddenSegments, seen, hidden)
	}
	return hidden
}

// WholeAddress reports whether a step's address has no hidden part: only such an
// address can be visited.
func WholeAddress(address string) bool {
	_, query, _ := strings.Cut(address, "?")
	for part := range strings.SplitSeq(query, "&") {
		if strings.HasSuffix(part, "=") {
			return false
		}
	}
	return !slices.ContainsFunc(Segments(address), HiddenSegment)
}

// Screen returns a screen's name with all its words hidden.
func (h *Hider) Screen(name, pageURL string) string {
	n := Needed{Names: h}
	return n.screen(name, pageURL)
}

func (n *Needed) segment(seg string) string {
	if plain, err := url.PathUnescape(seg); err == nil && n.familiar(KindSegment, plain) {
		return seg
	}
	return n.Names.Segment(seg)
}

func (n *Needed) segments(path string) string {
	parts := strings.Split(path, "/")
	for i, seg := range parts {
		parts[i] = n.segment(seg)
	}
	return strings.Join(parts, "/")
}

// address hides the segments of a path, of a fragment that is a route, and the
// values of queries.
func (n *Needed) address(s string) string {
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok {
		return s // about:blank; redaction reduces others to the scheme
	}
	rest, fragment, framed := strings.Cut(rest, "#")
	rest, query, asked := strings.Cut(rest, "?")
	host, path, _ := strings.Cut(rest, "/")
	out := scheme + "://" + host
	if len(rest) > len(host) {
		out += "/" + n.segments(path)
	}
	if asked {
		out += n.query(query, noValue)
	}
	if framed {
		fragment, query, asked = strings.Cut(fragment, "?")
		bang := ""
		if strings.HasPrefix(fragment, "!") {
			bang, fragment = "!", fragment[1:]
		}
		out += "#" + bang + n.segments(fragment)
		if asked {
			out += n.query(query, noValue)
		}
	}
	return out
}

// query hides the values of a query by hide, except familiar ones. It returns the
// query with its question mark, or nothing for an empty one.
func (n *Needed) query(query string, hide func(value string) string) string {
	var parts []string
	for part := range strings.SplitSeq(query, "&") {
		name, value, ok := strings.Cut(part, "=")
		if !ok {
			name, value = "", part
		} else {
			name += "="
		}
		if !n.familiar(KindSegment, value) {
			value = hide(value)
		}
		if part = name + value; part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "?" + strings.Join(parts, "&")
}

func noValue(string) string { return "" }

// screen hides the segments of a screen's name that is derived from its address. It
// keeps a name from screen rules.
func (n *Needed) screen(name, pageURL string) string {
	if name == "" || name == types.UnknownScreen || name == HomeScreen || !routed(name, pageURL) {
		return name
	}
	path, query, asked := strings.Cut(name, "?")
	parts := strings.Split(path, "/")
	for i, seg := range parts {
		if i > 0 || seg != HomeScreen {
			parts[i] = n.segment(seg)
		}
	}
	path = strings.Join(parts, "/")
	if asked {
		path += n.query(query, n.Names.Segment)
	}
	return path
}

// routed reports whether the address contains each segment of a screen's name.
func routed(name, pageURL string) bool {
	path, _, _ := strings.Cut(name, "?")
	decoded, err := url.PathUnescape(pageURL)
	if err != nil {
		decoded = pageURL
	}
	for seg := range strings.SplitSeq(path, "/") {
		if seg != HomeScreen && seg != idSegment && !HiddenSegment(seg) && !strings.Contains(decoded, seg) {
			return false
		}
	}
	return true
}

// Segments lists the segments of an address, and the values of its queries.
func Segments(address string) (out []string) {
	n := Needed{Familiar: func(_ Kind, seg string) bool {
		out = append(out, seg)
		return true
	}}
	n.address(address)
	return out
}
