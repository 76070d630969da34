package main

import (
	"os"
	"path/filepath"
	"testing"

	"cairn/extension"
	"cairn/shared/types"
)

func TestOwnExtensionIsNotUnderTest(t *testing.T) {
	dir := t.TempDir()
	manifest := `{"manifest_version":3,"name":"Cairn","key":"` + extension.Key() + `"}`
	if err := os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := readTested([]string{dir})
	wantFault(t, err, types.CodeInvalidInput, "is Cairn's own extension")
	_, err = readTested([]string{filepath.Join(dir, "absent")})
	wantFault(t, err, types.CodeInvalidInput, "there is no such directory")
}
