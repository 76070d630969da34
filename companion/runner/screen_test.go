package runner

import "testing"

// TestPathsOfPages compares the paths that flows have with addresses of pages.
func TestPathsOfPages(t *testing.T) {
	values := map[string]string{"page": "Café au lait"}
	for _, x := range []struct {
		want, address string
		fits          bool
	}{
		{"/team", "https://a.test/team/", true},
		{"/team", "https://a.test/teams", false},
		{"/orders/*/edit", "https://a.test/orders/17/edit", true},
		{"/orders/*/edit", "https://a.test/orders//edit", false},
		{"/#/queues/%2F/*", "https://a.test/#/queues/%2F/letters", true},
		{"/#/queues/%2F/*", "https://a.test/#/queues/a/letters", false},
		{"/#/queues/*/*", "https://a.test/#/queues/%2F/letters", true},
		{"/wiki/{page}", "https://a.test/wiki/Caf%C3%A9%20au%20lait", true},
		{"/wiki/Café", "https://a.test/wiki/Caf%C3%A9", true},
		{"/wiki/Caf%C3%A9", "https://a.test/wiki/Caf%c3%a9", true},
		{"/", "https://a.test", true},
	} {
		if fitsPath(x.want, x.address, values) != x.fits {
			t.Errorf("%s fits %s: %t", x.address, x.want, !x.fits)
		}
	}
}
