package eval

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/text"
)

// bm25 ranks texts by the words that they share with a query; rarer words count more.
// It is the baseline that every ranking of ours has to beat.
type bm25 struct {
	lengths []int
	average float64
	places  map[string][]place
}

// place is a text that contains a word the given number of times.
type place struct{ text, times int }

// Parameters of BM25, with their usual values.
const (
	saturation = 1.2
	byLength   = 0.75
)

// newBM25 indexes texts.
func newBM25(texts []string) *bm25 {
	x := &bm25{places: map[string][]place{}}
	sum := 0
	for i, t := range texts {
		words := bm25Words(t)
		x.lengths = append(x.lengths, len(words))
		sum += len(words)
		slices.Sort(words)
		for from := 0; from < len(words); {
			to := from + 1
			for to < len(words) && words[to] == words[from] {
				to++
			}
			x.places[words[from]] = append(x.places[words[from]], place{i, to - from})
			from = to
		}
	}
	x.average = math.Max(1, float64(sum)/math.Max(1, float64(len(texts))))
	return x
}

// rank lists the texts that share a word with a query, best first.
func (x *bm25) rank(query string) []int {
	words := bm25Words(query)
	slices.Sort(words)
	scores := make([]float64, len(x.lengths))
	for _, w := range slices.Compact(words) {
		list := x.places[w]
		rarity := math.Log(1 + (float64(len(x.lengths)-len(list))+.5)/(float64(len(list))+.5))
		for _, p := range list {
			length := 1 - byLength + byLength*float64(x.lengths[p.text])/x.average
			scores[p.text] += rarity * float64(p.times) * (saturation + 1) / (float64(p.times) + saturation*length)
		}
	}
	var found []int
	for i, s := range scores {
		if s > 0 {
			found = append(found, i)
		}
	}
	slices.SortStableFunc(found, func(a, b int) int {
		switch {
		case scores[a] > scores[b]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return 0
	})
	return found
}

// bm25Stop lists words that the baseline ignores.
var bm25Stop = strings.Fields(`a an the to from in on at for with and or but is are was were be been this that these those
	it of by as my your me i you do does did have has had will can should`)

// bm25Words returns the words of a text; texts without spaces give pairs of their
// characters.
func bm25Words(s string) (words []string) {
	var word, unspaced []rune
	end := func() {
		w := strings.ToLower(string(word))
		if digits := strings.Trim(w, "0123456789") == ""; w != "" && (digits || len(word) > 1 && !slices.Contains(bm25Stop, w)) {
			words = append(words, w)
		}
		for i := 0; i+1 < len(unspaced); i++ {
			words = append(words, string(unspaced[i:i+2]))
		}
		if len(unspaced) == 1 {
			words = append(words, string(unspaced))
		}
		word, unspaced = word[:0], unspaced[:0]
	}
	before := ' '
	for _, r := range s {
		switch cjk := text.Unspaced(string(r)); {
		case cjk:
			if len(word) > 0 {
				end()
			}
			unspaced = append(unspaced, r)
		case !unicode.IsLetter(r) && !unicode.IsNumber(r):
			end()
		default:
			if len(unspaced) > 0 || unicode.IsUpper(r) && unicode.IsLower(before) {
				end()
			}
			word = append(word, r)
		}
		before = r
	}
	end()
	return words
}
