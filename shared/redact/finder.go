package redact

import (
	"regexp/syntax"
	"slices"
	"sync"
	"unicode/utf8"
)

// finder finds the matches of an expression at a cost that does not grow with the
// expression: from right to left, a sieve of the expression reversed tells where a
// match may begin, and only there the expression is followed, with a bit for each
// place and position at which it was already. Package regexp does the latter for
// small expressions alone, from every position; larger ones it follows along all
// their alternatives at once, which costs tens of microseconds a string.
type finder struct {
	prog   *syntax.Prog
	ascii  [][2]uint64 // by place: the ASCII characters that it takes
	starts *sieve
	group  int
}

// finderBits bounds the bits that one search may need; of a string for which they
// do not do, package regexp has to find the matches.
const finderBits = 1 << 20

// match is where one begins and ends, and where its group does.
type match struct{ lo, hi, from, to int }

// newFinder makes the finder of an expression that parses.
func newFinder(pattern string, fold bool, group int) *finder {
	re, err := syntax.Parse(pattern, parseFlags(fold))
	if err != nil {
		panic("redact: " + err.Error())
	}
	f := &finder{starts: newSieveOf(reversed(re)), group: group}
	f.starts.all = true
	if f.prog, err = syntax.Compile(re.Simplify()); err != nil {
		panic("redact: " + err.Error())
	}
	f.ascii = make([][2]uint64, len(f.prog.Inst))
	for i := range f.prog.Inst {
		for r := range rune(utf8.RuneSelf) {
			if in := &f.prog.Inst[i]; takesRune(in) && in.MatchRune(r) {
				f.ascii[i][r>>6] |= 1 << (r & 63)
			}
		}
	}
	return f
}

// reversed is an expression that matches what re does, read backwards.
func reversed(re *syntax.Regexp) *syntax.Regexp {
	back := *re
	back.Rune = slices.Clone(re.Rune)
	back.Sub = make([]*syntax.Regexp, len(re.Sub))
	for i, sub := range re.Sub {
		back.Sub[i] = reversed(sub)
	}
	switch re.Op {
	case syntax.OpConcat:
		slices.Reverse(back.Sub)
	case syntax.OpLiteral:
		slices.Reverse(back.Rune)
	case syntax.OpBeginText:
		back.Op = syntax.OpEndText
	case syntax.OpEndText:
		back.Op = syntax.OpBeginText
	case syntax.OpBeginLine:
		back.Op = syntax.OpEndLine
	case syntax.OpEndLine:
		back.Op = syntax.OpBeginLine
	}
	return &back
}

// find returns the matches in s, none of which overlap; not ok when it would need
// too much memory.
func (f *finder) find(s string) (found []match, ok bool) {
	w := walks.Get().(*walk)
	defer walks.Put(w)
	return f.findWith(w, s)
}

// findWith is find with a walk that is the caller's.
func (f *finder) findWith(w *walk, s string) (found []match, ok bool) {
	if w.starts, ok = f.starts.starts(w.starts[:0], s); !ok || len(w.starts) == 0 {
		return nil, ok
	}
	w.f, w.s, w.first = f, s, w.starts[len(w.starts)-1]
	w.wide = len(s) - w.first + 1
	bits := w.wide * len(f.prog.Inst)
	if bits > finderBits {
		return nil, false
	}
	w.forget(bits)
	done := 0
	for _, at := range slices.Backward(w.starts) {
		if at >= done && w.from(at) {
			found, done = append(found, w.now), w.now.hi
			w.forget(bits)
		}
	}
	return found, true
}

// walk is one search under way.
type walk struct {
	f      *finder
	s      string
	first  int // the first position at which a match may begin
	wide   int // positions from there on
	starts []int
	been   []uint64 // by place and position
	open   []spot   // still to be tried, the most wanted last
	now    match
	steps  int // taken in all, for those who count
}

// spot is a place in the expression and a position in the string; or, with a
// slot, where a border of the group was before.
type spot struct {
	place uint32
	slot  uint32
	at    int
}

var walks = sync.Pool{New: func() any { return &walk{} }}

func (w *walk) forget(bits int) {
	n := (bits + 63) / 64
	w.been = slices.Grow(w.been[:0], n)[:n]
	clear(w.been)
}

// from follows the expression from a position on, and reports whether it matches.
func (w *walk) from(start int) bool {
	w.now = match{lo: start, from: -1, to: -1}
	w.open = append(w.open[:0], spot{place: uint32(w.f.prog.Start), at: start})
	for len(w.open) > 0 {
		next := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		switch {
		case next.slot > 0:
			*w.border(next.slot) = next.at
		case w.follow(next.place, next.at):
			if w.f.group == 0 {
				w.now.from, w.now.to = w.now.lo, w.now.hi
			}
			return true
		}
	}
	return false
}

// border is the beginning or the end of the group.
func (w *walk) border(slot uint32) *int {
	if slot&1 == 0 {
		return &w.now.from
	}
	return &w.now.to
}

// follow goes on from a place while it can, and leaves in open what else there is.
func (w *walk) follow(place uint32, at int) bool {
	for !w.wasAt(place, at) {
		w.steps++
		in := &w.f.prog.Inst[place]
		switch in.Op {
		case syntax.InstMatch:
			w.now.hi = at
			return true
		case syntax.InstAlt, syntax.InstAltMatch:
			w.open = append(w.open, spot{place: in.Arg, at: at})
		case syntax.InstCapture:
			if w.f.group > 0 && int(in.Arg)>>1 == w.f.group {
				b := w.border(in.Arg)
				w.open = append(w.open, spot{slot: in.Arg, at: *b})
				*b = at
			}
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(in.Arg)&^w.around(at) != 0 {
				return false
			}
		case syntax.InstNop:
		default:
			size := w.takes(place, at)
			if size == 0 {
				return false
			}
			at += size
		}
		place = in.Out
	}
	return false
}

// wasAt notes a place and a position, and reports whether they were noted.
func (w *walk) wasAt(place uint32, at int) bool {
	bit := int(place)*w.wide + at - w.first
	was := w.been[bit>>6]&(1<<(bit&63)) != 0
	w.been[bit>>6] |= 1 << (bit & 63)
	return was
}

// takes is the size of the character at a position if a place takes it, or 0.
func (w *walk) takes(place uint32, at int) int {
	if at == len(w.s) {
		return 0
	}
	if c := w.s[at]; c < utf8.RuneSelf {
		return int(w.f.ascii[place][c>>6] >> (c & 63) & 1)
	}
	in := &w.f.prog.Inst[place]
	if r, size := utf8.DecodeRuneInString(w.s[at:]); takesRune(in) && in.MatchRune(r) {
		return size
	}
	return 0
}

// around says what a position is between.
func (w *walk) around(at int) syntax.EmptyOp {
	before, after := rune(-1), rune(-1)
	if at > 0 {
		before, _ = utf8.DecodeLastRuneInString(w.s[:at])
	}
	if at < len(w.s) {
		after, _ = utf8.DecodeRuneInString(w.s[at:])
	}
	return syntax.EmptyOpContext(before, after)
}

// finders are those of allRules, each made at its first use.
var finders = eachRule(func(r *TextRule) *finder { return newFinder(r.Pattern, r.Fold, r.Group) })
