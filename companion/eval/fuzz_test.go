package eval

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzSets gives each reader of recorded sets anything as a file: it is measured,
// or refused with the line that is wrong.
func FuzzSets(f *testing.F) {
	for _, seed := range []string{
		`{"type":"session_start","session":{"sessionId":"mm-0001","goal":"send","createdAt":"2026-01-01T00:00:00Z"}}` + "\n" +
			`{"type":"step","step":{"tool":"click","target":{"testId":"send"},"outcome":{"ok":true},"url":"http://a/","testIds":["send",{"testId":"b"}],"a11y":[{"role":"button","name":"Send"}]}}` + "\n" +
			`{"type":"observe","qid":1,"context":{"url":"http://a/","testIds":["send"]}}`,
		`{"session":{"sessionId":"mm-0001","createdAt":"x"},"steps":[{"tool":"click","target":null},{"tool":"type","target":{"role":"textbox","name":"n"},"url":"http://a"}]}`,
		`{"class":"pin","text":"PIN: 1234","secret":"1234"}`, `{"id":"a","text":"words"}`, `{"qid":"q","text":"words"}`, "plain words", "{}", "\x1f\x8b",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<14 {
			return
		}
		file := filepath.Join(t.TempDir(), "set")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		_ = Suggest(bytes.NewReader(text), io.Discard, "needed") // most lines are no messages
		_ = Search(file, file, "", io.Discard, io.Discard)
		_ = Redact(file, "", "needed", 1, io.Discard)
		_ = Redact("", file, keepFull, 1, io.Discard)
		if _, err := readTrial(file); err != nil && !strings.HasPrefix(err.Error(), "read traces") {
			t.Errorf("it says %v", err)
		}
		if err := os.Rename(file, file+".gz"); err != nil {
			t.Fatal(err)
		}
		_, _ = readTrial(file + ".gz")
	})
}
