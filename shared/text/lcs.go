package text

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
