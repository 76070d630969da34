// Package vectors reads the inputs and outputs of an earlier implementation
// that lie beside it; README.md there describes each file.
package vectors

import (
	"embed"
	"encoding/json"
	"testing"
)

//go:embed *.json
var files embed.FS

// Read decodes the file of that name into the value that into points to.
func Read(t testing.TB, name string, into any) {
	t.Helper()
	data, err := files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// Cases decodes the cases of the file of that name. A file without any is a
// mistake: the test would prove nothing.
func Cases[T any](t testing.TB, name string) []T {
	t.Helper()
	var file struct{ Cases []T }
	Read(t, name, &file)
	if len(file.Cases) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return file.Cases
}
