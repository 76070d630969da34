package daemon

import (
	"net/http/httptest"
	"strings"
	"testing"
)

func TestTheSampleIsServedToNoOtherSite(t *testing.T) {
	for _, test := range []struct {
		path, from, host string
		status           int
		holds            string
	}{
		{"/sample/", "none", "127.0.0.1:17837", 200, "Pebble Wallet"},
		{"/sample/", "", "127.0.0.1:17837", 200, "Pebble Wallet"},
		{"/sample/app.js", "same-origin", "127.0.0.1:17837", 200, "unlock"},
		{"/sample/", "cross-site", "127.0.0.1:17837", 403, "by itself"},
		{"/sample/app.js", "same-site", "127.0.0.1:17837", 403, "by itself"},
		{"/sample/../daemon.json", "none", "127.0.0.1:17837", 404, ""},
		{"/sample/", "none", "rebound.example:17837", 403, "by itself"},
		{"/sample/", "none", "127.0.0.1", 403, "by itself"},
		{"/sample/none.js", "none", "127.0.0.1:17837", 404, ""},
	} {
		r := httptest.NewRequest("GET", "http://127.0.0.1:17837"+test.path, nil)
		r.Host = test.host
		if test.from != "" {
			r.Header.Set("Sec-Fetch-Site", test.from)
		}
		w := httptest.NewRecorder()
		sampleHandler().ServeHTTP(w, r)
		if w.Code != test.status || !strings.Contains(w.Body.String(), test.holds) {
			t.Errorf("%s from %q: %d %.80q", test.path, test.from, w.Code, w.Body)
		}
	}
}
