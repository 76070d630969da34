package eval

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestQualityIsOneTable measures on one set of each kind and names those that are
// missing.
func TestQualityIsOneTable(t *testing.T) {
	dir := t.TempDir()
	goals := filepath.Join(dir, "retrieval", "goals")
	for _, d := range []string{goals, filepath.Join(dir, "traces")} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(t, goals, "docs.jsonl", `{"id":"a","text":"Send ETH to a friend"}`, `{"id":"b","text":"Transfer money"}`, `{"id":"c","text":"Read the news"}`)
	write(t, goals, "queries.jsonl", `{"qid":"q1","text":"news"}`, `{"qid":"q2","text":"send money","exclude":"a"}`)
	write(t, goals, "qrels.jsonl", `{"qid":"q1","relevant":["c"]}`, `{"qid":"q2","docid":"b"}`)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte(strings.Join([]string{shop("s-1", "lamp"), shop("s-2", "chair"), shop("s-3", "lamp")}, "\n"))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "traces", "dev.jsonl.gz"), packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := quality(dir, &out); err != nil {
		t.Fatal(err)
	}
	// A baseline that knows no goals finds everything but the chair, of which nothing is remembered.
	for _, part := range []string{"dev                         8  0.660/0.750  1.000/1.000  0.875/0.875", "sites2                 missing", "goals                       2  1.0000  1.0000",
		"retold                 missing"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %q in\n%s", part, out.String())
		}
	}
}
