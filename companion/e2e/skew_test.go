package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/shared/wire"
)

// TestExtensionsOfOtherVersionsLink gives a browser extensions of the protocol before
// and after this one, as the Web Store does when it updates one day earlier or later.
func TestExtensionsOfOtherVersionsLink(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name           string
		oldest, newest int
		says           string // by cairn doctor, of one that cannot link
	}{
		{"the next", wire.OldestProto, wire.Proto + 1, ""},
		{"the next without this one", wire.Proto + 1, wire.Proto + 1, "too new for this cairn: update cairn"},
		{"one that is too old", wire.OldestProto - 1, wire.OldestProto - 1, "from before this version tried to connect; then press reload"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.editExtension = append(w.editExtension, func(dir string) error {
				file := filepath.Join(dir, "lib", "limits.js")
				text, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				changed := strings.NewReplacer(
					fmt.Sprintf("export const Proto = %d;", wire.Proto), fmt.Sprintf("export const Proto = %d;", tc.newest),
					fmt.Sprintf("export const OldestProto = %d;", wire.OldestProto), fmt.Sprintf("export const OldestProto = %d;", tc.oldest)).Replace(string(text))
				if changed == string(text) {
					return fmt.Errorf("%s has no versions of the protocol", file)
				}
				return os.WriteFile(file, []byte(changed), 0o600)
			})
			if tc.says == "" {
				w.start()
				a := w.stdioAgent("of another version")
				a.launch(map[string]any{"url": w.site})
				a.unlock()
				return
			}
			w.startDaemon()
			w.openBrowser()
			w.eventually("the doctor says which side is to be updated", func() bool {
				out, _ := w.cairn("doctor")
				return strings.Contains(out, tc.says)
			})
		})
	}
}
