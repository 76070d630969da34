package daemon

import (
	"context"
	"path/filepath"
	"testing"
)

func TestGitOfNoWorkingTree(t *testing.T) {
	for _, dir := range []string{"", filepath.Join(t.TempDir(), "absent")} {
		if got := readGit(context.Background(), dir); got != nil {
			t.Errorf("readGit(%q) = %+v, want nil", dir, got)
		}
	}
}
