package store

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cuts is how many power cuts a soak makes on each file system; none in an
// ordinary test: they need root, loop devices and minutes.
var cuts = flag.Int("cuts", 0, "power cuts on loop images, for each file system")

// fileSystems are those that are tried, where the machine can make them.
var fileSystems = []struct{ name, mkfs, options string }{
	{"ext4", "mkfs.ext4 -q -F", "loop"},
	{"ext4, no early allocation", "mkfs.ext4 -q -F", "loop,noauto_da_alloc,data=writeback"},
	{"XFS", "mkfs.xfs -q -f", "loop"},
	{"btrfs", "mkfs.btrfs -q -f", "loop"},
}

// TestLoopImagesOutlivePowerCuts stops a recorder on a file system of its
// own, copies the image as a power cut would leave it, mounts the copy and looks
// for everything that had been acknowledged.
func TestLoopImagesOutlivePowerCuts(t *testing.T) {
	if *cuts == 0 {
		t.Skip("run ./build.sh soak")
	}
	if os.Geteuid() != 0 {
		t.Skip("needs root, for loop devices")
	}
	for _, fs := range fileSystems {
		t.Run(fs.name, func(t *testing.T) {
			tool, _, _ := strings.Cut(fs.mkfs, " ")
			if _, err := exec.LookPath(tool); err != nil {
				t.Skipf("%s is not installed", tool)
			}
			acknowledged := 0
			for round := range *cuts {
				acknowledged += cutPower(t, fs.mkfs, fs.options, time.Duration(100+round*53%900)*time.Millisecond)
			}
			t.Logf("%d power cuts, %d records acknowledged, none lost", *cuts, acknowledged)
		})
	}
}

// cutPower makes one cut after a recorder has worked for about d, and returns
// how many records it had said were stored.
func cutPower(t *testing.T, mkfs, options string, d time.Duration) (acknowledged int) {
	t.Helper()
	dir := t.TempDir()
	image, copied, mnt := filepath.Join(dir, "image"), filepath.Join(dir, "copy"), filepath.Join(dir, "mnt")
	if err := os.Mkdir(mnt, 0o700); err != nil {
		t.Fatal(err)
	}
	root(t, "truncate -s 320M "+image)
	root(t, mkfs+" "+image)
	mountOrSkip(t, options, image, mnt)
	lines := stoppedChild(t, filepath.Join(mnt, "data"), d, func() {
		// The recorder is amid its work: what the image holds now is what the
		// disk would.
		root(t, "cp --sparse=always "+image+" "+copied)
	})
	root(t, "umount "+mnt)
	mountOrSkip(t, options, copied, mnt)
	defer root(t, "umount "+mnt)
	s, err := Open(filepath.Join(mnt, "data"), Options{Holder: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	have := contents(t, s)
	for _, line := range lines {
		verb, what, _ := strings.Cut(line, " ")
		switch verb {
		case "step":
			acknowledged++
			if _, ok := have["step "+what]; !ok {
				t.Fatalf("step %s was acknowledged and is gone", what)
			}
		case "hwm":
			hwm, _ := strconv.ParseInt(what, 10, 64)
			if got := s.HWM("install-a", "epoch-1"); got < hwm {
				t.Fatalf("HWM = %d, acknowledged %d", got, hwm)
			}
			acknowledged += 5
		}
	}
	return acknowledged
}

// stoppedChild lets a recorder work, stops it as it stands, calls meanwhile, ends
// it, and returns what it had said before it was stopped.
func stoppedChild(t *testing.T, dir string, d time.Duration, meanwhile func()) []string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	cmd := exec.CommandContext(context.Background(), exe)
	cmd.Env = append(os.Environ(), envChild+"="+dir)
	cmd.Stdout = &said // read by a goroutine of os/exec: all of it is there after Wait
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(d)
	_ = cmd.Process.Signal(syscall.SIGSTOP)
	time.Sleep(20 * time.Millisecond)
	meanwhile()
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	lines := strings.Split(said.String(), "\n")
	return lines[:len(lines)-1]
}

func root(t *testing.T, command string) {
	t.Helper()
	if out, err := exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
}

// mountOrSkip mounts an image; a machine without loop devices (a container)
// cannot.
func mountOrSkip(t *testing.T, options, image, at string) {
	t.Helper()
	if out, err := exec.Command("mount", "-o", options, image, at).CombinedOutput(); err != nil {
		t.Skipf("images cannot be mounted here: %v: %s", err, out)
	}
}
