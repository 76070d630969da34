package e2e

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

func asJSON(t testing.TB, v any) string {
	t.Helper()
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func sortByTime(steps []*types.Step) {
	slices.SortFunc(steps, func(a, b *types.Step) int {
		if a.Timestamp != b.Timestamp {
			return int(a.Timestamp - b.Timestamp)
		}
		return strings.Compare(a.StepID, b.StepID)
	})
}

// coreSteps returns the number of steps that the daemon remembers.
func (w *world) coreSteps() int {
	w.t.Helper()
	status := w.status()
	if status == nil {
		w.t.Fatal("the daemon does not answer")
	}
	return status.Core.Steps
}

// kept are the browser's own files in which an extension's data lie, below its
// profile.
var kept = []string{"IndexedDB/chrome-extension_*", "Local Extension Settings", "Sync Extension Settings", "Extension State", "Extension Scripts", "Local Storage", "Session Storage"}

// wantNoTrace looks for secrets, as they are and in the usual disguises, in
// everything that the daemon and the extension keep, in the daemon's reports about
// itself, and in its exports.
func (w *world) wantNoTrace(t testing.TB, secrets ...string) {
	t.Helper()
	s := seek(secrets...)
	export := filepath.Join(t.TempDir(), "export")
	w.mustCairn("export", export)
	w.mustCairn("store", "backup")
	roots := []string{w.home, export}
	databases := 0
	for _, pattern := range kept {
		found, err := filepath.Glob(filepath.Join(w.profile, "Default", pattern))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(pattern, "IndexedDB") {
			databases = len(found)
		}
		roots = append(roots, found...)
	}
	if databases == 0 {
		t.Fatal("the extension's database is not where it should be")
	}
	looked, values := 0, 0
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil // a file that a running browser or daemon has just removed
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return nil
			}
			looked++
			for _, found := range s.in(data) {
				t.Errorf("%s holds %s", path, found)
			}
			if strings.HasPrefix(path, filepath.Join(w.home, "store")) {
				plain := unpacked(data)
				values += len(plain)
				for _, found := range s.in(plain) {
					t.Errorf("%s holds %s, packed", path, found)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if looked < 5 || values == 0 {
		t.Errorf("looked into %d files and %d bytes of packed values only", looked, values)
	}
	logged := w.log.String()
	for _, ask := range [][]string{{"doctor", "--json"}, {"stats", "--json"}, {"status"}, {"sessions"}, {"kb", "list"}, {"card", "list"}} {
		out, _ := w.cairn(ask...) // a doctor that finds something ends with a code of its own
		logged += out
	}
	for _, found := range s.in([]byte(logged)) {
		t.Errorf("the daemon tells %s", found)
	}
}

func utf16(s string) []byte {
	var out []byte
	for i := 0; i < len(s); i++ {
		out = append(out, s[i], 0)
	}
	return out
}
