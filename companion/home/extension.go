package home

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"cairn/extension"
	"cairn/shared/types"
)

// AllSitesFlag requests a copy with access to every site.
const AllSitesFlag = "all-sites"

// ExtensionFiles returns the copy that matches a pairing.
func ExtensionFiles(managed bool) fs.FS {
	if managed {
		return extension.AllSites()
	}
	return extension.Files
}

// WriteExtension writes the unpacked extension and its pairing to dir, which must be
// empty, absent, or hold an earlier one.
func WriteExtension(dir string, p Pairing) error {
	if err := mayWriteExtension(dir); err != nil {
		return err
	}
	if _, err := fs.Stat(extension.Files, extension.CorePath); err != nil {
		return types.Fault(types.CodeNotFound, "this cairn was built without its WebAssembly core", "build it with: ./build.sh build")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make extension directory: %w", err)
	}
	files := ExtensionFiles(p.Managed)
	if err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(dir, filepath.FromSlash(path))
		if d.IsDir() {
			return os.MkdirAll(target, 0o700)
		}
		data, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o600)
	}); err != nil {
		return fmt.Errorf("write extension: %w", err)
	}
	return writePairing(dir, p)
}

// mayWriteExtension refuses a directory with a person's own files.
func mayWriteExtension(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return types.Invalid(fmt.Sprintf("%s cannot be used: %v", dir, err), "name a new or empty directory")
	}
	var manifest struct {
		Key string `json:"key"`
	}
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err == nil && json.Unmarshal(text, &manifest) == nil && manifest.Key == extension.Key() {
		return nil
	}
	return types.Invalid(dir+" is not empty and holds no Cairn extension", "name a new or empty directory")
}
