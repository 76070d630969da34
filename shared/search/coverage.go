package search

// coverage is what an answer loses that has not all that a query asks for. A rare
// word alone outweighs several common ones by its worth; whoever writes three
// words still wants all three. Spec 001 rewards the same with points (section
// 4.1.3).
type coverage struct {
	of    int    // words of the query that say what is sought, as far as the store knows them
	terms uint64 // their terms, and those of words that two of them make up
}

// newCoverage reads the terms of a query, of which the first so many are its
// own words.
func newCoverage(terms []*term, words int) (c coverage) {
	for i, t := range terms {
		if t.sought {
			c.terms |= 1 << i
			c.of += one(i < words)
		}
	}
	return c
}

// kept is what is left of the score of a step that has so many of the words.
// Having more is no merit: it bounds from above what has fewer.
func (c coverage) kept(score, words int) int {
	if words >= c.of {
		return score
	}
	return score - score*coverLoses*min(c.of, coverWords)*(c.of-words)/(100*c.of*c.of)
}
