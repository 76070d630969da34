package daemon

import (
	"net"
	"net/http"

	"cairn/testdata/pages"
)

// samplePath is where the daemon serves the sample wallet, on which the
// extension's first page has a person make their first memory
// (extension/firstrun).
const samplePath = "/sample/"

// sampleHandler serves the sample wallet to the browser that opens it, and to no other
// site: one that could load a file of it would know that Cairn runs here.
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

// openedByItself reports whether no other site asks, under its own name or,
// rebound, under one that leads here.
func openedByItself(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.Host)
	from := r.Header.Get("Sec-Fetch-Site")
	return err == nil && (host == "127.0.0.1" || host == "localhost") && (from == "" || from == "none" || from == "same-origin")
}
