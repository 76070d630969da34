package team_test

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
)

// kills is how often a server is killed; a soak does it more often.
var kills = flag.Int("kills", 3, "kills of a team's server")

// encrypted has the servers that are killed be those of a team that encrypts; a soak does both.
var encrypted = flag.Bool("encrypt", false, "encrypt what is shared through servers that are killed")

// envServer holds the directory and the address of a server that the test binary is started for.
const envServer = "CAIRN_TEST_TEAM_SERVER"

// envReplica holds the file that further servers are made from.
const envReplica = "CAIRN_TEST_TEAM_REPLICA"

func TestMain(m *testing.M) {
	if dir, listen, ok := strings.Cut(os.Getenv(envServer), " "); ok {
		serveUntilKilled(dir, listen)
	}
	os.Exit(m.Run())
}

func serveUntilKilled(dir, listen string) {
	o := teamserver.Options{Listen: listen, Log: os.Stderr, SnapshotAfter: 8}
	var s *teamserver.Server
	t, err := teamserver.Open(dir)
	if replica := os.Getenv(envReplica); replica != "" && !teamserver.Exists(dir) {
		s, err = teamserver.ServeReplica(dir, replica, o)
	} else if err == nil {
		s, err = t.Serve(o)
	}
	if err == nil {
		fmt.Println(s.Address())
		_, _ = io.Copy(io.Discard, os.Stdin) // until the test ends, however that happens
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(1)
}

// spawn starts a process with the server, and returns when members can connect.
func (r *rig) spawn(listen string) *exec.Cmd {
	r.Helper()
	return r.spawnAt(r.dir, listen)
}

// spawnAt starts a process with a server of the team.
func (r *rig) spawnAt(dir, listen string) *exec.Cmd {
	r.Helper()
	exe, err := os.Executable()
	if err != nil {
		r.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), envServer+"="+dir+" "+listen, envReplica+"="+r.replica)
	if _, err = cmd.StdinPipe(); err != nil {
		r.Fatal(err)
	}
	said := &strings.Builder{}
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { kill(cmd) })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		r.Fatalf("the server did not start: %v\n%s", err, said)
	}
	r.remote = strings.TrimSpace(line)
	return cmd
}

func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // it may have ended
	_ = cmd.Wait()
}

// newRemoteRig makes a team whose server is a process.
func newRemoteRig(t *testing.T, dir string) (*rig, *exec.Cmd) {
	t.Helper()
	r := &rig{T: t, dir: dir}
	var err error
	if r.team, err = teamserver.Create(dir, "acme", time.Now(), teamserver.Settings{Encrypt: *encrypted}); err != nil {
		t.Fatal(err)
	}
	server := r.spawn("127.0.0.1:0")
	r.giveKeys()
	return r, server
}

// giveKeys has the admin's companion give the members keys, in a team that encrypts.
func (r *rig) giveKeys() {
	r.Helper()
	if *encrypted {
		r.admin()
	}
}

// writers share as much as they are allowed to, without a pause.
type writers struct {
	*rig
	all     []*member
	allowed chan struct{} // one for each batch
	done    sync.WaitGroup
}

func (r *rig) writers(names ...string) *writers {
	r.Helper()
	w := &writers{rig: r, allowed: make(chan struct{}, 1<<16)}
	for _, name := range names {
		m := r.member(name)
		w.all = append(w.all, m)
		w.done.Go(func() {
			n := 0
			for range w.allowed {
				m.memory.put(m.site, fmt.Sprintf(`{%q:%d}`, name, n), fmt.Sprintf(`{%q:%d,"more":1}`, name, n))
				n++
			}
		})
	}
	return w
}

// write has the writers share twice n batches, and returns when n are acknowledged.
func (w *writers) write(n int) {
	w.Helper()
	want := w.acked() + n
	for range 2 * n {
		w.allowed <- struct{}{}
	}
	w.await(func() bool { return w.acked() >= want })
}

// acked counts the batches that a server acknowledged.
func (w *writers) acked() (n int) {
	for _, m := range w.all {
		n += len(m.memory.Shared())
	}
	return n
}

func (w *writers) stop() {
	w.Helper()
	close(w.allowed)
	w.done.Wait()
	for _, m := range w.all {
		w.await(func() bool { return len(m.memory.Outbox(1)) == 0 })
	}
}

// check finds each acknowledged batch in the log once, without that its author had to share it again, and
// its lines at the reader.
func (w *writers) check(reader *member) {
	w.Helper()
	stored, _ := w.keeping().records(reader.site)
	times := map[string]int{}
	for _, s := range stored {
		h, err := batch.Peek(s.Message)
		if err != nil {
			w.Fatal(err)
		}
		times[fmt.Sprint(h.Author, h.Run, h.First)]++
	}
	for _, m := range w.all {
		var want []string
		shared := m.memory.Shared()
		for _, p := range shared {
			if n := times[fmt.Sprint(m.Member, p.Run, p.First)]; n != 1 {
				w.Errorf("place %d of %s is in the log %d times", p.First, m.Name, n)
			}
		}
		m.memory.mu.Lock()
		for _, o := range m.memory.acked {
			for _, l := range o.Lines {
				want = append(want, string(l))
			}
		}
		if m.memory.reshared > 0 {
			w.Errorf("%d acknowledged batches of %s were lost", m.memory.reshared, m.Name)
		}
		m.memory.mu.Unlock()
		slices.Sort(want)
		w.awaitLines(reader, m.Member, want...)
	}
	if s := reader.Status(); len(s.Refused) > 0 {
		w.Errorf("refused: %v", s.Refused)
	}
}

// TestAcknowledgedBatchesOutliveKills kills the server, amid its work, again and again.
func TestAcknowledgedBatchesOutliveKills(t *testing.T) {
	r, server := newRemoteRig(t, t.TempDir())
	reader := r.member("reader")
	reader.Follow(t.Context(), origin)
	w := r.writers("ana", "bob")
	for round := range *kills {
		w.write(1 + round*3%5) // readers take a thousand batches an hour of each
		kill(server)
		server = r.spawn(r.remote)
	}
	w.stop()
	w.check(reader)
	// A joiner has the same, whatever became of the snapshots that were being made.
	late := r.member("late")
	late.Follow(t.Context(), origin)
	w.check(late)
	if !t.Failed() {
		t.Logf("%d kills, %d batches acknowledged, none lost or doubled", *kills, w.acked())
	}
}
