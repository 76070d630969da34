package search

import "cairn/shared/pack"

// cursor reads part of a segment.
type cursor struct{ pack.Cursor }
