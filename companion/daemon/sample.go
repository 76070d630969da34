package daemon

import (
	"net"
	"net/http"

	"cairn/testdata/pages"
)

// samplePath is the path of the sample wallet, on which the extension's first page has
// a person make their first memory (extension/firstrun).
const samplePath = "/sample/"

// sampleHandler serves the sample wallet to the browser that opens it, and to no other
// site: a site that could load one of its files would learn that Cairn runs here.
func sampleHandler() http.Handler {
	files := http.StripPrefix(samplePath, http.FileServerFS(pages.Wallet()))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !openedByItself(r) {
			http.Error(w, "the sample is opened by itself", http.StatusForbidden)
			return
		}
		w.Header().Set("Content-Security-Policy", "frame-ancestors 'self'")
		files.ServeHTTP(w, r)
	})
}

// openedByItself reports whether the request comes from no other site, neither under
// that site's name nor, by DNS rebinding, under a name that resolves to this host.
func openedByItself(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.Host)
	from := r.Header.Get("Sec-Fetch-Site")
	return err == nil && (host == "127.0.0.1" || host == "localhost") && (from == "" || from == "none" || from == "same-origin")
}
