package prior

// otherFlow is the likeness of goals, in sixteenths, from which on sessions
// belong together although their flow tags differ.
const otherFlow = 4

// counts reports whether a session's part here may be heard: its metadata is
// known, it lies within the window, and it is not declared to be another flow
// (spec 002 section 4.1). A session without flow tags declares nothing: what
// people do by hand has none.
func (q *question) counts(v *visit) bool {
	return v.judged == q.number && v.counts || v.judged != q.number && q.judge(v)
}

// judge finds it out, once a question.
func (q *question) judge(v *visit) bool {
	v.judged = q.number
	v.counts = v.known && v.created >= q.since && (v.session == q.trail.session || !q.differs(v))
	return v.counts
}

// differs reports whether flow tags and goals say that v is about something
// else.
func (q *question) differs(v *visit) bool {
	return len(q.flow) > 0 && v.tagged && !q.sharesFlow(v.session) && v.likenessTo(q.look) < otherFlow
}
