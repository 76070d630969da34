package team_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"cairn/companion/teamserver"
)

// TestAServerGoesOnWhenItsDiskHasRoomAgain fills the disk of a server, and makes room. What waited at the member arrives.
func TestAServerGoesOnWhenItsDiskHasRoomAgain(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=48m"); err != nil {
		t.Skipf("needs the right to mount: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(disk, syscall.MNT_DETACH) })
	r := &rig{T: t, dir: filepath.Join(disk, "team")}
	var err error
	if r.team, err = teamserver.Create(r.dir, "acme", time.Now(), teamserver.Settings{}); err != nil {
		t.Fatal(err)
	}
	r.serve("127.0.0.1:0")
	ana := r.member("ana")
	fill := filepath.Join(disk, "fill")
	if err := os.WriteFile(fill, make([]byte, 100<<20), 0o600); err == nil {
		t.Fatal("the disk is not full")
	}
	n := 0
	r.await(func() bool { // blocks that are there already still take some
		noise := make([]byte, 20<<10)
		for i := range noise {
			noise[i] = byte('a' + rand.IntN(26))
		}
		n++
		ana.memory.put(ana.site, fmt.Sprintf(`{"n":%d,"noise":"%s"}`, n, noise))
		for end := time.Now().Add(2 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			if len(ana.memory.Outbox(1)) == 0 {
				return false
			}
		}
		return true
	})
	select {
	case <-r.server.Restart():
		t.Fatal("the server is to start again without room")
	case <-time.After(time.Second):
	}
	if err := os.Remove(fill); err != nil {
		t.Fatal(err)
	}
	select {
	case <-r.server.Restart():
	case <-time.After(2 * time.Minute):
		t.Fatal("nothing says that the server must start again")
	}
	address := r.server.Address()
	r.server.Close()
	r.serve(address)
	r.await(func() bool { return len(ana.memory.Outbox(1)) == 0 })
	bob := r.member("bob")
	bob.Follow(t.Context(), origin)
	r.await(func() bool { return len(bob.memory.lines(ana.Member)) == n })
	if last := bob.memory.lines(ana.Member); !strings.Contains(strings.Join(last, ""), fmt.Sprintf(`"n":%d,`, n)) {
		t.Error("what waited did not arrive")
	}
}
