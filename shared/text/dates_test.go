package text

import (
	"fmt"
	"testing"
)

// TestDaysAreReadInBothOrders has texts with the days that they name, and the part that does.
func TestDaysAreReadInBothOrders(t *testing.T) {
	for s, want := range map[string]string{
		"Book a stay from 19 May to 23 May": "[19 May {19 5 0}] [23 May {23 5 0}]",
		"Wednesday, May 19th, 2027":         "[May 19th, 2027 {19 5 2027}]",
		"am 3. Mai 2027 um 10":              "[3. Mai 2027 {3 5 2027}]",
		"the 2nd of June, 2027":             "[2nd of June, 2027 {2 6 2027}]",
		"17 de septiembre":                  "[17 de septiembre {17 9 0}]",
		"May 2027":                          "",
		"You may 5 times":                   "",
		"3 May 5":                           "", // which of them is the day?
		"Ask for 40 June bugs":              "",
		"2027-05-19":                        "",
		"Order 12, Jan 7 and 8":             "[Jan 7 {7 1 0}]",
	} {
		got := ""
		days, at := Days(s)
		for i, d := range days {
			if i > 0 {
				got += " "
			}
			got += fmt.Sprintf("[%s %v]", s[at[i][0]:at[i][1]], d)
		}
		if got != want {
			t.Errorf("%q names %s, want %s", s, got, want)
		}
	}
}

func TestOnlyADayIsThatOfACalendar(t *testing.T) {
	for s, want := range map[string]bool{
		"Wednesday, May 19, 2027": true, "Today, Wednesday, May 19th, 2027, selected": true, "19 May": true, "Choose Wednesday, May 19th, 2027": true,
		"Delete the backup of May 19": false, "May 19, 3 rooms": false, "Invoice of Ann Lee for rent May 19": false, "May 19 to May 23": false, "Wednesday": false,
	} {
		if _, is := CalendarDay(s); is != want {
			t.Errorf("%q is a day of a calendar: %v", s, is)
		}
	}
}
