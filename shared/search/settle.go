package search

// Settle makes what a large store holds take as little memory as it can. What is added
// or forgotten then loosens it again, a little each time.
func (e *Engine) Settle() {
	s := &e.index.sealer
	if !s.on {
		return
	}
	var data []byte
	var ends []int // in data
	from := 0      // of the lists, whose data this is
	cut := func(to int) {
		piece, begin := string(data), 0
		for i, p := range s.loose[from:to] {
			if p.old.data == "" {
				p.old.data = piece[begin:ends[i]]
			}
			begin = ends[i]
		}
		data, ends, from = data[:0], ends[:0], to
	}
	for i, p := range s.loose {
		if p.recent.len() > 0 {
			all := p.plain()
			data, p.old = s.append(data, &all)
		}
		p.recent = nil
		if ends = append(ends, len(data)); len(data) >= settlePiece {
			cut(i + 1)
		}
	}
	cut(len(s.loose))
	s.loose = nil
}

// settlePiece is how much memory is taken at once, for many lists.
const settlePiece = 1 << 16
