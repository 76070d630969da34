package chromium

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// versionPatience bounds the wait for a browser to print its version: a cold start
// from a slow disk takes seconds.
const versionPatience = 20 * time.Second

// Version is a browser's name and version.
type Version struct {
	Full  string // as the browser prints it
	Parts [4]int
}

var versionForm = regexp.MustCompile(`([A-Za-z][A-Za-z ]*?)[ /](\d{1,5})\.(\d{1,5})\.(\d{1,5})\.(\d{1,5})`)

// ParseVersion parses a browser's version output.
func ParseVersion(says string) (Version, bool) {
	m := versionForm.FindStringSubmatch(says)
	if m == nil {
		return Version{}, false
	}
	v := Version{Full: m[0]}
	for i := range v.Parts {
		v.Parts[i], _ = strconv.Atoi(m[i+2]) // digits, by the pattern
	}
	return v, true
}

// DropsUnpacked reports the range 152.0.7977.64 to .75, whose releases have a fault:
// they register unpacked extensions and never load them.
func (v Version) DropsUnpacked() bool {
	return v.Parts[0] == 152 && v.Parts[2] == 7977 && v.Parts[3] >= 64 && v.Parts[3] <= 75
}

// Older reports whether v comes before w.
func (v Version) Older(w Version) bool { return slices.Compare(v.Parts[:], w.Parts[:]) < 0 }

// Says returns the name and version that the browser at path prints. On Windows a
// browser cannot print it without opening a window; there, the name of the directory
// beside it is its version.
func Says(ctx context.Context, path string) string {
	if runtime.GOOS == "windows" {
		dirs, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "[0-9]*.*.*.*"))
		if len(dirs) == 0 {
			return ""
		}
		slices.SortFunc(dirs, func(a, b string) int { return slices.Compare(numbers(filepath.Base(a)), numbers(filepath.Base(b))) })
		return "Chromium " + filepath.Base(dirs[len(dirs)-1])
	}
	ctx, cancel := context.WithTimeout(ctx, versionPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.WaitDelay = time.Second
	out, _ := cmd.Output() // its output before a failure is shown
	return strings.TrimSpace(string(out))
}
