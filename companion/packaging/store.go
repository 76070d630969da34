package main

import (
	"encoding/json"
	"fmt"
	"io/fs"

	"cairn/extension"
)

// storeZip writes the extension in the form for the Chrome Web Store: without a key,
// because the store has its own, and without any pairing.
func (r *release) storeZip() error {
	var files []file
	err := fs.WalkDir(extension.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(extension.Files, path)
		if err != nil {
			return err
		}
		if path == "manifest.json" {
			if data, err = withoutKey(data); err != nil {
				return err
			}
		}
		files = append(files, file{path, data, 0o644})
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := fs.Stat(extension.Files, extension.CorePath); err != nil {
		return fmt.Errorf("the WebAssembly core is not built: run ./build.sh build")
	}
	data, err := zipped(files, r.date)
	if err != nil {
		return err
	}
	return r.write("cairn_"+r.number+"_chrome-web-store.zip", data)
}

// withoutKey removes the key from a manifest.
func withoutKey(text []byte) ([]byte, error) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	delete(m, "key")
	return marshal(m)
}
