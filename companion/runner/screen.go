package runner

import (
	"cmp"
	"net/url"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/flow"
	"cairn/shared/types"
)

// fitsScreen reports whether a page is the one that a flow means: by its path, or by
// the name of its screen. A flow with neither means any.
func fitsScreen(want types.FlowScreen, at *types.State, values map[string]string) bool {
	if want.Path == "" && want.Screen == "" {
		return true
	}
	if want.Screen != "" && want.Screen != types.UnknownScreen && want.Screen == at.CurrentScreen {
		return true
	}
	return want.Path != "" && fitsPath(want.Path, at.CurrentURL, values)
}

// fitsPath reports whether an address has a path of that form.
func fitsPath(want, address string, values map[string]string) bool {
	if filled, err := flow.Fill(want, values); err == nil {
		want = filled
	}
	if capture.Route(address) == want {
		return true
	}
	path, fragment, is := strings.Cut(want, "#")
	if want = cmp.Or(strings.TrimSuffix(path, "/"), "/"); is { // as routeOf writes it
		want += "#" + fragment
	}
	a, b := strings.Split(want, "/"), strings.Split(routeOf(address), "/")
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		plain, err := url.PathUnescape(b[i])
		if a[i] != b[i] && !(a[i] == "*" && b[i] != "") && (err != nil || a[i] != plain && !strings.EqualFold(a[i], url.PathEscape(plain))) {
			return false
		}
	}
	return true
}

// routeOf returns the path of an address without decoding, because a segment may contain a
// slash, and its fragment where that is a route.
func routeOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	route := strings.TrimSuffix(u.EscapedPath(), "/")
	if route == "" {
		route = "/"
	}
	if f, _, _ := strings.Cut(u.EscapedFragment(), "?"); strings.HasPrefix(f, "/") || strings.HasPrefix(f, "!") {
		route += "#" + f
	}
	return route
}

// appeared reports whether a page shows all elements that a flow expects; seen holds those
// that appeared and may be gone again.
func appeared(want []string, page *types.Observation, seen map[string]bool, values map[string]string) bool {
	if len(want) == 0 {
		return true
	}
	now := map[string]bool{}
	for i := range page.A11y.Nodes {
		n := &page.A11y.Nodes[i]
		now[labelOf(n.Role, n.Name)] = true
	}
	for _, label := range want {
		label = filledLabel(label, values)
		if !now[label] && !seen[label] {
			return false
		}
	}
	return true
}

// filledLabel returns a recorded label with its parameters filled in, as it is where one has no value.
func filledLabel(label string, values map[string]string) string {
	if filled, err := flow.Fill(label, values); err == nil {
		return filled
	}
	return label
}

func labelOf(role, name string) string { return role + ` "` + name + `"` }

// labelParts returns the role and the name of which labelOf made a label.
func labelParts(label string) (role, name string) {
	role, name, _ = strings.Cut(label, ` "`)
	return role, strings.TrimSuffix(name, `"`)
}
