package text

import "testing"

// TestTagsAreComparedTrimmedAndWithoutCase spells the same tag in two ways.
func TestTagsAreComparedTrimmedAndWithoutCase(t *testing.T) {
	for a, b := range map[string]string{
		"Settings": "settings", " tx-Confirmation\t": "TX-CONFIRMATION", "ΟΔΟΣ": "οδος", "ÜBERWEISUNG": "überweisung", "送金": " 送金\u3000", "": "  ",
	} {
		if Tag(a) != Tag(b) {
			t.Errorf("%q is %q, %q is %q", a, Tag(a), b, Tag(b))
		}
	}
	for _, pair := range [][2]string{{"send", "sends"}, {"tx confirmation", "txconfirmation"}, {"cafe", "café"}} {
		if Tag(pair[0]) == Tag(pair[1]) {
			t.Errorf("%q and %q are one tag", pair[0], pair[1])
		}
	}
}
