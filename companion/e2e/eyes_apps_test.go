package e2e

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// had installs an application, or says why it cannot be had.
func had(t testing.TB, app string) (dir string, err error) {
	if _, err := exec.LookPath("npm"); err != nil {
		return "", errors.New("npm is missing")
	}
	return installed(t, app), nil
}

// startNodeRED starts Node-RED with an empty flow file.
func startNodeRED(t testing.TB) (url string, err error) {
	dir, err := had(t, "node-red")
	if err != nil {
		return "", err
	}
	settings := filepath.Join(t.TempDir(), "settings.js")
	// The tour of new features would stand in front of the editor.
	text := `module.exports = { uiHost: '127.0.0.1', editorTheme: { tours: false, projects: { enabled: false } }, telemetry: { enabled: false }, logging: { console: { level: 'warn' } } };`
	if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
		return "", err
	}
	port := freePort(t)
	url = fmt.Sprintf("http://127.0.0.1:%d/", port)
	return url, startProgram(t, url, "", "node", filepath.Join(dir, "node_modules", ".bin", "node-red"), "--port", fmt.Sprint(port), "--userDir", t.TempDir(), "--settings", settings)
}

// answers waits until a server does.
func answers(url string, log *lockedBuffer) error {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if res, err := http.Get(url); err == nil {
			res.Body.Close()
			return nil
		}
	}
	return fmt.Errorf("%s does not answer: %s", url, log)
}

// serveBundles serves the applications of testdata/apps/eyes, which are files
// alone, with Excalidraw bundled.
func serveBundles(t testing.TB) (url string, err error) {
	dir, err := had(t, "eyes")
	if err != nil {
		return "", err
	}
	source := filepath.Join(repoRoot, "testdata", "apps", "eyes")
	copyFile(t, filepath.Join(source, "excalidraw.jsx"), filepath.Join(dir, "excalidraw.jsx"))
	if _, err := os.Stat(filepath.Join(dir, "excalidraw", "main.js")); err != nil {
		runIn(t, dir, nil, filepath.Join("node_modules", ".bin", "esbuild"), "main=excalidraw.jsx", "--bundle", "--format=esm", "--splitting", "--minify", "--outdir=excalidraw",
			"--loader:.woff2=file", `--define:process.env.NODE_ENV="production"`, `--define:process.env.IS_PREACT="false"`, "--conditions=production")
	}
	return serve(t, pagesBefore(filepath.Join(source, "pages"), dir)) + "/", nil
}

// serveWiki serves TiddlyWiki, built into one file, and tables of Tabulator.
func serveWiki(t testing.TB) (url string, err error) {
	dir, err := had(t, "wiki")
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(dir, "wiki", "index.html")); err != nil {
		edition := filepath.Join("node_modules", "tiddlywiki", "editions", "introduction")
		runIn(t, dir, nil, "node", filepath.Join("node_modules", "tiddlywiki", "tiddlywiki.js"), edition, "--output", "wiki", "--build", "index")
	}
	return serve(t, pagesBefore(filepath.Join(repoRoot, "testdata", "apps", "wiki", "pages"), dir)) + "/", nil
}

// servePages serves pages around components of others: those of testdata/apps/NAME/pages
// before the files that npm installs for them.
func servePages(name string) func(testing.TB) (string, error) {
	return func(t testing.TB) (url string, err error) {
		dir, err := had(t, name)
		if err != nil {
			return "", err
		}
		return serve(t, pagesBefore(filepath.Join(repoRoot, "testdata", "apps", name, "pages"), dir)) + "/", nil
	}
}

// pagesBefore serves pages, and the files of an application where there is no page.
func pagesBefore(pages, files string) http.HandlerFunc {
	first, rest := http.FileServer(http.Dir(pages)), http.FileServer(http.Dir(files))
	return func(rw http.ResponseWriter, r *http.Request) {
		if _, err := os.Stat(filepath.Join(pages, filepath.Clean(r.URL.Path))); err == nil {
			first.ServeHTTP(rw, r)
			return
		}
		rest.ServeHTTP(rw, r)
	}
}

func serveTodoMVC(t testing.TB) (url string, err error) {
	dir, err := had(t, "eyes")
	if err != nil {
		return "", err
	}
	return serve(t, http.FileServer(http.Dir(filepath.Join(dir, "node_modules", "todomvc-react", "dist")))) + "/", nil
}

// serveActual serves Actual Budget's web application, which keeps a budget in
// the browser when there is no server.
func serveActual(t testing.TB) (url string, err error) {
	dir, err := had(t, "actual")
	if err != nil {
		return "", err
	}
	root := http.Dir(filepath.Join(dir, "node_modules", "@actual-app", "web", "build"))
	files := http.FileServer(root)
	return serve(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		rw.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		if f, err := root.Open(r.URL.Path); err != nil { // a route of its own
			r.URL.Path = "/"
		} else {
			f.Close()
		}
		files.ServeHTTP(rw, r)
	})) + "/", nil
}
