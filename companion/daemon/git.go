package daemon

import (
	"context"
	"os/exec"
	"strings"
	"time"

	"cairn/shared/types"
)

// gitPatience bounds the git commands on a working tree: a launch must not wait for a
// huge one.
const gitPatience = 2 * time.Second

// readGit returns the branch and commit of a directory's working tree, or nil if it
// has none (or git is not installed).
func readGit(ctx context.Context, dir string) *types.Git {
	if dir == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, gitPatience)
	defer cancel()
	git := func(args ...string) (string, bool) {
		out, err := exec.CommandContext(ctx, "git", append([]string{"-C", dir, "--no-optional-locks"}, args...)...).Output()
		return strings.TrimSpace(string(out)), err == nil
	}
	commit, ok := git("rev-parse", "HEAD")
	if !ok {
		return nil
	}
	// symbolic-ref prints nothing on a detached head: then there is no branch.
	branch, _ := git("symbolic-ref", "--short", "-q", "HEAD")
	changes, _ := git("status", "--porcelain", "--untracked-files=no")
	return &types.Git{Branch: branch, Commit: commit, Dirty: changes != ""}
}
