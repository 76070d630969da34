package text

// Distance returns the number of letters to insert, delete, replace or swap with
// their neighbour to turn a into b, if that is at most limit; otherwise it returns a
// number above limit.
func Distance(a, b string, limit int) int {
	if ASCII(a) && ASCII(b) {
		return distance([]byte(a), []byte(b), limit)
	}
	return distance([]rune(a), []rune(b), limit)
}

func distance[T byte | rune](a, b []T, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	var space [3 * 32]int
	rows := space[:]
	if n := 3 * (len(b) + 1); n > len(rows) {
		rows = make([]int, n)
	}
	n := len(b) + 1
	before, above, row := rows[:n], rows[n:2*n], rows[2*n:3*n]
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit {
			return limit + 1
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}

// LongestCommonSubstring returns the length, in characters, of the longest run that
// occurs in both texts. Time grows with the product of their lengths.
func LongestCommonSubstring(a, b string) int {
	y := []rune(b)
	row := make([]int, len(y)+1) // by place in y: the length of the run that ends before it in both
	best := 0
	for _, r := range a {
		for j := len(y) - 1; j >= 0; j-- {
			if r != y[j] {
				row[j+1] = 0
				continue
			}
			row[j+1] = row[j] + 1
			best = max(best, row[j+1])
		}
	}
	return best
}
