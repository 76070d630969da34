package chromium

// The browser names for --browser.
const (
	Testing = "chrome-for-testing"
	Plain   = "chromium"
	Chrome  = "chrome"
	Edge    = "edge"
	Brave   = "brave"
	Vivaldi = "vivaldi"
)

// The sandboxes in which a browser reads only some directories.
const (
	Snap    = "snap"
	Flatpak = "flatpak"
)

// place is a possible location of one build of a browser. A pattern is a path with *
// for a variable part, such as a version, or a bare name that is searched on PATH. It
// may begin with a variable: see [Machine.expand].
type place struct {
	name, title string
	by          string // the tool that installed it; empty for the browser's usual installer
	sandbox     string
	linux       []string
	darwin      []string
	windows     []string
}

// places lists browsers in order of preference: one installed for Cairn, then those
// that people do not use for their own browsing, then a person's usual browsers, then
// those that other tools may remove, then those in a sandbox.
var places = append([]place{
	{name: Testing, title: "Chrome for Testing", by: "cairn install-browser",
		linux:   []string{"$BROWSERS/chrome-*/chrome-linux*/chrome"},
		darwin:  []string{"$BROWSERS/chrome-*/chrome-mac-*/" + testingApp},
		windows: []string{"$BROWSERS/chrome-*/chrome-win*/chrome.exe"}},
	{name: Plain, title: "Chromium",
		// Debian's wrapper on PATH loads its own extensions, so the binary comes
		// first.
		linux:   []string{"/usr/lib/chromium/chromium", "/usr/lib64/chromium-browser/chromium-browser", "/usr/lib/chromium-browser/chromium-browser", "chromium", "chromium-browser"},
		darwin:  application("Chromium", "Chromium"),
		windows: program("Chromium/Application/chrome.exe")},
	{name: Testing, title: "Chrome for Testing",
		linux:   []string{"google-chrome-for-testing"},
		darwin:  []string{"/Applications/" + testingApp, "$HOME/Applications/" + testingApp},
		windows: program("Google/Chrome for Testing/Application/chrome.exe")},
	{name: Chrome, title: "Google Chrome",
		linux:   []string{"/opt/google/chrome/chrome", "google-chrome-stable", "google-chrome"},
		darwin:  application("Google Chrome", "Google Chrome"),
		windows: program("Google/Chrome/Application/chrome.exe")},
	{name: Edge, title: "Microsoft Edge",
		linux:   []string{"/opt/microsoft/msedge/msedge", "microsoft-edge-stable", "microsoft-edge"},
		darwin:  application("Microsoft Edge", "Microsoft Edge"),
		windows: program("Microsoft/Edge/Application/msedge.exe")},
	{name: Brave, title: "Brave",
		linux:   []string{"/opt/brave.com/brave/brave", "brave-browser-stable", "brave-browser", "brave"},
		darwin:  application("Brave Browser", "Brave Browser"),
		windows: program("BraveSoftware/Brave-Browser/Application/brave.exe")},
	{name: Vivaldi, title: "Vivaldi",
		linux:   []string{"/opt/vivaldi/vivaldi", "vivaldi-stable", "vivaldi"},
		darwin:  application("Vivaldi", "Vivaldi"),
		windows: program("Vivaldi/Application/vivaldi.exe")},
	{name: "chrome-beta", title: "Google Chrome Beta",
		linux:   []string{"/opt/google/chrome-beta/chrome", "google-chrome-beta"},
		darwin:  application("Google Chrome Beta", "Google Chrome Beta"),
		windows: program("Google/Chrome Beta/Application/chrome.exe")},
	{name: "chrome-dev", title: "Google Chrome Dev",
		linux:   []string{"/opt/google/chrome-unstable/chrome", "google-chrome-unstable"},
		darwin:  application("Google Chrome Dev", "Google Chrome Dev"),
		windows: program("Google/Chrome Dev/Application/chrome.exe")},
	{name: "chrome-canary", title: "Google Chrome Canary",
		linux:   []string{"/opt/google/chrome-canary/chrome", "google-chrome-canary"},
		darwin:  application("Google Chrome Canary", "Google Chrome Canary"),
		windows: []string{"$LOCALAPPDATA/Google/Chrome SxS/Application/chrome.exe"}},
	{name: "edge-beta", title: "Microsoft Edge Beta",
		linux:   []string{"/opt/microsoft/msedge-beta/msedge", "microsoft-edge-beta"},
		darwin:  application("Microsoft Edge Beta", "Microsoft Edge Beta"),
		windows: program("Microsoft/Edge Beta/Application/msedge.exe")},
	{name: "edge-dev", title: "Microsoft Edge Dev",
		linux:   []string{"/opt/microsoft/msedge-dev/msedge", "microsoft-edge-dev"},
		darwin:  application("Microsoft Edge Dev", "Microsoft Edge Dev"),
		windows: program("Microsoft/Edge Dev/Application/msedge.exe")},
	{name: "brave-beta", title: "Brave Beta",
		linux:   []string{"/opt/brave.com/brave-beta/brave", "brave-browser-beta"},
		darwin:  application("Brave Browser Beta", "Brave Browser Beta"),
		windows: program("BraveSoftware/Brave-Browser-Beta/Application/brave.exe")},
	{name: "playwright", title: "Chromium", by: "Playwright",
		linux: []string{"$PLAYWRIGHT/chromium-*/chrome-linux*/chrome"},
		darwin: []string{"$PLAYWRIGHT/chromium-*/chrome-mac*/" + testingApp,
			"$PLAYWRIGHT/chromium-*/chrome-mac*/Chromium.app/Contents/MacOS/Chromium"},
		windows: []string{"$PLAYWRIGHT/chromium-*/chrome-win*/chrome.exe"}},
	{name: "puppeteer", title: "Chrome for Testing", by: "Puppeteer",
		linux: []string{"$PUPPETEER/chrome/linux*-*/chrome-linux*/chrome", "$PUPPETEER/chromium/linux*-*/chrome-linux/chrome"},
		darwin: []string{"$PUPPETEER/chrome/mac*-*/chrome-mac-*/" + testingApp,
			"$PUPPETEER/chromium/mac*-*/chrome-mac/Chromium.app/Contents/MacOS/Chromium"},
		windows: []string{"$PUPPETEER/chrome/win*-*/chrome-win*/chrome.exe", "$PUPPETEER/chromium/win*-*/chrome-win/chrome.exe"}},
	{name: "agent-browser", title: "Chrome for Testing", by: "agent-browser",
		linux:   []string{"$HOME/.agent-browser/browsers/chrome-*/chrome", "$HOME/.agent-browser/browsers/chrome-*/chrome-linux*/chrome"},
		darwin:  []string{"$HOME/.agent-browser/browsers/chrome-*/" + testingApp, "$HOME/.agent-browser/browsers/chrome-*/chrome-mac-*/" + testingApp},
		windows: []string{"$HOME/.agent-browser/browsers/chrome-*/chrome.exe", "$HOME/.agent-browser/browsers/chrome-*/chrome-win*/chrome.exe"}},
	{name: Plain, title: "Chromium", sandbox: Snap, linux: []string{"/snap/bin/chromium", "/var/lib/snapd/snap/bin/chromium"}},
	{name: Brave, title: "Brave", sandbox: Snap, linux: []string{"/snap/bin/brave", "/var/lib/snapd/snap/bin/brave"}},
	{name: Vivaldi, title: "Vivaldi", sandbox: Snap, linux: []string{"/snap/bin/vivaldi", "/snap/bin/vivaldi.vivaldi-stable"}},
}, flatpaks(
	place{name: Plain, title: "Chromium", by: "org.chromium.Chromium"},
	place{name: Chrome, title: "Google Chrome", by: "com.google.Chrome"},
	place{name: Edge, title: "Microsoft Edge", by: "com.microsoft.Edge"},
	place{name: Brave, title: "Brave", by: "com.brave.Browser"},
	place{name: Vivaldi, title: "Vivaldi", by: "com.vivaldi.Vivaldi"},
)...)

const testingApp = "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"

// application returns the paths of an application on macOS, for all users or for one.
func application(app, binary string) []string {
	const inside = ".app/Contents/MacOS/"
	return []string{"/Applications/" + app + inside + binary, "$HOME/Applications/" + app + inside + binary}
}

// program returns the paths of a program on Windows, for all users or for one.
func program(path string) []string {
	return []string{"$PROGRAMFILES/" + path, "$PROGRAMFILES(X86)/" + path, "$LOCALAPPDATA/" + path}
}

// flatpaks returns the commands that flatpak creates for applications, whose ids are
// in by.
func flatpaks(list ...place) []place {
	for i, p := range list {
		list[i].linux = []string{"/var/lib/flatpak/exports/bin/" + p.by, "$HOME/.local/share/flatpak/exports/bin/" + p.by}
		list[i].by, list[i].sandbox = "", Flatpak
	}
	return list
}
