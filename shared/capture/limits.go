package capture

import "time"

// Caps of records. They bound what a hostile page can store and what
// one step costs (B26, B27, B39); no page that people use comes near most.
const (
	maxNodes    = 2000 // accessibility nodes, and test ids, of one look
	maxName     = 200  // characters of a name, title or test id
	maxSelector = 500  // selectors are long where nothing else names an element
	maxWord     = 40   // role, tag, client name
	maxCommit   = 64   // digits of a SHA-256
	maxRef      = 32
	maxPath     = 8   // landmarks around a node
	maxFrames   = 20  // of other origins in one look
	maxRow      = 200 // characters of the row around a target
	maxAppeared = 20
	maxMessage  = 500 // of an error, of a goal
	maxTags     = 20
	maxTool     = 64
	maxKBSource = 128
	maxAdvice   = 5 // suggestions of one answer (spec 002 section 7)
)

// Bounds of a believable clock (B36). A step from outside them is stored with
// the receiver's time and marked.
const (
	earliest = 1577836800000 // 2020-01-01, before anything of this kind could record
	ahead    = 10 * time.Minute
)

// Classes of the length of text that was not kept: how much, never exactly.
var lengthClasses = []int{0, 4, 16, 64, 256}

// lengthClass rounds a length up to its class; beyond the last it is the last.
func lengthClass(n int) int {
	for _, class := range lengthClasses {
		if n <= class {
			return class
		}
	}
	return lengthClasses[len(lengthClasses)-1]
}
