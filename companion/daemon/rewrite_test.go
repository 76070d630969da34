package daemon

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/companion/home"
	"cairn/companion/home/hometest"
	"cairn/companion/store"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// older fills the store of a data directory as an earlier Cairn did: a person's
// browsing and an agent's session, with all names in clear.
func older(t *testing.T, h home.Dir) {
	t.Helper()
	s, err := store.Open(h.Store(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for id, actor := range map[string]types.Actor{"amb-old": types.ActorObserved, "mm-agent": types.ActorAgent} {
		session := &types.Session{SchemaVersion: 1, SessionID: id, CreatedAt: types.At(time.Now()), Ambient: actor == types.ActorObserved, FlowTags: []string{}, Tags: []string{}}
		step := &types.Step{SchemaVersion: 1, StepID: "s-" + id, SessionID: id, Timestamp: types.At(time.Now()), Actor: actor, Outcome: types.Outcome{OK: true},
			Tool: types.Tool{Name: "mm_click", Target: &types.Target{Role: "button", Name: "Pay"}},
			Observation: &types.Observation{State: types.State{CurrentURL: "https://bank.example/", Origin: "https://bank.example"}, TestIDs: []types.TestID{},
				A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "heading", Name: "canary-" + id}}}}}
		if _, err := s.Put(context.Background(), "", "", []wire.Record{{Session: session, Step: step}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Backup(); err != nil {
		t.Fatal(err)
	}
}

// lockedBuffer is a log that is read while it is written.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// lived runs a daemon until the log says so much, and returns the log.
func lived(t *testing.T, h home.Dir, o Options, until string) string {
	t.Helper()
	log := &lockedBuffer{}
	o.Log, o.DevTools = log, -1
	d, err := Open(h, o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- d.Serve(ctx) }()
	for !strings.Contains(log.String(), until) {
		select {
		case err := <-ended:
			t.Fatalf("the daemon ended: %v\n%s", err, log)
		case <-time.After(time.Millisecond):
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	return log.String()
}

// inStore are the canaries that a data directory's store says.
func inStore(t *testing.T, h home.Dir) (out string) {
	t.Helper()
	s, err := store.Open(h.Store(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.Load(func(rec wire.Record) error {
		if rec.Step != nil {
			out += rec.Step.Observation.A11y.Nodes[0].Name + " "
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestTheFirstStartHidesNamesUnlessItIsToKeepThem(t *testing.T) {
	h := hometest.New(t)
	older(t, h)
	before := inStore(t, h)
	lived(t, h, Options{Keep: types.KeepFull}, "stays as it is at this start")
	if got := inStore(t, h); got != before {
		t.Fatalf("--keep full: %q, was %q", got, before)
	}
	log := lived(t, h, Options{}, "names: hidden in 1 step;")
	if !strings.Contains(log, "--keep full") {
		t.Errorf("the log names no way back: %s", log)
	}
	got := inStore(t, h)
	if strings.Contains(got, "canary-amb-old") || !strings.Contains(got, "canary-mm-agent") || strings.Count(got, "[hidden:") != 1 {
		t.Errorf("rewritten: %q", got)
	}
	log = lived(t, h, Options{}, "ready:")
	if strings.Contains(log, "names:") {
		t.Errorf("it is done again: %s", log)
	}
	s, err := store.Open(h.Store(), store.Options{})
	if err != nil || s.Rewritings() != 1 || s.Close() != nil {
		t.Errorf("it would be done again: %v", err)
	}
	if names, err := filepath.Glob(filepath.Join(h.Store(), "store.*")); err != nil || len(names) != 2 { // the lock and the new backup
		t.Errorf("there are %q, %v", names, err)
	}
}

func TestALostKeyOfNamesIsReplacedAndRewritingGoesOn(t *testing.T) {
	h := hometest.New(t)
	older(t, h)
	lived(t, h, Options{Keep: types.KeepFull}, "stays as it is")
	if err := os.Remove(h.Path(home.NameKeyFile)); err != nil {
		t.Fatal(err)
	}
	lived(t, h, Options{}, "names: hidden in 1 step;")
	if err := os.WriteFile(h.Path(home.NameKeyFile), []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(h, Options{Log: io.Discard})
	if fault := types.AsError(err); fault.Code != types.CodeInvalidInput || !strings.Contains(fault.Hint, "nothing else is lost") {
		t.Errorf("a key that is none: %v", err)
	}
	if got := inStore(t, h); strings.Count(got, "[hidden:") != 1 {
		t.Errorf("there is %q", got)
	}
}
