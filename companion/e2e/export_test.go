package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cairn/companion/chromium"
)

// playwrightModules are development dependencies of the extension (npm ci).
const playwrightModules = "../../extension/node_modules"

// TestAnExportedTestRuns takes a session that an agent made along as a
// Playwright test, and lets Playwright run it as it is.
func TestAnExportedTestRuns(t *testing.T) {
	t.Parallel()
	run, dir := playwrightTest(t)
	w := borrowWorld(t)
	id := w.sendFirst()
	spec := filepath.Join(dir, "send.spec.ts")
	w.mustCairn("export", "--session", id, "--format", "playwright", spec)
	written, err := os.ReadFile(spec)
	if err != nil || strings.Contains(string(written), password) || !strings.Contains(string(written), "CAIRN_PASSWORD") {
		t.Fatalf("the test, %v:\n%s", err, written)
	}
	if out, err := run("CAIRN_PASSWORD=" + password); err != nil || !strings.Contains(out, "1 passed") {
		t.Errorf("%v:\n%s\n%s", err, written, out)
	}

	// The other forms, and the way back.
	recording := filepath.Join(dir, "send.json")
	w.mustCairn("export", "--session", id, "--format", "recorder", recording)
	if skill := w.mustCairn("export", "--session", id, "--format", "skill"); !strings.Contains(skill, "test id `send-continue`") || strings.Contains(skill, password) {
		t.Errorf("the skill:\n%s", skill)
	}
	if done := w.mustCairn("import", recording); !strings.Contains(done, "imported ") || strings.Contains(done, "imported 0") {
		t.Errorf("import: %s", done)
	}
	if done := w.mustCairn("import", recording); !strings.Contains(done, "imported 0 steps") {
		t.Errorf("import again: %s", done)
	}
	if out, err := w.cairn("import", spec); err == nil || !strings.Contains(out, "no recording") {
		t.Errorf("a test is imported: %s, %v", out, err)
	}
}

// playwrightTest makes a directory in which Playwright finds its modules, and
// runs the test that is written there with Playwright as it is.
func playwrightTest(t *testing.T) (run func(env ...string) (string, error), dir string) {
	t.Helper()
	modules, err := filepath.Abs(playwrightModules)
	if err != nil {
		t.Fatal(err)
	}
	runner := filepath.Join(modules, ".bin", "playwright")
	if _, err := os.Stat(runner); err != nil {
		t.Skipf("%v: run ./build.sh deps", err)
	}
	browser, err := chromium.Find()
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	config := `module.exports = { use: { launchOptions: { executablePath: process.env.BROWSER, args: ["--no-sandbox"] }, actionTimeout: Number(process.env.ACTION_TIMEOUT ?? 0) }, timeout: 180000 };`
	if err := os.WriteFile(filepath.Join(dir, "playwright.config.js"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	return func(env ...string) (string, error) {
		cmd := exec.Command(runner, "test", "--reporter=line", "--workers=1")
		cmd.Dir = dir
		cmd.Env = append(append(os.Environ(), "BROWSER="+browser), env...)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}, dir
}
