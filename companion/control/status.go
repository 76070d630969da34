package control

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"cairn/companion/console"
	"cairn/companion/home"
	"cairn/companion/pilot"
	"cairn/companion/store"
	"cairn/shared/limits"
	"cairn/shared/types"
)

// Status is the content of `cairn status`.
type Status struct {
	home.DaemonInfo
	Home        string       `json:"home"`
	Core        types.Status `json:"core"`
	Store       store.Stats  `json:"store"`
	Browsers    []string     `json:"browsers"`
	MCPSessions int          `json:"mcpSessions"`
	// Names is the progress of hiding names in older records.
	Names Rewriting `json:"names"`
	// Limits are those of all agents.
	Limits limits.Given `json:"limits,omitzero"`
	// Answers counts the sources of the answers about pages.
	Answers pilot.AnswerCounts `json:"answers"`
	// Team describes the membership of a team in a line.
	Team string `json:"team,omitempty"`
}

// Print prints the status for people.
func (s *Status) Print(out io.Writer) {
	fmt.Fprintf(out, "daemon     process %d, version %s, started %s\n", s.PID, s.Version, console.Ago(s.StartedAt))
	fmt.Fprintf(out, "data       %s%s\n", s.Home, EncryptedWord(s.Store.Key))
	fmt.Fprintf(out, "mcp        http://127.0.0.1:%d/mcp\n", s.Port)
	fmt.Fprintf(out, "memory     %s, %s, %s, %s on disk (%s a step)\n", console.Counted(s.Core.Sessions, "session", "sessions"), console.Counted(s.Core.Steps, "step", "steps"),
		console.Counted(s.Core.Cards, "site", "sites"), console.Size(s.Store.FileBytes), console.Counted(int(s.Store.BytesPerStep), "byte", "bytes"))
	if dropped := home.Dir(s.Home).LastDropped(); dropped != "" {
		fmt.Fprintf(out, "dropped    %s\n", dropped)
	}
	PrintStoreHealth(out, home.Dir(s.Home), s.Store)
	s.Names.Print(out)
	for _, line := range home.LimitLines(s.Limits) {
		fmt.Fprintf(out, "agents     %s\n", line)
	}
	if s.Team != "" {
		fmt.Fprintf(out, "team       %s\n", s.Team)
	}
	if len(s.Browsers) == 0 {
		fmt.Fprintln(out, "browsers   none connected; cairn run opens one")
	}
	for _, b := range s.Browsers {
		fmt.Fprintf(out, "browser    %s\n", b)
	}
	fmt.Fprintf(out, "answers    %s\n", answersText(s.Answers))
}

// answersText describes whose core answered the queries about pages, and the reasons
// if it was not the extension's.
func answersText(a pilot.AnswerCounts) string {
	text := fmt.Sprintf("%d by the extension's core, %d by the companion's", a.Extension, a.Companion)
	var why []string
	for _, reason := range slices.Sorted(maps.Keys(a.Why)) {
		why = append(why, fmt.Sprintf("%s %d", reason, a.Why[reason]))
	}
	if len(why) > 0 {
		text += " (" + strings.Join(why, ", ") + ")"
	}
	if a.Compared > 0 {
		text += fmt.Sprintf("; %d compared, %d differ", a.Compared, a.Differed)
	}
	return text
}

// EncryptedWord is the suffix for a data directory with an encrypted store.
func EncryptedWord(key string) string {
	if key == "" {
		return ""
	}
	return " (encrypted)"
}

// PrintStoreHealth prints faults of the store, and their remedies.
func PrintStoreHealth(out io.Writer, h home.Dir, s store.Stats) {
	warn := func(format string, args ...any) { fmt.Fprintf(out, "warning    "+format+"\n", args...) }
	if s.ReadOnly != "" {
		warn("nothing more is recorded: %s\n           Check the disk, then restart: cairn stop", s.ReadOnly)
	}
	if s.DamagedFile != "" {
		warn("the store was damaged; what was sound has been kept. The damaged file is\n           %s\n           Delete it when you miss nothing.", filepath.Join(h.Store(), s.DamagedFile))
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

// Context is a context in the output for people.
type Context struct {
	Name     string     `json:"name"`
	Open     bool       `json:"open,omitempty"`
	Sessions int        `json:"sessions,omitempty"`
	Used     types.Time `json:"used"` // when its browser was last started
}

// Rewriting is its progress in `cairn status`.
type Rewriting struct {
	Running bool  `json:"running,omitempty"`
	Done    int64 `json:"done,omitempty"` // steps that were read
	Total   int64 `json:"total,omitempty"`
	// Failed is the reason of a failure, which left the store unchanged.
	Failed string `json:"failed,omitempty"`
}

// Print prints the progress of a running or failed rewriting.
func (s Rewriting) Print(out io.Writer) {
	switch {
	case s.Running:
		fmt.Fprintf(out, "names      being hidden in what was recorded before: %d of %s\n", s.Done, console.Counted(int(s.Total), "step", "steps"))
	case s.Failed != "":
		fmt.Fprintf(out, "warning    names are still shown in what was recorded before: %s\n           To try again: cairn rewrite\n", s.Failed)
	}
}
