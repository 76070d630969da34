package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// flowApp is an application with tasks in it. Its data are judged where it keeps
// them: on its server, or in the browser by page.
type flowApp struct {
	name string
	own  bool // written here
	held bool // its failures are not shown to those who work on flows
	// start serves it. Its results besides the address may be nil.
	start func(t testing.TB) (url string, data flowData, err error)
	// page is JavaScript that yields the data of an application that keeps them in
	// the browser.
	page  string
	ready string // JavaScript that says that the start page is drawn
	flows []flowCase
}

// flowData is the data of an application.
type flowData interface {
	reset()
	state() string
	drift(kind, key string)
}

// seeded is flowData that lies in the browser.
type seeded interface {
	seed() map[string]string
}

// flowCase is a task of an application.
type flowCase struct {
	name  string
	goal  string
	start string // where its first step is done
	// params are the values of the first run, others those of another.
	params, others map[string]string
	acts           []flowAct
	want           string                                // the data afterwards
	wants          func(values map[string]string) string // where want cannot say it
	pivot          int                                   // the act that changes of the page are about
	row            string                                // the text of the row that it works on, if it does
	say            []string
	siblings       []sibling
	never          []string // goals that sound like it and are another task: a run by them does nothing
}

// sibling is a task that looks like one that is known, of another object. It was
// never done.
type sibling struct {
	goal   string
	params map[string]string
	acts   []flowAct // nil: those of the flow
	want   string    // empty: that of the flow
}

// remote is data on an application's own server.
type remoteData struct {
	clear  func()
	tell   func() string
	change func(kind, key string)
}

func (d remoteData) reset()        { d.clear() }
func (d remoteData) state() string { return d.tell() }
func (d remoteData) drift(kind, key string) {
	if d.change != nil {
		d.change(kind, key)
	}
}

func startOwn(app ownApp) func(t testing.TB) (string, flowData, error) {
	return func(t testing.TB) (string, flowData, error) {
		app.reset()
		return serve(t, app), app, nil
	}
}

// startProgram starts a server and waits until it answers.
func startProgram(t testing.TB, url, dir, name string, args ...string) error {
	log := &lockedBuffer{}
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, log, log
	if err := cmd.Start(); err != nil {
		return err
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return answers(url, log)
}

// asks sends one request to an application, as its own clients do.
func asks(method, url, body string, headers ...string) []byte {
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return nil
	}
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return nil
	}
	return data
}

// todoData is TodoMVC's, which lies in the browser.
type todoData struct {
	mu    sync.Mutex
	todos []string
}

func (d *todoData) reset() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.todos = []string{"Buy milk", "Call the bank", "Water the plants"}
}

func (d *todoData) state() string { return "" }

func (d *todoData) drift(kind, key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.todos = driftRows(d.todos, kind, slices.Index(d.todos, key), "Zest a lemon", func(x string) string { return x })
}

func (d *todoData) seed() map[string]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := []map[string]any{}
	for _, title := range d.todos {
		all = append(all, map[string]any{"title": title, "completed": false})
	}
	data, _ := json.Marshal(all) // strings and booleans
	return map[string]string{"todos-knockoutjs": string(data)}
}

func startTodo(t testing.TB) (string, flowData, error) {
	dir, err := had(t, "eyes")
	if err != nil {
		return "", nil, err
	}
	return serve(t, http.FileServer(http.Dir(filepath.Join(dir, "node_modules", "todomvc", "examples", "knockoutjs")))), &todoData{}, nil
}

// startSwaggerFlows serves Swagger UI beside the interface that it describes.
func startSwaggerFlows(t testing.TB) (string, flowData, error) {
	dir := filepath.Join(installed(t, "swagger-ui"), "node_modules", "swagger-ui-dist")
	description, err := os.ReadFile(filepath.Join(repoRoot, "testdata", "apps", "flows", "openapi.json"))
	if err != nil {
		return "", nil, err
	}
	initializer, err := os.ReadFile(filepath.Join(repoRoot, "testdata", "apps", "swagger-ui", "swagger-initializer.js"))
	if err != nil {
		return "", nil, err
	}
	var mu sync.Mutex
	var asked []string
	files := http.FileServer(http.Dir(dir))
	url := serve(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/openapi.json":
			_, _ = rw.Write(description)
		case r.URL.Path == "/swagger-initializer.js":
			http.ServeContent(rw, r, "x.js", time.Time{}, bytes.NewReader(initializer))
		case strings.HasPrefix(r.URL.Path, "/v1/"):
			body := &httptest.ResponseRecorder{Body: &bytes.Buffer{}}
			_, _ = io.Copy(body.Body, r.Body)
			mu.Lock()
			asked = append(asked, strings.Join(strings.Fields(r.Method+" "+r.URL.RequestURI()+" "+body.Body.String()), " "))
			mu.Unlock()
			fmt.Fprint(rw, `{}`)
		default:
			files.ServeHTTP(rw, r)
		}
	}))
	return url, remoteData{
		clear: func() { mu.Lock(); defer mu.Unlock(); asked = nil },
		tell:  func() string { mu.Lock(); defer mu.Unlock(); return strings.Join(asked, "; ") },
	}, nil
}

// startVerdaccioFlows starts Verdaccio with three packages and a user.
func startVerdaccioFlows(t testing.TB) (string, flowData, error) {
	if _, err := had(t, "verdaccio"); err != nil {
		return "", nil, err
	}
	url := startVerdaccio(t)
	for _, name := range []string{"cairn-fixture-slate", "cairn-fixture-marble"} {
		dir := t.TempDir()
		for file, text := range map[string]string{
			"package.json": `{"name":"` + name + `","version":"2.0.0","description":"One more stone","license":"MIT","dependencies":{"cairn-fixture-sand":"^1.0.0"}}`,
			"README.md":    "# " + name + "\n", "index.js": "module.exports = 1;\n", ".npmrc": "//" + strings.TrimPrefix(url, "http://") + ":_authToken=anonymous\n",
		} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
				return "", nil, err
			}
		}
		runIn(t, dir, nil, "npm", "publish", "--registry", url)
	}
	asks("PUT", url+"-/user/org.couchdb.user:mason", `{"name":"mason","password":"quarry-77-lime"}`)
	return url, remoteData{clear: func() {}, tell: func() string { return "" }}, nil
}
