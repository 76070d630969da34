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
	t.Parallel()
	w := newWorld(t)
	w.start()
	id := w.sendFirst()
	ext := w.inExtension()
	w.eventually("the extension has it, too", func() bool { h := ext.health(); return h.Outbox == 0 && h.Pending == 0 && h.Steps == w.coreSteps() })
	w.mustCairn("store", "backup")
	if kept := w.traces(ext, "fee-fast", "send-continue"); len(kept) == 0 {
		t.Error("nothing is found where it must be: the search for it proves nothing")
	}
	origin := strings.TrimSuffix(w.site, "/")
	if out := w.mustCairn("forget", "--origin", origin, "--test-id", "fee-fast"); !strings.Contains(out, "forgot 1 step") {
		t.Errorf("element: %s", out)
	}
	if out := w.mustCairn("search", "fee-fast"); strings.Contains(out, "fee-fast") {
		t.Errorf("the element is found: %s", out)
	}
	w.eventuallyNoTrace(ext, "fee-fast")
	if out := w.mustCairn("forget", "--session", id); !strings.Contains(out, "1 session,") || !strings.Contains(out, "--undo") {
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
	if out, err := w.cairn("forget", "--since", "yesterday-ish"); err == nil || !strings.Contains(out, "is not a valid time") {
		t.Errorf("no time: %s, %v", out, err)
	}
	if out, err := w.cairn("forget", "--undo"); err != nil && !strings.Contains(out, "no forgetting") {
		t.Errorf("undo: %s, %v", out, err)
	}
	w.mustCairn("forget", "--site", strings.TrimPrefix(origin, "http://"))
	w.eventuallyNoTrace(ext, "fee-fast", "send-continue", "another account", strings.TrimPrefix(origin, "http://"))

	// The records that the next start and every replica get of the store, unpacked.
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
	stored := ""
	for _, rec := range recs {
		stored += string(rec.Text)
	}
	if err := s.Load(func(rec wire.Record) error { stored += asJSON(t, rec); return nil }); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(stored, "fee-") || strings.Contains(stored, "send-continue") || strings.Contains(stored, strings.TrimPrefix(origin, "http://")) || !strings.Contains(stored, `"sealed"`) {
		t.Errorf("the store tells %s", stored)
	}
}

// eventuallyNoTrace waits until none of some words is anywhere in the files of the daemon
// and the extension.
func (w *world) eventuallyNoTrace(ext *person, words ...string) {
	ext.t.Helper()
	var kept []string
	defer func() {
		if ext.t.Failed() {
			ext.t.Logf("kept: %q", kept)
		}
	}()
	w.eventually(fmt.Sprintf("%q are kept nowhere", words), func() bool {
		kept = w.traces(ext, words...)
		return len(kept) == 0
	})
}

// traces says where one of some words is: in the daemon's files and log, in one
// byte a letter or in two, and in the rows of the extension's databases. (When the
// bytes of a deleted row leave the browser's own files is for the browser to say:
// mostly within seconds, at its next compaction at the latest.)
func (w *world) traces(ext *person, words ...string) (found []string) {
	ext.t.Helper()
	look := func(where string, data []byte) {
		for _, word := range words {
			if bytes.Contains(data, []byte(word)) || bytes.Contains(data, utf16(word)) {
				found = append(found, word+": "+where)
			}
		}
	}
	_ = filepath.WalkDir(w.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil // a file that a running daemon has just removed
		}
		if data, err := os.ReadFile(path); err == nil {
			look(path, data)
		}
		return nil
	})
	look("the daemon's log", []byte(w.log.String()))
	look("the extension's database", []byte(evaluate[string](ext, allRows)))
	return found
}

// allRows are the rows of all the extension's databases and its settings as one
// text, bytes as a character each.
const allRows = `(async () => {
	const done = (request) => new Promise((yes, no) => { request.onsuccess = () => yes(request.result); request.onerror = () => no(request.error); });
	const text = async (value) => {
		if (value instanceof Blob) return text(await value.arrayBuffer());
		if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder("latin1").decode(value);
		if (Array.isArray(value)) return (await Promise.all(value.map(text))).join(" ");
		if (value && typeof value === "object") return text(Object.entries(value).flat());
		return String(value);
	};
	const parts = [await text(await chrome.storage.local.get(null))];
	for (const { name } of await indexedDB.databases()) {
		const db = await done(indexedDB.open(name));
		db.onversionchange = () => db.close();
		for (const store of db.objectStoreNames) {
			const table = db.transaction(store).objectStore(store);
			const [keys, values] = await Promise.all([done(table.getAllKeys()), done(table.getAll())]);
			parts.push(await text(keys), await text(values));
		}
		db.close();
	}
	return parts.join(" ");
})()`
