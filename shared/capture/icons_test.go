package capture

import "testing"

func TestADrawingIsCalledAsInItsSetOfIcons(t *testing.T) {
	const trash, unknown = DrawingMark + "11z6yzi", DrawingMark + "1z"
	for hint, want := range map[string]string{
		"":                           "",
		"remove-item":                "remove-item",
		trash:                        "trash",
		"text-gray" + trash:          "trash",
		"State: " + trash:            "State: trash",
		"Open: all: grey" + trash:    "Open: all: trash",
		unknown:                      "",
		"text-gray" + unknown:        "text-gray",
		"State: " + unknown:          "State",
		DrawingMark + "no digest":    "",
		DrawingMark + "zzzzzzzzzzzz": "",
	} {
		if got := Drawn(hint); got != want {
			t.Errorf("%q is %q, want %q", hint, got, want)
		}
	}
}
