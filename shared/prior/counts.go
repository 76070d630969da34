package prior

// counts reports whether a session's part here may be heard: its metadata is
// known, and it lies within the window. Flow tags prefer and never shut out
// (DESIGN 9.19): people tag the same flow in several ways, and flows share
// screens.
func (q *question) counts(v *visit) bool { return v.known && v.created >= q.since }
