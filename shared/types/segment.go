package types

// Packed is how far packing a segment of the memory has come.
type Packed struct {
	State PackState `json:"state"`
	// Of PackDone: the number that the segment is to have, the sessions that it
	// holds with all their steps, how many those are, and the segments that it
	// replaces.
	Segment  int      `json:"segment,omitempty"`
	Sessions []string `json:"sessions,omitempty"`
	Steps    int      `json:"steps,omitempty"`
	Replaces []int    `json:"replaces,omitempty"`
}

// PackState says what to do next.
type PackState string

// The states.
const (
	PackIdle    PackState = "idle"    // nothing: nothing is worth packing
	PackWorking PackState = "working" // go on
	PackDone    PackState = "done"    // keep the bytes, then say so
)
