package search

import "cairn/shared/pack"

// cursor reads a part of a segment.
type cursor struct{ pack.Cursor }
