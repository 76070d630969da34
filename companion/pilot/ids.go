package pilot

import (
	"crypto/rand"
	"strings"

	"cairn/shared/types"
)

// newSessionID begins with the time, so that ids sort by it and a person can
// tell them apart.
func newSessionID(now types.Time) string {
	return "mm-" + now.Std().Format("20060102-150405") + "-" + strings.ToLower(rand.Text()[:6])
}

// newStepID is unique everywhere: 100 random bits.
func newStepID() string { return "s-" + strings.ToLower(rand.Text()[:20]) }
