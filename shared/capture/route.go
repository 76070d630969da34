package capture

import (
	"net/url"
	"strings"

	"cairn/shared/redact"
)

// anySegment replaces a data segment in a [Route].
const anySegment = "*"

// Route returns the path of an address, and its fragment if that is a route, with "*" for
// segments that name one object among many or are hidden: /orders/*/edit. It is empty for
// other texts.
func Route(address string) string {
	u, ok := parseRoute(besideHidden(address, redact.URL))
	if !ok {
		return ""
	}
	route := segmentsAsRoute(u.path)
	if f, _, _ := strings.Cut(u.fragment, "?"); strings.HasPrefix(f, "/") || strings.HasPrefix(f, "!") {
		route += "#" + segmentsAsRoute(f)
	}
	return Clean(route, maxScreenName)
}

func segmentsAsRoute(path string) string {
	segments := strings.Split(path, "/")
	for i, seg := range segments {
		if HiddenSegment(seg) {
			segments[i] = anySegment
			continue
		}
		if decoded, err := url.PathUnescape(seg); err == nil {
			seg = decoded
		}
		if seg != "" && withIDs(seg) != seg || strings.HasPrefix(seg, ":") || strings.Contains(seg, redact.Mark) {
			segments[i] = anySegment
		}
	}
	return strings.Join(segments, "/")
}
