// Package golden compares the results of tests with the golden files that are kept
// beside them. Every package that imports it takes the flag -update:
//
//	go test ./shared/search -update   # then read git diff
//
// ./build.sh update does so in all packages that have golden files.
package golden

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write golden files instead of comparing with them")

// Updating reports whether the golden files are being written.
func Updating() bool { return *update }

// Check reports how got differs from a file. With -update it writes the file
// instead, and Git shows the difference.
func Check(t testing.TB, file, got string) {
	t.Helper()
	want, err := os.ReadFile(file)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		t.Fatal(err)
	case err == nil && string(want) == got:
	case *update:
		if err := write(file, got); err != nil {
			t.Fatal(err)
		}
	case err != nil:
		t.Errorf("%s is missing; run this test with -update. It is\n%s", file, got)
	default:
		t.Errorf("%s differs in %s; if that is meant, run this test with -update and read git diff. It is now\n%s", file, change(string(want), got), got)
	}
}

func write(file, text string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}

// change names the first line that differs.
func change(was, is string) string {
	old, now := strings.Split(was, "\n"), strings.Split(is, "\n")
	for i := range min(len(old), len(now)) {
		if old[i] != now[i] {
			return fmt.Sprintf("line %d, which was %q and is %q", i+1, strings.TrimSpace(old[i]), strings.TrimSpace(now[i]))
		}
	}
	return fmt.Sprintf("its number of lines, which was %d and is %d", len(old), len(now))
}
