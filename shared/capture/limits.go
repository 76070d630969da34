package capture

import "time"

// Limits of records. They bound the storage that a hostile page can use and the cost
// of one step (B26, B27, B39); normal pages are far below most of them.
const (
	maxNodes    = 2000 // accessibility nodes, and test ids, of one observation
	maxName     = 200  // characters of a name, title or test id
	maxSelector = 500  // selectors are long if nothing else names an element
	maxWord     = 40   // role, tag, client name
	maxCommit   = 64   // digits of a SHA-256
	maxRef      = 32
	maxPath     = 8   // landmarks around a node
	maxFrames   = 20  // of other origins in one observation
	maxRow      = 200 // characters of the row around a target
	maxAppeared = 20
	maxMessage  = 500 // of an error, of a goal
	maxTags     = 20
	maxTool     = 64
	maxKBSource = 128
	maxAdvice   = 5 // suggestions of one answer (spec 002 section 7)
)

// Bounds of a plausible clock (B36). A step outside them is stored with the
// receiver's time and marked.
const (
	earliest = 1577836800000 // 2020-01-01, before any such recorder existed
	ahead    = 10 * time.Minute
)

// lengthClasses are classes for the length of text that is not stored: approximate, never exact.
var lengthClasses = []int{0, 4, 16, 64, 256}

// lengthClass rounds a length up to its class; above the last class it returns the
// last.
func lengthClass(n int) int {
	for _, class := range lengthClasses {
		if n <= class {
			return class
		}
	}
	return lengthClasses[len(lengthClasses)-1]
}
