package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// errNotWell makes the exit status 1; what is wrong was said.
var errNotWell = errors.New("something is wrong; see above what mends it")

func runDoctor(ctx context.Context, c *call) error {
	asJSON := c.flags.Bool("json", false, "print the findings as JSON")
	c.flags.StringVar(&c.data, "data", "", "directory that holds Cairn's data (default: $"+EnvHome+" or your user data directory)")
	dirs, err := parseAnywhere(c.flags, c.args)
	if err != nil {
		return err
	}
	if len(dirs) > 1 {
		return usageError{"doctor"}
	}
	// The directory is not opened as other commands do: that would mend its
	// mode before it was looked at.
	h, err := findHome(c.data)
	if err != nil {
		return err
	}
	d := newDoctor(h, time.Now())
	if len(dirs) == 1 {
		if d.loaded, err = filepath.Abs(dirs[0]); err != nil {
			return err
		}
	}
	report := d.examine(ctx)
	if *asJSON {
		enc := json.NewEncoder(c.out)
		enc.SetIndent("", "  ")
		err = enc.Encode(report)
	} else {
		err = report.print(c.out)
	}
	if err == nil && !report.OK {
		err = errNotWell
	}
	return err
}

// level is how bad a finding is.
type level string

// The levels. A warning is something to know that keeps nothing from working.
const (
	levelOK      level = "ok"
	levelWarning level = "warning"
	levelWrong   level = "wrong"
)

// finding is what one look found.
type finding struct {
	Check string `json:"check"`
	Level level  `json:"level"`
	Says  string `json:"says"`
	Mend  string `json:"mend,omitempty"` // a command, or what a person does
}

// checkup is everything that the doctor found.
type checkup struct {
	OK       bool      `json:"ok"` // nothing is wrong; there may be warnings
	Version  string    `json:"version"`
	Home     string    `json:"home"`
	Findings []finding `json:"findings"`
}

// doctor looks at one user's Cairn and changes nothing.
type doctor struct {
	home   home
	loaded string // directory of an extension that the user loaded, or empty
	now    time.Time

	health *daemonHealth // of the running daemon, nil when none answers
	found  []finding
}

func newDoctor(h home, now time.Time) *doctor { return &doctor{home: h, now: now} }

// examine makes all checks, in the order in which a fault in one explains
// those after it. Without a data directory, there is nothing to say of what would
// be in it.
func (d *doctor) examine(ctx context.Context) checkup {
	there := d.checkData()
	if there {
		d.checkDaemon()
	}
	d.checkClock()
	d.checkPort(ctx)
	if there {
		d.checkStore()
		d.checkEncryption()
		d.checkSettings()
	}
	d.checkBrowser(ctx)
	d.checkExtension()
	if there {
		d.checkPairing()
		d.checkNames()
		d.checkLink()
	}
	report := checkup{OK: true, Version: version, Home: string(d.home), Findings: d.found}
	for _, f := range d.found {
		report.OK = report.OK && f.Level != levelWrong
	}
	return report
}

func (d *doctor) note(check string, l level, mend, format string, args ...any) {
	d.found = append(d.found, finding{Check: check, Level: l, Says: fmt.Sprintf(format, args...), Mend: mend})
}

func (d *doctor) ok(check, format string, args ...any) { d.note(check, levelOK, "", format, args...) }

func (d *doctor) warn(check, mend, format string, args ...any) {
	d.note(check, levelWarning, mend, format, args...)
}

func (d *doctor) wrong(check, mend, format string, args ...any) {
	d.note(check, levelWrong, mend, format, args...)
}

// command is a cairn command line for this data directory, to be pasted.
func (d *doctor) command(args string) string {
	if usual, err := findHome(""); err == nil && usual == d.home {
		return "cairn " + args
	}
	return "cairn " + args + " --data " + quoteArg(string(d.home))
}

// counted is a number of things in words.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// quoteArg makes a path safe to paste into a shell.
func quoteArg(path string) string {
	if strings.ContainsAny(path, " '\"\\$&;()<>|*?#~`!\t\n") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

func (r checkup) print(out io.Writer) error {
	tab := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	count := map[level]int{}
	for _, f := range r.Findings {
		count[f.Level]++
		fmt.Fprintf(tab, "%s\t%s\t%s\n", f.Level, f.Check, f.Says)
		if f.Mend != "" {
			fmt.Fprintf(tab, "\t\tmend: %s\n", f.Mend)
		}
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\nok: %d, warning: %d, wrong: %d\n", count[levelOK], count[levelWarning], count[levelWrong])
	return err
}
