package daemon

import (
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"cairn/companion/home/hometest"
	"cairn/companion/team"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestWithoutATeamNothingOfItIsOpened serves a data directory without a membership: no file, no
// goroutine and no answer is different.
func TestWithoutATeamNothingOfItIsOpened(t *testing.T) {
	h := hometest.New(t)
	d, err := Open(h, Options{Port: -1, Log: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	if err := d.team.open(t.Context()); err != nil || d.team.client != nil {
		t.Errorf("a team was opened: %v", err)
	}
	d.team.visit(t.Context(), "https://app.example")
	files, err := filepath.Glob(filepath.Join(string(h), "team*"))
	if err != nil || len(files) > 0 {
		t.Errorf("files of a team: %v, %v", files, err)
	}
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	if strings.Contains(string(stacks), "nats") || strings.Contains(string(stacks), "companion/team.") {
		t.Errorf("goroutines of a team run:\n%s", stacks)
	}
	if line := d.team.line(); line != "" {
		t.Errorf("cairn status says %q", line)
	}
	if r, err := d.team.handle(t.Context(), &wire.TeamOrder{Op: wire.TeamStatus}); err != nil || r.Status != nil {
		t.Errorf("status: %+v, %v", r, err)
	}
	for _, op := range []string{wire.TeamShare, wire.TeamSend, wire.TeamTrust, wire.TeamLeave, wire.TeamReview} {
		if _, err := d.team.handle(t.Context(), &wire.TeamOrder{Op: op, Site: "https://app.example", Mode: "review"}); types.AsError(err) == nil || types.AsError(err).Code != types.CodeNoTeam {
			t.Errorf("%s: %v", op, err)
		}
	}
}

func FuzzSharedOrigin(f *testing.F) {
	for _, seed := range []string{"app.acme.dev", "http://localhost:3000", "https://u:p@h", "file:///etc", "chrome://x", "https://*.acme.dev", "", "HTTPS://App.Acme.dev/a?b#c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, site string) {
		origin, err := team.SharedOrigin(site)
		if err != nil {
			return
		}
		if again, err := team.SharedOrigin(origin); err != nil || again != origin || strings.ContainsAny(origin, " @*") {
			t.Errorf("%q gives %q, then %q, %v", site, origin, again, err)
		}
		if scheme, _, _ := strings.Cut(origin, "://"); scheme != "http" && scheme != "https" {
			t.Errorf("%q is shared as %q", site, origin)
		}
	})
}
