package mcptools

// parted makes several lines of one on which the same parts come again and
// again, each time with the same controls beside another text: cards that stand
// side by side, tags with a cross each. They are read as the rows of a list.
func parted(lines []screenLine) (out []screenLine) {
	list := 0
	for i := range lines {
		l := &lines[i]
		size, times := l.repetition()
		if times == 0 {
			out = append(out, *l)
			continue
		}
		list-- // no list of the page has such a number
		for from := 0; from < len(l.parts); {
			part := *l
			part.list = list
			end := from + size
			if from == size*times { // the parts behind the repetition are another line
				part.list, part.row, end = 0, 0, len(l.parts)
			}
			part.parts = l.parts[from:end:end]
			out = append(out, part)
			from = end
		}
	}
	return out
}

// repetition is how many parts come again and again from the start of the line,
// and how often; 0 where they do not.
func (l *screenLine) repetition() (size, times int) {
	for size = 2; 2*size <= len(l.parts) && !l.selected; size++ {
		if times = l.repeats(size); times > 1 {
			return size, times
		}
	}
	return 0, 0
}

// repeats counts how often a sequence of size parts recurs: its first part has a text of its
// own each time, and a later one is a control with the same name.
func (l *screenLine) repeats(size int) (times int) {
	said := map[string]bool{"": true}
	for ; (times+1)*size <= len(l.parts); times++ {
		again := l.parts[times*size : (times+1)*size]
		name := spelling(again[0].name())
		if said[name] || !sameKinds(again, l.parts[:size]) {
			break
		}
		said[name] = true
	}
	return times
}

// sameKinds reports whether parts are of one kind each with those before, and at
// least one of them is pressed and called the same.
func sameKinds(again, first []part) (same bool) {
	for i := range again {
		a, b := &again[i], &first[i]
		if (a.node == nil) != (b.node == nil) || a.kind != b.kind || a.node != nil && a.role() != b.role() {
			return false
		}
		same = same || i > 0 && a.node != nil && pressable(a.node) && a.name() == b.name()
	}
	return same
}
