package search

import (
	"slices"
	"testing"
)

// model is postings as anybody would write them down.
type model map[uint32]uint64

// TestPostingsHoldWhatWasSet plays lists of blocks and of sessions at random
// against a plain model.
func TestPostingsHoldWhatWasSet(t *testing.T) {
	for seed := range uint64(200) {
		d := &dice{seed}
		f := []field{fieldName, fieldGoal}[seed%2]
		l, want := list{field: f}, model{}
		span := []int{40, 400, 40_000}[d.roll(3)]
		bit := func() uint64 {
			if f >= stepFields {
				return 0
			}
			return 1 << d.roll([]int{1, 3, 64}[d.roll(3)])
		}
		for range 100 + d.roll(1500) {
			at, b := uint32(d.roll(span)), bit()
			switch d.roll(12) {
			case 0:
				if mask, is := want[at]; is && (b == 0 || mask&b != 0) {
					gone := l.unset(at, b)
					if want[at] &^= b; want[at] == 0 {
						delete(want, at)
					}
					if _, left := want[at]; gone == left {
						t.Fatalf("seed %d: %d has gone: %v", seed, at, gone)
					}
				}
			case 1: // a page that stays for a while
				if b != 0 {
					b = fullMask(uint8(1+d.roll(30))) << d.roll(30)
				}
				for m := b; m != 0; m &= m - 1 {
					l.set(at, m&-m)
				}
				want[at] |= b
				if b == 0 {
					l.set(at, 0)
				}
			default:
				_, had := want[at]
				if fresh := l.set(at, b); fresh == had {
					t.Fatalf("seed %d: %d is new: %v", seed, at, fresh)
				}
				want[at] |= b
			}
		}
		check(t, seed, &l, want, span)
	}
}

// check compares a list with its model, in every way in which it is read.
func check(t *testing.T, seed uint64, l *list, want model, span int) {
	t.Helper()
	got := model{}
	for i, at := range l.at {
		if l.field < stepFields {
			got[at] |= l.masks[i]
		} else {
			got[at] = 0
		}
	}
	if !slices.IsSorted(l.at) || len(l.at) != len(want) || len(got) != len(want) {
		t.Fatalf("seed %d: %d numbers, %d in order, of %d", seed, len(got), len(l.at), len(want))
	}
	for at := range uint32(span) {
		mask, is := want[at]
		if l.has(at) != is || got[at] != mask {
			t.Fatalf("seed %d: %d is there: %v, with %b; want %v and %b", seed, at, l.has(at), got[at], is, mask)
		}
		if l.field < stepFields && l.mask(at) != mask {
			t.Fatalf("seed %d: block %d has %b, want %b", seed, at, l.mask(at), mask)
		}
	}
}
