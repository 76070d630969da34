package teamserver

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

func TestARecoveryCodeIsReadAsAPersonTypesIt(t *testing.T) {
	r := newRecovery(time.Now())
	code := r.String()
	later := r
	later[0]++
	copy(later[hourEnd:], later.checksum())
	altered := []byte(code)
	altered[7] = 'A' + (altered[7]-'A'+1)%20
	for name, test := range map[string]struct{ code, fault string }{
		"as printed":               {code, ""},
		"small, spaces, two lines": {strings.ToLower(strings.ReplaceAll(code[:23], "-", " ")) + "\n" + code[23:], ""},
		"digits for letters":       {strings.NewReplacer("O", "0", "I", "1", "B", "8").Replace(code), ""},
		"another letter":           {string(altered), "incomplete or altered"},
		"cut off":                  {code[:41], "incomplete or altered"},
		"something else":           {"correct horse battery staple", "incomplete or altered"},
		"nothing":                  {"", "incomplete or altered"},
		"a newer version's":        {later.String(), "newer version"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := readRecovery(test.code)
			if test.fault == "" && (err != nil || got != r) || test.fault != "" && (err == nil || !strings.Contains(err.Error(), test.fault)) {
				t.Errorf("%v, %v; want %v %q", got, err, r, test.fault)
			}
		})
	}
}

// TestACodeMakesTheSameKeysInEachVersion fails if another version of Go or Cairn makes another key or certificate: members
// would not know the server again.
func TestACodeMakesTheSameKeysInEachVersion(t *testing.T) {
	var r recovery
	r[0], r[5], r[secretEnd+1] = recoveryVersion, 7, 7
	k, err := r.keys()
	if err != nil {
		t.Fatal(err)
	}
	all := sha256.New()
	for _, key := range [][]byte{k.Root, k.Operator, k.Account, k.System, k.Site, k.Hiding, k.CA, k.CACert} {
		all.Write(key)
	}
	if got := hex.EncodeToString(all.Sum(nil)); got != "8d3e06b8ead81b2e0ee3449fbf5706742894fd5aa4569b0ac4285698bf1f6d58" {
		t.Errorf("other keys: %s", got)
	}
}

func TestALostServerIsMadeAgainFromTheCode(t *testing.T) {
	for _, encrypt := range []bool{false, true} {
		lost, err := Create(t.TempDir(), "acme", time.Now(), Settings{Encrypt: encrypt, Partitions: 4})
		if err != nil {
			t.Fatal(err)
		}
		s := serve(t, lost, "127.0.0.1:0")
		ana, bob := admit(t, lost, s, "ana", batch.RoleMember), admit(t, lost, s, "bob", batch.RoleMember)
		if err := lost.Revoke("bob", time.Now()); err != nil {
			t.Fatal(err)
		}
		if err := lost.OfferAuto("https://app.example.com", true); err != nil {
			t.Fatal(err)
		}
		entries, config := map[string][]byte{}, read(t, lost, configFile)
		for _, m := range []*member{ana, bob} {
			entries[m.id] = read(t, lost, membersDir, m.id+".json")
		}
		before, err := lost.Config()
		if err != nil {
			t.Fatal(err)
		}
		s.Close()

		again, err := Recover(t.TempDir(), lost.RecoveryCode(), ana.id, entries, config, nil)
		if err != nil {
			t.Fatal(err)
		}
		if again.ID != lost.ID || again.CAHash() != lost.CAHash() {
			t.Errorf("encrypt %v: another team: %s, %s", encrypt, again.ID, again.CAHash())
		}
		after, err := again.Config()
		if err != nil || after.N <= before.N || after.Name != "acme" || after.Partitions != 4 || after.Encrypt != encrypt || len(after.Auto) != 1 || string(after.SiteKey) != string(before.SiteKey) {
			t.Errorf("encrypt %v: settings %+v, %v", encrypt, after, err)
		}
		all, err := again.Members()
		if err != nil || len(all) != 2 || all[0].Role != batch.RoleAdmin || all[1].Role != batch.RoleMember || all[1].Revoked == nil {
			t.Errorf("encrypt %v: members %+v, %v", encrypt, all, err)
		}
		s = serve(t, again, "127.0.0.1:0")
		if _, err := dial(s, ana.id, ana.login, ana.key); err != nil {
			t.Errorf("encrypt %v: the member's log-in is refused: %v", encrypt, err)
		}
		if _, err := dial(s, bob.id, bob.login, bob.key); err == nil {
			t.Errorf("encrypt %v: a removed member is back", encrypt)
		}
		if _, err := again.Invite("", "cem", batch.RoleMember, time.Now()); err != nil {
			t.Error(err)
		}
	}
}

func TestRecoveringChangesNoOtherTeam(t *testing.T) {
	one, err := Create(t.TempDir(), "one", time.Now(), Settings{})
	if err != nil {
		t.Fatal(err)
	}
	two, err := Create(t.TempDir(), "two", time.Now(), Settings{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, test := range map[string]struct {
		dir, code string
		config    []byte
		fault     string
	}{
		"a server is here":    {one.dir, one.RecoveryCode(), read(t, one, configFile), "already"},
		"another team's code": {dir, two.RecoveryCode(), read(t, one, configFile), "of another team"},
		"no settings":         {dir, one.RecoveryCode(), nil, "of another team"},
		"no code":             {dir, "", read(t, one, configFile), "incomplete"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Recover(test.dir, test.code, "", nil, test.config, nil)
			if e := types.AsError(err); e == nil || !strings.Contains(e.Message, test.fault) {
				t.Errorf("%v, want %q", err, test.fault)
			}
		})
	}
	if Exists(dir) {
		t.Error("a refused recovery left a server")
	}
}

func FuzzRecoveryCodes(f *testing.F) {
	f.Add(newRecovery(time.Unix(1_700_000_000, 0)).String())
	f.Add("AEBAG-BAFAY")
	f.Fuzz(func(t *testing.T, code string) {
		if r, err := readRecovery(code); err == nil {
			if again, err := readRecovery(r.String()); err != nil || again != r {
				t.Errorf("%q is read as %v, which is written as %s", code, r, r)
			}
		}
	})
}

func read(t *testing.T, team *Team, path ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(append([]string{team.dir}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return data
}
