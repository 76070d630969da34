package capture

import (
	_ "embed" // for icons.txt
	"strconv"
	"strings"
	"sync"
)

// DrawingMark begins the digest of a picture's drawing in a hint (extension/content/hints.js).
const DrawingMark = "\ue000"

// icons.txt has a line for each icon of common sets that a control may have: its name and the digests of its
// drawings. testdata/icons/icons.mjs writes it.
//
//go:embed icons.txt
var iconList string

// iconNames returns the names of icons by digest.
var iconNames = sync.OnceValue(func() map[uint32]string {
	names := map[uint32]string{}
	for line := range strings.Lines(iconList) {
		name, digests, _ := strings.Cut(strings.TrimSpace(line), " ")
		for _, digest := range strings.Fields(digests) {
			if n, err := strconv.ParseUint(digest, 36, 32); err == nil {
				names[uint32(n)] = name
			}
		}
	}
	return names
})

// Drawn returns a hint with the name of its picture instead of the digest, and instead of the class words of an icon
// of a common set. Text before a colon is from the page and stays.
func Drawn(hint string) string {
	words, digest, found := strings.Cut(hint, DrawingMark)
	if !found {
		return hint
	}
	n, _ := strconv.ParseUint(digest, 36, 32)
	name := iconNames()[uint32(n)]
	if name == "" {
		return strings.TrimRight(words, ": ")
	}
	if i := strings.LastIndex(words, ": "); i >= 0 {
		return words[:i+2] + name
	}
	return name
}
