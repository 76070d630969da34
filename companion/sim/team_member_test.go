package sim

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing/synctest"
	"time"

	"cairn/companion/memory"
	"cairn/companion/store"
	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/team/logtest"
	"cairn/shared/share"
	"cairn/shared/types"
)

// teamMember is an honest member with a companion.
type teamMember struct {
	*team.Membership
	w     *teamWorld
	name  string
	skew  time.Duration // of its clock
	lives int
	dir   string // of the present life, or the last one
	saved string // a backup
	away  bool

	store  *store.Store // nil while it is dead
	memory *adapter
	client *team.Client
	lost   context.CancelCauseFunc // ends the connection; nil without one
	acted  int
	doubt  bool // it was set back, so what the log lost since its backup is unknown to it
}

var errCut = errors.New("the line is cut")

func (w *teamWorld) newMember(name string, key ed25519.PrivateKey) *teamMember {
	entry, err := batch.SealEntry(w.root, w.entries[batch.MemberID(key.Public().(ed25519.PublicKey))])
	if err != nil {
		w.t.Fatal(err)
	}
	m, err := team.Admitted(batch.Invite{Team: w.team, TeamName: "acme", Root: w.root.Public().(ed25519.PublicKey), Addresses: []string{"127.0.0.1:1"}}, batch.Admission{Entry: entry, Config: w.config.Data}, key.Seed())
	if err != nil {
		w.t.Fatal(err)
	}
	one := &teamMember{Membership: m, w: w, name: name, dir: filepath.Join(w.dir, name+"-0")}
	if w.rnd.IntN(2) == 0 {
		one.skew = time.Duration(w.rnd.Int64N(int64(20*time.Minute))) - 10*time.Minute
	}
	if err := os.Mkdir(one.dir, 0o700); err != nil {
		w.t.Fatal(err)
	}
	return one
}

func (m *teamMember) now() time.Time { return time.Now().Add(m.skew) }

func (m *teamMember) statePath() string { return filepath.Join(m.dir, "state.json") }

// start begins a life on the files of the last one.
func (m *teamMember) start() {
	if m.store != nil {
		return
	}
	var err error
	if m.store, err = store.Open(filepath.Join(m.dir, "store"), store.Options{Sync: func(*os.File) error { return nil }}); err != nil {
		m.w.t.Fatalf("seed %d: open store: %v", m.w.seed, err)
	}
	m.memory = &adapter{w: m.w, planted: m.w.planted, ended: make(chan struct{}), turn: make(chan struct{}, 1)}
	if m.memory.Memory, err = memory.Open(m.store, memory.Options{Now: m.now}); err != nil {
		m.w.t.Fatalf("seed %d: open memory: %v", m.w.seed, err)
	}
	rules := memory.TeamRules{Team: m.Team, Author: m.Member, SiteID: m.SiteID, Mode: func(string) share.Mode { return share.Auto }}
	if err := m.memory.JoinTeam(context.Background(), rules); err != nil {
		m.w.t.Fatalf("seed %d: join: %v", m.w.seed, err)
	}
	rnd := m.w.branch()
	if m.client, err = team.Start(m.Membership, m.memory, team.Options{State: m.statePath(), Log: io.Discard, Now: m.now,
		Dial: func(_ context.Context, lost context.CancelCauseFunc) (team.Log, func(), error) {
			if m.w.outage || m.away {
				return nil, nil, errCut
			}
			c := m.w.connect(rnd, func(err error) { lost(err) })
			fail := c.Before
			c.Before = func(ctx context.Context, what, subject string) error {
				m.notePlace(what, subject)
				return fail(ctx, what, subject)
			}
			m.lost = lost
			return c, func() { hangUp(c) }, nil
		}}); err != nil {
		m.w.t.Fatalf("seed %d: start: %v", m.w.seed, err)
	}
	m.client.Follow(context.Background(), teamSite)
	m.w.tell("%s starts", m.name)
}

func hangUp(c *logtest.Conn) { c.Close() }

// notePlace notes a batch that leaves while a deletion waits, which is to be sent before.
func (m *teamMember) notePlace(what, subject string) {
	if what != "append" || !strings.Contains(subject, ".r.") {
		return
	}
	for _, t := range m.memory.Memory.Tombstones() {
		if t.At < types.At(m.now().Add(-10*time.Second)) {
			m.w.early = append(m.w.early, fmt.Sprintf("%s sends a batch before deletion %d", m.name, t.N))
		}
	}
}

func (m *teamMember) cut() {
	if m.lost != nil {
		m.lost(errCut)
	}
}

// kill ends a life: at once, or in good order.
func (m *teamMember) kill(orderly bool) {
	if m.store == nil {
		return
	}
	synctest.Wait()
	m.w.tell("%s ends, in good order: %v", m.name, orderly)
	m.lives++
	next := filepath.Join(m.w.dir, fmt.Sprint(m.name, "-", m.lives))
	if !orderly {
		m.copyTo(next)
	}
	close(m.memory.ended)
	if err := m.client.Close(); err != nil {
		m.w.t.Errorf("seed %d: close: %v", m.w.seed, err)
	}
	_ = m.store.Close()
	if orderly {
		m.copyTo(next)
	}
	os.RemoveAll(m.dir)
	m.dir, m.store, m.lost = next, nil, nil
}

func (m *teamMember) copyTo(dir string) {
	if err := os.CopyFS(dir, os.DirFS(m.dir)); err != nil {
		m.w.t.Fatalf("seed %d: copy: %v", m.w.seed, err)
	}
}

// backUp makes a backup of the store, and of the progress in the log if the member runs.
func (m *teamMember) backUp() {
	if m.store == nil || m.saved != "" {
		return
	}
	m.saved = filepath.Join(m.w.dir, m.name+"-saved")
	m.copyTo(m.saved)
	m.w.tell("%s makes a backup", m.name)
	for _, a := range m.w.acts {
		if a.who == m {
			a.saved = true
		}
	}
}

// setBack has the member live on with the backup.
func (m *teamMember) setBack() {
	if m.saved == "" {
		return
	}
	m.kill(false)
	os.RemoveAll(m.dir)
	if err := os.Rename(m.saved, m.dir); err != nil {
		m.w.t.Fatal(err)
	}
	m.saved, m.doubt = "", true
	for _, a := range m.w.acts {
		if a.who == m {
			a.unsure = a.unsure || !a.saved || a.forgotten || a.undone
			a.saved = false
		}
	}
	m.w.tell("%s is set back", m.name)
	m.start()
}

// acts has the member record a session.
func (m *teamMember) acts() {
	if m.store == nil {
		return
	}
	ctx := context.Background()
	defer m.memory.take()()
	m.acted++
	s := &types.Session{SessionID: fmt.Sprintf("mm-%s-%04d", m.name, m.acted), CreatedAt: types.At(m.now()), Goal: "do it", FlowTags: []string{"do"}}
	n := 1 + m.w.rnd.IntN(4)
	for i := range n {
		id := word(m.name, m.acted*8+i)
		m.w.acts[id] = &act{who: m, session: s.SessionID}
		m.record(s, id, fmt.Sprint(s.SessionID, "-", i))
	}
	ended := *s
	ended.EndedAt, ended.Statement = types.At(m.now()), types.Statement{Outcome: types.SessionDone, OutcomeBy: types.StatedByAgent, OutcomeAt: types.At(m.now())}
	if err := m.memory.PutSession(ctx, &ended); err != nil {
		m.w.t.Fatal(err)
	}
	if _, err := m.memory.Memory.MakeDue(ctx); err != nil {
		m.w.t.Fatal(err)
	}
	m.w.tell("%s does %s, %d steps", m.name, s.SessionID, n)
}

func (m *teamMember) record(s *types.Session, testID, stepID string) {
	step := &types.Step{StepID: stepID, SessionID: s.SessionID, Timestamp: types.At(m.now()), Actor: types.ActorAgent,
		Tool: types.Tool{Name: "mm_click", Target: &types.Target{TestID: testID, Role: "button"}}, Outcome: types.Outcome{OK: true},
		Observation: &types.Observation{State: types.State{CurrentURL: teamSite + "/do", CurrentScreen: "do", Origin: teamSite}, TestIDs: []types.TestID{}, A11y: types.A11y{Nodes: []types.A11yNode{{Role: "button", TestID: testID}}}}}
	if _, err := m.memory.PutStep(context.Background(), s, step, types.KeepFull); err != nil {
		m.w.t.Fatal(err)
	}
}

// word is a test id without digits, which might look like data.
func word(name string, n int) string {
	out := name
	for _, digit := range fmt.Sprint(n) {
		out += "-" + string('a'+digit-'0')
	}
	return out
}

// forgets has the member delete a session, or all that it did, and perhaps take that back.
func (m *teamMember) forgets() {
	if m.store == nil || m.acted == 0 {
		return
	}
	ctx := context.Background()
	f := types.Forget{SessionID: fmt.Sprintf("mm-%s-%04d", m.name, 1+m.w.rnd.IntN(m.acted))}
	if m.memory.Session(f.SessionID) == nil {
		return
	}
	done := m.memory.take()
	defer func() { done() }()
	if _, err := m.memory.Memory.Forget(ctx, f); err != nil {
		m.w.t.Fatal(err)
	}
	undone := m.w.rnd.IntN(3) == 0
	if undone {
		if m.w.rnd.IntN(2) == 0 {
			done()
			time.Sleep(30 * time.Second)
			done = m.memory.take()
		}
		if _, err := m.memory.Undo(ctx); err != nil {
			m.w.t.Fatal(err)
		}
	}
	for id, a := range m.w.acts {
		if a.who == m && a.session == f.SessionID {
			a.forgotten, a.undone = !undone, a.undone || undone
			if undone && m.w.planted == undoReshared {
				m.record(&types.Session{SessionID: f.SessionID + "-again", CreatedAt: types.At(m.now()), EndedAt: types.At(m.now()), Goal: "do it"}, id, "again-"+id)
			}
		}
	}
	m.w.tell("%s forgets %s, undone: %v", m.name, f.SessionID, undone)
}
