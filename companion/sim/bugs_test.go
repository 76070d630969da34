package sim

import "strings"

// bug is a mistake that is planted to see whether it is found.
type bug string

// Two of the six are an extension's. Its code is JavaScript, of which the
// simulation holds a mirror: they are planted in that, in any build.
const (
	// deleteOnSend: the extension deletes what it has sent (sender_test.go).
	deleteOnSend bug = "deleted on send"
	// numbersReused: an outbox that finds itself behind the companion counts
	// on, with no new epoch (link_test.go).
	numbersReused bug = "numbers reused with no new epoch"
)

var bugs = []bug{deleteOnSend, numbersReused}

// Four are the companion's and stand in its own code, each behind a build tag
// (planted_none.go in companion/store and companion/bridge). Of two of them the
// story has to know.
const (
	// markBeside: the store writes the high-water mark along with the records,
	// where a power cut may leave the one without the others. The extension
	// here then deletes by the mark when it connects, because one that begins a
	// new epoch instead, as ours does, survives even that.
	markBeside bug = "mark stored with the records"
	// memoryOnly: the store knows what it had until its process ends.
	memoryOnly bug = "deduplicated in memory alone"
)

// twin stands between a step's id and what the store adds to it when memoryOnly
// is planted.
const twin = "--"

// plain is the id that a step was recorded under.
func plain(id string) string {
	id, _, _ = strings.Cut(id, twin)
	return id
}
