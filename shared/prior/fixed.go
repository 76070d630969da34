package prior

import "math/bits"

// Votes are products of many signals. Weights are whole numbers of octave/64 (a weight
// of 64 doubles a vote) and votes are whole numbers with 32 fraction bits, because native
// and Wasm builds must return the same bytes.

const (
	octave = 64      // weight units that double a vote
	one    = 1 << 32 // a vote of 1
)

// exp2Frac holds round(2^(i/64) * 2^32) for i in 0..63. It is computed by repeated squaring
// of integers in init, so that it does not depend on a platform's pow.
var exp2Frac = exp2Table()

func exp2Table() (t [octave]uint64) {
	// root is 2^(1/64) with 62 fraction bits.
	root := uint64(1) << 63
	for n := octave; n > 1; n >>= 1 {
		root = sqrt62(root)
	}
	v := uint64(1) << 62
	for i := range t {
		t[i] = v >> 30
		hi, lo := bits.Mul64(v, root)
		v = hi<<2 | lo>>62
	}
	return t
}

// sqrt62 returns the square root of a number with 62 fraction bits.
func sqrt62(x uint64) uint64 {
	lo, hi := uint64(1)<<62, uint64(1)<<63
	for hi-lo > 1 {
		mid := lo + (hi-lo)/2
		h, l := bits.Mul64(mid, mid)
		if h<<2|l>>62 <= x {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// Bounds of a vote's exponent. Votes beyond them make no practical difference, and sums
// of thousands of votes fit into 64 bits.
const (
	minWeight = -24 * octave
	maxWeight = 16 * octave
)

// exp2 returns 2^(w/octave) as a vote.
func exp2(w int) uint64 {
	w = max(minWeight, min(maxWeight, w))
	whole, frac := w>>6, w&(octave-1)
	if whole >= 0 {
		return exp2Frac[frac] << whole
	}
	return exp2Frac[frac] >> -whole
}

// log2 returns the binary logarithm of n in 1/64, by linear interpolation between
// powers of two; 0 for 0.
func log2(n uint64) int {
	if n == 0 {
		return 0
	}
	whole := bits.Len64(n) - 1
	var frac uint64
	if whole >= 6 {
		frac = n >> (whole - 6) & (octave - 1)
	} else {
		frac = n << (6 - whole) & (octave - 1)
	}
	return whole*octave + int(frac)
}

// ratio returns 10000*part/whole without overflow; 0 when whole is 0.
func ratio(part, whole uint64) int {
	if whole == 0 {
		return 0
	}
	hi, lo := bits.Mul64(part, 10000)
	if hi >= whole {
		return 10000
	}
	q, _ := bits.Div64(hi, lo, whole)
	return int(min(q, 10000))
}

// mulVote returns the product of two votes, bounded so that it can be summed.
func mulVote(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi >= 1<<16 {
		return 1 << 48
	}
	return hi<<32 | lo>>32
}
