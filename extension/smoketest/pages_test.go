package smoketest

import (
	"fmt"
	"net/http"
)

// pages serves a small site: a form that goes to another page, a button that
// changes the page, and a frame.
func pages() http.Handler {
	mux := http.NewServeMux()
	for path, body := range map[string]string{
		"/{$}": `<h1>Accounts</h1>
			<label>Recipient <input data-testid="recipient"></label>
			<button data-testid="send" onclick="document.querySelector('#out').innerHTML='<h2>Transfer queued</h2>'">Send tokens</button>
			<div id="out"></div>
			<a data-testid="next" href="/next">Activity</a>`,
		"/next": `<h1>Activity</h1><button data-testid="back" onclick="history.back()">Back</button>`,
		"/framed": `<h1>Framed</h1><button data-testid="outer">Outer</button><br>
			<iframe style="margin-top:40px;border:5px solid;padding:7px"></iframe>
			<script>document.querySelector("iframe").src = new URLSearchParams(location.search).get("src")</script>`,
		"/inner": `<button data-testid="inner" onclick="this.textContent='Pressed'">Inner</button>`,
	} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, "<!doctype html><html lang=en><title>%s</title>%s</html>", path, body)
		})
	}
	return mux
}
