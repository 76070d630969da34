package types

// Packed is how far packing a segment of the memory has come.
type Packed struct {
	State PackState `json:"state"`
	// Of PackDone: the number that the segment is to have, the ids of the sessions
	// that it holds with all their steps, of those steps, and the segments that it
	// replaces.
	Segment  int      `json:"segment,omitempty"`
	Sessions []string `json:"sessions,omitempty"`
	Steps    []string `json:"steps,omitempty"`
	Replaces []int    `json:"replaces,omitempty"`
}

// PackState is the caller's next action.
type PackState string

// The states.
const (
	PackIdle    PackState = "idle"    // nothing: nothing is worth packing
	PackWorking PackState = "working" // go on
	PackDone    PackState = "done"    // keep the bytes, then say so
)
