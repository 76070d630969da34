package team_test

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
	"cairn/shared/share"
	"cairn/shared/types"
)

const origin = "https://app.example"

// memory is a team.Memory in RAM: it keeps received records and sends those that put adds.
type memory struct {
	mu      sync.Mutex
	outbox  []team.Outgoing
	acked   map[string]team.Outgoing
	orders  []types.Tombstone
	ordered []types.Tombstone // acknowledged
	run     string
	last    map[string]int64 // by site
	sums    map[string]string
	marks   map[string]int64
	got     map[string][]string // lines by author
	gone    []types.Tombstone
	aside   []string // authors
	changed chan struct{}
	taken   map[string]string // by place: the records accepted there
	of      func(string) bool // of the newest batch: whether an origin is of its site

	reshared int // batches that the log had lost
}

func newMemory(run string) *memory {
	return &memory{acked: map[string]team.Outgoing{}, run: run, last: map[string]int64{}, sums: map[string]string{}, marks: map[string]int64{}, got: map[string][]string{}, changed: make(chan struct{}), taken: map[string]string{}}
}

// copy returns the memory as a backup has it.
func (m *memory) copy() *memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := newMemory(m.run)
	c.outbox, c.acked, c.last, c.sums = slices.Clone(m.outbox), maps.Clone(m.acked), maps.Clone(m.last), maps.Clone(m.sums)
	return c
}

// put shares lines of a site as one batch.
func (m *memory) put(site string, lines ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o := team.Outgoing{Site: site, Run: m.run, First: m.last[site] + 1, Prev: m.sums[site], At: types.At(time.Now())}
	o.ID = fmt.Sprintf("%s.%s.%d", o.Run, o.Site, o.First)
	for _, l := range lines {
		o.Lines = append(o.Lines, []byte(l))
	}
	m.sums[site] = share.Sum(o.Prev, o.Run, o.Site, o.First, o.Lines)
	m.last[site] += int64(len(lines))
	m.outbox = append(m.outbox, o)
	m.change()
}

// change wakes the client. m.mu is held.
func (m *memory) change() {
	close(m.changed)
	m.changed = make(chan struct{})
}

func (m *memory) forget(t types.Tombstone) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.orders = append(m.orders, t)
	m.change()
}

func (m *memory) MakeDue(context.Context) (int, error) { return 0, nil }

func (m *memory) Outbox(most int) []team.Outgoing {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.outbox[:min(most, len(m.outbox))])
}

func (m *memory) Waiting() int { return len(m.Outbox(math.MaxInt)) }

func (m *memory) Acked(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.outbox = slices.DeleteFunc(m.outbox, func(o team.Outgoing) bool {
		if o.ID == id {
			m.acked[id] = o
		}
		return o.ID == id
	})
	return nil
}

func (m *memory) NewRun(_ context.Context, run string) error {
	m.mu.Lock()
	waiting := m.outbox
	m.run, m.last, m.sums, m.outbox = run, map[string]int64{}, map[string]string{}, nil
	m.mu.Unlock()
	for _, o := range waiting {
		m.again(o)
	}
	return nil
}

// again makes a batch at new places.
func (m *memory) again(o team.Outgoing) {
	lines := make([]string, len(o.Lines))
	for i, l := range o.Lines {
		lines[i] = string(l)
	}
	m.put(o.Site, lines...)
}

func (m *memory) Made(run string) bool { return m.current() == run }

// current returns the run in which batches are made.
func (m *memory) current() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.run
}

func (m *memory) Shared() (all []team.Placed) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, o := range m.acked {
		all = append(all, team.Placed{ID: id, Site: o.Site, Run: o.Run, First: o.First, At: o.At})
	}
	return all
}

func (m *memory) Reshare(_ context.Context, ids []string) error {
	for _, id := range ids {
		m.mu.Lock()
		m.reshared++
		o := m.acked[id]
		delete(m.acked, id)
		m.mu.Unlock()
		m.again(o)
	}
	return nil
}

// lost counts the acknowledged batches that the log had lost.
func (m *memory) lost() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.reshared
}

func (m *memory) Tombstones() []types.Tombstone {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.orders)
}

func (m *memory) TombstoneAcked(_ context.Context, run string, n int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.orders = slices.DeleteFunc(m.orders, func(t types.Tombstone) bool {
		if t.Run == run && t.N == n {
			m.ordered = append(m.ordered, t)
			return true
		}
		return false
	})
	return nil
}

func (m *memory) SentTombstones() []types.Tombstone {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.ordered)
}

func (m *memory) Mark(author, run, site string) int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.marks[author+run+site]
}

func (m *memory) Accept(_ context.Context, author, _ string, of func(string) bool, site, run string, first int64, batches ...[][]byte) (a team.Accepted, err error) {
	lines := slices.Concat(batches...)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.of = of
	if !of(origin) {
		return a, nil
	}
	if first > m.marks[author+run+site]+4096 {
		return a, types.Invalid("too many places are missing", "")
	}
	for i, line := range lines {
		place := fmt.Sprint(author, run, site, first+int64(i))
		if had, ok := m.taken[place]; ok && had != string(line) {
			return a, types.Fault(types.CodeTeamForked, "two at one place", "")
		}
		m.taken[place] = string(line)
		if slices.Contains(m.got[author], string(line)) {
			continue
		}
		if strings.Contains(string(line), "over") {
			a.Overshared++
		}
		a.New++
		m.got[author] = append(m.got[author], string(line))
	}
	m.marks[author+run+site] = first + int64(len(lines)) - 1
	return a, nil
}

func (m *memory) SetAside(_ context.Context, author string, aside bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.aside = append(m.aside, author)
	return nil
}

func (m *memory) setAside() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.aside)
}

func (m *memory) Forget(_ context.Context, t types.Tombstone) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gone = append(m.gone, t)
	return nil
}

func (m *memory) Changed() <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.changed
}

// lines returns the records of an author, sorted.
func (m *memory) lines(author string) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(slices.Values(m.got[author]))
}

func (m *memory) forgotten() []types.Tombstone {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.gone)
}

// rig is a team with its server.
type rig struct {
	*testing.T
	dir    string
	team   *teamserver.Team
	server *teamserver.Server

	replica       string // the file for further servers
	remote        string // the address of a server in another process
	snapshotAfter int    // for the next server; 0 for the usual number
	version       string // of the companions that start
}

func newRig(t *testing.T) *rig {
	t.Helper()
	return newRigOf(t, teamserver.Settings{})
}

func newRigOf(t *testing.T, of teamserver.Settings) *rig {
	t.Helper()
	r := &rig{T: t, dir: t.TempDir()}
	var err error
	if r.team, err = teamserver.Create(r.dir, "acme", time.Now(), of); err != nil {
		t.Fatal(err)
	}
	r.serve("127.0.0.1:0")
	return r
}

func (r *rig) serve(listen string) {
	r.Helper()
	var err error
	if r.server, err = r.team.Serve(teamserver.Options{Listen: listen, SnapshotAfter: r.snapshotAfter}); err != nil {
		r.Fatal(err)
	}
	r.Cleanup(r.server.Close)
}

// invite returns a new code.
func (r *rig) invite(name, role string) string {
	r.Helper()
	code, err := r.team.Invite("", name, role, time.Now())
	if err != nil {
		r.Fatal(err)
	}
	return code
}

func (r *rig) join(name string) *team.Membership {
	r.Helper()
	m, err := team.Join(r.Context(), r.invite(name, batch.RoleMember))
	if err != nil {
		r.Fatal(err)
	}
	return m
}

// member is a joined companion.
type member struct {
	*team.Client
	*team.Membership
	memory *memory
	site   string // the id of origin
	state  string
}

func (r *rig) start(m *team.Membership, mem *memory, state string) *member {
	r.Helper()
	if state == "" {
		state = filepath.Join(r.TempDir(), "state.json")
	}
	version := r.version
	c, err := team.Start(m, mem, team.Options{State: state, Log: io.Discard, KeyPause: time.Millisecond, Version: version, Older: func(than string) bool { return version < than }})
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { c.Close() })
	return &member{c, m, mem, m.SiteID(origin), state}
}

func (r *rig) member(name string) *member {
	r.Helper()
	m := r.start(r.join(name), newMemory("run00"+name), "")
	r.await(func() bool { return m.Status().State == team.StateLive })
	return m
}

// admin is the companion of the team's admin.
func (r *rig) admin() *member {
	r.Helper()
	seed := team.NewKey()
	ask, err := batch.NewAsk(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		r.Fatal(err)
	}
	a, err := r.team.Admit("admin", batch.RoleAdmin, ask, time.Now())
	if err != nil {
		r.Fatal(err)
	}
	i, err := r.team.Place()
	if err != nil {
		r.Fatal(err)
	}
	m, err := team.Admitted(i, a, seed)
	if err != nil {
		r.Fatal(err)
	}
	if err := r.team.OfferAuto("https://offered.example", true); err != nil { // has the server publish the roster
		r.Fatal(err)
	}
	one := r.start(m, newMemory("run0admin"), "")
	r.await(func() bool { return one.Status().State == team.StateLive })
	return one
}

// await waits, long enough for a loaded machine, until it is so.
func (r *rig) await(so func() bool) {
	r.Helper()
	for end := time.Now().Add(time.Minute); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			r.Fatal("it did not happen within a minute")
		}
	}
}

func (r *rig) awaitLines(m *member, author string, want ...string) {
	r.Helper()
	slices.Sort(want)
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		got := m.memory.lines(author)
		if slices.Equal(got, want) {
			return
		}
		if time.Now().After(end) {
			r.Fatalf("%s has of %s:\n%q\nwant\n%q\n%+v", m.Name, author, got, want, m.Status())
		}
	}
}

// loseStreams removes the server's streams, as if its disk was lost; the keys come from a backup.
func loseStreams(t *testing.T, dir string) {
	t.Helper()
	if err := os.Rename(filepath.Join(dir, "streams"), filepath.Join(t.TempDir(), "lost")); err != nil { // at once
		t.Fatal(err)
	}
}
