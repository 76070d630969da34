package main

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"cairn/companion/doctor"
	"cairn/companion/home"
)

// errNotWell makes the exit status 1. The faults were printed before.
var errNotWell = errors.New("something is wrong: see the lines above that are marked wrong")

func doctorVerb(c *call) *cobra.Command {
	cmd := plainVerb("doctor [EXTENSION-DIR]", "Check the installation, and name the command that solves each problem", func(ctx context.Context, dirs []string) error {
		// The directory is not opened like in other commands: opening would repair its
		// mode before the check reads it.
		h, err := home.Find(c.data)
		if err != nil {
			return err
		}
		d := doctor.New(h, time.Now())
		if len(dirs) == 1 {
			if d.Loaded, err = filepath.Abs(dirs[0]); err != nil {
				return err
			}
		}
		report := d.Examine(ctx)
		err = c.show(report, func() error { return report.Print(c.out) })
		if err == nil && !report.OK {
			err = errNotWell
		}
		return err
	})
	cmd.Long = `Works with and without a running daemon, and changes nothing. Give the directory of an
extension that you loaded yourself to check it too. The exit status is 1 if there is
an error; warnings do not count.`
	return c.reads(cmd)
}
