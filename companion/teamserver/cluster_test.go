package teamserver

import (
	"bytes"
	"encoding/base64"
	"os"
	"slices"
	"testing"
	"time"

	"cairn/shared/types"
)

func TestSeveralServersAreNamed(t *testing.T) {
	team, err := Create(t.TempDir(), "acme", time.Now(), Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range [][]string{nil, {"10.0.0.5"}, {"10.0.0.5", "10.0.0.6"}, {"10.0.0.5", "10.0.0.6", "10.0.0.5:17838"}, {"10.0.0.5", "10.0.0.6", "not an address"}, {"10.0.0.5:0", "10.0.0.6", "10.0.0.7"}, {"10.0.0.5:65535", "10.0.0.6", "10.0.0.7"}} {
		if _, err := team.SetServers(wrong); types.AsError(err) == nil || types.AsError(err).Code != types.CodeInvalidInput {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	s := serve(t, team, "127.0.0.1:0")
	right := []string{"127.0.0.1:7001", "127.0.0.1:7003", "127.0.0.1:7005"}
	if _, err := team.SetServers(right); types.AsError(err) == nil || types.AsError(err).Code != types.CodePortInUse {
		t.Errorf("while the server runs: %v", err)
	}
	s.Close()
	file, err := team.SetServers(right)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := team.Config(); err != nil || !slices.Equal(c.Servers, right) {
		t.Errorf("settings: %+v, %v", c, err)
	}
	// The file for the others holds no secret that signs, and nobody else can read it.
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	k := team.keys
	for name, secret := range map[string][]byte{"root": k.Root, "operator": k.Operator, "account": k.Account, "system": k.System, "sites": k.Site, "authority": k.CA} {
		if bytes.Contains(data, []byte(base64.StdEncoding.EncodeToString(secret))) {
			t.Errorf("the file for other servers holds the key of %s", name)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	other := t.TempDir()
	for _, c := range []struct {
		name, dir, file, listen string
		want                    types.Code
	}{
		{"where the keys are", team.dir, file, right[1], types.CodeInvalidInput},
		{"without a file", other, "", right[1], types.CodeNotFound},
		{"at another address", other, file, "127.0.0.1:7009", types.CodeInvalidInput},
	} {
		if _, err := ServeReplica(c.dir, c.file, Options{Listen: c.listen}); types.AsError(err) == nil || types.AsError(err).Code != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	if _, err := team.Serve(Options{Listen: "127.0.0.1:7009"}); types.AsError(err) == nil || types.AsError(err).Code != types.CodeInvalidInput {
		t.Errorf("the first one at another address: %v", err)
	}
	if err := team.Revoke("nobody", time.Now()); types.AsError(err) == nil || types.AsError(err).Code != types.CodeTeamOffline {
		t.Errorf("revoked without a server: %v", err)
	}
}
