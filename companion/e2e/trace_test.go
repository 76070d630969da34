package e2e

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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

// coreSteps is how many steps the daemon remembers.
func (w *world) coreSteps() int {
	w.t.Helper()
	out := w.mustCairn("status")
	_, rest, ok := strings.Cut(out, "sessions, ")
	number, _, ok2 := strings.Cut(rest, " steps")
	n, err := strconv.Atoi(number)
	if !ok || !ok2 || err != nil {
		w.t.Fatalf("status tells no number of steps:\n%s", out)
	}
	return n
}

// wantNoTrace looks for secrets, as they are and in the usual disguises, in
// everything that Cairn wrote: store, logs, export, and the browser profile's
// databases of the extension.
func (w *world) wantNoTrace(t testing.TB, secrets ...string) {
	t.Helper()
	export := filepath.Join(t.TempDir(), "export")
	w.mustCairn("export", export)
	var disguises [][]byte
	for _, secret := range secrets {
		disguises = append(disguises, []byte(secret), []byte(hex.EncodeToString([]byte(secret))), []byte(base64.StdEncoding.EncodeToString([]byte(secret))),
			[]byte(strings.ReplaceAll(secret, " ", "%20")), utf16(secret))
	}
	databases, err := filepath.Glob(filepath.Join(w.profile, "Default", "IndexedDB", "chrome-extension_*"))
	if err != nil || len(databases) == 0 {
		t.Fatalf("the extension's database is not where it should be: %v", err)
	}
	looked := 0
	for _, root := range append(databases, w.home, export) {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil // a file that a running browser or daemon has just removed
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return nil
			}
			looked++
			for _, form := range disguises {
				if bytes.Contains(data, form) {
					t.Errorf("%s holds %q", path, form)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if looked < 5 {
		t.Errorf("looked into %d files only", looked)
	}
	for _, secret := range secrets {
		if strings.Contains(w.log.String(), secret) {
			t.Errorf("the daemon's log holds %q", secret)
		}
	}
}

func utf16(s string) []byte {
	var out []byte
	for i := 0; i < len(s); i++ {
		out = append(out, s[i], 0)
	}
	return out
}
