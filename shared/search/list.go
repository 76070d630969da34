package search

import "slices"

// list holds the places of a word in a field.
type list struct {
	field field
	posts
}

// has reports whether a number is in the list.
func (l *list) has(at uint32) bool { return l != nil && l.posts.has(at) }

// join appends postings of a segment, whose numbers are all higher, in memory of a
// room.
func (w *word) join(from *list, r *postsArena) {
	if i, is := w.find(from.field); is {
		w.lists[i].posts.join(&from.posts, r)
	} else {
		w.add(i, list{from.field, r.clone(&from.posts)})
	}
}

// find returns the index of a field's list, or where to insert it.
func (w *word) find(f field) (at int, is bool) {
	for at < len(w.lists) && w.lists[at].field < f {
		at++
	}
	return at, at < len(w.lists) && w.lists[at].field == f
}

// list returns the places of a word in a field, nil if there are none.
func (w *word) list(f field) *list {
	if i, is := w.find(f); is {
		return &w.lists[i]
	}
	return nil
}

// add inserts a list without spare capacity: few words occur in many fields.
func (w *word) add(at int, l list) {
	lists := make([]list, len(w.lists)+1)
	copy(lists, w.lists[:at])
	lists[at] = l
	copy(lists[at+1:], w.lists[at:])
	w.lists = lists
}

// drop removes the list at an index.
func (w *word) drop(at int) { w.lists = slices.Delete(w.lists, at, at+1) }
