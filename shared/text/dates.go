package text

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

const (
	// Months is how many months a year has.
	Months = 12
	// may is a month where it is written as a name.
	may = "May"
	// maxBesideDay is how many words stand beside the day in the name of one in a calendar: that of the week, today, selected.
	maxBesideDay = 3
)

// months are the names of the twelve months in the languages that most pages have.
var months = [Months][]string{
	strings.Fields("january januar janvier enero gennaio janeiro januari"),
	strings.Fields("february februar février febrero febbraio fevereiro februari"),
	strings.Fields("march märz mars marzo março maart"),
	strings.Fields("april avril abril aprile"),
	strings.Fields("mai mayo maggio maio mei"),
	strings.Fields("june juni juin junio giugno junho"),
	strings.Fields("july juli juillet julio luglio julho"),
	strings.Fields("august août agosto augustus"),
	strings.Fields("september septembre septiembre settembre setembro"),
	strings.Fields("october oktober octobre octubre ottobre outubro"),
	strings.Fields("november novembre noviembre novembro"),
	strings.Fields("december dezember décembre diciembre dicembre dezembro"),
}

// shortMonths are names that are shortened. They may be other words: those of days of the week, without a number.
var shortMonths = map[string]int{"jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12}

// MonthsIn returns the names of months in a text.
func MonthsIn(s string) (names []string) {
	numbered := strings.ContainsFunc(s, unicode.IsDigit)
	for _, w := range strings.FieldsFunc(s, func(c rune) bool { return !unicode.IsLetter(c) }) {
		low := strings.ToLower(w)
		if n := MonthOf(low); n > 0 && (w == may || low != "may" && (numbered || shortMonths[low] == 0)) {
			names = append(names, low)
		}
	}
	return names
}

// MonthOf returns the number of a month by its name in small letters, 0 for other words.
func MonthOf(name string) int {
	if name == "may" {
		return 5
	}
	return cmp.Or(shortMonths[name], slices.IndexFunc(months[:], func(names []string) bool { return slices.Contains(names, name) })+1)
}

// Day is a day of a year, which is 0 where the text names none.
type Day struct{ Day, Month, Year int }

// Same reports whether two texts name one day. One of them may leave out the year.
func (d Day) Same(other Day) bool {
	return d.Day == other.Day && d.Month == other.Month && (d.Year == other.Year || d.Year == 0 || other.Year == 0)
}

// Days returns the days that a text names by the name of their month, and where: 19 May, May 19th, 2027.
func Days(s string) (days []Day, at [][2]int) {
	words := dateWord.FindAllStringSubmatchIndex(s, -1)
	number := func(i int) int { // of a day
		if i < 0 || i >= len(words) || words[i][2] < 0 {
			return 0
		}
		n, _ := strconv.Atoi(s[words[i][2]:words[i][3]])
		return map[bool]int{true: n}[n <= 31]
	}
	for i, w := range words {
		month := s[w[0]:w[1]]
		if n := MonthOf(strings.ToLower(month)); n == 0 || month != may && strings.EqualFold(month, may) {
			continue
		}
		before := i - 1
		if i > 0 && strings.ContainsAny(s[words[before][1]:w[0]], ",;/") {
			before = -1
		}
		if before > 0 && slices.Contains(ofMonths, strings.ToLower(s[words[before][0]:words[before][1]])) {
			before--
		}
		from, to, day := i, i+1, number(i+1)
		if n := number(before); n > 0 && day > 0 {
			continue // either of them may be the day
		} else if n > 0 {
			from, day = before, n
		} else if day > 0 {
			to++
		} else {
			continue
		}
		year := 0
		if to < len(words) && words[to][4] >= 0 {
			year, _ = strconv.Atoi(s[words[to][4]:words[to][5]])
			to++
		}
		days, at = append(days, Day{day, MonthOf(strings.ToLower(month)), year}), append(at, [2]int{words[from][0], words[to-1][1]})
	}
	return days, at
}

var (
	// dateWord matches the words of a text. Its groups are the number of a day and that of a year.
	dateWord = regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th)?\b|\b(\d{4})\b|[\pL\pM\d]+`)
	// ofMonths stand between the number of a day and its month.
	ofMonths = []string{"of", "de", "di"}
)

// CalendarDay returns the day that a text is the name of, as in a calendar: Wednesday, May 19, 2027.
func CalendarDay(s string) (Day, bool) {
	days, at := Days(s)
	if len(days) != 1 {
		return Day{}, false
	}
	before, behind := dateWord.FindAllString(s[:at[0][0]], -1), dateWord.FindAllString(s[at[0][1]:], -1)
	beside := append(before, behind...)
	acts := func(w string) bool {
		return Verb(Stem(strings.ToLower(w))) && !slices.Contains([]string{"choose", "select", "pick"}, strings.ToLower(w))
	}
	numbered := func(w string) bool { return strings.ContainsFunc(w, unicode.IsDigit) }
	return days[0], len(beside) <= maxBesideDay && !slices.ContainsFunc(beside[:len(before)], acts) && !slices.ContainsFunc(beside, numbered)
}
