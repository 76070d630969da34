package prior

import "slices"

// Goals that state a task in other words often name an element on its way: "Send a
// coworker an invitation" ends with the button that "Invite a colleague" ended with.

// onWay returns how far the asker's goal names the elements that a session used on this
// origin, in sixteenths.
func (q *question) onWay(v *visit) int {
	if q.weight == 0 || v.session == q.trail.session {
		return 0
	}
	if v.walked == q.look {
		return v.onWay
	}
	v.walked = q.look
	sum := 0
	q.found = q.found[:0]
	for _, r := range v.session.records[:min(len(v.session.records), maxPerVisit)] {
		if !r.ok || r.visit != v || r.form == nil || q.mine(r.form) == 0 {
			continue
		}
		for _, part := range r.form.parts {
			if part.mine && !part.site && !slices.Contains(q.found, part) {
				q.found = append(q.found, part)
				sum += q.content(part.text)
			}
		}
	}
	v.onWay = min(16, 16*sum/q.weight)
	return v.onWay
}

// sameTask returns how surely a session had the asker's task, also if its goal differs.
func (q *question) sameTask(v *visit) int {
	if v.fitted == q.look {
		return max(v.fits, q.onWay(v))
	}
	return q.onWay(v)
}

// likelyTask reports whether a session's flow fits the asker's goal more likely than not.
func (q *question) likelyTask(v *visit) bool { return v.fitted == q.look && v.fits >= anotherTask }
