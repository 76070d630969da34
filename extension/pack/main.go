// Command pack writes the extension as it ships into a directory, ready for
// "Load unpacked": go run ./extension/pack dist/extension
//
// It knows no pairing; `cairn extension` writes one that does.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"cairn/extension"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: pack DIRECTORY")
		os.Exit(2)
	}
	if err := pack(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// pack replaces dir, but only where there is nothing or an earlier pack.
func pack(dir string) error {
	if _, err := fs.Stat(extension.Files, extension.CorePath); err != nil {
		return errors.New("the Wasm core is not built; run ./build.sh build")
	}
	old := os.DirFS(dir)
	if entries, err := fs.ReadDir(old, "."); err == nil && len(entries) > 0 {
		if _, err := fs.Stat(old, "manifest.json"); err != nil {
			return fmt.Errorf("%s holds something else", dir)
		}
		if err := os.RemoveAll(dir); err != nil {
			return fmt.Errorf("remove the earlier extension: %w", err)
		}
	}
	if err := os.CopyFS(dir, extension.Files); err != nil {
		return fmt.Errorf("write extension: %w", err)
	}
	return nil
}
