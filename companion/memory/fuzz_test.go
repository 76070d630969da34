package memory

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// zipped returns a zip of one session with the contents of files.
func zipped(f *testing.F, files map[string]string) []byte {
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for name, text := range files {
		w, err := z.Create(name)
		if err != nil {
			f.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			f.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		f.Fatal(err)
	}
	return buf.Bytes()
}

// FuzzImport imports arbitrary bytes as an archive: no panic, no file beside the
// memory, and the memory works afterwards.
func FuzzImport(f *testing.F) {
	f.Add(zipped(f, map[string]string{"mm-0001/session.json": `{"sessionId":"mm-0001"}`, "mm-0001/steps/s-1.json": `{"stepId":"s-1","sessionId":"mm-0001"}`}))
	f.Add(zipped(f, map[string]string{"../x": "y"}))
	var tarball bytes.Buffer
	g := gzip.NewWriter(&tarball)
	_, _ = g.Write(bytes.Repeat([]byte{0}, 1024))
	g.Close()
	f.Add(tarball.Bytes())
	f.Add([]byte(`[{"op":"add"}]`))
	clock := time.Now()
	dir := f.TempDir()
	m, _ := open(f, dir, &clock)
	f.Fuzz(func(t *testing.T, text []byte) {
		around := t.TempDir()
		file := filepath.Join(around, "given")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		_, _ = m.Import(context.Background(), file)
		_, _ = m.ImportCards(context.Background(), file)
		if left, err := os.ReadDir(around); err != nil || len(left) != 1 {
			t.Fatalf("files were made beside what was given: %v %v", left, err)
		}
		if _, err := m.Import(context.Background(), filepath.Join(around, "nothing")); err == nil {
			t.Fatal("what is not there was imported")
		}
	})
}
