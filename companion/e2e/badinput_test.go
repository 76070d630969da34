package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// badInput is a row of the table of bad inputs (research: reliability 4.1): the
// input, its place, and the exact outcome. Nothing is replaced: where
// says which door of a running daemon, of the store or of the extension the
// input goes through.
type badInput struct {
	row   int
	input string
	where string
	do    func(*badRig) string
	want  string
}

// TestBadInputs is the whole table. Rows of one daemon share it, as bad and good
// clients do; those that change how it treats everybody have one of their own.
func TestBadInputs(t *testing.T) {
	t.Parallel()
	r := newBadRig(t)
	seen := map[int]bool{}
	for _, table := range [][]badInput{badOpenings, badRequests, badMessages, badSteps, badArguments, badImports, badLoads, badClocks, badDisks} {
		for _, c := range table {
			seen[c.row] = true
			t.Run(fmt.Sprintf("B%d %s: %s", c.row, c.where, c.input), func(t *testing.T) {
				own := *r
				w := *r.world
				w.t, own.world = t, &w
				if got := c.do(&own); got != c.want {
					t.Errorf("got %q, want %q", got, c.want)
				}
			})
		}
	}
	for row := 1; row <= 65; row++ {
		if !seen[row] {
			t.Errorf("row B%d is not in the table", row)
		}
	}
	if got := r.search(""); got != "ok" {
		t.Errorf("after all that, a search is answered %s", got)
	}
	if got := r.open().acked(gaps(1, 1, "after all that")); got != "hwm 1" {
		t.Errorf("after all that, a batch is answered %s", got)
	}
}

// jsTest runs one test of the extension's own by its name.
func jsTest(file, name string) func(*badRig) string {
	return func(r *badRig) string {
		cmd := exec.Command("node", "--test", "--test-reporter=tap", "--test-name-pattern", name, filepath.Join("test", file))
		cmd.Dir = filepath.Join(repoRoot, "extension")
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "# pass 1\n") || !strings.Contains(string(out), "# fail 0\n") {
			return string(out)
		}
		return "as it should be"
	}
}

// many runs do for each of several inputs and returns their common outcome once.
func many(do func(*badRig, string) string, inputs ...string) func(*badRig) string {
	return func(r *badRig) string {
		out := ""
		for i, in := range inputs {
			got := do(r, in)
			if i == 0 {
				out = got
			} else if got != out {
				out += fmt.Sprintf("; but %.60q: %s", in, got)
			}
		}
		return out
	}
}
