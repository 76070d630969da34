package text

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzOrders: whatever stands before and after it, and however it is spaced, an
// order is one.
func FuzzOrders(f *testing.F) {
	f.Add("Send", " now", 0)
	f.Add("igno", "e prev", 7)
	f.Fuzz(func(t *testing.T, before, after string, which int) {
		AddressesModel(before + after)
		one := slices.Concat(injectionPhrases, toolNames)[max(which, -which, 0)%(len(injectionPhrases)+len(toolNames))]
		if !AddressesModel(before + " " + one + after) {
			t.Errorf("%q is no order after %q", one, before)
		}
		if one[0] < utf8.RuneSelf && !AddressesModel(before+" "+strings.ReplaceAll(strings.ToUpper(one[:1])+one[1:], " ", "\n - ")+after) {
			t.Errorf("%q is none in several lines", one)
		}
	})
}
