package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestAFullDiskIsNamed has commands start a daemon on a disk without room: its log cannot
// say why it ends. Only root can mount one.
func TestAFullDiskIsNamed(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=1m"); err != nil {
		t.Skip("no small disk can be mounted: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(disk, syscall.MNT_DETACH) })
	data, rest := filepath.Join(disk, "data"), filepath.Join(disk, "rest")
	cairn := copied(t)
	if out, err := exec.Command(cairn, "search", "send", "--data", data).CombinedOutput(); err != nil || string(out) != "nothing found\n" {
		t.Fatalf("%v, %s", err, out)
	}
	f, err := os.Create(rest)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = f.Write(make([]byte, 4<<10))
	}
	f.Close()
	want := "the disk that holds " + data + " is full, and no daemon can start\nhint: free some space on it; nothing of what was stored is lost\n"
	for _, args := range [][]string{{"search", "send"}, {"import", "../testdata/cli/memory"}, {"serve"}, {"run", "--headless"}} {
		out, err := exec.Command(cairn, append(args, "--data", data)...).CombinedOutput()
		if err == nil || !strings.HasSuffix(string(out), want) {
			t.Errorf("%s: %v\n%s", args[0], err, out)
		}
	}
	if err := os.Remove(rest); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(cairn, "search", "send", "--data", data).CombinedOutput(); err != nil {
		t.Errorf("with room again: %v, %s", err, out)
	}
}
