package chromium

import (
	"os"
	"path/filepath"
	"testing"
)

// TestAnotherBuildRunsItsOwnWorker starts builds of one version with one profile.
func TestAnotherBuildRunsItsOwnWorker(t *testing.T) {
	profile, extension := t.TempDir(), t.TempDir()
	workers := filepath.Join(profile, "Default", "Service Worker")
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct {
		name, file, text string
		kept             bool
	}{
		{"the first build", "worker/main.js", "1", false},
		{"the same one", "worker/main.js", "1", true},
		{"another pairing", "pairing.json", "{}", true},
		{"another picture", "icon.png", "x", true},
		{"another build", "worker/main.js", "2", false},
		{"another manifest", "manifest.json", "{}", false},
	} {
		for _, name := range []string{"Database", "ScriptCache", "CacheStorage"} {
			write(filepath.Join(workers, name, "1"), "")
		}
		write(filepath.Join(extension, filepath.FromSlash(x.file)), x.text)
		if err := forgetWorkers(Options{Profile: profile, Extension: extension}); err != nil {
			t.Fatal(err)
		}
		for name, kept := range map[string]bool{"Database": x.kept, "ScriptCache": x.kept, "CacheStorage": true} {
			if _, err := os.Stat(filepath.Join(workers, name, "1")); (err == nil) != kept {
				t.Errorf("%s: %s is kept: %t, want %t", x.name, name, err == nil, kept)
			}
		}
	}
}
