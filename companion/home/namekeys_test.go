package home

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

func TestAnotherKeyOfNamesIsNoticed(t *testing.T) {
	h := Dir(t.TempDir())
	one, two := bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	at := time.Date(2026, 1, 16, 12, 0, 0, 0, time.UTC)
	for i, try := range []struct {
		key     []byte
		changed bool
	}{{one, false}, {one, false}, {two, true}, {two, false}, {one, true}} {
		if changed, err := h.NoteNameKey(try.key, at.Add(time.Duration(i)*time.Hour)); err != nil || changed != try.changed {
			t.Errorf("try %d: changed %v, %v", i, changed, err)
		}
	}
	if text, err := os.ReadFile(h.Path(NameKeysFile)); err != nil || strings.Count(string(text), "\n") != 3 || !strings.HasSuffix(string(text), "2026-01-16T16:00:00Z\n") {
		t.Errorf("%s, %v", text, err)
	}
}
