package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestATeamEncryptsEndToEnd has two people of a team that encrypts, each with a daemon of their own. Ana's
// records reach Bob, and neither the wire nor the server's files have a word of them. Once Bob is removed, Ana
// shares under a new key.
func TestATeamEncryptsEndToEnd(t *testing.T) {
	t.Parallel()
	const site = "https://secretive.example.com"
	ana, bob := newWorld(t), newWorld(t)
	server := ana.createTeam(t, "--encrypt", "--partitions", "4")
	tap := tapTeam(t, server.address)
	ana.mustCairn("team", "offer", site)
	bob.joinTeam(t, ana, "bob", tap.address())
	ana.viaTap(t, tap)
	ana.startDaemon()
	bob.startDaemon()
	ana.awaitTeam(t, "live")
	bob.awaitTeam(t, "live")
	bob.mustCairn("team", "share", site, "review")
	ana.mustCairn("team", "share", site, "auto")
	share := func(session string, testIDs ...string) {
		recorded := t.TempDir()
		writeRecorded(t, recorded, session, site, testIDs...)
		ana.mustCairn("import", recorded)
		ana.mustCairn("team", "push", "--wait", "1m")
	}
	share("mm-first", "canary-orders", "canary-open")
	bob.eventually("Bob has Ana's session", func() bool { return bob.teamReply(t, "status").Status.Received >= 3 })
	if out := bob.mustCairn("search", "canary-orders"); !strings.Contains(out, "team: ana") {
		t.Errorf("search says\n%s", out)
	}
	if out := ana.mustCairn("team", "status"); !strings.Contains(out, "encrypted  end to end\n") {
		t.Errorf("status says\n%s", out)
	}
	before := len(ana.keysInUse(t))
	if out := ana.mustCairn("team", "revoke", "bob"); !strings.Contains(out, "bob is no longer a member") {
		t.Error(out)
	}
	bob.eventually("Bob is out", func() bool { return bob.teamReply(t, "status").Status.State == "refused" })
	share("mm-second", "canary-later")
	if after := len(ana.keysInUse(t)); before != 1 || after != 2 {
		t.Errorf("keys in the server's files: %d, then %d; want 1 and 2", before, after)
	}
	if out, err := bob.cairn("search", "canary-later"); err == nil && strings.Contains(out, "canary-later") {
		t.Errorf("a removed member has\n%s", out)
	}
	wire, files := tap.plain(), ana.onServerRaw(t)
	for _, text := range []string{"canary", "secretive", "example.com", "mm_click"} {
		if strings.Contains(wire, text) {
			t.Errorf("the wire has %q", text)
		}
		if bytes.Contains(files, []byte(text)) {
			t.Errorf("the server's files have %q", text)
		}
	}
	if !bytes.Contains(files, []byte(`"count":3`)) || !strings.Contains(wire, `"count":3`) { // a session and two steps
		t.Error("the batch is not found, so the search proves nothing")
	}
}

// keysInUse returns the ids of the keys under which the server's batches are encrypted.
func (w *world) keysInUse(t *testing.T) map[string]bool {
	t.Helper()
	keys, rest := map[string]bool{}, w.onServerRaw(t)
	for {
		_, after, found := bytes.Cut(rest, []byte(`,"key":"`))
		if !found {
			return keys
		}
		if rest = after; len(after) > 34 && after[32] == '"' && after[33] == '}' {
			keys[string(after[:32])] = true
		}
	}
}

// onServerRaw returns the files of the team's server as they are, except the secrets, which the admin's machine
// alone has.
func (w *world) onServerRaw(t *testing.T) []byte {
	t.Helper()
	var all []byte
	err := filepath.WalkDir(filepath.Join(w.home, "team-server"), func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && d.Name() != "keys.json" {
			data, _ := os.ReadFile(path) // it may just be removed
			all = append(all, data...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
