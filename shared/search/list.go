package search

import "slices"

// list is where a word stands in a field.
type list struct {
	field field
	posts
}

// has reports whether a number is there.
func (l *list) has(at uint32) bool { return l != nil && l.posts.has(at) }

// join adds postings of a segment, whose numbers are all higher, in memory of a room.
func (w *word) join(from *list, r *room) {
	if i, is := w.find(from.field); is {
		w.lists[i].posts.join(&from.posts, r)
	} else {
		w.add(i, list{from.field, r.kept(&from.posts)})
	}
}

// find is where the list of a field is, or belongs.
func (w *word) find(f field) (at int, is bool) {
	for at < len(w.lists) && w.lists[at].field < f {
		at++
	}
	return at, at < len(w.lists) && w.lists[at].field == f
}

// list is where a word stands in a field; nil where nobody knows.
func (w *word) list(f field) *list {
	if i, is := w.find(f); is {
		return &w.lists[i]
	}
	return nil
}

// add puts a list where it belongs, with no room to spare: few words come into
// many fields.
func (w *word) add(at int, l list) {
	lists := make([]list, len(w.lists)+1)
	copy(lists, w.lists[:at])
	lists[at] = l
	copy(lists[at+1:], w.lists[at:])
	w.lists = lists
}

// drop removes the list at a place.
func (w *word) drop(at int) { w.lists = slices.Delete(w.lists, at, at+1) }
