package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(envChild); dir != "" {
		os.Exit(recordForever(dir))
	}
	if dir := os.Getenv(envTurner); dir != "" {
		os.Exit(turnForever(dir))
	}
	os.Exit(m.Run())
}

// mustOpen opens the store in dir and closes it when the test ends.
func mustOpen(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(dir, Options{Holder: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// openAs is mustOpen with other options.
func openAs(t testing.TB, dir string, o Options) *Store {
	t.Helper()
	s, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// testKey is the key of encrypted stores.
var testKey = bytes.Repeat([]byte{7}, KeyBytes)

// withKey are options with which a store opens in the form that it has.
func withKey() Options {
	return Options{Key: func(id string) ([]byte, error) {
		if id != KeyID(testKey) {
			return nil, fmt.Errorf("no key %s", id)
		}
		return testKey, nil
	}}
}

// toEncrypt and toDecrypt are options that change its form.
func toEncrypt() Options {
	o := withKey()
	o.Encrypt = func() ([]byte, error) { return testKey, nil }
	return o
}

func toDecrypt() Options {
	o := withKey()
	o.Decrypt = true
	return o
}

func mustClose(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// session makes the metadata of session i.
func session(i int) *types.Session {
	return &types.Session{
		SchemaVersion: 1, SessionID: fmt.Sprintf("mm-%04d", i), CreatedAt: types.Time(1_700_000_000_000 + int64(i)*1000),
		Goal: fmt.Sprintf("goal <%d>", i), FlowTags: []string{"send"}, Tags: []string{},
	}
}

// look makes one of a few different screens.
func look(i int) *types.Observation {
	o := &types.Observation{State: types.State{
		CurrentURL: fmt.Sprintf("https://app.example/#/screen-%d", i), CurrentScreen: fmt.Sprintf("screen-%d", i), Origin: "https://app.example",
	}, TestIDs: []types.TestID{}, A11y: types.A11y{Nodes: []types.A11yNode{}}}
	for j := range 5 + i*7 {
		id := fmt.Sprintf("button-%d-%d", i, j)
		o.TestIDs = append(o.TestIDs, types.TestID{TestID: id, Tag: "button", Visible: true})
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: fmt.Sprintf("e%d", j+1), Role: "button", Name: "Press " + id, TestID: id})
	}
	return o
}

// step makes step i of a session.
func step(sessionID string, i int) *types.Step {
	return &types.Step{
		SchemaVersion: 1, StepID: fmt.Sprintf("s-%s-%05d", sessionID, i), SessionID: sessionID,
		Timestamp: types.Time(1_700_000_000_000 + int64(i)*500), Actor: types.ActorObserved,
		Tool: types.Tool{Name: "mm_click", Input: map[string]any{"testId": fmt.Sprintf("button-%d", i)},
			Target: &types.Target{TestID: fmt.Sprintf("button-%d", i), Role: "button", Name: "Press"}},
		Outcome: types.Outcome{OK: true}, Labels: []string{"interaction"}, Observation: look(i % 4),
		After: &types.After{CurrentScreen: fmt.Sprintf("screen-%d", (i+1)%4)},
	}
}

// from is number seq of a test's extension.
func from(seq int64) *sender {
	return &sender{install: "install-a", epoch: "epoch-1", seq: seq, digest: uint64(seq)*2 + 1}
}

// numbered is a step with its session as an extension sends it.
func numbered(seq int64) entry {
	meta := session(int(seq) / 10)
	return entry{record: wire.Record{Session: meta, Step: step(meta.SessionID, int(seq))}, from: from(seq)}
}

func putSession(ctx context.Context, s *Store, meta *types.Session) error {
	_, err := s.write(ctx, entry{record: wire.Record{Session: meta}})
	return err
}

func putEdit(ctx context.Context, s *Store, e *types.Edit) (fresh bool, err error) {
	cursors, err := s.write(ctx, entry{record: wire.Record{Edit: e}})
	return err == nil && cursors[0] != 0, err
}

func putStep(ctx context.Context, s *Store, meta *types.Session, st *types.Step, by *sender) (fresh bool, err error) {
	cursors, err := s.write(ctx, entry{wire.Record{Session: meta, Step: st}, by})
	return err == nil && cursors[0] != 0, err
}

// contents returns all records by their kinds, as Load gives them.
func contents(t testing.TB, s *Store) map[string]wire.Record {
	t.Helper()
	out := map[string]wire.Record{}
	err := s.Load(func(r wire.Record) error {
		r.Seq = 0
		switch {
		case r.Step != nil:
			out["step "+r.Step.StepID] = r
		case r.Session != nil:
			out["session "+r.Session.SessionID] = r
		case r.Edit != nil:
			out["edit "+r.Edit.EditID] = r
		case r.Shared != nil:
			out["shared "+r.Shared.ID] = r
		case r.Forget != nil:
			out[fmt.Sprintf("forget %+v", *r.Forget)] = r
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func keys(m map[string]wire.Record) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

func code(err error) types.Code {
	var fault *types.Error
	if errors.As(err, &fault) {
		return fault.Code
	}
	return ""
}

// filled makes a closed store with n numbered steps and returns its directory.
func filled(t testing.TB, n int64) string {
	t.Helper()
	dir := t.TempDir()
	s := mustOpen(t, dir)
	for seq := int64(1); seq <= n; seq++ {
		if _, err := s.write(context.Background(), numbered(seq)); err != nil {
			t.Fatal(err)
		}
	}
	mustClose(t, s)
	return dir
}

// copyDir copies a closed store.
func copyDir(t testing.TB, from string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// edit changes the store's file in dir.
func edit(t testing.TB, dir string, change func([]byte) []byte) {
	t.Helper()
	path := filepath.Join(dir, fileStore)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
