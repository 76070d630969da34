package search

import "math/bits"

// rarityUnit is the rarity of a word that half of all sessions have.
const rarityUnit = 64

// rarity says how much it means that a word is there: the binary logarithm of
// how many sessions there are for each that has it, in rarityUnits. It is
// worked out in whole numbers because logarithms differ between machines.
func rarity(with, all int) int {
	return log2(uint64(2*all+2)) - log2(uint64(2*with+1))
}

// logs are the logarithms of small numbers, which are most.
var logs = func() (out [4096]int16) {
	for x := 1; x < len(out); x++ {
		out[x] = int16(slowLog2(uint64(x)))
	}
	return out
}()

// log2 is the binary logarithm in rarityUnits, rounded down.
func log2(x uint64) int {
	if x < uint64(len(logs)) {
		return int(logs[x])
	}
	return slowLog2(x)
}

// slowLog2 works a logarithm out.
func slowLog2(x uint64) int {
	whole := bits.Len64(x) - 1
	out := whole
	// x is brought to between 1 and 2 with 31 binary places; squaring doubles
	// the logarithm, whose next binary digit is then whether 2 is reached.
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
