package prior

import "strings"

// place is where records of an origin were made: a screen, and the words of the
// route to it. Records of one place share it, so that a question compares it with the
// asker's place only once.
type place struct {
	key    string
	screen string
	route  []string
	refs   int

	// Scratch of one page, valid while asked is its number.
	asked uint64
	here  bool // it is the screen that is shown now
	near  bool // the URLs share a word of their route
}

// keepPlace returns the place of a screen and a route, and counts one more use.
func (o *origin) keepPlace(screen string, route []string) *place {
	key := screen + "\n" + strings.Join(route, "/")
	p := o.places[key]
	if p == nil {
		p = &place{key: key, screen: screen, route: route}
		o.places[key] = p
	}
	p.refs++
	return p
}

func (o *origin) dropPlace(p *place) {
	if p.refs--; p.refs == 0 {
		delete(o.places, p.key)
	}
}

// at returns a place with here and near set for the asker.
func (q *question) at(p *place) *place {
	if p.asked != q.look {
		q.lookAt(p)
	}
	return p
}

// lookAt compares a place with the asker's, once a page.
func (q *question) lookAt(p *place) {
	p.asked = q.look
	p.here, p.near = sameScreen(p.screen, q.screen), sharesAny(p.route, q.route)
}

// here reports whether r was done on the screen that is shown now.
func (q *question) here(r *record) bool { return r.visit.origin == q.origin && q.at(r.place).here }
