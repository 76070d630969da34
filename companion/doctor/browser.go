package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"cairn/companion/chromium"
	"cairn/shared/types"
)

// versionPatience bounds the wait for a browser to say its version: a cold
// start from a slow disk takes seconds.
const versionPatience = 20 * time.Second

// brandedRefuses is the version from which browsers called Google Chrome ignore
// --load-extension.
const brandedRefuses = 137

func (d *Doctor) checkBrowser(ctx context.Context) {
	const check = "browser"
	path, err := chromium.Find()
	if err != nil {
		var fault *types.Error
		if !errors.As(err, &fault) {
			fault = types.Fault(types.CodeNotFound, err.Error(), "")
		}
		d.wrong(check, fault.Hint, "%s", fault.Message)
		return
	}
	says := browserVersion(ctx, path)
	b, ok := parseBrowser(says)
	if !ok {
		d.warn(check, "", "%s does not say its version (%.80q)", path, says)
		return
	}
	d.judgeBrowser(check, path, b)
	d.checkLeftBrowser(check)
	if !chromium.HasDisplay() {
		d.ok(check, "there is no display: browsers that Cairn starts have no window")
	}
}

func (d *Doctor) judgeBrowser(check, path string, b browserName) {
	oldest := embeddedManifest().OldestBrowser
	switch {
	case b.parts[0] < oldest:
		d.wrong(check, chromium.InstallCommand(), "%s at %s is too old: the extension needs %d", b.full, path, oldest)
	case b.branded && b.parts[0] >= brandedRefuses:
		d.wrong(check, chromium.InstallCommand(), "%s at %s does not take extensions from the command line; from %d on, only Chromium and Chrome for Testing do (one that is written by cairn extension can be loaded by hand)", b.full, path, brandedRefuses)
	case b.dropsUnpacked():
		d.wrong(check, chromium.InstallCommand(), "%s at %s is of a range that registers unpacked extensions and then never loads them", b.full, path)
	default:
		d.ok(check, "%s at %s", b.full, path)
	}
}

// checkLeftBrowser looks for a browser of ours that outlived its daemon: the
// next one that is started would hand over to it and end at once.
func (d *Doctor) checkLeftBrowser(check string) {
	if d.health != nil {
		return // it may be the daemon's
	}
	// Chromium's lock on a profile is a link to "<host>-<process>".
	lock, err := os.Readlink(filepath.Join(d.home.Profile(), "SingletonLock"))
	if err != nil {
		return
	}
	at := strings.LastIndexByte(lock, '-')
	pid, err := strconv.Atoi(lock[at+1:])
	host, hostErr := os.Hostname()
	if err != nil || hostErr != nil || at < 0 || lock[:at] != host {
		return // of another machine, or of another form
	}
	if p, err := os.FindProcess(pid); err == nil && p.Signal(syscall.Signal(0)) == nil {
		d.warn(check, fmt.Sprintf("kill %d", pid), "a browser that Cairn started is still open without its daemon (process %d); a new one would hand over to it and end", pid)
	}
}

// browserVersion is what the browser calls itself. On Windows it cannot be
// asked without opening a window; there, the directory beside it has the
// Commit for a name.
func browserVersion(ctx context.Context, path string) string {
	if runtime.GOOS == "windows" {
		dirs, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "[0-9]*.*.*.*"))
		if len(dirs) == 0 {
			return ""
		}
		name := "Chromium "
		if strings.Contains(path, `\Google\Chrome\`) {
			name = "Google Chrome "
		}
		return name + filepath.Base(dirs[len(dirs)-1])
	}
	ctx, cancel := context.WithTimeout(ctx, versionPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.WaitDelay = time.Second
	out, _ := cmd.Output() // what it said before it failed is shown
	return strings.TrimSpace(string(out))
}

// browserName is a browser's name and version.
type browserName struct {
	full    string
	parts   [4]int
	branded bool // Google Chrome, as it is given to the public
}

var browserForm = regexp.MustCompile(`([A-Za-z][A-Za-z ]*?) (\d{1,5})\.(\d{1,5})\.(\d{1,5})\.(\d{1,5})`)

func parseBrowser(says string) (browserName, bool) {
	m := browserForm.FindStringSubmatch(says)
	if m == nil {
		return browserName{}, false
	}
	b := browserName{full: m[0], branded: m[1] == "Google Chrome"}
	for i := range b.parts {
		b.parts[i], _ = strconv.Atoi(m[i+2]) // digits, by the form
	}
	return b, true
}

// dropsUnpacked reports the range 152.0.7977.64 to .75, which was published
// with that fault.
func (b browserName) dropsUnpacked() bool {
	return b.parts[0] == 152 && b.parts[2] == 7977 && b.parts[3] >= 64 && b.parts[3] <= 75
}
