package e2e

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMemoryWorksOnAnApplicationWeDidNotWrite browses Verdaccio's web UI as a
// person, and wants an agent that comes after to be shown the way.
func TestMemoryWorksOnAnApplicationWeDidNotWrite(t *testing.T) {
	t.Parallel()
	registry := startVerdaccio(t)
	w := borrowWorld(t)

	p := w.person(registry)
	p.click(`a[href*="detail/cairn-fixture-stone"], [data-testid="package-title"]`)
	p.click(`[data-testid="dependencies-tab"]`)
	p.click(`[data-testid="versions-tab"]`)
	w.exportedTo(t, "versions-tab")

	a := w.stdioAgent("after-the-person")
	a.do("mm_launch", map[string]any{"url": registry, "goal": "See the versions of a package"})
	var walked []string
	for range 3 {
		// The application draws its page from its first requests.
		var d described
		w.eventually(fmt.Sprintf("something is suggested after %q", walked), func() bool {
			d = a.describe()
			return d.PriorKnowledge != nil && len(d.PriorKnowledge.SuggestedNextActions) > 0
		})
		s := d.PriorKnowledge.SuggestedNextActions[0]
		walked = append(walked, fmt.Sprintf("%s %s%v", s.Action, s.PreferredTarget.Text, s.PreferredTarget.Hint))
		a.follow(d, nil)
	}
	at := a.describe()
	if !strings.Contains(at.State.CurrentURL, "cairn-fixture-stone") {
		t.Errorf("following memory led to %s by %q", at.State.CurrentURL, walked)
	}
	if !strings.Contains(walked[2], "versions-tab") {
		t.Errorf("the way was %q, want it to end at the versions tab", walked)
	}
}

// startVerdaccio installs Verdaccio once (into the build cache), starts it with
// an empty registry and publishes one small package into it.
func startVerdaccio(t testing.TB) (url string) {
	t.Helper()
	source := filepath.Join(repoRoot, "testdata", "apps", "verdaccio")
	cache := installed(t, "verdaccio")
	command := filepath.Join(cache, "node_modules", ".bin", "verdaccio")
	dir := t.TempDir()
	config, err := os.ReadFile(filepath.Join(source, "config.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "config.yaml"), config, 0o644); err != nil {
		t.Fatal(err)
	}
	address := fmt.Sprintf("127.0.0.1:%d", freePort(t))
	log := &lockedBuffer{}
	cmd := exec.Command(command, "--config", "config.yaml", "--listen", address)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("verdaccio's log:\n%s", log.String())
		}
	})
	url = "http://" + address + "/"
	for end := time.Now().Add(3 * patience); ; time.Sleep(100 * time.Millisecond) {
		if res, err := http.Get(url); err == nil {
			res.Body.Close()
			break
		}
		if time.Now().After(end) {
			t.Fatalf("verdaccio does not answer:\n%s", log.String())
		}
	}
	publishFixture(t, url, address)
	return url
}

// installing keeps two tests from installing into one directory.
var installing sync.Mutex

// installed installs one of the npm programs of testdata/apps, once, into the
// build cache, and returns where.
func installed(t testing.TB, app string) (dir string) {
	t.Helper()
	installing.Lock()
	defer installing.Unlock()
	source := filepath.Join(repoRoot, "testdata", "apps", app)
	dir = filepath.Join(repoRoot, ".cache", app)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	fresh := true
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			t.Fatal(err)
		}
		had, _ := os.ReadFile(filepath.Join(dir, name))
		fresh = fresh && bytes.Equal(had, data)
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules", ".package-lock.json")); err != nil || !fresh {
		runIn(t, dir, nil, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
	}
	return dir
}

// publishFixture puts one package into the registry, so that its pages have
// something to show.
func publishFixture(t testing.TB, url, address string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"package.json": `{"name":"cairn-fixture-stone","version":"1.2.3","description":"One stone","license":"MIT","dependencies":{"cairn-fixture-sand":"^1.0.0"}}`,
		"README.md":    "# Stone\n\nA stone among stones.\n",
		"index.js":     "module.exports = 'stone';\n",
		".npmrc":       "//" + address + "/:_authToken=anonymous\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	runIn(t, dir, nil, "npm", "publish", "--registry", url)
}

// runIn runs one command to its end.
func runIn(t testing.TB, dir string, env []string, name string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}
