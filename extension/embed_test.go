package extension

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestIDComesFromTheKey computes the id as Chrome does: the first 16 bytes of
// the key's SHA-256, in letters a to p.
func TestIDComesFromTheKey(t *testing.T) {
	der, err := base64.StdEncoding.DecodeString(Key())
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(der)
	var id []byte
	for _, b := range sum[:16] {
		id = append(id, 'a'+b>>4, 'a'+b&15)
	}
	if string(id) != ID {
		t.Errorf("the manifest's key makes %s, ID is %s", id, ID)
	}
}

func TestEverythingTheManifestNamesShips(t *testing.T) {
	m, err := readManifest()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{m.Background.ServiceWorker, m.Action.DefaultPopup, m.DevtoolsPage}
	for _, icons := range []map[string]string{m.Icons, m.Action.DefaultIcon} {
		for _, file := range icons {
			want = append(want, file)
		}
	}
	scripts, err := contentScripts()
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, scripts...)
	for _, file := range want {
		if _, err := fs.Stat(Files, file); err != nil {
			t.Errorf("the manifest names %q: %v", file, err)
		}
	}
}

var (
	imported   = regexp.MustCompile(`(?m)^(?:import|export)[^;]*?from\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"`)
	referenced = regexp.MustCompile(`(?:src|href)="([^":]+)"`)
)

// TestACopyForProgramsDiffersInItsAccessAlone: every site from the start, and
// scripts that are there before the page's own and in every frame.
func TestACopyForProgramsDiffersInItsAccessAlone(t *testing.T) {
	read := func(files fs.FS, name string) string {
		t.Helper()
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, file := range shipped(t) {
		if file != manifestPath && read(Files, file) != read(AllSites(), file) {
			t.Errorf("%s differs", file)
		}
	}
	var own, all map[string]json.RawMessage
	for text, into := range map[string]*map[string]json.RawMessage{read(Files, manifestPath): &own, read(AllSites(), manifestPath): &all} {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Fatal(err)
		}
	}
	var sites, asked []string
	var scripts []struct {
		Matches   []string `json:"matches"`
		JS        []string `json:"js"`
		AllFrames bool     `json:"all_frames"`
		RunAt     string   `json:"run_at"`
	}
	for name, into := range map[string]any{"host_permissions": &sites, "content_scripts": &scripts} {
		if err := json.Unmarshal(all[name], into); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		delete(all, name)
	}
	if err := json.Unmarshal(own["optional_host_permissions"], &asked); err != nil {
		t.Fatal(err)
	}
	delete(own, "optional_host_permissions")
	want, err := contentScripts()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(sites, asked) || len(scripts) != 1 || !slices.Equal(scripts[0].Matches, sites) || !slices.Equal(scripts[0].JS, want) ||
		!scripts[0].AllFrames || scripts[0].RunAt != "document_start" {
		t.Errorf("sites %q, scripts %+v", sites, scripts)
	}
	for name, text := range own {
		var a, b any
		if json.Unmarshal(text, &a) != nil || json.Unmarshal(all[name], &b) != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%s is %s, not %s", name, all[name], text)
		}
	}
	if len(own) != len(all) {
		t.Errorf("%d parts of the manifest, not %d", len(all), len(own))
	}
}

// TestEverythingScriptsAndPagesNameShips follows imports and references, so
// that a file left out of the embedding cannot break a packed extension only.
func TestEverythingScriptsAndPagesNameShips(t *testing.T) {
	for _, file := range shipped(t) {
		var names *regexp.Regexp
		switch path.Ext(file) {
		case ".js":
			names = imported
		case ".html":
			names = referenced
		default:
			continue
		}
		text, err := fs.ReadFile(Files, file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range names.FindAllStringSubmatch(string(text), -1) {
			name := path.Join(path.Dir(file), m[1]+strings.Join(m[2:], ""))
			if _, err := fs.Stat(Files, name); err != nil {
				t.Errorf("%s names %s: %v", file, name, err)
			}
		}
	}
}

// TestNothingElseShips keeps tests, declarations, secrets and packages out.
func TestNothingElseShips(t *testing.T) {
	kinds := []string{".js", ".html", ".css", ".png", ".json", ".wasm", ".md"}
	for _, file := range shipped(t) {
		if !slices.Contains(kinds, path.Ext(file)) || strings.Contains(file, "node_modules") ||
			strings.Contains(file, "test") || strings.Contains(file, "pairing.json") {
			t.Errorf("%s would ship", file)
		}
	}
}

func shipped(t *testing.T) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(Files, ".", func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
