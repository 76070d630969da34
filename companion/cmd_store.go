package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/store"
	"cairn/shared/types"
)

func storeGroup(c *call) *cobra.Command {
	g := group("store", "Verify, repair or back up the store",
		c.reads(c.verb("verify", "Read it completely, and fail if it is damaged", func(_ context.Context, h home.Dir, _ []string) error { return verifyStore(h, c) })),
		c.verb("salvage", "Keep all undamaged records, as the daemon does when it starts", func(_ context.Context, h home.Dir, _ []string) error { return salvageStore(h, c) }),
		c.verb("backup", "Write a copy, and keep the last three", func(_ context.Context, h home.Dir, _ []string) error { return backUpStore(h, c) }))
	g.Long = "Later deletions apply to the copies too."
	return g
}

// verifyStore reads the whole file, with or without a running daemon, and fails when
// the file is damaged.
func verifyStore(h home.Dir, c *call) error {
	out := c.out
	rep, err := store.Verify(h.Store(), c.status.Measure("reading the store", console.Bytes))
	if errors.Is(err, fs.ErrNotExist) {
		_, err := fmt.Fprintln(out, "nothing is stored yet")
		return err
	}
	if err != nil {
		return err
	}
	if c.json {
		if err := console.PrintJSON(out, rep); err != nil {
			return err
		}
		return cmp.Or(rep.NewerError(), damagedStore(rep))
	}
	if err := rep.NewerError(); err != nil {
		return err // values of a newer Cairn may look damaged to this one
	}
	fmt.Fprintf(out, "%d bytes, %s, each right by its checksum\n", rep.Bytes, console.Counted(rep.Values, "value", "values"))
	if rep.Torn+rep.Nuls > 0 {
		fmt.Fprintf(out, "%d bytes at the end are incomplete; they were never acknowledged, and the next start cuts them off\n", rep.Torn+rep.Nuls)
	}
	if err := damagedStore(rep); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, "the store is sound")
	return err
}

// damagedStore returns the error for a damaged store, nil for a sound one.
func damagedStore(rep store.Report) error {
	if rep.Clean() {
		return nil
	}
	what := console.Counted(rep.Damaged, "value is damaged", "values are damaged")
	if rep.Broken {
		what += fmt.Sprintf(", and the file stops being readable after byte %d", rep.Sound)
	}
	return types.Fault(types.CodeStoreDamaged, what, "keep what is sound with: cairn stop, then cairn store salvage (the damaged file stays beside it)")
}

// salvageStore opens the store, which recovers all intact records.
func salvageStore(h home.Dir, c *call) error {
	out := c.out
	if there, err := store.Exists(h.Store()); err == nil && !there {
		_, err := fmt.Fprintln(out, "nothing is stored yet")
		return err
	}
	s, err := openStore(h, c, "cairn store salvage")
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
		fmt.Fprintf(out, "salvaged %s and %s; left out %s\n", console.Counted(stats.Sessions, "session", "sessions"), console.Counted(stats.Steps, "step", "steps"),
			console.Counted(stats.Quarantined, "damaged value", "damaged values"))
	}
	control.PrintStoreHealth(out, h, stats)
	return nil
}

// backUpStore has the daemon write a backup, or writes it itself if no daemon runs.
func backUpStore(h home.Dir, c *call) error {
	name, err := backUp(h, c)
	if err != nil {
		return err
	}
	return c.say("wrote %s\nTo go back to it: cairn stop, then rename it to %s\n", filepath.Join(h.Store(), name), filepath.Join(h.Store(), "store"))
}

func backUp(h home.Dir, c *call) (name string, err error) {
	if control.Running(h) {
		reply, err := control.Ask(h, control.Request{Want: control.WantBackup})
		return reply.Done, err
	}
	s, err := openStore(h, c, "cairn store backup")
	if err != nil {
		return "", err
	}
	name, err = s.Backup()
	return name, errors.Join(err, s.Close())
}

// openStore opens the store for this process. It fails while a daemon holds the store.
func openStore(h home.Dir, c *call, holder string) (*store.Store, error) {
	o := h.StoreOptions(holder)
	o.Progress = c.status.Measure("opening the store", console.Bytes)
	s, err := store.Open(h.Store(), o)
	if fault := new(types.Error); errors.As(err, &fault) && fault.Code == types.CodeStoreLocked {
		return nil, types.Fault(fault.Code, fault.Message, "end the daemon first: cairn stop")
	}
	return s, err
}
