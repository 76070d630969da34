// Package powercut cuts the power of disks in tests. A disk is a file system in an image file; a cut stops
// the process that writes to it, and goes on with a copy of the image, which has the disk's contents.
package powercut

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fileSystems are those that are tried, where the machine can make them.
var fileSystems = []struct{ name, mkfs, options string }{
	{"ext4", "mkfs.ext4 -q -F", "loop"},
	{"ext4, no early allocation", "mkfs.ext4 -q -F", "loop,noauto_da_alloc,data=writeback"},
	{"XFS", "mkfs.xfs -q -f", "loop"},
	{"btrfs", "mkfs.btrfs -q -f", "loop"},
}

// Disk is a mounted image.
type Disk struct {
	// Dir is where it is mounted.
	Dir string

	t       *testing.T
	image   string
	options string
}

// Each calls try with a new disk of each file system, as often as it is to be cut. It skips cuts that the
// machine cannot make: they need root and loop devices.
func Each(t *testing.T, cuts int, try func(t *testing.T, d *Disk, round int)) {
	if cuts == 0 {
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
			for round := range cuts {
				dir, err := os.MkdirTemp("", "powercut")
				if err != nil {
					t.Fatal(err)
				}
				d := &Disk{t: t, image: filepath.Join(dir, "image"), Dir: filepath.Join(dir, "mnt"), options: fs.options}
				if err := os.Mkdir(d.Dir, 0o700); err != nil {
					t.Fatal(err)
				}
				d.run("truncate -s 320M " + d.image)
				d.run(fs.mkfs + " " + d.image)
				d.mount()
				t.Cleanup(func() { // also after a failure
					_ = exec.Command("umount", d.Dir).Run()
					_ = os.RemoveAll(dir)
				})
				try(t, d, round)
				d.run("umount " + d.Dir)
				_ = os.RemoveAll(dir)
			}
		})
	}
}

// Cut stops a process that writes to the disk, amid its work, and ends it. When it returns, the disk is as
// a power cut would have left it.
func (d *Disk) Cut(writer *exec.Cmd) {
	d.t.Helper()
	_ = writer.Process.Signal(syscall.SIGSTOP)
	time.Sleep(20 * time.Millisecond) // for a write that was under way
	d.run("cp --sparse=always " + d.image + " " + d.image + ".copy")
	_ = writer.Process.Kill()
	_ = writer.Wait()
	d.run("umount " + d.Dir)
	if err := os.Rename(d.image+".copy", d.image); err != nil {
		d.t.Fatal(err)
	}
	d.mount()
}

func (d *Disk) run(command string) {
	d.t.Helper()
	if out, err := exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
		d.t.Fatalf("%s: %v\n%s", command, err, out)
	}
}

// mount mounts the image; a machine without loop devices (a container) cannot.
func (d *Disk) mount() {
	d.t.Helper()
	if out, err := exec.Command("mount", "-o", d.options, d.image, d.Dir).CombinedOutput(); err != nil {
		d.t.Skipf("images cannot be mounted here: %v: %s", err, out)
	}
}
