package team

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Note is a sentence about a connection that a person may have to act on.
type Note struct {
	Says string
	Mend string // "" if there is nothing to do
}

// Notes lists the problems of a live connection.
func (s *Status) Notes() (notes []Note) {
	note := func(mend, format string, args ...any) {
		notes = append(notes, Note{fmt.Sprintf(format, args...), mend})
	}
	if s.ClockAhead != 0 {
		note("", "this machine's clock and the server's differ by %s: set them, for days and deletions are compared", (time.Duration(s.ClockAhead) * time.Second).Abs())
	}
	if s.External {
		note("", "whether the servers of the NATS sync each message to disk cannot be asked")
	}
	if len(s.ServersBehind) > 0 {
		note("", "the copy of the log is not up to date at %s: one more server that fails can stop the team", strings.Join(s.ServersBehind, ", "))
	}
	if s.Unerased > 0 {
		note("", "%s not carried out on the server's files yet: cairn team serve does it", areRequests(s.Unerased))
	}
	for _, m := range s.Members {
		if m.Behind > 0 {
			note("", "%s not carried out by %s yet", areRequests(m.Behind), m.Name)
		}
		if m.Withheld > 0 {
			note("", "%s missing in the team's log: its servers lost or withhold what that companion sends again", counted(m.Withheld, "deletion of "+m.Name+" is", "deletions of "+m.Name+" are"))
		}
		if m.Version != "" && m.Version != s.Version {
			note("", "%s has Cairn %s, this is %s", m.Name, m.Version, s.Version)
		}
	}
	for _, why := range slices.Sorted(maps.Keys(s.Refused)) {
		mend := ""
		if why == ReasonNewer {
			mend = "cairn upgrade"
		}
		note(mend, "%s refused since the start: %s", counted(s.Refused[why], "message was", "messages were"), why)
	}
	for _, name := range slices.Sorted(maps.Keys(s.RefusedOf)) {
		note("cairn team trust "+name+" aside", "%s from %s", counted(s.RefusedOf[name], "of these was", "of these were"), name)
	}
	if s.Overshared > 0 {
		note("", "%s removed that others should not have sent", counted(s.Overshared, "field was", "fields were"))
	}
	if len(s.Oversharing) > 0 {
		note("cairn upgrade", "%s removed fields from what you shared that must not leave", strings.Join(s.Oversharing, ", "))
	}
	if s.Skewed > 0 {
		note("", "%s of a member whose clock runs ahead", counted(s.Skewed, "message is", "messages are"))
	}
	return notes
}

func areRequests(n int) string { return counted(n, "deletion is", "deletions are") }

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
