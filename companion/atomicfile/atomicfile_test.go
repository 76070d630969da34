package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestReplaceLeavesOneFile writes twice, and fails where a directory has the name.
func TestReplaceLeavesOneFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "keys.json")
	for _, text := range []string{"first", "second"} {
		if err := Replace(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("the file holds %q (%v), want %q", got, err, text)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("others may read it: %v (%v)", info, err)
	}
	if err := Replace(dir, nil); err == nil {
		t.Error("a directory was replaced")
	}
	for _, of := range []string{dir, filepath.Dir(dir)} {
		left, err := filepath.Glob(filepath.Join(of, ".*.*"))
		if err != nil || len(left) > 0 {
			t.Errorf("left over: %v (%v)", left, err)
		}
	}
}
