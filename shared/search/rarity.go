package search

import "math/bits"

// rarityUnit is the rarity of a word that half of all sessions have.
const rarityUnit = 64

// rarity returns the weight of a word's occurrence: the binary logarithm of the
// number of sessions per session that has it, in units of rarityUnit, and at least 1: a word
// that every session has finds them all. It is computed in whole numbers because logarithms
// differ between machines.
func rarity(with, all int) int {
	return max(1, log2(uint64(2*all+2))-log2(uint64(2*with+1)))
}

// logs caches the logarithms of small numbers, the most frequent ones.
var logs = func() (out [4096]int16) {
	for x := 1; x < len(out); x++ {
		out[x] = int16(slowLog2(uint64(x)))
	}
	return out
}()

// log2 returns the binary logarithm in units of rarityUnit, rounded down.
func log2(x uint64) int {
	if x < uint64(len(logs)) {
		return int(logs[x])
	}
	return slowLog2(x)
}

func slowLog2(x uint64) int {
	whole := bits.Len64(x) - 1
	out := whole
	// x is scaled to between 1 and 2 with 31 binary places. Squaring doubles the
	// logarithm; its next binary digit is 1 if the square reaches 2.
	y := x << (63 - whole) >> 32
	for unit := 1; unit < rarityUnit; unit *= 2 {
		y = y * y >> 31
		out *= 2
		if y >= 1<<32 {
			y >>= 1
			out++
		}
	}
	return out
}
