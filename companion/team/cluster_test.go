package team_test

import (
	"net"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
)

// cluster is a team with three servers, each a process with a directory of its own.
type cluster struct {
	*rig
	dirs, addresses []string
	servers         []*exec.Cmd
	early           *member // shared with the single server that was before, and is away since
}

// freeAddress returns an address whose port, and the one after it, are free now.
func freeAddress(t *testing.T) string {
	t.Helper()
	for {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		at := l.Addr().(*net.TCPAddr)
		next, err := net.ListenTCP("tcp", &net.TCPAddr{IP: at.IP, Port: at.Port + 1})
		l.Close()
		if err == nil {
			next.Close()
			return at.String()
		}
	}
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{rig: &rig{T: t, dir: t.TempDir()}, servers: make([]*exec.Cmd, 3)}
	var err error
	if c.team, err = teamserver.Create(c.dir, "acme", time.Now(), teamserver.Settings{Encrypt: *encrypted}); err != nil {
		t.Fatal(err)
	}
	if !*encrypted { // members' keys are not the servers' matter
		c.serve("127.0.0.1:0")
		c.early = c.member("early")
		c.early.memory.put(c.early.site, "early")
		c.await(func() bool { return len(c.early.memory.Shared()) == 1 })
		c.early.Close()
		c.server.Close()
		c.server = nil
	}
	for i := range 3 {
		c.addresses = append(c.addresses, freeAddress(t))
		c.dirs = append(c.dirs, filepath.Join(t.TempDir(), "server"))
		if i == 0 {
			c.dirs[0] = c.dir
		}
	}
	c.replica, err = c.team.SetServers(c.addresses)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{1, 2, 0} { // the first one waits for the others
		c.serveAt(i)
	}
	c.giveKeys()
	return c
}

func (c *cluster) serveAt(i int) {
	c.Helper()
	c.servers[i] = c.spawnAt(c.dirs[i], c.addresses[i])
}

// awaitCurrent waits until each stream has three copies, all up to date.
func (c *cluster) awaitCurrent() {
	c.Helper()
	k := c.keeping()
	c.await(func() bool {
		for _, name := range []string{batch.RecordStream, batch.ControlStream, batch.RosterStream, batch.SnapshotStream} {
			s, err := k.js.Stream(c.Context(), name)
			if err != nil {
				return false
			}
			now := s.CachedInfo().Cluster
			if now == nil || now.Leader == "" || len(now.Replicas) != 2 || !now.Replicas[0].Current || !now.Replicas[1].Current {
				return false
			}
		}
		return true
	})
}

// TestAClusterOutlivesAServer kills the first of three servers and another, while members share. The others
// acknowledge, the members whose server it was go to another one, and the killed one has all when it is back.
func TestAClusterOutlivesAServer(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes elections of leaders, 4 to 9 s each")
	}
	c := newCluster(t)
	reader := c.member("reader")
	reader.Follow(t.Context(), origin)
	if c.early != nil { // the log was copied
		c.awaitLines(reader, c.early.Member, "early")
	}
	w := c.writers("ana", "bob")
	joined := c.join("look") // admission has a time limit, and the election of a leader may take longer
	for _, i := range []int{0, 2} {
		w.write(10)
		kill(c.servers[i])
		w.write(10)
		if i > 0 { // invitations name the first one
			look := c.start(joined, newMemory("run00look"), "")
			c.await(func() bool { return look.Status().State == team.StateLive })
			if s := look.Status(); len(s.ServersBehind) != 1 || !strings.Contains(s.Notes()[0].Says, s.ServersBehind[0]) {
				t.Errorf("behind are %v: %v", s.ServersBehind, s.Notes())
			}
		}
		c.serveAt(i)
		c.remote = c.addresses[i]
		c.awaitCurrent()
	}
	w.stop()
	w.check(reader)
	late := c.member("late")
	late.Follow(t.Context(), origin)
	w.check(late)
	// Who is removed at the first server is out at all of them.
	if err := c.team.Revoke("bob", time.Now()); err != nil {
		t.Fatal(err)
	}
	bob := w.all[slices.IndexFunc(w.all, func(m *member) bool { return m.Name == "bob" })]
	c.await(func() bool { return bob.Status().State == "refused" })
}
