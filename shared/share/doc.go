// Package share converts sessions and steps to the form in which they leave for a
// team: acts leave, pages stay.
//
// The form of a step ([Form.Step]) holds the tool, the target's test id, selector,
// role and name, the outcome and its code, the screen, the origin with the route, and
// of the page only elements on which the session acted. It never holds typed text or
// its length, screenshots, titles, queries of addresses, texts of errors, rows, other
// elements, or the elements that appeared afterwards. Of a tool's input only parts that write nothing
// stay: keys without text, Enter behind typing, and the manner of a click. Steps in
// frames of other origins do not leave.
//
// [Review] lists the exact texts of that form for a person, who may remove each.
// [Read] applies the same filter to received records, because a sender may err.
//
// A record's identity ([StepID], [SessionID]) is a digest of the team, the author and
// the record, so it is the same wherever the record stands, and no one can name,
// replace or shadow the record of another author.
package share

// Mode says whether steps on a site may leave for the team.
type Mode string

// The modes of a site.
const (
	Off    Mode = "off"    // never; the default
	Review Mode = "review" // a session at a time, once a person agreed to its texts
	Auto   Mode = "auto"   // agents' sessions when they end
)

// ParseMode returns the mode of that name.
func ParseMode(s string) (Mode, bool) {
	switch m := Mode(s); m {
	case Off, Review, Auto:
		return m, true
	}
	return Off, false
}
