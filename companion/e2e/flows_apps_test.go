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
	held bool // its failures are shown to nobody while others work on flows
	// start serves it. What it returns besides its address may be nil.
	start func(t testing.TB) (url string, data flowData, err error)
	// page is JavaScript that yields the data of an application that keeps them in
	// the browser.
	page  string
	ready string // JavaScript that says that the start page is drawn
	flows []flowCase
}

// flowData is what an application knows.
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
	row            string                                // what names the row that it works on, if it does
	say            []string
	siblings       []sibling
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

// startTiddly starts TiddlyWiki with two notes.
func startTiddly(t testing.TB) (string, flowData, error) {
	dir, err := had(t, "flows")
	if err != nil {
		return "", nil, err
	}
	home, port := t.TempDir(), freePort(t)
	script := filepath.Join(dir, "node_modules", "tiddlywiki", "tiddlywiki.js")
	runIn(t, home, nil, "node", script, "wiki", "--init", "server")
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	if err := startProgram(t, url, home, "node", script, "wiki", "--listen", fmt.Sprintf("port=%d", port)); err != nil {
		return "", nil, err
	}
	all := func() (found []struct {
		Title, Tags, Color string
		Draft              string `json:"draft.of"`
	}) {
		_ = json.Unmarshal(asks("GET", url+"/recipes/default/tiddlers.json", ""), &found)
		return found
	}
	put := func(title, tags, text string) {
		body, _ := json.Marshal(map[string]string{"title": title, "tags": tags, "text": text}) // strings
		asks("PUT", url+"/recipes/default/tiddlers/"+pathEscape(title), string(body), "X-Requested-With", "TiddlyWiki")
	}
	return url, remoteData{
		clear: func() {
			for _, x := range all() {
				asks("DELETE", url+"/bags/default/tiddlers/"+pathEscape(x.Title), "", "X-Requested-With", "TiddlyWiki")
			}
			put("Granite", "stone", "A grey stone.")
			put("Basalt", "stone", "A dark stone.")
			put("$:/DefaultTiddlers", "", "Granite Basalt")
		},
		tell: func() string {
			var out []string
			for _, x := range all() {
				if x.Draft == "" && !strings.HasPrefix(x.Title, "$:/") {
					out = append(out, x.Title+" ("+x.Tags+")")
				}
			}
			slices.Sort(out)
			return strings.Join(out, "; ")
		},
	}, nil
}

func pathEscape(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, " ", "%20"), "/", "%2F")
}

// startNodeREDFlows starts Node-RED with one tab.
func startNodeREDFlows(t testing.TB) (string, flowData, error) {
	url, err := startNodeRED(t)
	if err != nil {
		return "", nil, err
	}
	return url, remoteData{
		clear: func() {
			asks("POST", url+"flows", `[{"id":"a1b2c3d4","type":"tab","label":"Flow 1","disabled":false,"info":""}]`, "Node-RED-Deployment-Type", "full")
		},
		tell: func() string {
			var nodes []struct{ Type, Label, Name string }
			_ = json.Unmarshal(asks("GET", url+"flows", ""), &nodes)
			var out []string
			for _, n := range nodes {
				out = append(out, n.Type+" "+n.Label+n.Name)
			}
			slices.Sort(out)
			return strings.Join(out, "; ")
		},
	}, nil
}

// startPocketBase starts PocketBase with a collection of books. It is built by the first bench that needs it.
func startPocketBase(t testing.TB) (string, flowData, error) {
	bin := filepath.Join(repoRoot, ".cache", "pocketbase", "base")
	if _, err := os.Stat(bin); err != nil {
		cmd := exec.Command("go", "install", "github.com/pocketbase/pocketbase/examples/base@v0.36.8")
		cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "GOBIN="+filepath.Dir(bin), "CGO_ENABLED=0", "GOFLAGS=")
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", nil, fmt.Errorf("PocketBase cannot be built: %w: %.300s", err, out)
		}
	}
	dir := t.TempDir()
	runIn(t, dir, nil, bin, "superuser", "upsert", pocketUser, pocketPassword, "--dir", "data")
	url := fmt.Sprintf("http://127.0.0.1:%d", freePort(t))
	if err := startProgram(t, url+"/api/health", dir, bin, "serve", "--http", strings.TrimPrefix(url, "http://"), "--dir", "data"); err != nil {
		return "", nil, err
	}
	var signed struct {
		Token  string          `json:"token"`
		Record json.RawMessage `json:"record"`
	}
	if err := json.Unmarshal(asks("POST", url+"/api/collections/_superusers/auth-with-password", fmt.Sprintf(`{"identity":%q,"password":%q}`, pocketUser, pocketPassword)), &signed); err != nil {
		return "", nil, err
	}
	auth := func(method, path, body string) []byte {
		return asks(method, url+path, body, "Authorization", signed.Token)
	}
	auth("POST", "/api/collections", `{"name":"books","type":"base","fields":[{"name":"title","type":"text"},{"name":"author","type":"text"},{"name":"read","type":"bool"}]}`)
	list := func() (found struct {
		Items []struct {
			ID, Title, Author string
			Read              bool
		}
	}) {
		_ = json.Unmarshal(auth("GET", "/api/collections/books/records?sort=title", ""), &found)
		return found
	}
	return url, pocketData{remoteData{
		clear: func() {
			for _, x := range list().Items {
				auth("DELETE", "/api/collections/books/records/"+x.ID, "")
			}
			auth("POST", "/api/collections/books/records", `{"title":"Emma","author":"Austen"}`)
			auth("POST", "/api/collections/books/records", `{"title":"Dubliners","author":"Joyce"}`)
			auth("POST", "/api/collections/books/records", `{"title":"Middlemarch","author":"Eliot"}`)
		},
		tell: func() string {
			var out []string
			for _, x := range list().Items {
				out = append(out, fmt.Sprintf("%s by %s read=%v", x.Title, x.Author, x.Read))
			}
			return strings.Join(out, "; ")
		},
	}, fmt.Sprintf(`{"token":%q,"record":%s}`, signed.Token, signed.Record)}, nil
}

const pocketUser, pocketPassword = "keeper@example.org", "lantern-oak-7431"

// pocketData is PocketBase's, whose browser is signed in from the start.
type pocketData struct {
	remoteData
	signed string
}

func (d pocketData) seed() map[string]string {
	return map[string]string{"__pb_superuser_auth__": d.signed}
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
	at := slices.Index(d.todos, key)
	switch {
	case kind == "row":
		d.todos = slices.Insert(d.todos, 0, "Zest a lemon")
	case kind == "twin" && at >= 0:
		d.todos = slices.Insert(d.todos, 0, key)
	case kind == "gone" && at >= 0:
		d.todos[at] = "Zest a lemon"
	case kind == "order":
		slices.Reverse(d.todos)
	}
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
