package main

import (
	"os"
	"path/filepath"
	"strings"
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
	for dir, want := range map[string]string{dir: "is Cairn's own extension", filepath.Join(dir, "absent"): "there is no such directory"} {
		_, err := readTested([]string{dir})
		if fault := types.AsError(err); err == nil || fault.Code != types.CodeInvalidInput || !strings.Contains(fault.Message, want) || fault.Hint == "" {
			t.Errorf("%s: got %v, want %q and a hint", dir, err, want)
		}
	}
}
