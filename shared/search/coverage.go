package search

// coverage computes the loss of a result that lacks some of the query's words. A rare
// word alone outweighs several common ones, but a user who writes three words wants
// all three. Spec 001 rewards the same with points (section 4.1.3).
type coverage struct {
	of    int     // the query's sought words that the store knows
	terms uint64  // their terms
	keeps []int32 // by number of words found: the part of the score that remains, in units of coverUnit
}

const coverUnit = 1 << 12

// newCoverage reads the terms of a query.
func newCoverage(terms []*term) (c coverage) {
	for i, t := range terms {
		if t.sought {
			c.terms |= 1 << i
			c.of++
		}
	}
	return c.counted()
}

// counted precomputes the values that every block and step needs.
func (c coverage) counted() coverage {
	c.keeps = make([]int32, c.of)
	for words := range c.keeps {
		lost := coverUnit * coverLoses * min(c.of, coverWords) * (c.of - words) / (100 * c.of * c.of)
		c.keeps[words] = int32(coverUnit - lost)
	}
	return c
}

// discounted returns the remaining score of a step that has this number of words. It never
// decreases with more words, so the value for more words bounds that for fewer.
func (c *coverage) discounted(score, words int) int {
	if words >= len(c.keeps) {
		return score
	}
	return score * int(c.keeps[words]) / coverUnit
}
