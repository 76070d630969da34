package setup

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/testdata/golden"
)

func TestSetupAsksBeforeItWrites(t *testing.T) {
	for _, tc := range []struct {
		answer string
		writes bool
	}{{"y\n", true}, {"YES\n", true}, {"n\n", false}, {"\n", false}, {"", false}, {"perhaps\n", false}} {
		home := t.TempDir()
		c := testClient(t, home, "cursor")
		put(t, c.file, "{\n  \"mcpServers\": {\n    \"files\": {\"command\": \"npx\"}\n  }\n}\n")
		said, err := setupAt(home, Setup{In: strings.NewReader(tc.answer)}, "cursor")
		if err != nil || strings.Contains(read(t, c.file), "cairn") != tc.writes {
			t.Errorf("answer %q: %v\n%s", tc.answer, err, said)
		}
		if !strings.Contains(said, "+ "+`    "cairn": {`) {
			t.Errorf("answer %q: the change is not shown:\n%s", tc.answer, said)
		}
		if tc.writes {
			golden.Check(t, "testdata/said.txt", said)
		}
	}
}

func TestSetupRespectsHowAFileIsKept(t *testing.T) {
	const text = "{\"mcpServers\": {\"files\": {}}}\n"
	t.Run("read-only", func(t *testing.T) {
		home := t.TempDir()
		c := testClient(t, home, "cursor")
		put(t, c.file, text)
		if err := os.Chmod(c.file, 0o400); err != nil {
			t.Fatal(err)
		}
		said, err := setupAt(home, Setup{Yes: true}, "cursor")
		if err == nil || !strings.Contains(said, "read-only") || len(files(t, home)) != 1 || read(t, c.file) != text {
			t.Errorf("%v\n%s", err, said)
		}
	})
	t.Run("a symbolic link", func(t *testing.T) {
		home, dotfiles := t.TempDir(), t.TempDir()
		c := testClient(t, home, "cursor")
		real := filepath.Join(dotfiles, "cursor.json")
		put(t, real, text)
		if err := os.MkdirAll(filepath.Dir(c.file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(real, c.file); err != nil {
			t.Skip(err)
		}
		if said, err := setupAt(home, Setup{Yes: true}, "cursor"); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		if info, err := os.Lstat(c.file); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("the link is gone: %v %v", info, err)
		}
		if !strings.Contains(read(t, real), "cairn") {
			t.Error("the file behind the link was not written")
		}
	})
	t.Run("a link that leads nowhere", func(t *testing.T) {
		home := t.TempDir()
		c := testClient(t, home, "cursor")
		if err := os.MkdirAll(filepath.Dir(c.file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(home, "absent"), c.file); err != nil {
			t.Skip(err)
		}
		if said, err := setupAt(home, Setup{Yes: true}, "cursor"); err == nil || !strings.Contains(said, "leads nowhere") {
			t.Errorf("%v\n%s", err, said)
		}
	})
	t.Run("the mode", func(t *testing.T) {
		home := t.TempDir()
		c := testClient(t, home, "cursor")
		put(t, c.file, text)
		if err := os.Chmod(c.file, 0o640); err != nil {
			t.Fatal(err)
		}
		if said, err := setupAt(home, Setup{Yes: true}, "cursor"); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		if info, err := os.Stat(c.file); err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("mode is %v, %v", info.Mode(), err)
		}
	})
	t.Run("changed meanwhile", func(t *testing.T) {
		home := t.TempDir()
		c := testClient(t, home, "cursor")
		put(t, c.file, text)
		file, err := readConfig(c.file)
		if err != nil {
			t.Fatal(err)
		}
		put(t, c.file, "{}")
		if _, err := file.write("{\"a\": 1}"); err == nil || read(t, c.file) != "{}" {
			t.Errorf("a change was lost: %v, %s", err, read(t, c.file))
		}
	})
}

func TestSetupWritesNothingButTheNamedFiles(t *testing.T) {
	home := t.TempDir()
	put(t, filepath.Join(home, "notes.txt"), "mine")
	var allowed []string
	for _, c := range clientsOf(folders{home: home, config: filepath.Join(home, ".config"), getenv: func(string) string { return "" }}) {
		put(t, c.file, "")
		allowed = append(allowed, c.file, c.file+backupSuffix)
	}
	if said, err := setupAt(home, Setup{Yes: true}); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	now := files(t, home)
	for _, path := range allowed {
		delete(now, path)
	}
	if len(now) != 1 || now[filepath.Join(home, "notes.txt")] != "mine" {
		t.Errorf("other files were written: %q", now)
	}
}
