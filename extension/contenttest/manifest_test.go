package contenttest

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// TestManifestInjectsInOrder: what is tested here is what ships.
func TestManifestInjectsInOrder(t *testing.T) {
	data, err := os.ReadFile("../manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		ContentScripts []struct {
			JS        []string `json:"js"`
			AllFrames bool     `json:"all_frames"`
			RunAt     string   `json:"run_at"`
		} `json:"content_scripts"`
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, name := range order(t) {
		want = append(want, "content/"+name)
	}
	if len(manifest.ContentScripts) != 1 || !slices.Equal(manifest.ContentScripts[0].JS, want) {
		t.Errorf("the manifest injects %+v, want %q as content/ORDER says", manifest.ContentScripts, want)
	} else if s := manifest.ContentScripts[0]; !s.AllFrames || s.RunAt != "document_start" {
		t.Errorf("all frames %v, run at %q: listeners must be there before the page's own", s.AllFrames, s.RunAt)
	}
}
