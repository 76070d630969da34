package e2e

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"cairn/companion/store"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// putting stores a step and returns the outcome.
func putting(s *store.Store, id string) string {
	step := &types.Step{StepID: id, SessionID: "mm-0001", Timestamp: types.At(time.Now()), Tool: types.Tool{Name: "mm_click"}}
	_, err := s.Put(context.Background(), "", "", []wire.Record{{Step: step}}, nil)
	if err == nil {
		return "kept"
	}
	return string(types.AsError(err).Code)
}

func stepsIn(s *store.Store) int {
	n := 0
	_ = s.Load(func(rec wire.Record) error {
		if rec.Step != nil {
			n++
		}
		return nil
	})
	return n
}

// badDisks are B60 to B62.
var badDisks = []badInput{
	{60, "a disk that fills up", "store", func(r *badRig) string {
		free := int64(1 << 40)
		now := time.Now()
		s, err := store.Open(filepath.Join(tempDir(r), "s"), store.Options{Now: func() time.Time { return now },
			Space: func(*os.File) (int64, int64, error) { return free, 1 << 40, nil }})
		if err != nil {
			return err.Error()
		}
		defer s.Close()
		out := putting(s, "s-1")
		free, now = 1<<20, now.Add(time.Minute)
		out += ", " + putting(s, "s-2")
		return fmt.Sprint(out, ", reads ", stepsIn(s))
	}, "kept, STORE_FULL, reads 1"},
	{60, "an fsync that fails, a disk that turns read-only", "store", many(func(r *badRig, why string) string {
		var broken error
		s, err := store.Open(filepath.Join(tempDir(r), "s"), store.Options{Sync: func(f *os.File) error { return broken }})
		if err != nil {
			return err.Error()
		}
		defer s.Close()
		out := putting(s, "s-1")
		broken = map[string]error{"EIO": syscall.EIO, "EROFS": syscall.EROFS}[why]
		out += ", " + putting(s, "s-2")
		broken = nil
		return fmt.Sprint(out, ", then ", putting(s, "s-3"), ", reads ", stepsIn(s))
	}, "EIO", "EROFS"), "kept, STORE_FSYNC_FAILED, then STORE_FSYNC_FAILED, reads 1"},
	{60, "a directory that may not be written to", "cairn serve", readOnlyHome, "refused, says why, changes nothing"},
	{61, "a second companion", "store", func(r *badRig) string {
		_, err := store.Open(filepath.Join(r.home, "store"), store.Options{})
		return string(types.AsError(err).Code)
	}, "STORE_LOCKED"},
	{62, "torn tail, zeroed page, bit flip, NUL tail, half a compaction", "store", func(r *badRig) string {
		return brokenStores(r)
	}, "torn: opens; zeroed: opens, quarantined; flipped: opens, quarantined; NUL: opens; compaction: opens"},
	{62, "a bit flip, as it is reported", "cairn doctor", func(r *badRig) string {
		w := newWorld(r.t)
		dir := filepath.Join(w.home, "store")
		if err := harmed(dir, flipped); err != nil {
			return err.Error()
		}
		w.startDaemon()
		out, _ := w.cairn("doctor", "--json")
		return fmt.Sprint("counted: ", strings.Contains(out, "damaged value"))
	}, "counted: true"},
}

func flipped(_ string, b []byte) []byte { b[len(b)/2] ^= 4; return b }

// brokenStores opens the rests that accidents leave of a store of 40 steps.
func brokenStores(r *badRig) string {
	out := []string{}
	for _, c := range []struct {
		name string
		harm func(dir string, text []byte) []byte
	}{
		{"torn", func(_ string, b []byte) []byte { return b[:len(b)-5] }},
		{"zeroed", func(_ string, b []byte) []byte { clear(b[1024:2048]); return b }},
		{"flipped", flipped},
		{"NUL", func(_ string, b []byte) []byte { return append(b, make([]byte, 5000)...) }},
		{"compaction", func(dir string, b []byte) []byte {
			_ = os.WriteFile(filepath.Join(dir, "store.preshrink"), b, 0o600)
			return nil
		}},
	} {
		dir := filepath.Join(tempDir(r), "s")
		if err := harmed(dir, c.harm); err != nil {
			return err.Error()
		}
		s, err := store.Open(dir, store.Options{})
		if err != nil {
			return err.Error()
		}
		said := c.name + ": opens"
		if s.Stats().Quarantined > 0 {
			said += ", quarantined"
		}
		if n := stepsIn(s); n < 20 {
			said += fmt.Sprint(", only ", n)
		}
		out = append(out, said)
		s.Close()
	}
	return strings.Join(out, "; ")
}

// harmed makes a store of 40 steps in dir and does something to its file.
func harmed(dir string, harm func(dir string, text []byte) []byte) error {
	s, err := store.Open(dir, store.Options{})
	if err != nil {
		return err
	}
	for i := range 40 {
		putting(s, fmt.Sprint("s-", i))
	}
	if err := s.Close(); err != nil {
		return err
	}
	file := filepath.Join(dir, "store")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, harm(dir, text), 0o600)
}

// readOnlyHome starts a daemon on a data directory that it may read alone, as
// somebody whom modes bind.
func readOnlyHome(r *badRig) string {
	dir, err := os.MkdirTemp("", "cairn-r-")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	home, binary := filepath.Join(dir, "home"), filepath.Join(dir, "cairn")
	text, err := os.ReadFile(r.binary)
	if err == nil {
		err = errors.Join(os.WriteFile(binary, text, 0o755), harmed(filepath.Join(home, "store"), func(_ string, b []byte) []byte { return b }),
			os.Chmod(filepath.Join(home, "store"), 0o555), os.Chmod(home, 0o555), os.Chmod(dir, 0o755))
	}
	if err != nil {
		return err.Error()
	}
	before := fileNames(home)
	cmd := exec.Command(binary, "serve", "--data", home, "--port", fmt.Sprint(freePort(r.t)))
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "data directory") || fileNames(home) != before {
		return fmt.Sprint(err, ": ", string(out), fileNames(home))
	}
	return "refused, says why, changes nothing"
}

func fileNames(dir string) (names string) {
	_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error {
		names += path + "\n"
		return nil
	})
	return names
}
