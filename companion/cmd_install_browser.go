package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"cairn/companion/chromium"
	"cairn/companion/console"
	"cairn/companion/install"
	"cairn/shared/types"

	"github.com/spf13/cobra"
)

// triedTime bounds the first start of a newly installed browser.
const triedTime = 60 * time.Second

// browserVersion matches a version of Chrome, or its beginning.
var browserVersion = regexp.MustCompile(`^[0-9]+(\.[0-9]+){0,3}$`)

func installBrowserVerb(c *call) *cobra.Command {
	from := install.List
	cmd := tidyingUp(plainVerb("install-browser [VERSION]", "Download Chrome for Testing", func(ctx context.Context, version []string) error {
		return installBrowser(ctx, c, from, strings.Join(version, ""))
	}))
	cmd.Long = `Downloads and checks Google's stable build, or the newest with a version that starts
with VERSION (150, or 150.0.7871.24), into your cache directory. Your own browser and
its settings do not change.`
	cmd.PreRunE = func(_ *cobra.Command, version []string) error {
		if len(version) == 1 && !browserVersion.MatchString(version[0]) {
			return usageError{message: fmt.Sprintf("%.60q is no version", version[0]), hint: "give its first numbers, such as 150 or 150.0.7871.24"}
		}
		return nil
	}
	cmd.Flags().StringVar(&from, "from", from, "mirror: `URL` of a copy of Google's lists of versions")
	return cmd
}

func installBrowser(ctx context.Context, c *call, from, version string) error {
	dir := chromium.ThisMachine().Cache("cairn/browsers")
	if dir == "" {
		return types.Invalid("no directory is known for what can be fetched again", "set HOME, or XDG_CACHE_HOME")
	}
	f := install.Fetcher{List: strings.TrimSuffix(from, "/"), Dir: filepath.FromSlash(dir), Platform: install.Platform(runtime.GOOS, runtime.GOARCH),
		Progress: c.status.Measure("downloading Chrome for Testing", console.Bytes)}
	b, err := f.Install(ctx, version)
	if err != nil {
		return err
	}
	program, err := programIn(b.Dir)
	if err != nil {
		return err
	}
	if b.Already {
		return c.say("Chrome for Testing %s is installed already: %s\n", b.Version, program)
	}
	if err := tryBrowser(ctx, program); err != nil {
		return err
	}
	return c.say("installed Chrome for Testing %s: %s\ncairn run opens it from now on. To remove it, remove %s\n", b.Version, program, b.Dir)
}

// programIn finds the program in an installation, as cairn run will.
func programIn(dir string) (string, error) {
	for _, b := range chromium.ThisMachine().Browsers() {
		if b.By == chromium.Install && strings.HasPrefix(b.Path, dir+string(filepath.Separator)) {
			return b.Path, nil
		}
	}
	for _, b := range chromium.ThisMachine().Browsers() {
		if b.By == chromium.Install {
			return b.Path, nil // a newer one, which is preferred
		}
	}
	return "", types.Fault(types.CodeInternal, dir+" holds no program of a browser", "remove that directory and run this again")
}

// tryBrowser reports libraries that a browser lacks on this machine: Linux has them in
// separate packages. It does nothing on Windows, where it would open a window.
func tryBrowser(ctx context.Context, program string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	tried, cancel := context.WithTimeout(ctx, triedTime)
	defer cancel()
	out, err := exec.CommandContext(tried, program, "--version").CombinedOutput()
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	hint := "run it by hand to see why: " + program + " --version"
	if strings.Contains(string(out), "shared libraries") {
		hint = "install the libraries of browsers, for example: sudo apt-get install --no-install-recommends chromium (then that one is found, too)"
	}
	return types.Fault(types.CodeInternal, fmt.Sprintf("%s is installed and does not start: %s", program, console.OneLine(string(out)+" ("+err.Error()+")")), hint)
}
