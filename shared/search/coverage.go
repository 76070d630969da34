package search

// coverage is what an answer loses that has not all that a query asks for. A rare
// word alone outweighs several common ones by its worth; whoever writes three
// words still wants all three. Spec 001 rewards the same with points (section
// 4.1.3).
type coverage struct {
	of    int     // words of the query that say what is sought, as far as the store knows them
	terms uint64  // their terms, and those of words that two of them make up
	keeps []int32 // what is left with so many of the words, in coverUnits
}

const coverUnit = 1 << 12

// newCoverage reads the terms of a query, of which the first so many are its
// own words.
func newCoverage(terms []*term, words int) (c coverage) {
	for i, t := range terms {
		if t.sought {
			c.terms |= 1 << i
			c.of += one(i < words)
		}
	}
	return c.counted()
}

// counted works out once what is asked for every block and step.
func (c coverage) counted() coverage {
	c.keeps = make([]int32, c.of)
	for words := range c.keeps {
		lost := coverUnit * coverLoses * min(c.of, coverWords) * (c.of - words) / (100 * c.of * c.of)
		c.keeps[words] = int32(coverUnit - lost)
	}
	return c
}

// kept is what is left of the score of a step that has so many of the words.
// Having more is no merit: it bounds from above what has fewer.
func (c *coverage) kept(score, words int) int {
	if words >= len(c.keeps) {
		return score
	}
	return score * int(c.keeps[words]) / coverUnit
}
