package daemon

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn/companion/chromium"
	"cairn/companion/home/hometest"
	"cairn/extension"
	"cairn/shared/types"
)

// answers is a program that answers commands of a DevTools pipe by their names.
func answers(t *testing.T, cases string) string {
	t.Helper()
	const head = "n=0\nanswer() { printf '{\"id\":%d,%s}\\0' $n \"$1\" >&4; }\nwhile IFS= read -r -d '' -u 3 m; do n=$((n+1)); case $m in\n*getVersion*) answer '\"result\":{\"product\":\"Chrome/156.0.1.2\"}';;\n"
	return script(t, bash(t), head+cases+"\nesac; done\n")
}

func bash(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	return path
}

func script(t *testing.T, interpreter, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "browser")
	if err := os.WriteFile(path, []byte("#!"+interpreter+"\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatCannotBeOpenedSaysWhy(t *testing.T) {
	const name = "name another browser: cairn run --browser NAME, or cairn install-browser"
	for _, tc := range []struct {
		name, binary  string
		message, hint string
	}{
		{"no program", "/nonexistent/chrome", "start /nonexistent/chrome: fork/exec /nonexistent/chrome: no such file or directory", name},
		{"no browser", script(t, "/bin/sh", "exit 3"), "BINARY ended before it answered over its DevTools pipe: is it a Chromium-family browser?", "see what it is with: cairn doctor; or name another: cairn run --browser NAME"},
		{"silent", script(t, "/bin/sh", "exec sleep 100"), "BINARY did not answer over its DevTools pipe in time: is it a Chromium-family browser?", "see what it is with: cairn doctor; or name another: cairn run --browser NAME"},
		{"too old", script(t, bash(t), "IFS= read -r -d '' -u 3 m; printf '{\"id\":1,\"result\":{\"product\":\"Chrome/80.0.3987.87\"}}\\0' >&4; sleep 100"),
			fmt.Sprintf("BINARY is too old: it is Chrome/80.0.3987.87, and the extension needs %d", extension.OldestBrowser()), "update it, or name another: cairn run --browser NAME, or cairn install-browser"},
		{"killed while it loads", answers(t, "*loadUnpacked*) kill -9 $$;;"), "BINARY ended while it loaded Cairn's extension", "start it again; if it happens again, see why with: cairn doctor"},
		{"hangs while it loads", answers(t, "*loadUnpacked*) exec sleep 100;;"), "BINARY did not load Cairn's extension in time", "try again; if it happens again: cairn doctor"},
		{"forbidden by an administrator", answers(t, `*loadUnpacked*) answer '"error":{"code":-32000,"message":"Loading of unpacked extensions is disabled by the administrator."}';;`),
			"BINARY refuses an extension: load extension /x: MM_INTERNAL: Loading of unpacked extensions is disabled by the administrator.", "an administrator may forbid extensions in that browser; use another one: cairn run --browser NAME, or cairn install-browser"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel() // two of them wait until their time is over
			wait := 30 * time.Second
			if strings.Contains(tc.message, "in time") {
				wait = 5 * time.Second // also for a script to start on a busy machine
			}
			ctx, cancel := context.WithTimeout(t.Context(), wait)
			defer cancel()
			_, _, err := openBrowser(ctx, chromium.Options{Binary: tc.binary, Extension: "/x", Profile: t.TempDir(), DevToolsPort: -1})
			fault := types.AsError(err)
			if want := strings.ReplaceAll(tc.message, "BINARY", tc.binary); err == nil || fault.Message != want || fault.Hint != tc.hint {
				t.Errorf("got %v\nhint %q\nwant %s\nhint %q", err, fault.Hint, want, tc.hint)
			}
		})
	}
}

// TestAnOldBrowserIsStartedAgain: before 128, the pipe loads nothing.
func TestAnOldBrowserIsStartedAgain(t *testing.T) {
	log := filepath.Join(t.TempDir(), "args")
	old := answers(t, `*loadUnpacked*) answer '"error":{"code":-32601,"message":"'"'Extensions.loadUnpacked'"' wasn'"'"'t found"}';;`)
	text, err := os.ReadFile(old)
	if err != nil {
		t.Fatal(err)
	}
	shebang, rest, _ := strings.Cut(string(text), "\n")
	if err := os.WriteFile(old, []byte(fmt.Sprintf("%s\necho \"$@\" >>%s\n%s", shebang, log, rest)), 0o700); err != nil {
		t.Fatal(err)
	}
	b, _, err := openBrowser(t.Context(), chromium.Options{Binary: old, Extension: "/x", Profile: t.TempDir(), DevToolsPort: -1, URL: "http://a.example/"})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	said, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	starts := strings.Split(strings.TrimSpace(string(said)), "\n")
	if len(starts) != 2 || strings.Contains(starts[0], "--load-extension") || !strings.HasSuffix(starts[0], "about:blank") ||
		!strings.Contains(starts[1], "--load-extension=/x ") || !strings.HasSuffix(starts[1], " http://a.example/") {
		t.Errorf("started with %q", starts)
	}
}

func TestAProfileThatIsInUseIsNotOpened(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(fmt.Sprintf("%s-%d", host, os.Getpid()), filepath.Join(dir, "SingletonLock")); err != nil {
		t.Skip(err)
	}
	_, _, err = openBrowser(t.Context(), chromium.Options{Binary: "/bin/true", Profile: dir, DevToolsPort: -1})
	want := fmt.Sprintf("the profile %s is in use by another browser (process %d), which would take over the new window", dir, os.Getpid())
	if fault := types.AsError(err); err == nil || fault.Message != want || fault.Hint != fmt.Sprintf("close that browser, or end it: kill %d", os.Getpid()) {
		t.Errorf("got %v", err)
	}
}

func TestBrowserFlagsThatDoNotGoTogether(t *testing.T) {
	t.Setenv(chromium.EnvBinary, "")
	for _, tc := range []struct {
		choice  BrowserChoice
		started []string
		want    string
	}{
		{BrowserChoice{Attach: "9222"}, nil, ""},
		{BrowserChoice{Attach: "9222", Name: "chrome"}, nil, "--browser is for a browser that Cairn starts, and --attach joins one that runs"},
		{BrowserChoice{Attach: "9222"}, []string{"--headless"}, "--headless is for a browser that Cairn starts, and --attach joins one that runs"},
		{BrowserChoice{Attach: "9222"}, []string{"--devtools-port", "--load-extension"}, "--devtools-port is for a browser that Cairn starts, and --attach joins one that runs"},
		{BrowserChoice{Name: "netscape"}, nil, `--browser "netscape" is no browser that Cairn knows`},
		{BrowserChoice{Name: "/bin/sh", Profile: "/nonexistent"}, nil, `there is no profile "/nonexistent"`},
	} {
		err := tc.choice.Check(tc.started...)
		if got := types.AsError(err); (err == nil) != (tc.want == "") || err != nil && (got.Message != tc.want || got.Hint == "") {
			t.Errorf("%+v: %v, want %q", tc.choice, err, tc.want)
		}
	}
}

// TestAProfileFromANewerBrowserIsRefused: an older one would throw its cookies away.
func TestAProfileFromANewerBrowserIsRefused(t *testing.T) {
	h := hometest.New(t)
	root := t.TempDir()
	for name, text := range map[string]string{"Local State": "{}", "Last Version": "157.0.1.2", "Default/Preferences": "{}"} {
		hometest.Put(t, filepath.Join(root, name), text)
	}
	browser := chromium.Installed{Path: script(t, "/bin/sh", "echo Chromium 156.0.8078.79")}
	_, _, err := copyProfile(t.Context(), h, root, browser)
	want := fmt.Sprintf("the profile %s was last used by version 157.0.1.2, which is newer than Chromium 156.0.8078.79", root)
	if fault := types.AsError(err); err == nil || fault.Message != want || fault.Hint != "name the browser that the profile belongs to: --browser NAME" {
		t.Errorf("got %v", err)
	}
	hometest.Put(t, filepath.Join(root, "Last Version"), "155.0.1.2")
	if _, says, err := copyProfile(t.Context(), h, root, browser); err != nil || !strings.Contains(says, "a copy of "+root) {
		t.Errorf("an older one: %q, %v", says, err)
	}
	if _, says, err := copyProfile(t.Context(), h, root, browser); err != nil || !strings.Contains(says, "copied before") {
		t.Errorf("the second time: %q, %v", says, err)
	}
}
