package types

// Error hides JavaScript's own, so it is renamed.
type Error struct {
	Code Code `json:"code"`
}

// Code is a union.
type Code string

// The codes.
const (
	// Why this one is needed.
	CodeA Code = "A"
	CodeB Code = "B" // said beside
)

// Time has a rule.
type Time int64

// Unused is reached by nothing, so it is not written and needs no tags.
type Unused struct {
	N int
}
