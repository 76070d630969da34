package redact

import "strings"

// summed reports whether the last digits or letters of s are what the office that
// gave it makes of the others: parcels, insurances and papers of people. What
// several of them could have made by chance must hold a day of birth as well.
func summed(s string) bool {
	plain := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .-", r) {
			return -1
		}
		return r
	}, s)
	d := digitsOf(plain)
	if fewDigits(s) || inOrder(s) || len(d) == 10 && seconds(s) {
		return false
	}
	if len(d) < len(plain) {
		return summedLetters(plain, d)
	}
	grouped := len(plain) < len(s)
	switch len(d) {
	case 9:
		return grouped && s[3] == '-' && doubled(d) // Canada
	case 10:
		return grouped && austrian(d) || !grouped && bulgarian(d)
	case 11:
		if grouped {
			return strings.Count(s, "-") == 2 && (snils(d) || (11-weighed(d, 10, cuilWeights)%11)%11 == d[10])
		}
		return snils(d) && d[0] < 2 || pesel(d) || norwegian(d) || baltic(d) || turkish(d) || cpf(d) || taxGerman(d) || day(d, true) && doubled(d)
	case 12:
		return taxRussian(d) || kuwaiti(d) || number64(d[:10])%97 == number64(d[10:])
	case 13:
		return ahv(d) || romanian(d) || emso(d) || day(d, false) && d[10] < 3 && doubled(d)
	case 18:
		return clabe(d)
	case 19, 20:
		return d[0] == 8 && (d[1] == 9 || d[1] == 0 && len(d) == 20) && doubled(d) // cards of telephones, of health
	case 22:
		return d[0] == 9 && d[1] > 0 && d[1] < 6 && threes(d) // parcels in America
	}
	return false
}

// Weights of sums that go by them.
var (
	parcelWeights = []int{8, 6, 4, 2, 3, 5, 9, 7}
	cuilWeights   = []int{5, 4, 3, 2, 7, 6, 5, 4, 3, 2}
	cpfWeights    = []int{11, 10, 9, 8, 7, 6, 5, 4, 3, 2}
	peselWeights  = []int{1, 3, 7, 9, 1, 3, 7, 9, 1, 3}
	egnWeights    = []int{2, 4, 8, 5, 10, 9, 7, 3, 6}
	cnpWeights    = []int{2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9}
	emsoWeights   = []int{7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2}
	kuwaitWeights = []int{2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2}
	austrWeights  = []int{3, 7, 9, 0, 5, 8, 4, 2, 1, 6}
	innWeights    = []int{3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8}
	fnrWeights    = []int{3, 7, 6, 1, 8, 9, 4, 5, 2}
	fnrWeights2   = []int{5, 4, 3, 2, 7, 6, 5, 4, 3, 2}
)

// dniLetters are those of Spain's numbers, by their remainder of 23.
const dniLetters = "TRWAGMYFPDXBNJZSQVHLCKE"

// summedLetters is summed of what has letters: s without gaps, and its digits.
func summedLetters(s string, d []int) bool {
	n, first, last := len(s), isUpper(s[0]), isUpper(s[len(s)-1])
	switch {
	case n == 18 && s[:2] == "1Z": // UPS
		sum := 0
		for i := 2; i < 17; i++ {
			v := int(s[i] - '0')
			if isUpper(s[i]) {
				v = int(s[i]-'?') % 10 // A is 2
			}
			sum += v << (i & 1)
		}
		return isDigit(s[17]) && (10-sum%10)%10 == int(s[17]-'0')
	case n == 13 && len(d) == 9 && first && last: // parcels of the world's posts
		return [11]int{5, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1}[weighed(d, 8, parcelWeights)%11] == d[8]
	case n == 9 && len(d) == 8 && last && !first: // Spain
		return dniLetters[number64(d)%23] == s[8]
	case n == 9 && len(d) == 7 && first && last: // Singapore
		sum := weighed(d, 7, []int{2, 7, 6, 5, 4, 3, 2})
		switch s[0] {
		case 'S':
			return "JZIHGFEDCBA"[sum%11] == s[8]
		case 'T':
			return "JZIHGFEDCBA"[(sum+4)%11] == s[8]
		case 'F':
			return "XWUTRQPNMLK"[sum%11] == s[8]
		case 'G':
			return "XWUTRQPNMLK"[(sum+4)%11] == s[8]
		}
	case n >= 8 && len(d) == 7 && !first && n <= 9: // Ireland
		sum := weighed(d, 7, []int{8, 7, 6, 5, 4, 3, 2})
		if n == 9 && s[8] != 'W' {
			sum += 9 * int(s[8]-'@')
		}
		return "WABCDEFGHIJKLMNOPQRSTUV"[sum%23] == s[7]
	case n == 9 && len(d) == 7 && isUpper(s[1]): // prescribers in America
		return (d[0]+d[2]+d[4]+2*(d[1]+d[3]+d[5]))%10 == d[6]
	case n == 10 && len(d) == 9 && first:
		v := int(s[0]-'A') + 1
		german := append([]int{v / 10, v % 10}, d...)
		region := 10 + strings.IndexByte("ABCDEFGHJKLMNPQRSTUVXYWZIO", s[0])
		taiwan := append([]int{region / 10, region % 10}, d...)
		return doubledFrom(german[:10], 0) == german[10] && d[0]+d[1] > 0 ||
			d[0] < 3 && d[0] > 0 && weighed(taiwan, 11, []int{1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1})%10 == 0
	}
	return false
}

// digitsOf are the digits in s.
func digitsOf(s string) (d []int) {
	for i := 0; i < len(s); i++ {
		if isDigit(s[i]) {
			d = append(d, int(s[i]-'0'))
		}
	}
	return d
}

// weighed sums the first n digits by their weights.
func weighed(d []int, n int, weights []int) int {
	sum := 0
	for i := range n {
		sum += d[i] * weights[i]
	}
	return sum
}

// number64 is what digits count to.
func number64(d []int) int64 {
	n := int64(0)
	for _, v := range d {
		n = n*10 + int64(v)
	}
	return n
}

// doubledFrom sums digits, every other one doubled; from is the place of the first
// that is not.
func doubledFrom(d []int, from int) int {
	sum := 0
	for i, v := range d {
		if i%2 != from {
			if v *= 2; v > 9 {
				v -= 9
			}
		}
		sum += v
	}
	return sum % 10
}

// doubled: every other digit from the last is doubled (ISO 7812).
func doubled(d []int) bool { return doubledFrom(d, (len(d)-1)%2) == 0 }

// threes: every other digit before the last counts three times (GS1).
func threes(d []int) bool {
	sum := 0
	for i, v := range d {
		sum += v * (1 + 2*((len(d)-1-i)%2))
	}
	return sum%10 == 0
}

// day reports whether the first six of the digits are a day of two digits each,
// with the year first or last.
func day(d []int, yearLast bool) bool {
	month, at := d[2]*10+d[3], 4
	if yearLast {
		at = 0
	}
	n := d[at]*10 + d[at+1]
	return month > 0 && month < 13 && n > 0 && n < 32
}

// raised is d with the month that it is when offices that raise it by 20 or 40 for
// centuries did so.
func raised(d []int) []int { return append([]int{d[0], d[1], d[2] % 2, d[3]}, d[4:]...) }

func ahv(d []int) bool { return number64(d[:3]) == 756 && threes(d) }

func snils(d []int) bool {
	return weighed(d, 9, []int{9, 8, 7, 6, 5, 4, 3, 2, 1})%101%100 == d[9]*10+d[10]
}

func pesel(d []int) bool {
	return d[2] < 4 && day(raised(d), false) && (10-weighed(d, 10, peselWeights)%10)%10 == d[10]
}

func norwegian(d []int) bool {
	return day(append([]int{d[0] % 4}, d[1:6]...), true) && (11-weighed(d, 9, fnrWeights)%11)%11 == d[9] && (11-weighed(d, 10, fnrWeights2)%11)%11 == d[10]
}

// baltic: a digit of the century, then a day, in Estonia and Lithuania.
func baltic(d []int) bool {
	sum := weighed(d, 10, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 1}) % 11
	if sum == 10 {
		sum = weighed(d, 10, []int{3, 4, 5, 6, 7, 8, 9, 1, 2, 3}) % 11 % 10
	}
	return d[0] > 0 && d[0] < 7 && day(d[1:], false) && sum == d[10]
}

func turkish(d []int) bool {
	odd, even := d[0]+d[2]+d[4]+d[6]+d[8], d[1]+d[3]+d[5]+d[7]
	return d[0] > 0 && (7*odd-even+100)%10 == d[9] && (odd+even+d[9])%10 == d[10]
}

func cpf(d []int) bool {
	first := 11 - weighed(d, 9, cpfWeights[1:])%11
	second := 11 - weighed(d, 10, cpfWeights)%11
	return first%11%10 == d[9] && second%11%10 == d[10]
}

// taxGerman: of the first ten digits one is there twice or three times, and no
// other more than once.
func taxGerman(d []int) bool {
	var seen [10]int
	rest, more := 10, 0
	for _, v := range d[:10] {
		if seen[v]++; seen[v] > 1 {
			more++
		}
		if rest = (rest + v) % 10; rest == 0 {
			rest = 10
		}
		rest = rest * 2 % 11
	}
	alike := 0
	for _, n := range seen {
		alike += b2i(n > 1)
	}
	return d[0] > 0 && alike == 1 && more < 3 && (11-rest)%10 == d[10]
}

func bulgarian(d []int) bool {
	return d[2] < 6 && day(raised(d), false) && weighed(d, 9, egnWeights)%11%10 == d[9]
}

func austrian(d []int) bool {
	return d[0] > 0 && day(d[4:], true) && weighed(d, 10, austrWeights)%11 == d[3]
}

func taxRussian(d []int) bool {
	return weighed(d, 10, []int{7, 2, 4, 10, 3, 5, 9, 4, 6, 8})%11%10 == d[10] && weighed(d, 11, innWeights)%11%10 == d[11]
}

func kuwaiti(d []int) bool {
	return d[0] > 1 && d[0] < 4 && day(d[1:], false) && 11-weighed(d, 11, kuwaitWeights)%11 == d[11]
}

func romanian(d []int) bool {
	return d[0] > 0 && d[0] < 9 && day(d[1:], false) && weighed(d, 12, cnpWeights)%11%10 == d[12]
}

// emso: a day with three digits of its year, in what was Yugoslavia.
func emso(d []int) bool {
	return (d[4] == 9 || d[4] == 0) && d[2] < 2 && day(d, true) && (11-weighed(d, 12, emsoWeights)%11)%11 == d[12]
}

func clabe(d []int) bool {
	sum := 0
	for i, v := range d[:17] {
		sum += v * []int{3, 7, 1}[i%3] % 10
	}
	return (d[0] < 2 || d[0] == 6) && (10-sum%10)%10 == d[17]
}

// telephone reports whether s has as many digits as numbers of telephones, and is
// no amount, which has groups of three, and none with a fraction.
func telephone(s string) bool {
	n := kindsOf(s).digits
	groups := strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	abroad := s[0] == '+'
	switch {
	case n < 7 || n > 18 || fewDigits(s) || dayLike(s) || years(s) || len(groups) == 1 && (n > 15 || n < 9) || strings.Count(s, ".") == 1 && len(groups) == 2:
		return false
	case abroad && (n < 8 || len(groups[0]) == 4):
		return false
	}
	amount := len(groups) > 1 && !strings.ContainsAny(s, "(-/")
	for _, g := range groups[1:] {
		amount = amount && len(g) == 3
	}
	return !amount || n > 9 || !abroad && (n == 9 || s[0] == '0')
}
