package main

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"time"

	"cairn/companion/doctor"
	"cairn/companion/home"
)

// errNotWell makes the exit status 1; what is wrong was said.
var errNotWell = errors.New("something is wrong; see above what mends it")

func runDoctor(ctx context.Context, c *call) error {
	asJSON := c.flags.Bool("json", false, "print the findings as JSON")
	c.flags.StringVar(&c.data, "data", "", "directory that holds Cairn's data (default: $"+home.EnvHome+" or your user data directory)")
	dirs, err := parseAnywhere(c.flags, c.args)
	if err != nil {
		return err
	}
	if len(dirs) > 1 {
		return usageError{"doctor"}
	}
	// The directory is not opened as other commands do: that would mend its
	// mode before it was looked at.
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
	if *asJSON {
		enc := json.NewEncoder(c.out)
		enc.SetIndent("", "  ")
		err = enc.Encode(report)
	} else {
		err = report.Print(c.out)
	}
	if err == nil && !report.OK {
		err = errNotWell
	}
	return err
}
