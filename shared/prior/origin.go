package prior

import (
	"net/url"
	"slices"
	"sort"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

func newOrigin(name string) *origin {
	return &origin{name: name, screens: map[string][]*record{}, places: map[string]*place{}, elements: newLexicon(), pages: map[string]*pageSet{},
		words: map[string]*word{}, naming: map[string]*namePart{}, results: map[adviceKey][]adviceResult{}}
}

// Origin returns the origin of a page: the stamped one, else the one of the URL, else empty.
func Origin(s *types.State) string {
	if s.Origin != "" {
		return s.Origin
	}
	u, err := url.Parse(s.CurrentURL)
	if err != nil || u.Scheme == "" || u.Host == "" {
		return ""
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}

// addRecord indexes r under its target's key and its screen; obs is the page as
// r's step saw it, nil where it is of another origin than the target.
func (o *origin) addRecord(r *record, key string, obs *types.Observation) {
	if key != "" {
		o.aim(r, key)
	}
	if obs != nil {
		r.page = o.keepPage(r.step, obs)
		r.inPage, r.listedWhole = r.aim != nil && (o.lists(r) || o.listedIn(r, obs)), !obs.Truncated
	}
	o.addPlace(r, obs != nil)
	o.addResults(r)
}

// addPlace indexes r under the place where it was done. The place is empty if the target's
// origin did not see the page, as in a frame.
func (o *origin) addPlace(r *record, seen bool) {
	screen, way := "", []string(nil)
	if seen {
		screen, way = o.whereabouts(&r.step.Observation.State)
	}
	r.place, r.seen = o.keepPlace(screen, way), seen
	o.screens[screen] = insert(o.screens[screen], r)
}

// aim sets r's target.
func (o *origin) aim(r *record, key string) {
	called := o.elements.at([]byte(key))
	t := called.target
	if t == nil {
		t = &target{key: called.key, name: called, forms: map[formKey]*form{}}
		called.target = t
	}
	name := r.name
	alias := ""
	if name.TestID != "" {
		alias = o.elements.hashed(nameKey(name.Role, name.Name))
	}
	as := formKey{alias, capture.IsHidden(name.Name)}
	f := t.forms[as]
	if f == nil {
		f = &form{formKey: as, words: targetWords(name)}
		f.parts = make([]*namePart, len(f.words))
		t.forms[as] = f
		o.forms++
		for i, w := range f.words {
			part := o.naming[w]
			if part == nil {
				part = &namePart{text: w, site: strings.Contains(o.name, w)}
				o.naming[w] = part
			}
			part.forms++
			f.parts[i] = part
		}
		if alias != "" {
			f.name = o.elements.at([]byte(alias))
			f.name.aliases = append(f.name.aliases, t)
			slices.SortFunc(f.name.aliases, func(a, b *target) int { return strings.Compare(a.key, b.key) })
		}
	}
	f.uses++
	r.aim, r.form = t, f
	if !r.arrives() {
		r.target = t
	}
	t.records = insert(t.records, r)
	if !r.ok {
		t.failed++
	}
}

func (o *origin) removeRecord(r *record) {
	o.dropResults(r)
	if t := r.aim; t != nil {
		t.records = remove(t.records, r)
		if !r.ok {
			t.failed--
		}
		if r.form.uses--; r.form.uses == 0 {
			o.dropForm(t, r.form)
		}
		if len(t.records) == 0 {
			t.name.target = nil
			o.elements.tidy(t.name)
		}
	}
	screen := r.place.screen
	if o.screens[screen] = remove(o.screens[screen], r); len(o.screens[screen]) == 0 {
		delete(o.screens, screen)
	}
	o.dropPlace(r.place)
	if r.page != nil {
		o.dropPage(r.page)
	}
}

func (o *origin) dropForm(t *target, f *form) {
	delete(t.forms, f.formKey)
	o.forms--
	for _, w := range f.parts {
		if w.forms--; w.forms == 0 {
			delete(o.naming, w.text)
		}
	}
	if f.name != nil {
		f.name.aliases = slices.DeleteFunc(f.name.aliases, func(x *target) bool { return x == t })
		o.elements.tidy(f.name)
	}
}

// lists reports whether the page that r was done on listed its target.
func (o *origin) lists(r *record) bool {
	return o.elements.lists(r.page, r.aim.name) || o.elements.lists(r.page, r.form.name)
}

// listedIn reports whether an observation lists r's target among the elements that
// did not fit into its page set.
func (o *origin) listedIn(r *record, obs *types.Observation) bool {
	for i := range obs.TestIDs[:min(len(obs.TestIDs), maxPageNodes)] {
		if id := &obs.TestIDs[i]; id.Visible && id.TestID != "" && storedID(r.step, id.TestID) == r.name.TestID {
			return true
		}
	}
	alias := r.form.alias
	if k := r.aim.key[0]; k == keyName || k == keyHidden {
		alias = r.aim.key
	}
	if alias == "" {
		return false
	}
	x := o.elements
	family := x.familyKey(nameKey(r.name.Role, r.name.Name))
	var buf [maxName + 16]byte
	for i := range obs.A11y.Nodes[:min(len(obs.A11y.Nodes), maxPageNodes)] {
		n := &obs.A11y.Nodes[i]
		key := appendNameKey(buf[:0], n.Role, n.Name)
		if string(key) == alias || x.hider != nil && len(key) > 0 && (x.hashed(string(key)) == alias || string(key) == family) {
			return true
		}
	}
	return false
}

// listedOn reports whether a page listed a target, by any of its names.
func (o *origin) listedOn(p *pageSet, t *target) bool {
	if o.elements.lists(p, t.name) {
		return true
	}
	for _, f := range t.forms {
		if o.elements.lists(p, f.name) {
			return true
		}
	}
	return false
}

// has reports whether a page listed a name; a nil name is never listed.
func (p *pageSet) has(n *name) bool {
	return n != nil && (slices.Contains(p.testIDs, n.id) || slices.Contains(p.names, n.id))
}

// keepPage reduces an observation to numbers and shares equal ones.
func (o *origin) keepPage(s *types.Step, obs *types.Observation) *pageSet {
	p := &pageSet{}
	var buf [maxName + 16]byte
	for i := range obs.TestIDs {
		if t := &obs.TestIDs[i]; i < maxPageNodes && len(p.testIDs) < maxPageElements && t.Visible && t.TestID != "" {
			p.testIDs = o.keep(p.testIDs, append(append(buf[:0], keyTestID), storedID(s, t.TestID)...))
		}
	}
	for i := range obs.A11y.Nodes {
		if n := &obs.A11y.Nodes[i]; i < maxPageNodes && len(p.names) < maxPageElements {
			p.names = o.keep(p.names, appendNameKey(buf[:0], n.Role, n.Name))
		}
	}
	p.key = pageKey(p.testIDs, p.names)
	if same := o.pages[p.key]; same != nil {
		o.release(p)
		same.refs++
		return same
	}
	p.refs = 1
	o.pages[p.key] = p
	return p
}

// keep adds the number of an element's key to those of its page, once.
func (o *origin) keep(ids []uint32, key []byte) []uint32 {
	if len(key) == 0 {
		return ids
	}
	n := o.elements.at(key)
	if slices.Contains(ids, n.id) {
		return ids
	}
	n.pages++
	return append(ids, n.id)
}

func (o *origin) dropPage(p *pageSet) {
	if p.refs--; p.refs == 0 {
		delete(o.pages, p.key)
		o.release(p)
	}
}

func (o *origin) release(p *pageSet) {
	for _, id := range p.testIDs {
		o.elements.drop(id)
	}
	for _, id := range p.names {
		o.elements.drop(id)
	}
}

// addVisit indexes a session's part here, by age and by the words of its goal.
func (o *origin) addVisit(v *visit) {
	s := v.session
	v.created, v.known = s.created, s.known()
	o.visits = insertVisit(o.visits, v)
	v.words = v.words[:0]
	for _, text := range s.goal {
		w := o.words[text]
		if w == nil {
			w = &word{text: text, numeric: numeric(text)}
			o.words[text] = w
		}
		w.visits = insertVisit(w.visits, v)
		v.words = append(v.words, w)
	}
}

func (o *origin) dropVisit(v *visit) {
	o.visits = removeVisit(o.visits, v)
	for _, w := range v.words {
		if w.visits = removeVisit(w.visits, v); len(w.visits) == 0 {
			delete(o.words, w.text)
		}
	}
	v.words = v.words[:0]
}

func insertVisit(list []*visit, v *visit) []*visit {
	if n := len(list); n == 0 || list[n-1].before(v) {
		return append(list, v)
	}
	return slices.Insert(list, findVisit(list, v), v)
}

func removeVisit(list []*visit, v *visit) []*visit {
	if i := findVisit(list, v); i < len(list) && list[i] == v {
		return slices.Delete(list, i, i+1)
	}
	return list
}

func findVisit(list []*visit, v *visit) int {
	return sort.Search(len(list), func(i int) bool { return !list[i].before(v) })
}

// before orders visits by the age of their session.
func (v *visit) before(o *visit) bool {
	if v.created != o.created {
		return v.created < o.created
	}
	return v.session.id < o.session.id
}
