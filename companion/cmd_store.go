package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"cairn/companion/store"
	"cairn/shared/types"
)

// runStore looks after the file that everything is remembered in.
func runStore(ctx context.Context, c *call) error {
	what, h, err := c.parse(1, 1)
	if err != nil {
		return err
	}
	switch what[0] {
	case "verify":
		return verifyStore(h, c.out)
	case "salvage":
		return salvageStore(h, c.out)
	case "backup":
		return backUpStore(h, c.out)
	}
	return usageError{"store"}
}

// verifyStore reads the file from end to end, beside a daemon or without one,
// and fails when it is damaged.
func verifyStore(h home, out io.Writer) error {
	rep, err := store.Verify(h.store(), progress(os.Stderr, "reading the store", time.Now))
	if errors.Is(err, fs.ErrNotExist) {
		_, err := fmt.Fprintln(out, "nothing is stored yet")
		return err
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d bytes, %s, each right by its checksum\n", rep.Bytes, counted(rep.Values, "value", "values"))
	if rep.Torn+rep.Nuls > 0 {
		fmt.Fprintf(out, "%d bytes at the end are incomplete; they were never acknowledged, and the next start cuts them off\n", rep.Torn+rep.Nuls)
	}
	if rep.Clean() {
		_, err := fmt.Fprintln(out, "the store is sound")
		return err
	}
	what := counted(rep.Damaged, "value is damaged", "values are damaged")
	if rep.Broken {
		what += fmt.Sprintf(", and the file stops being readable after byte %d", rep.Sound)
	}
	return types.Fault(types.CodeStoreDamaged, what, "keep what is sound with: cairn stop, then cairn store salvage (the damaged file stays beside it)")
}

// salvageStore opens the store, which takes over all that is sound.
func salvageStore(h home, out io.Writer) error {
	if there, err := store.Exists(h.store()); err == nil && !there {
		_, err := fmt.Fprintln(out, "nothing is stored yet")
		return err
	}
	s, err := openStore(h, "cairn store salvage")
	if err != nil {
		return err
	}
	stats := s.Stats()
	if err := s.Close(); err != nil {
		return err
	}
	if stats.DamagedFile == "" {
		fmt.Fprintln(out, "the store is sound: there was nothing to salvage")
	} else {
		fmt.Fprintf(out, "salvaged %s, %s and %s; left out %s\n", counted(stats.Sessions, "session", "sessions"), counted(stats.Steps, "step", "steps"),
			counted(stats.Cards, "site card", "site cards"), counted(stats.Quarantined, "damaged value", "damaged values"))
	}
	printStoreHealth(out, h, stats)
	return nil
}

// backUpStore has the daemon write a backup, or does it itself when there is
// none.
func backUpStore(h home, out io.Writer) error {
	name, err := backUp(h)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "wrote %s\nTo go back to it: cairn stop, then rename it to %s\n", filepath.Join(h.store(), name), filepath.Join(h.store(), "store"))
	return err
}

func backUp(h home) (name string, err error) {
	if daemonAnswers(h) {
		reply, err := askDaemon(h, controlRequest{Want: wantBackup})
		return reply.Done, err
	}
	s, err := openStore(h, "cairn store backup")
	if err != nil {
		return "", err
	}
	name, err = s.Backup()
	return name, errors.Join(err, s.Close())
}

// openStore opens the store for this process, which no daemon may have.
func openStore(h home, holder string) (*store.Store, error) {
	o := h.storeOptions(holder)
	o.Progress = progress(os.Stderr, "opening the store", time.Now)
	s, err := store.Open(h.store(), o)
	if fault := new(types.Error); errors.As(err, &fault) && fault.Code == types.CodeStoreLocked {
		return nil, types.Fault(fault.Code, fault.Message, "end the daemon first: cairn stop")
	}
	return s, err
}

// progressEvery is how often somebody who waits hears how far it has come. What
// takes less is over without a word.
const progressEvery = time.Second

// progress tells on out how much of a file was read.
func progress(out io.Writer, what string, now func() time.Time) store.Progress {
	return progressOf(out, what, "MiB", 1<<20, now)
}

// progressOf prints on out how much of something was done, in units of so many.
func progressOf(out io.Writer, what, unit string, size int64, now func() time.Time) func(done, total int64) {
	said := now()
	return func(done, total int64) {
		if at := now(); at.Sub(said) >= progressEvery && total > 0 {
			said = at
			fmt.Fprintf(out, "cairn: %s: %d of %d %s\n", what, done/size, total/size, unit)
		}
	}
}

// printStoreHealth says what is not as it should be, and what to do.
func printStoreHealth(out io.Writer, h home, s store.Stats) {
	warn := func(format string, args ...any) { fmt.Fprintf(out, "warning    "+format+"\n", args...) }
	if s.ReadOnly != "" {
		warn("nothing more is recorded: %s\n           Check the disk, then restart: cairn stop", s.ReadOnly)
	}
	if s.DamagedFile != "" {
		warn("the store was damaged; what was sound has been kept. The damaged file is\n           %s\n           Delete it when you miss nothing.", filepath.Join(h.store(), s.DamagedFile))
	}
	if s.Renewed > 0 {
		warn("%d records went bad on the disk and were rewritten from memory; the disk\n           may be about to fail", s.Renewed)
	}
	if s.Quarantined > 0 {
		warn("%d damaged records are set aside and not shown; a disk that does this is\n           about to fail. cairn store verify looks at all of them", s.Quarantined)
	}
	if s.Partial > 0 {
		warn("%d steps have lost their screen to damage and are shown without", s.Partial)
	}
	if s.Lost > 0 {
		warn("%d records never came: a browser's outbox was full, or they were not\n           understood. Keep Cairn running while you browse", s.Lost)
	}
	if s.LastError != "" {
		warn("tidying up failed: %s\n           Nothing is lost; it is tried again by itself", s.LastError)
	}
}
