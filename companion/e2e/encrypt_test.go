package e2e

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/extension"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// keyInFile puts a key where the daemon looks first, so that no test writes into
// the keychain of the person who runs it.
func (w *world) keyInFile(t *testing.T) (file string) {
	t.Helper()
	file = filepath.Join(w.home, "encryption.key")
	if err := os.MkdirAll(w.home, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(hex.EncodeToString([]byte("a key of thirty-two bytes, a test")[:32])), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// homeHolds says which files of the data directory hold some words, also in the
// forms that a store packs them in.
func (w *world) homeHolds(t *testing.T, words ...string) (found []string) {
	t.Helper()
	s := seek(words...)
	err := filepath.WalkDir(w.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		for _, f := range s.in(append(data, unpacked(data)...)) {
			found = append(found, filepath.Base(path)+": "+f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestAnEncryptedDataDirectorySaysNothing records with a daemon that encrypts
// from its start, reads every file that it leaves, and does without the key.
func TestAnEncryptedDataDirectorySaysNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	key := w.keyInFile(t)
	w.startDaemon("--encrypt")
	w.openBrowser()
	w.waitLinked()
	id := w.sendFirst()
	w.mustCairn("store", "backup")
	if out := w.mustCairn("status"); !strings.Contains(out, "(encrypted)") {
		t.Errorf("status: %s", out)
	}
	w.closeBrowser()
	w.stopDaemon()
	words := []string{"send-continue", "0.1 ETH to another", "/#/send", id}
	if found := w.homeHolds(t, words...); len(found) > 0 {
		t.Errorf("encrypted, and there is %q", found)
	}

	text, err := os.ReadFile(key)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	if out, err := w.cairn("search", "send-continue"); err == nil || !strings.Contains(out, "encryption.key is not there") || !strings.Contains(out, "put the key back") {
		t.Errorf("a search without the key: %v, %s", err, out)
	}
	if err := os.WriteFile(key, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if out := w.mustCairn("search", "send-continue"); !strings.Contains(out, "send-continue") {
		t.Errorf("with the key back: %s", out)
	}

	w.mustCairn("encrypt", "off")
	if found := w.homeHolds(t, words...); len(found) < len(words) {
		t.Errorf("decrypted, there is only %q: looking proves nothing", found)
	}
	if out := w.mustCairn("search", "send-continue"); !strings.Contains(out, "send-continue") {
		t.Errorf("decrypted: %s", out)
	}
}

// TestAnEncryptedCopyInTheBrowserSaysNothing reads the files of the extension's
// database: while the companion's store is encrypted, and once it is no longer.
func TestAnEncryptedCopyInTheBrowserSaysNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.keyInFile(t)
	w.startDaemon("--encrypt")
	w.openBrowser()
	w.waitLinked()
	w.sendFirst()
	ext := w.inExtension()
	w.eventually("the extension has it, too", func() bool { h := ext.health(); return h.Outbox == 0 && h.Pending == 0 && h.Steps == w.coreSteps() })
	w.stopDaemon()
	if found := ext.core(wire.CoreRequest{Op: wire.OpSearch, Search: &types.SearchRequest{Query: "send continue"}}).Steps; len(found) == 0 {
		t.Error("without the companion nothing is found")
	}
	w.closeBrowser()
	words := []string{"send-continue", "fee-fast", "Send 0.1 ETH"}
	if found := w.databaseHolds(t, words...); len(found) > 0 {
		t.Errorf("encrypted, and there is %q", found)
	}

	w.startDaemon()
	w.openBrowser()
	w.waitLinked()
	if out, _ := w.cairn("doctor"); !strings.Contains(out, "keeps its copy encrypted") {
		t.Errorf("the doctor says nothing of the copy:\n%s", out)
	}
	w.stopDaemon()
	w.mustCairn("encrypt", "off")
	w.startDaemon()
	w.waitLinked()
	// Were that not so, looking would prove nothing. (Pages of a file are packed, so
	// that not every word stands in it as it is.)
	w.eventually("the copy is plain again", func() bool { return len(w.databaseHolds(t, words...)) > 0 })
}

// databaseHolds says which files of the extension's database hold some words.
func (w *world) databaseHolds(t *testing.T, words ...string) (found []string) {
	t.Helper()
	files, s := 0, seek(words...)
	err := filepath.WalkDir(w.profile, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.Contains(path, "IndexedDB") || !strings.Contains(path, extension.ID) {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a running browser deleted it after it was listed
		}
		for _, f := range s.in(data) {
			found = append(found, filepath.Base(path)+": "+f)
		}
		return err
	})
	if err != nil || files == 0 {
		t.Fatalf("%d files of the extension's database: %v", files, err)
	}
	return found
}
