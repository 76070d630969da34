package redact

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// sieve lets through every string in which an expression finds something, and
// few others, at the cost of a table look-up for each character. Nearly all that
// a page says has nothing to redact, and the expressions themselves, which go
// back and try again, would be most of what taking in a step costs.
//
// It is a deterministic automaton made of the expression while it runs: a state
// is the set of places in the expression at which one may be. What it does not
// tell apart only lets more through: all characters beyond ASCII are one, and a
// repetition that may be long has no upper bound.
type sieve struct {
	prog    *syntax.Prog
	classes [utf8.RuneSelf]uint8 // by character: those that the expression does not tell apart
	wide    uint8                // the class of all others
	borders []border             // by class
	accept  [][]bool             // by class, by place: whether the place takes such a character

	first *sieveState
	all   bool // what is found does not end the search, see starts

	mu     sync.Mutex             // guards what follows
	states map[string]*sieveState // by what they are
}

// sieveState is a set of places with what stands before the next character.
type sieveState struct {
	places []uint32
	before border
	found  bool                         // of a search for all: something ends before the last character
	next   []atomic.Pointer[sieveState] // by class; the last is the end of the string
}

// Of states that end a search. miss is where nothing more can be found.
var sieveHit, sieveMiss = &sieveState{}, &sieveState{}

const (
	// sieveStates bounds an automaton's memory. A string that needs more of it
	// is let through.
	sieveStates = 512
	// sieveRepeat is the longest repetition that is counted exactly.
	sieveRepeat = 4
)

// border is what the neighbour of a place between two characters is, as far as
// \b, ^ and $ ask.
type border uint8

const (
	borderEnd border = iota // of the string, on either side
	borderWord
	borderOther
	borderLine
)

// borderRunes stand for their kind in questions to package syntax.
var borderRunes = [...]rune{borderEnd: -1, borderWord: 'a', borderOther: ' ', borderLine: '\n'}

func borderOf(r rune) border {
	switch {
	case r == '\n':
		return borderLine
	case syntax.IsWordChar(r):
		return borderWord
	}
	return borderOther
}

// newSieve makes the sieve of an expression; nil when it does not parse.
func newSieve(pattern string, fold bool) *sieve {
	re, err := syntax.Parse(pattern, parseFlags(fold))
	if err != nil {
		return nil
	}
	return newSieveOf(re)
}

// newSieveOf is newSieve of an expression that is its to change.
func newSieveOf(re *syntax.Regexp) *sieve {
	loosen(re)
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil
	}
	s := &sieve{prog: prog, states: map[string]*sieveState{}}
	s.classify()
	s.first = s.state(nil, borderEnd, false)
	return s
}

func parseFlags(fold bool) syntax.Flags {
	if fold {
		return syntax.Perl | syntax.FoldCase
	}
	return syntax.Perl
}

// loosen takes the upper bounds from long repetitions: they would have to be
// counted.
func loosen(re *syntax.Regexp) {
	if re.Op == syntax.OpRepeat && re.Max > sieveRepeat && re.Max > re.Min {
		re.Max = -1
	}
	for _, sub := range re.Sub {
		loosen(sub)
	}
}

// classify finds which characters the expression does not tell apart.
func (s *sieve) classify() {
	known := map[string]uint8{}
	class := func(b border, takes func(*syntax.Inst) bool) uint8 {
		accept, name := make([]bool, len(s.prog.Inst)), []byte{byte(b)}
		for i := range s.prog.Inst {
			accept[i] = takes(&s.prog.Inst[i])
			if accept[i] {
				name = binary.AppendUvarint(name, uint64(i)+1)
			}
		}
		n, ok := known[string(name)]
		if !ok {
			n = uint8(len(s.accept))
			known[string(name)] = n
			s.accept, s.borders = append(s.accept, accept), append(s.borders, b)
		}
		return n
	}
	for r := range rune(utf8.RuneSelf) {
		s.classes[r] = class(borderOf(r), func(in *syntax.Inst) bool { return takesRune(in) && in.MatchRune(r) })
	}
	s.wide = class(borderOther, func(in *syntax.Inst) bool { return takesRune(in) && takesWide(in) })
}

func takesRune(in *syntax.Inst) bool {
	switch in.Op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return true
	}
	return false
}

// takesWide reports whether an instruction takes some character beyond ASCII.
func takesWide(in *syntax.Inst) bool {
	if in.Op == syntax.InstRuneAny || in.Op == syntax.InstRuneAnyNotNL || slices.Max(in.Rune) >= utf8.RuneSelf {
		return true
	}
	if syntax.Flags(in.Arg)&syntax.FoldCase == 0 || len(in.Rune) != 1 {
		return false
	}
	for r := unicode.SimpleFold(in.Rune[0]); r != in.Rune[0]; r = unicode.SimpleFold(r) {
		if r >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// passes reports whether the expression may find something in text.
func (s *sieve) passes(text string) bool {
	at := s.first
	for i := 0; i < len(text); {
		class, size := s.wide, 1
		if c := text[i]; c < utf8.RuneSelf {
			class = s.classes[c]
		} else {
			_, size = utf8.DecodeRuneInString(text[i:])
		}
		i += size
		next := s.next(at, int(class))
		switch next {
		case sieveHit:
			return true
		case sieveMiss:
			return false
		}
		at = next
	}
	return s.next(at, len(s.accept)) == sieveHit
}

// starts appends to list where in text matches may begin, the last first. It is
// asked of the sieve of an expression reversed, with all set; not ok when that has
// too many states.
func (s *sieve) starts(list []int, text string) (_ []int, ok bool) {
	at := s.first
	for i := len(text); i > 0; {
		class, size := s.wide, 1
		if c := text[i-1]; c < utf8.RuneSelf {
			class = s.classes[c]
		} else {
			_, size = utf8.DecodeLastRuneInString(text[:i])
		}
		next := s.next(at, int(class))
		switch {
		case next == sieveHit:
			return nil, false
		case next == sieveMiss:
			return list, true
		case next.found:
			list = append(list, i)
		}
		i -= size
		at = next
	}
	if s.next(at, len(s.accept)) == sieveHit {
		list = append(list, 0)
	}
	return list, true
}

// next is the state to which a class of characters leads, or the end of the string.
func (s *sieve) next(at *sieveState, class int) *sieveState {
	if next := at.next[class].Load(); next != nil {
		return next
	}
	return s.step(at, class)
}

// step finds out where a character leads and notes it.
func (s *sieve) step(at *sieveState, class int) *sieveState {
	s.mu.Lock()
	defer s.mu.Unlock()
	after := borderEnd
	if class < len(s.borders) {
		after = s.borders[class]
	}
	reached := make([]bool, len(s.prog.Inst))
	flags := syntax.EmptyOpContext(borderRunes[at.before], borderRunes[after])
	hit := s.reach(reached, uint32(s.prog.Start), flags)
	for _, place := range at.places {
		hit = s.reach(reached, place, flags) || hit
	}
	next := sieveHit
	switch {
	case hit && (!s.all || after == borderEnd):
	case after == borderEnd:
		next = sieveMiss
	default:
		next = s.state(s.beyond(reached, class), after, hit)
	}
	at.next[class].Store(next)
	return next
}

// beyond are the places behind those that take a character of a class.
func (s *sieve) beyond(reached []bool, class int) (places []uint32) {
	for i, is := range reached {
		if is && s.accept[class][i] {
			places = append(places, s.prog.Inst[i].Out)
		}
	}
	slices.Sort(places)
	return slices.Compact(places)
}

// reach marks all places that one comes to from a place without taking a
// character, and reports whether the expression's end is among them.
func (s *sieve) reach(reached []bool, place uint32, flags syntax.EmptyOp) (hit bool) {
	if reached[place] {
		return false
	}
	reached[place] = true
	in := &s.prog.Inst[place]
	switch in.Op {
	case syntax.InstMatch:
		return true
	case syntax.InstAlt, syntax.InstAltMatch:
		hit = s.reach(reached, in.Out, flags)
		return s.reach(reached, in.Arg, flags) || hit
	case syntax.InstCapture, syntax.InstNop:
		return s.reach(reached, in.Out, flags)
	case syntax.InstEmptyWidth:
		if syntax.EmptyOp(in.Arg)&^flags == 0 {
			return s.reach(reached, in.Out, flags)
		}
	}
	return false
}

// state is the one for a set of places, made when it is new. When there are too
// many, everything is let through from here on.
func (s *sieve) state(places []uint32, before border, found bool) *sieveState {
	if !found && len(places) == 0 && before != borderEnd && s.prog.StartCond()&syntax.EmptyBeginText != 0 {
		return sieveMiss // it would have had to begin where the string did
	}
	name := []byte{byte(before)<<1 | byte(b2i(found))}
	for _, p := range places {
		name = binary.AppendUvarint(name, uint64(p))
	}
	if had := s.states[string(name)]; had != nil {
		return had
	}
	if len(s.states) >= sieveStates {
		return sieveHit
	}
	made := &sieveState{places: places, before: before, found: found, next: make([]atomic.Pointer[sieveState], len(s.accept)+1)}
	s.states[string(name)] = made
	return made
}

// sieves are those of allRules, each made at its first use.
var sieves = eachRule(func(r *TextRule) *sieve { return newSieve(r.Pattern, r.Fold) })
