// Package doctor checks everything that Cairn needs on one machine: the data
// directory, the daemon, the store, the browser, the extension and their link. It
// changes nothing, and names with each fault the command that fixes it.
package doctor

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/version"
)

// Level is the severity of a finding.
type Level string

// The levels. A warning is information about a state that still works.
const (
	LevelOK      Level = "ok"
	LevelWarning Level = "warning"
	LevelWrong   Level = "wrong"
)

// finding is the result of one check.
type finding struct {
	Check string `json:"check"`
	Level Level  `json:"level"`
	Says  string `json:"says"`
	Mend  string `json:"mend,omitempty"` // a command, or an action for a person
}

// Checkup holds all findings of the doctor.
type Checkup struct {
	OK       bool      `json:"ok"` // no faults; there may be warnings
	Version  string    `json:"version"`
	Home     string    `json:"home"`
	Findings []finding `json:"findings"`
}

// Doctor examines one user's Cairn and changes nothing.
type Doctor struct {
	home   home.Dir
	Loaded string // directory of an extension that the user loaded, or empty
	now    time.Time

	health *control.Health // of the running daemon, nil if none answers
	found  []finding
}

// New returns a doctor for a data directory.
func New(h home.Dir, now time.Time) *Doctor { return &Doctor{home: h, now: now} }

// Examine makes all checks, in an order in which a fault in one explains those after
// it. Without a data directory, it skips the checks of its content.
func (d *Doctor) Examine(ctx context.Context) Checkup {
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
		d.checkTeam()
	}
	d.checkWrapped(ctx)
	report := Checkup{OK: true, Version: version.Commit, Home: string(d.home), Findings: d.found}
	for _, f := range d.found {
		report.OK = report.OK && f.Level != LevelWrong
	}
	return report
}

func (d *Doctor) note(check string, l Level, mend, format string, args ...any) {
	d.found = append(d.found, finding{Check: check, Level: l, Says: fmt.Sprintf(format, args...), Mend: mend})
}

func (d *Doctor) ok(check, format string, args ...any) { d.note(check, LevelOK, "", format, args...) }

func (d *Doctor) warn(check, mend, format string, args ...any) {
	d.note(check, LevelWarning, mend, format, args...)
}

func (d *Doctor) wrong(check, mend, format string, args ...any) {
	d.note(check, LevelWrong, mend, format, args...)
}

// command returns a cairn command line for this data directory, to be pasted.
func (d *Doctor) command(args string) string {
	if usual, err := home.Find(""); err == nil && usual == d.home {
		return "cairn " + args
	}
	return "cairn " + args + " --data " + console.QuoteArg(string(d.home))
}

var levelColours = map[Level]console.Colour{LevelOK: console.Green, LevelWarning: console.Yellow, LevelWrong: console.Red}

// Print prints the findings for people.
func (r Checkup) Print(out io.Writer) error {
	tab := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	count := map[Level]int{}
	for _, f := range r.Findings {
		count[f.Level]++
		fmt.Fprintf(tab, "%s\t%s\t%s\n", console.Coloured(out, levelColours[f.Level], string(f.Level)), f.Check, f.Says)
		if f.Mend != "" {
			fmt.Fprintf(tab, "%s\t\tfix: %s\n", console.Coloured(out, levelColours[f.Level], ""), f.Mend) // as wide as the cell above
		}
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\nok: %d, warning: %d, wrong: %d\n", count[LevelOK], count[LevelWarning], count[LevelWrong])
	return err
}
