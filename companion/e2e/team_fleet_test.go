package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestAFleetSpoolsAndSendsOnce has a runner that reaches no server write its records to
// a directory. Later somebody with the token sends it: each batch once, also where the
// directory is sent again. Another member gets exactly the runner's sessions, as the fleet's.
func TestAFleetSpoolsAndSendsOnce(t *testing.T) {
	t.Parallel()
	const site = "https://shop.example.com"
	ana, runner := newWorld(t), newWorld(t)
	server := ana.createTeam(t)
	ana.mustCairn("team", "offer", site)
	token := strings.TrimSpace(ana.mustCairn("team", "token", "ci"))
	server.kill()
	asRunner := func(in *world, args ...string) (string, error) {
		cmd := exec.Command(cairnBinary, append(args, "--data", in.home)...)
		cmd.Env = append(os.Environ(), "CAIRN_TEAM="+token)
		out, err := cmd.CombinedOutput() // its input is empty
		return string(out), err
	}

	recorded, spool := t.TempDir(), filepath.Join(t.TempDir(), "spool")
	for i, of := range []string{site, site, "https://not-offered.example.com"} {
		writeRecorded(t, recorded, fmt.Sprintf("mm-run%d", i), of, "nav-orders", "order-open")
	}
	runner.mustCairn("import", recorded)
	if out, err := asRunner(runner, "mcp", "--spool", spool); err != nil {
		t.Fatalf("cairn mcp: %v\n%s", err, out)
	}
	out := strings.TrimSuffix(runner.mustCairn("team", "push"), "; there is no connection now\n")
	if out = strings.TrimSuffix(out, "\n"); out != "nothing waits; 2 batches sent since the start" && out != "nothing waits; 0 batches sent since the start" { // 0 by a daemon that ended meanwhile
		t.Errorf("push says %q", out)
	}
	files := func() []string {
		names, err := filepath.Glob(filepath.Join(spool, "*"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	kept := map[string][]byte{}
	for _, name := range files() {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		kept[name] = data
	}
	if len(kept) != 2 {
		t.Fatalf("the spool has %q", files())
	}
	for _, file := range []string{"team.json"} { // the token is on no runner's disk
		data, err := os.ReadFile(filepath.Join(runner.home, file))
		if err != nil || strings.Contains(string(data), token) {
			t.Errorf("%s holds the token, or is gone: %v", file, err)
		}
	}

	elsewhere := newWorld(t)
	if out, err := asRunner(elsewhere, "team", "push", spool); err == nil || !strings.Contains(out, "cannot be reached") || len(files()) != 2 {
		t.Errorf("without a server push says %q (%v), and %q are left", out, err, files())
	}
	server.start()
	for _, want := range []string{"sent 2 batches\n", "sent 0 batches\n", "sent 0 batches; the team had 2 already\n"} {
		if strings.Contains(want, "already") { // killed before it could remove them
			for name, data := range kept {
				if err := os.WriteFile(name, data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		if out, err := asRunner(elsewhere, "team", "push", spool); err != nil || out != want || len(files()) != 0 {
			t.Errorf("push says %q (%v), want %q; left are %q", out, err, want, files())
		}
	}
	ana.startDaemon()
	ana.mustCairn("team", "share", site, "review")
	// Two sessions with two steps each. A record is counted once it can be found.
	ana.eventually("Ana has the runner's records", func() bool { return ana.teamReply(t, "status").Status.Received >= 6 })
	if got := ana.teamReply(t, "status").Status; got.Received != 6 || len(got.Refused) > 0 || len(ana.foreign(t)) != 2 {
		t.Errorf("Ana took %d records of the sessions %q; refused %v", got.Received, ana.foreign(t), got.Refused)
	}
	if out := ana.mustCairn("search", "nav-orders"); !strings.Contains(out, "team: ci") || strings.Contains(out, "not-offered") {
		t.Errorf("search says\n%s", out)
	}
	if all := ana.teamReply(t, "status").Status.Members; len(all) != 2 || all[0].Name != "ana" || all[1].Name != "ci" {
		t.Errorf("members are %+v", all)
	}
}

// writeRecorded writes a done session of yesterday to a directory as exports have them.
func writeRecorded(t *testing.T, dir, session, origin string, testIDs ...string) {
	t.Helper()
	at := time.Now().Add(-24 * time.Hour).UTC()
	stamp := func(n int) string {
		return at.Add(time.Duration(n) * time.Second).Format("2006-01-02T15:04:05.000Z")
	}
	write := func(name, text string) {
		file := filepath.Join(dir, session, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("session.json", fmt.Sprintf(`{"schemaVersion":1,"sessionId":%q,"createdAt":%q,"endedAt":%q,"flowTags":["orders"],"tags":[],"outcome":"done","outcomeBy":"agent","outcomeAt":%[3]q}`, session, stamp(0), stamp(9)))
	for i, id := range testIDs {
		write(fmt.Sprintf("steps/%d-mm_click.json", i), fmt.Sprintf(`{"schemaVersion":1,"sessionId":%q,"timestamp":%q,"actor":"agent","tool":{"name":"mm_click","target":{"testId":%q,"role":"link"}},"outcome":{"ok":true},
			"observation":{"state":{"currentUrl":"%s/%d","currentScreen":"screen-%[5]d","origin":%[4]q},"testIds":[],"a11y":{"nodes":[]}}}`, session, stamp(i+1), id, origin, i))
	}
}
