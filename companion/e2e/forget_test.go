package e2e

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/companion/store"
	"cairn/shared/wire"
)

// TestForgettingFromTheCommandLine forgets an element and a site, and takes one
// of them back.
func TestForgettingFromTheCommandLine(t *testing.T) {
	w := newWorld(t)
	w.start()
	id := w.sendFirst()
	ext := w.inExtension()
	w.eventually("the extension has it, too", func() bool { h := ext.health(); return h.Outbox == 0 && h.Pending == 0 && h.Steps == w.coreSteps() })
	w.mustCairn("store", "backup")
	if kept := w.traces(t, "fee-fast", "send-continue"); len(kept) == 0 {
		t.Error("nothing is found where it must be: the search for it proves nothing")
	}
	origin := strings.TrimSuffix(w.site, "/")
	if out := w.mustCairn("forget", "--origin", origin, "--test-id", "fee-fast"); !strings.Contains(out, "forgot 1 steps") {
		t.Errorf("element: %s", out)
	}
	if out := w.mustCairn("search", "fee-fast"); strings.Contains(out, "fee-fast") {
		t.Errorf("the element is found: %s", out)
	}
	w.eventuallyNoTrace(t, "fee-fast")
	if out := w.mustCairn("forget", "--session", id); !strings.Contains(out, "1 sessions") || !strings.Contains(out, "--undo") {
		t.Errorf("session: %s", out)
	}
	if out := w.mustCairn("search", "send-continue"); strings.Contains(out, "send-continue") {
		t.Errorf("the session is found: %s", out)
	}
	if out := w.mustCairn("forget", "--undo"); !strings.Contains(out, "remembered again") {
		t.Errorf("undo: %s", out)
	}
	if out := w.mustCairn("search", "send-continue"); !strings.Contains(out, "send-continue") {
		t.Errorf("what came back is not found: %s", out)
	}
	w.mustCairn("forget", "--site", strings.TrimPrefix(origin, "http://"))
	if out := w.mustCairn("search", "send"); strings.Contains(out, id) {
		t.Errorf("the site is found: %s", out)
	}
	if out, err := w.cairn("forget", "--since", "yesterday-ish"); err == nil || !strings.Contains(out, "is no time") {
		t.Errorf("no time: %s, %v", out, err)
	}
	if out, err := w.cairn("forget", "--undo"); err != nil && !strings.Contains(out, "no forgetting") {
		t.Errorf("undo: %s, %v", out, err)
	}
	w.mustCairn("forget", "--site", strings.TrimPrefix(origin, "http://"))
	w.eventuallyNoTrace(t, "fee-fast", "send-continue", "another account", strings.TrimPrefix(origin, "http://"))

	// What the store tells the next start and every replica, unpacked.
	w.stopDaemon()
	s, err := store.Open(filepath.Join(w.home, "store"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	recs, _, err := s.Feed(0, "", "", 10_000)
	if err != nil {
		t.Fatal(err)
	}
	told := ""
	for _, rec := range recs {
		told += string(rec.Text)
	}
	if err := s.Load(func(rec wire.Record) error { told += asJSON(t, rec); return nil }); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(told, "fee-") || strings.Contains(told, "send-continue") || strings.Contains(told, strings.TrimPrefix(origin, "http://")) || !strings.Contains(told, `"sealed"`) {
		t.Errorf("the store tells %s", told)
	}
}

// eventuallyNoTrace waits until none of some words is anywhere in what the daemon
// and the extension keep.
func (w *world) eventuallyNoTrace(t *testing.T, words ...string) {
	t.Helper()
	var kept []string
	defer func() {
		if t.Failed() {
			t.Logf("kept: %q", kept)
		}
	}()
	w.eventually(fmt.Sprintf("%q are nowhere on the disk", words), func() bool {
		kept = w.traces(t, words...)
		return len(kept) == 0
	})
}

// traces are the files of the daemon and of the extension's database that hold
// one of some words, in one byte a letter or in two. (The browser's own cache and
// history of the site are the browser's.)
func (w *world) traces(t *testing.T, words ...string) (found []string) {
	t.Helper()
	roots, err := filepath.Glob(filepath.Join(w.profile, "Default", "*", "chrome-extension_*"))
	if err != nil || len(roots) == 0 {
		t.Fatalf("the extension's database is not where it should be: %v", err)
	}
	roots = append(roots, w.home, filepath.Join(w.profile, "Default", "Local Extension Settings"))
	for _, root := range roots {
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil // a file that a running browser or daemon has just removed
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return nil
			}
			for _, word := range words {
				if bytes.Contains(data, []byte(word)) || bytes.Contains(data, utf16(word)) {
					found = append(found, fmt.Sprintf("%s: %s", word, path))
				}
			}
			return nil
		})
	}
	for _, word := range words {
		if strings.Contains(w.log.String(), word) {
			found = append(found, word+": the daemon's log")
		}
	}
	return found
}
