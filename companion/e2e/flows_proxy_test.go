package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// driftProxy stands between the browser and an application at one address, and
// changes its pages as applications change between two visits. It works on any
// application: all that it knows are an element and a kind of change.
type driftProxy struct {
	url string

	mu     sync.Mutex
	kind   string
	pivot  string
	row    string
	epoch  int
	seed   map[string]string
	decoys int
	script string
	target string
}

// startDriftProxy serves the application at target, unchanged until drift is called.
func startDriftProxy(t testing.TB, target string) *driftProxy {
	t.Helper()
	to, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile(filepath.Join(repoRoot, "testdata", "apps", "flows", "drift.js"))
	if err != nil {
		t.Fatal(err)
	}
	d := &driftProxy{script: string(script), target: strings.TrimSuffix(target, "/")}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = to.Scheme, to.Host
			r.Out.Host = r.In.Host
			r.Out.Header.Del("Accept-Encoding")
			r.Out.Header.Del("If-None-Match")
			r.Out.Header.Del("If-Modified-Since")
		},
		ModifyResponse: d.rewrite,
		ErrorHandler: func(rw http.ResponseWriter, _ *http.Request, err error) {
			http.Error(rw, err.Error(), http.StatusBadGateway)
		},
	}
	d.url = serve(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if !d.serves(rw, r) {
			proxy.ServeHTTP(rw, r)
		}
	}))
	return d
}

// drift changes the application from its next page on; an empty kind leaves it as
// it is. A row is the text of the row that is changed. An application that keeps its data in
// the browser begins with seed.
func (d *driftProxy) drift(kind, pivot, row string, seed map[string]string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.kind, d.pivot, d.row, d.seed, d.decoys = kind, pivot, row, seed, 0
	d.epoch++
}

// hits counts the actions on decoys since the last drift.
func (d *driftProxy) hits() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.decoys
}

// serves answers requests that are not the application's: decoys, the login page, and it is slow.
func (d *driftProxy) serves(rw http.ResponseWriter, r *http.Request) bool {
	d.mu.Lock()
	kind, epoch := d.kind, strconv.Itoa(d.epoch)
	d.mu.Unlock()
	switch {
	case r.URL.Path == "/__flows/decoy":
		d.mu.Lock()
		d.decoys++
		d.mu.Unlock()
		fmt.Fprint(rw, "A partner's page")
		return true
	case r.URL.Path == "/__flows/login":
		if r.Method == http.MethodPost {
			http.SetCookie(rw, &http.Cookie{Name: "flows", Value: epoch, Path: "/"})
			http.Redirect(rw, r, r.FormValue("next"), http.StatusSeeOther)
			return true
		}
		d.askLogin(rw, r.URL.Query().Get("next"))
		return true
	case kind == "login" && r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html"):
		if !signedIn(r, epoch) {
			http.Redirect(rw, r, "/__flows/login?next="+url.QueryEscape(r.URL.RequestURI()), http.StatusSeeOther)
			return true
		}
	case kind == "relogin" && r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html"):
		if !signedIn(r, epoch) {
			d.askLogin(rw, r.URL.RequestURI()) // at the same address
			return true
		}
	case kind == "slow":
		pause := 1500 * time.Millisecond
		if asset.MatchString(r.URL.Path) {
			pause = 150 * time.Millisecond
		}
		time.Sleep(pause)
	}
	return false
}

func signedIn(r *http.Request, epoch string) bool {
	c, err := r.Cookie("flows")
	return err == nil && c.Value == epoch
}

// askLogin writes the page of an expired login, which leads on to next.
func (d *driftProxy) askLogin(rw http.ResponseWriter, next string) {
	script, err := d.inserted()
	if err != nil {
		http.Error(rw, err.Error(), http.StatusInternalServerError)
		return
	}
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(rw, `<!doctype html><html lang="en"><head>%s<title>Sign in</title></head><h1>Your session has expired</h1><form method="post" action="/__flows/login"><input type="hidden" name="next" value="%s"><label>User name <input name="user"></label><label>Password <input type="password" name="password"></label><button>Sign in</button></form>`, script, html.EscapeString(next))
}

var (
	asset    = regexp.MustCompile(`\.(?:js|mjs|css|woff2?|svg|png|ico|map|wasm|json)$`)
	headOpen = regexp.MustCompile(`(?i)<head(?:\s[^>]*)?>|<html[^>]*>|<!doctype[^>]*>`)
)

// rewrite puts the script in front of all others of a page.
func (d *driftProxy) rewrite(res *http.Response) error {
	res.Header.Set("Cache-Control", "no-store")
	if !strings.Contains(res.Header.Get("Content-Type"), "text/html") || res.Request.Method != http.MethodGet {
		return nil
	}
	page, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	res.Body.Close()
	script, err := d.inserted()
	if err != nil {
		return err
	}
	page = bytes.ReplaceAll(page, []byte(d.target), []byte(d.url))
	at := headOpen.FindAllIndex(page, -1)
	to := 0
	for _, m := range at {
		if to = m[1]; bytes.HasPrefix(bytes.ToLower(page[m[0]:m[1]]), []byte("<head")) {
			break
		}
	}
	if len(at) > 0 { // a part of a page has no place for it
		page = append(page[:to:to], append(script, page[to:]...)...)
	}
	res.Body = io.NopCloser(bytes.NewReader(page))
	res.ContentLength = int64(len(page))
	res.Header.Set("Content-Length", strconv.Itoa(len(page)))
	for _, h := range []string{"Content-Security-Policy", "Etag", "Last-Modified"} {
		res.Header.Del(h)
	}
	return nil
}

// inserted is the script as it stands in a page now.
func (d *driftProxy) inserted() ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	say := map[string]any{"kind": d.kind, "pivot": d.pivot, "row": d.row, "seed": d.seed}
	if d.seed != nil {
		say["epoch"] = strconv.Itoa(d.epoch)
	}
	said, err := json.Marshal(say)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "<script>window.__drift=%s;%s</script>", said, d.script), nil
}
