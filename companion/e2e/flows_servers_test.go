package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

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
	return url, signedData{remoteData{
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
	}, map[string]string{"__pb_superuser_auth__": fmt.Sprintf(`{"token":%q,"record":%s}`, signed.Token, signed.Record)}}, nil
}

const pocketUser, pocketPassword = "keeper@example.org", "lantern-oak-7431"

// signedData are data of an application whose browser is signed in from the start.
type signedData struct {
	remoteData
	signed map[string]string
}

func (d signedData) seed() map[string]string { return d.signed }
