package capture

import (
	"net/url"
	"slices"
	"strings"

	"cairn/shared/redact"
	"cairn/shared/types"
)

// HomeScreen is the name of the page at a site's root, or at the root of the
// application that routes by fragment ("/", "/index.html#/").
const HomeScreen = "home"

// Limits of a screen's name: readable, and too short to store a page's text.
const (
	maxScreenName = 120
	maxSegments   = 8
)

// screenParams lists the query parameters that distinguish screens on sites that
// route by them ("?tab=nfts", "?route=checkout/cart"), in the order in which names
// contain them. Numbers are pages of one list, not screens.
var screenParams = []string{"route", "page", "view", "screen", "section", "module", "controller", "action", "tab", "step", "mode", "panel", "pane"}

// Screen returns the name of a page's screen: by a site's rules, else by its route
// (path and fragment, with ids as ":id", see [route.name]), else
// [types.UnknownScreen]. The same name on two origins means two screens; callers that
// compare screens must compare origins too. obs may be nil.
func (r *Rules) Screen(pageURL, title string, obs *types.Observation) string {
	u, ok := parseRoute(redact.URL(pageURL))
	if !ok {
		return types.UnknownScreen
	}
	if name := r.ruled(u, title, obs); name != "" {
		return name
	}
	plain, params := r.reading(u)
	return u.name(plain, params)
}

// ruled returns the name by a site's rules, "" if none matches.
func (r *Rules) ruled(u route, title string, obs *types.Observation) string {
	for i := range r.sites {
		site := &r.sites[i]
		if !site.covers(u.host, u.hostPort) {
			continue
		}
		for j := range site.Screens {
			if site.Screens[j].matches(u, title, obs) {
				return site.Screens[j].Name
			}
		}
	}
	return ""
}

// reading returns the site's settings for routes: whether plain fragments count, and
// which query parameters do.
func (r *Rules) reading(u route) (plain bool, params []string) {
	params = screenParams
	for i := range r.sites {
		if site := &r.sites[i]; site.covers(u.host, u.hostPort) {
			plain = plain || site.PlainFragments
			params = append(slices.Clip(params), site.Params...)
		}
	}
	return plain, params
}

// route is a parsed address.
type route struct {
	host, hostPort        string
	path, query, fragment string
}

// parseRoute parses an address after [redact.URL]. It rejects addresses without a
// location (about:, data:, none).
func parseRoute(s string) (route, bool) {
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok || scheme == "" {
		return route{}, false
	}
	var u route
	rest, u.fragment, _ = strings.Cut(rest, "#")
	rest, u.query, _ = strings.Cut(rest, "?")
	u.hostPort, u.path = rest, "/"
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		u.hostPort, u.path = rest[:i], rest[i:]
	}
	u.host = u.hostPort
	if i := strings.LastIndexByte(u.host, ':'); i >= 0 && !strings.HasSuffix(u.host, "]") {
		u.host = u.host[:i]
	}
	return u, u.host != ""
}

// fragmentPath returns the fragment without the marks of a route and without query.
func (u route) fragmentPath() string {
	f, _, _ := strings.Cut(u.fragment, "?")
	return strings.TrimPrefix(strings.TrimPrefix(f, "!"), "/")
}

func (u route) param(name string) (string, bool) {
	_, inner, _ := strings.Cut(u.fragment, "?")
	for _, query := range []string{u.query, inner} {
		for part := range strings.SplitSeq(query, "&") {
			if n, value, _ := strings.Cut(part, "="); n == name {
				return value, true
			}
		}
	}
	return "", false
}

// name returns the route's name: the segments of the path and, on sites that route by
// fragment, of the fragment, joined by slashes; then the parameters that distinguish
// screens.
//
//	https://shop.example/orders/1042/edit      orders/:id/edit
//	http://localhost:8080/wallet/#/send/asset  wallet/send/asset
//	https://site.example/home.html#/           home
//	https://site.example/?tab=nfts             home?tab=nfts
func (u route) name(plainFragments bool, params []string) string {
	segments := pathSegments(u.path)
	if strings.HasPrefix(u.fragment, "/") || strings.HasPrefix(u.fragment, "!") || plainFragments && u.fragment != "" {
		if n := len(segments); n > 0 && isDocument(lastSegment(u.path)) {
			segments = segments[:n-1]
		}
		segments = append(segments, pathSegments(u.fragmentPath())...)
	}
	name := HomeScreen
	if len(segments) > 0 {
		name = strings.Join(segments[:min(len(segments), maxSegments)], "/")
	}
	sign := "?"
	for _, param := range params {
		if value, ok := u.param(param); ok && saysScreen(value) {
			name += sign + param + "=" + value
			sign = "&"
		}
	}
	return Clean(name, maxScreenName)
}

// saysScreen reports whether a parameter's value names a screen: it consists of
// words.
func saysScreen(value string) bool {
	return value != "" && strings.ContainsFunc(value, isLetter) && withIDs(value) == value
}

// pathSegments returns the readable segments of a path: decoded, ids replaced,
// without empty ones and without the name of an index document.
func pathSegments(path string) []string {
	var out []string
	for seg := range strings.SplitSeq(path, "/") {
		if decoded, err := url.PathUnescape(seg); err == nil {
			seg = decoded
		}
		seg = Clean(seg, maxScreenName)
		if isDocument(seg) {
			seg = seg[:strings.LastIndexByte(seg, '.')]
			if seg == "index" || seg == "default" {
				continue
			}
		}
		if seg != "" {
			out = append(out, withIDs(seg))
		}
	}
	return withoutTitles(out)
}

func lastSegment(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// isDocument reports whether a segment is the file name of a page.
func isDocument(seg string) bool {
	i := strings.LastIndexByte(seg, '.')
	if i <= 0 {
		return false
	}
	return slices.Contains([]string{"html", "htm", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "do", "cgi"}, strings.ToLower(seg[i+1:]))
}
