//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Two users of a machine, neither of them root, do not see each other's data. Only root
// can try that.
func TestTwoUsers(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("it takes root to start programs of other users")
	}
	dir, err := os.MkdirTemp("", "cairn-users-") // below directories that all may enter
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) }) // the directory for temporary files is cleared anyway
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "cairn")
	if err := os.WriteFile(program, text, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	homes := map[int]string{65532: filepath.Join(dir, "ann's home"), 65533: filepath.Join(dir, "bob's home")}
	for id, home := range homes {
		if err := os.Mkdir(home, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(home, id, id); err != nil {
			t.Fatal(err)
		}
	}
	as := func(id int, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), program, args...)
		cmd.Dir = "/"
		cmd.Env = []string{"HOME=" + homes[id], "PATH=/nonexistent"}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(id), Gid: uint32(id)}}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for id := range homes {
		if out, err := as(id, "search", "send"); err != nil || !strings.Contains(out, "nothing found") {
			t.Errorf("user %d: %v\n%s", id, err, out)
		}
	}
	data, err := as(65532, "status")
	if err == nil || !strings.Contains(data, "/ann's home/") {
		t.Errorf("status: %v\n%s", err, data)
	}
	theirs := filepath.Join(homes[65532], ".local", "share", "cairn")
	if _, err := os.Stat(theirs); err != nil {
		theirs = filepath.Join(homes[65532], "Library", "Application Support", "cairn")
	}
	open := filepath.Join(homes[65532], "open") // below a directory that all may enter
	if out, err := as(65532, "search", "send", "--data", open); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for dir, why := range map[string]string{theirs: "permission denied (" + filepath.Dir(theirs) + ")", open: "it belongs to another user"} {
		want := "cairn: the data directory " + dir + " cannot be used: " + why + "\nhint: name a directory of yours with --data DIR or CAIRN_HOME\n"
		if out, err := as(65533, "search", "send", "--data", dir); err == nil || out != want {
			t.Errorf("another user's data: %v\n%s", err, out)
		}
	}
}
