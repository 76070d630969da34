package prior

// counts reports whether a session's part here may be used as evidence: its metadata is
// known, and it lies within the window. Flow tags change the order but exclude nothing
// (DESIGN 9.19), because people tag the same flow in several ways, and flows share
// screens.
func (q *question) counts(v *visit) bool { return v.known && v.created >= q.since }
