package extension

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"regexp"
	"testing"
)

// vendored is a row of vendor/README.md: the file and its hash.
var vendored = regexp.MustCompile(`(?m)^\| (\S+\.js) \|.*\| ([0-9a-f]{64}) \|$`)

// TestVendoredLibrariesAreAsPublished compares them with the hashes of their packages.
func TestVendoredLibrariesAreAsPublished(t *testing.T) {
	list, err := fs.ReadFile(Files, "vendor/README.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for _, row := range vendored.FindAllStringSubmatch(string(list), -1) {
		known["vendor/"+row[1]] = row[2]
	}
	files, err := fs.Glob(Files, "vendor/*.js")
	if err != nil || len(files) == 0 {
		t.Fatalf("no libraries: %v", err)
	}
	for _, file := range files {
		text, err := fs.ReadFile(Files, file)
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != known[file] {
			t.Errorf("%s has the hash %x, vendor/README.md has %q", file, sum, known[file])
		}
	}
}
