package extension

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"testing"
	"testing/fstest"
)

func TestAPackedCoreIsShownUnpacked(t *testing.T) {
	wasm := bytes.Repeat([]byte("\x00asm core "), 1000)
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	if _, err := zip.Write(wasm); err != nil || zip.Close() != nil {
		t.Fatal(err)
	}
	files := unpacked{fstest.MapFS{packedPath: {Data: packed.Bytes(), Mode: 0o444}, "core/README.md": {Data: []byte("# core")}, "manifest.json": {Data: []byte("{}")}}}
	if got, err := fs.ReadFile(files, CorePath); err != nil || !bytes.Equal(got, wasm) {
		t.Errorf("the core is %d bytes, %v, want %d", len(got), err, len(wasm))
	}
	var names []string
	err := fs.WalkDir(files, ".", func(path string, e fs.DirEntry, err error) error {
		names = append(names, path)
		if path == CorePath {
			if info, err := e.Info(); err != nil || info.Size() != int64(len(wasm)) {
				t.Errorf("it is listed as %v, %v", info, err)
			}
		}
		return err
	})
	if want := []string{".", "core", "core/README.md", CorePath, "manifest.json"}; err != nil || len(names) != len(want) || names[3] != CorePath {
		t.Errorf("there are %q, %v", names, err)
	}
	if _, err := fs.Stat(unpacked{fstest.MapFS{"manifest.json": {}}}, CorePath); err == nil {
		t.Error("a core that was not built is there")
	}
}
