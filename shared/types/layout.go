package types

// Every record and every answer carries times. Package time parses any
// layout, which costs as much as the rest of an answer does, most of all in
// WebAssembly: the one layout that Cairn writes is written and read here.

const (
	msPerDay = 24 * 60 * 60 * 1000
	// The civil calendar repeats itself after an era of 400 years. Days count
	// from 0000-03-01, so that the leap day ends a year.
	daysPerEra     = 146097
	daysBeforeUnix = 719468
	// lastMs is the last instant that has a year of four digits.
	lastMs = 253402300800000 - 1
)

// Append appends the ISO 8601 form.
func (t Time) Append(dst []byte) []byte {
	if t < 0 || t > lastMs {
		return t.Std().AppendFormat(dst, layout)
	}
	days, ms := uint32(t/msPerDay), uint32(t%msPerDay)
	year, month, day := civil(days)
	dst = appendDigits(dst, year, 4)
	dst = appendDigits(append(dst, '-'), month, 2)
	dst = appendDigits(append(dst, '-'), day, 2)
	dst = appendDigits(append(dst, 'T'), ms/3_600_000, 2)
	dst = appendDigits(append(dst, ':'), ms/60_000%60, 2)
	dst = appendDigits(append(dst, ':'), ms/1000%60, 2)
	dst = appendDigits(append(dst, '.'), ms%1000, 3)
	return append(dst, 'Z')
}

// civil is the date of a day since 1970.
func civil(days uint32) (year, month, day uint32) {
	days += daysBeforeUnix
	era, ofEra := days/daysPerEra, days%daysPerEra
	yearOfEra := (ofEra - ofEra/1460 + ofEra/36524 - ofEra/146096) / 365
	ofYear := ofEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	fromMarch := (5*ofYear + 2) / 153
	day = ofYear - (153*fromMarch+2)/5 + 1
	year, month = yearOfEra+400*era, fromMarch+3
	if month > 12 {
		year, month = year+1, month-12
	}
	return year, month, day
}

func appendDigits(dst []byte, n uint32, digits int) []byte {
	at := len(dst)
	dst = append(dst, "0000"[:digits]...)
	for i := at + digits - 1; i >= at; i-- {
		dst[i] = byte('0' + n%10)
		n /= 10
	}
	return dst
}

// parseLayout reads the form that Append writes; it refuses everything else, whether
// it is a time or not.
func parseLayout(s string) (Time, bool) {
	if len(s) != len(layout) || s[4] != '-' || s[7] != '-' || s[10] != 'T' || s[13] != ':' || s[16] != ':' || s[19] != '.' || s[23] != 'Z' {
		return 0, false
	}
	ok := true
	number := func(from, to int) uint32 {
		n := uint32(0)
		for i := from; i < to; i++ {
			c := uint32(s[i]) - '0'
			ok = ok && c <= 9
			n = 10*n + c
		}
		return n
	}
	year, month, day := number(0, 4), number(5, 7), number(8, 10)
	hour, minute, second, ms := number(11, 13), number(14, 16), number(17, 19), number(20, 23)
	if !ok || year < 1970 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59 {
		return 0, false
	}
	return Time(int64(dayOf(year, month, day))*msPerDay + int64(hour*3_600_000+minute*60_000+second*1000+ms)), true
}

func daysIn(year, month uint32) uint32 {
	switch {
	case month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0):
		return 29
	case month == 2:
		return 28
	case month == 4, month == 6, month == 9, month == 11:
		return 30
	}
	return 31
}

// dayOf is the day of a date since 1970: the inverse of civil.
func dayOf(year, month, day uint32) uint32 {
	if month < 3 {
		year, month = year-1, month+12
	}
	era, yearOfEra := year/400, year%400
	ofYear := (153*(month-3)+2)/5 + day - 1
	return era*daysPerEra + yearOfEra*365 + yearOfEra/4 - yearOfEra/100 + ofYear - daysBeforeUnix
}
