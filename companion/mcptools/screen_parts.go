package mcptools

// parted makes several lines of one on which the same parts come again and
// again, each time with the same controls beside another text: cards that stand
// side by side, tags with a cross each. They are read as the rows of a list.
func parted(lines []screenLine) (out []screenLine) {
	list := 0
	for i := range lines {
		l := &lines[i]
		size := l.period()
		if size == 0 {
			out = append(out, *l)
			continue
		}
		list-- // no list of the page has such a number
		for from := 0; from < len(l.parts); from += size {
			part := *l
			part.list, part.row, part.selected = list, l.row, false
			part.parts = l.parts[from : from+size : from+size]
			out = append(out, part)
		}
	}
	return out
}

// period is how many parts of the line come again and again; 0 where they do not.
func (l *screenLine) period() int {
	for size := 2; 2*size <= len(l.parts); size++ {
		if len(l.parts)%size == 0 && !l.selected && l.repeats(size) {
			return size
		}
	}
	return 0
}

// repeats reports whether so many parts come again and again: first what tells
// them apart, in words, and then something that is done to it, by one name.
func (l *screenLine) repeats(size int) bool {
	said := map[string]bool{"": true}
	for i := range l.parts {
		p, first := &l.parts[i], &l.parts[i%size]
		if !alike(p, first) {
			return false
		}
		if i%size == 0 {
			if said[spelling(p.name())] {
				return false
			}
			said[spelling(p.name())] = true
		}
	}
	for at := 1; at < size; at++ {
		if l.isSame(at, size) {
			return true
		}
	}
	return false
}

// alike reports whether two parts are of one kind: two texts, or two elements of one role.
func alike(a, b *part) bool {
	if a.node == nil || b.node == nil {
		return a.node == nil && b.node == nil && a.kind == b.kind
	}
	return a.role() == b.role()
}

// isSame reports whether the elements at a place of all repetitions are pressed and called the same.
func (l *screenLine) isSame(at, size int) bool {
	first := &l.parts[at]
	if first.node == nil || !pressable(first.node) {
		return false
	}
	for i := at; i < len(l.parts); i += size {
		if l.parts[i].name() != first.name() {
			return false
		}
	}
	return true
}
