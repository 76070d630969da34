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
	"testing"
	"time"

	"cairn/testdata/powercut"
)

// cuts is how many power cuts a soak makes on each file system; none in an
// ordinary test: they need root, loop devices and minutes.
var cuts = flag.Int("cuts", 0, "power cuts on loop images, for each file system")

// TestLoopImagesOutlivePowerCuts stops a recorder on a file system of its
// own, copies the image as a power cut would leave it, mounts the copy and looks
// for everything that had been acknowledged.
func TestLoopImagesOutlivePowerCuts(t *testing.T) {
	acknowledged := 0
	powercut.Each(t, *cuts, func(t *testing.T, d *powercut.Disk, round int) {
		acknowledged += cutPower(t, d, time.Duration(100+round*53%900)*time.Millisecond)
	})
	if !t.Failed() {
		t.Logf("%d power cuts on each file system, %d records acknowledged, none lost", *cuts, acknowledged)
	}
}

// cutPower makes one cut after a recorder has worked for about work, and returns
// how many records it had said were stored.
func cutPower(t *testing.T, d *powercut.Disk, work time.Duration) (acknowledged int) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	cmd := exec.CommandContext(context.Background(), exe)
	cmd.Env = append(os.Environ(), envChild+"="+filepath.Join(d.Dir, "data"))
	cmd.Stdout = &said // read by a goroutine of os/exec: all of it is there after Wait
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(work)
	d.Cut(cmd)
	s, err := Open(filepath.Join(d.Dir, "data"), Options{Holder: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	have := contents(t, s)
	lines := strings.Split(said.String(), "\n")
	for _, line := range lines[:len(lines)-1] {
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
