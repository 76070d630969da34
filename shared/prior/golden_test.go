package prior

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file of testdata/prior.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("../../testdata/prior", name)
	got = append(bytes.TrimSpace(got), '\n')
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; go test ./shared/prior -update writes it anew\n got %s\nwant %s", name, got, want)
	}
}
