package chromium

import (
	"path"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

// machine is a computer with these programs on it.
func machine(goos string, env map[string]string, programs ...string) Machine {
	slashed := func(p string) string { return strings.ReplaceAll(p, `\`, "/") }
	home := map[string]string{"linux": "/home/eve", "darwin": "/Users/eve", "windows": `C:\Users\eve`}[goos]
	return Machine{GOOS: goos, Env: func(name string) string { return env[name] }, Home: home,
		Runs: func(p string) bool { return slices.Contains(programs, p) },
		Glob: func(pattern string) (list []string) {
			for _, p := range programs {
				if ok, _ := path.Match(slashed(pattern), slashed(p)); ok {
					list = append(list, p)
				}
			}
			return list
		}}
}

func TestBrowsersAreFoundWhereTheyLie(t *testing.T) {
	linux := map[string]string{"PATH": "/usr/local/bin:/usr/bin:/snap/bin"}
	windows := map[string]string{"LOCALAPPDATA": `C:\Users\eve\AppData\Local`, "PROGRAMFILES": `C:\Program Files`, "PROGRAMFILES(X86)": `C:\Program Files (x86)`}
	const testing = "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"
	for _, tc := range []struct {
		goos    string
		env     map[string]string
		program string
		want    Installed
	}{
		{"linux", linux, "/opt/google/chrome/chrome", Installed{Name: Chrome, Title: "Google Chrome"}},
		{"linux", linux, "/usr/bin/google-chrome", Installed{Name: Chrome, Title: "Google Chrome"}},
		{"linux", linux, "/opt/google/chrome-beta/chrome", Installed{Name: "chrome-beta", Title: "Google Chrome Beta"}},
		{"linux", linux, "/opt/google/chrome-unstable/chrome", Installed{Name: "chrome-dev", Title: "Google Chrome Dev"}},
		{"linux", linux, "/opt/microsoft/msedge/msedge", Installed{Name: Edge, Title: "Microsoft Edge"}},
		{"linux", linux, "/usr/bin/microsoft-edge-dev", Installed{Name: "edge-dev", Title: "Microsoft Edge Dev"}},
		{"linux", linux, "/opt/brave.com/brave/brave", Installed{Name: Brave, Title: "Brave"}},
		{"linux", linux, "/usr/bin/brave", Installed{Name: Brave, Title: "Brave"}},
		{"linux", linux, "/opt/vivaldi/vivaldi", Installed{Name: Vivaldi, Title: "Vivaldi"}},
		{"linux", linux, "/usr/lib/chromium/chromium", Installed{Name: Plain, Title: "Chromium"}},
		{"linux", linux, "/usr/lib64/chromium-browser/chromium-browser", Installed{Name: Plain, Title: "Chromium"}},
		{"linux", linux, "/usr/bin/chromium-browser", Installed{Name: Plain, Title: "Chromium"}},
		{"linux", linux, "/home/eve/.cache/cairn/browsers/chrome-150.0.7871.24/chrome-linux64/chrome", Installed{Name: Testing, Title: "Chrome for Testing", By: Install}},
		{"linux", map[string]string{"XDG_CACHE_HOME": "/fast"}, "/fast/cairn/browsers/chrome-150.0.7871.24/chrome-linux64/chrome", Installed{Name: Testing, Title: "Chrome for Testing", By: Install}},
		{"linux", linux, "/home/eve/.cache/ms-playwright/chromium-1194/chrome-linux/chrome", Installed{Name: "playwright", Title: "Chromium", By: "Playwright"}},
		{"linux", linux, "/home/eve/.cache/ms-playwright/chromium-1243/chrome-linux64/chrome", Installed{Name: "playwright", Title: "Chromium", By: "Playwright"}},
		{"linux", map[string]string{"PLAYWRIGHT_BROWSERS_PATH": "/pw"}, "/pw/chromium-1243/chrome-linux64/chrome", Installed{Name: "playwright", Title: "Chromium", By: "Playwright"}},
		{"linux", linux, "/home/eve/.cache/puppeteer/chrome/linux-131.0.6778.204/chrome-linux64/chrome", Installed{Name: "puppeteer", Title: "Chrome for Testing", By: "Puppeteer"}},
		{"linux", map[string]string{"PUPPETEER_CACHE_DIR": "/pp"}, "/pp/chrome/linux-131.0.6778.204/chrome-linux64/chrome", Installed{Name: "puppeteer", Title: "Chrome for Testing", By: "Puppeteer"}},
		{"linux", linux, "/home/eve/.agent-browser/browsers/chrome-148.0.7778.56/chrome", Installed{Name: "agent-browser", Title: "Chrome for Testing", By: "agent-browser"}},
		{"linux", linux, "/snap/bin/chromium", Installed{Name: Plain, Title: "Chromium", Sandbox: Snap}},
		{"linux", linux, "/var/lib/flatpak/exports/bin/com.google.Chrome", Installed{Name: Chrome, Title: "Google Chrome", Sandbox: Flatpak}},
		{"linux", linux, "/home/eve/.local/share/flatpak/exports/bin/org.chromium.Chromium", Installed{Name: Plain, Title: "Chromium", Sandbox: Flatpak}},

		{"darwin", nil, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", Installed{Name: Chrome, Title: "Google Chrome"}},
		{"darwin", nil, "/Users/eve/Applications/Google Chrome Canary.app/Contents/MacOS/Google Chrome Canary", Installed{Name: "chrome-canary", Title: "Google Chrome Canary"}},
		{"darwin", nil, "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge", Installed{Name: Edge, Title: "Microsoft Edge"}},
		{"darwin", nil, "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser", Installed{Name: Brave, Title: "Brave"}},
		{"darwin", nil, "/Applications/Vivaldi.app/Contents/MacOS/Vivaldi", Installed{Name: Vivaldi, Title: "Vivaldi"}},
		{"darwin", nil, "/Applications/Chromium.app/Contents/MacOS/Chromium", Installed{Name: Plain, Title: "Chromium"}},
		{"darwin", nil, "/Applications/" + testing, Installed{Name: Testing, Title: "Chrome for Testing"}},
		{"darwin", nil, "/Users/eve/Library/Caches/cairn/browsers/chrome-150.0.7871.24/chrome-mac-arm64/" + testing, Installed{Name: Testing, Title: "Chrome for Testing", By: Install}},
		{"darwin", nil, "/Users/eve/Library/Caches/ms-playwright/chromium-1234/chrome-mac-arm64/" + testing, Installed{Name: "playwright", Title: "Chromium", By: "Playwright"}},
		{"darwin", nil, "/Users/eve/Library/Caches/ms-playwright/chromium-1129/chrome-mac/Chromium.app/Contents/MacOS/Chromium", Installed{Name: "playwright", Title: "Chromium", By: "Playwright"}},
		{"darwin", nil, "/Users/eve/.cache/puppeteer/chrome/mac_arm-131.0.6778.204/chrome-mac-arm64/" + testing, Installed{Name: "puppeteer", Title: "Chrome for Testing", By: "Puppeteer"}},
		{"darwin", nil, "/Users/eve/.agent-browser/browsers/chrome-149.0.7827.54/" + testing, Installed{Name: "agent-browser", Title: "Chrome for Testing", By: "agent-browser"}},

		{"windows", windows, `C:\Program Files\Google\Chrome\Application\chrome.exe`, Installed{Name: Chrome, Title: "Google Chrome"}},
		{"windows", windows, `C:\Users\eve\AppData\Local\Google\Chrome\Application\chrome.exe`, Installed{Name: Chrome, Title: "Google Chrome"}},
		{"windows", windows, `C:\Users\eve\AppData\Local\Google\Chrome SxS\Application\chrome.exe`, Installed{Name: "chrome-canary", Title: "Google Chrome Canary"}},
		{"windows", windows, `C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`, Installed{Name: Edge, Title: "Microsoft Edge"}},
		{"windows", windows, `C:\Program Files\BraveSoftware\Brave-Browser\Application\brave.exe`, Installed{Name: Brave, Title: "Brave"}},
		{"windows", windows, `C:\Users\eve\AppData\Local\Vivaldi\Application\vivaldi.exe`, Installed{Name: Vivaldi, Title: "Vivaldi"}},
		{"windows", windows, `C:\Users\eve\AppData\Local\Chromium\Application\chrome.exe`, Installed{Name: Plain, Title: "Chromium"}},
		{"windows", windows, `C:\Users\eve\AppData\Local\cairn\browsers\chrome-150.0.7871.24\chrome-win64\chrome.exe`, Installed{Name: Testing, Title: "Chrome for Testing", By: Install}},
		{"windows", windows, `C:\Users\eve\AppData\Local\ms-playwright\chromium-1243\chrome-win64\chrome.exe`, Installed{Name: "playwright", Title: "Chromium", By: "Playwright"}},
		{"windows", windows, `C:\Users\eve\.cache\puppeteer\chrome\win64-131.0.6778.204\chrome-win64\chrome.exe`, Installed{Name: "puppeteer", Title: "Chrome for Testing", By: "Puppeteer"}},
		{"windows", windows, `C:\Users\eve\.agent-browser\browsers\chrome-153.0.8010.52\chrome.exe`, Installed{Name: "agent-browser", Title: "Chrome for Testing", By: "agent-browser"}},
	} {
		tc.want.Path = tc.program
		if got := machine(tc.goos, tc.env, tc.program).Browsers(); !slices.Equal(got, []Installed{tc.want}) {
			t.Errorf("on %s, %s is found as %+v, want %+v", tc.goos, tc.program, got, tc.want)
		}
	}
}

func TestWhatIsNoBrowserIsNotFound(t *testing.T) {
	for _, program := range []string{
		"/home/eve/.cache/ms-playwright/chromium_headless_shell-1243/chrome-headless-shell-linux64/chrome-headless-shell", // loads no extensions
		"/home/eve/.cache/cairn/browsers/unfinished-150.0.7871.24/chrome-linux64/chrome",
		"/opt/firefox/firefox",
	} {
		if got := machine("linux", nil, program).Browsers(); len(got) > 0 {
			t.Errorf("%s is found as %v", program, got)
		}
	}
	if got := (Machine{GOOS: "windows", Env: func(string) string { return "" }, Runs: func(string) bool { return true }, Glob: func(string) []string { return nil }}).Browsers(); len(got) > 0 {
		t.Errorf("without any variable set, %v", got)
	}
}

func TestChoose(t *testing.T) {
	const chrome, plain, brave = "/opt/google/chrome/chrome", "/usr/lib/chromium/chromium", "/opt/brave.com/brave/brave"
	old, newest := "/home/eve/.cache/ms-playwright/chromium-999/chrome-linux/chrome", "/home/eve/.cache/ms-playwright/chromium-1243/chrome-linux64/chrome"
	env := map[string]string{"PATH": "/usr/bin"}
	for _, tc := range []struct {
		name, asked string
		machine     Machine
		path, why   string
	}{
		{"what was installed for it", "", machine("linux", env, plain, "/home/eve/.cache/cairn/browsers/chrome-150.0.1.2/chrome-linux64/chrome"),
			"/home/eve/.cache/cairn/browsers/chrome-150.0.1.2/chrome-linux64/chrome", "it was installed for Cairn"},
		{"one apart from the person's", "", machine("linux", env, chrome, plain), plain, "it is separate from the browser that you use yourself"},
		{"the person's", "", machine("linux", env, brave, chrome), chrome, "it is the first one found; Cairn opens it with a profile of its own"},
		{"the newest of another tool", "", machine("linux", env, old, newest), newest, "only Playwright has a browser here that can be used"},
		{"one in a sandbox last", "", machine("linux", env, "/snap/bin/chromium", "/usr/bin/chromium-browser"), "/snap/bin/chromium", "no browser outside a sandbox was found"},
		{"by name", "brave", machine("linux", env, plain, brave), brave, "--browser names it"},
		{"by path", "/x/my-chrome", machine("linux", env, plain, "/x/my-chrome"), "/x/my-chrome", "--browser names it"},
		{"by the environment", "", machine("linux", map[string]string{EnvBinary: "/x/mine"}, plain, "/x/mine"), "/x/mine", "CAIRN_CHROMIUM names it"},
		{"by name against the environment", "chromium", machine("linux", map[string]string{EnvBinary: "/x/mine"}, plain, "/x/mine"), plain, "--browser names it"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := tc.machine.Choose(tc.asked)
			if err != nil || got.Path != tc.path || got.Why != tc.why {
				t.Errorf("got %s because %q (%v), want %s because %q", got.Path, got.Why, err, tc.path, tc.why)
			}
		})
	}
}

func TestChooseSaysWhatIsMissing(t *testing.T) {
	const names = "chrome-for-testing, chromium, chrome, edge, brave, vivaldi, chrome-beta, chrome-dev, chrome-canary, edge-beta, edge-dev, brave-beta, playwright, puppeteer, agent-browser"
	for _, tc := range []struct {
		asked         string
		machine       Machine
		code          types.Code
		message, hint string
	}{
		{"", machine("linux", nil), types.CodeNotFound, "no Chromium-family browser was found on this machine, and CAIRN_CHROMIUM names none", "cairn install-browser"},
		{"", machine("linux", map[string]string{EnvBinary: "/nope"}, "/opt/google/chrome/chrome"), types.CodeNotFound, "CAIRN_CHROMIUM names /nope, which cannot be run", "unset CAIRN_CHROMIUM"},
		{"/nope", machine("linux", nil), types.CodeNotFound, "--browser names /nope, which cannot be run", "name a browser's program, or one of: " + names},
		{"safari", machine("linux", nil), types.CodeInvalidInput, `--browser "safari" is no browser that Cairn knows`, "use one of: " + names + "; or the path of a Chromium-family browser"},
		{"edge", machine("linux", nil, "/opt/google/chrome/chrome"), types.CodeNotFound, "edge was not found on this machine", "leave --browser out, or use one that is here: chrome"},
		{Testing, machine("linux", nil, "/opt/google/chrome/chrome"), types.CodeNotFound, "chrome-for-testing was not found on this machine", "cairn install-browser"},
	} {
		_, err := tc.machine.Choose(tc.asked)
		fault := types.AsError(err)
		if err == nil || fault.Code != tc.code || fault.Message != tc.message || fault.Hint != tc.hint {
			t.Errorf("Choose(%q) = %v, hint %q", tc.asked, err, fault.Hint)
		}
	}
}

func TestCanReadKnowsSandboxes(t *testing.T) {
	m := machine("linux", nil)
	for _, tc := range []struct {
		sandbox, dir string
		hint         string
	}{
		{"", "/home/eve/.local/share/cairn/extension", ""},
		{Snap, "/home/eve/cairn/extension", ""},
		{Snap, "/home/eve/.local/share/cairn/extension", "cairn install-browser, or name a data directory that it may read: --data /home/eve/cairn"},
		{Snap, "/srv/cairn/extension", "cairn install-browser, or name a data directory that it may read: --data /home/eve/cairn"},
		{Flatpak, "/home/eve/cairn/extension", "cairn install-browser, or use another browser"},
	} {
		err := m.CanRead(Installed{Title: "Chromium", Path: "/p", Sandbox: tc.sandbox}, tc.dir)
		if (err == nil) != (tc.hint == "") || err != nil && types.AsError(err).Hint != tc.hint {
			t.Errorf("a %q may read %s: %v", tc.sandbox, tc.dir, err)
		}
	}
}

// TestEveryPlaceIsSearched puts a browser at an example of each pattern, alone on its
// machine: no earlier place may take it for another browser.
func TestEveryPlaceIsSearched(t *testing.T) {
	env := map[string]string{"PATH": "/usr/local/bin:/usr/bin", "LOCALAPPDATA": `C:\Users\eve\AppData\Local`, "PROGRAMFILES": `C:\Program Files`, "PROGRAMFILES(X86)": `C:\Program Files (x86)`}
	for _, p := range places {
		for goos, patterns := range map[string][]string{"linux": p.linux, "darwin": p.darwin, "windows": p.windows} {
			if len(patterns) == 0 && p.sandbox == "" {
				t.Errorf("%s (%s) has no place on %s", p.name, p.by, goos)
			}
			for _, pattern := range patterns {
				empty := machine(goos, env)
				path := "/usr/bin/" + pattern
				if strings.ContainsAny(pattern, "/$") {
					path = strings.ReplaceAll(empty.expand(pattern), "*", "156.0.1.2")
				}
				want := Installed{Name: p.name, Title: p.title, Path: path, By: p.by, Sandbox: p.sandbox}
				if got := machine(goos, env, path).Browsers(); !slices.Equal(got, []Installed{want}) {
					t.Errorf("on %s, %s is found as %+v, want %+v", goos, path, got, want)
				}
			}
		}
	}
}
