package capture

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

var testKey = bytes.Repeat([]byte{7}, NameKeyBytes)

func TestHiddenNameIsFoundByNameAndByWord(t *testing.T) {
	h := NewHider(testKey)
	hidden := h.Hide("Orders of Jan Bakker")
	if !IsHidden(hidden) || strings.Contains(hidden, "Jan") {
		t.Fatalf("hidden name is %q", hidden)
	}
	for name, same := range map[string]bool{
		"Orders of Jan Bakker": true, "orders  of JAN bakker": true, "Orders of Jan": false, "Orders": false,
	} {
		if got := h.ID(name) == HiddenID(hidden); got != same {
			t.Errorf("%q is the hidden name: %v, want %v", name, got, same)
		}
	}
	for word, held := range map[string]bool{"order": true, "Orders": true, "bakker": true, "Bäkker": true, "janet": false, "": false} {
		if got := slices.Contains(HiddenWords(hidden), h.WordHash(word)); got != held {
			t.Errorf("holds %q: %v, want %v", word, got, held)
		}
	}
	if again := h.Hide(hidden); again != hidden {
		t.Errorf("hiding a hidden name made %q of %q", again, hidden)
	}
	if other := NewHider(bytes.Repeat([]byte{8}, NameKeyBytes)).Hide("Orders of Jan Bakker"); other == hidden {
		t.Error("two keys gave one hidden name")
	}
}

func TestHiddenNamesDoNotTellNumbersApart(t *testing.T) {
	h := NewHider(testKey)
	if a, b := h.Hide("PIN 1720"), h.Hide("PIN 9481"); a != b {
		t.Errorf("%q and %q differ", a, b)
	}
	if got := HiddenWords(h.Hide("1720 4711")); len(got) != 0 {
		t.Errorf("numbers are words: %q", got)
	}
}

func TestWithoutAKeyHiddenNamesAreAllAlike(t *testing.T) {
	for _, key := range [][]byte{nil, {1}, testKey[1:]} {
		h := NewHider(key)
		if got := h.Hide("Orders"); got != HiddenMark || h.ID("Orders") != "" || h.WordHash("orders") != "" || h.ID(got) != "" {
			t.Errorf("key of %d bytes: hidden name %q, id %q, word %q", len(key), got, h.ID("Orders"), h.WordHash("orders"))
		}
	}
}

func TestOnlyHiddenNamesAreHidden(t *testing.T) {
	for s, want := range map[string]bool{
		"[hidden]": true, "[hidden:AbC-_A]": true, "[hidden:AbCdEg GhIjKw]": true,
		"": false, "hidden": false, "[hidden:]": false, "[hidden:AbCdE]": false, "[hidden:AbCdEgG]": false, "[hidden:AbCdEg GhIjK]": false,
		"[hidden:AbCdEg  GhIjKw]": false, "[hidden:AbCd f]": false, "[hidden:AbCdEg] Save": false, "[hidden AbCdEg]": false, "[hidden:AbC+/1]": false,
		"[hidden:" + strings.Repeat("AbCdEg ", 26) + "AbCdEg]": false,
	} {
		if IsHidden(s) != want {
			t.Errorf("IsHidden(%q) = %v", s, !want)
		}
	}
}
