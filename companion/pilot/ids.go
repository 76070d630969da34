package pilot

import (
	"crypto/rand"
	"strings"

	"cairn/shared/types"
)

// newSessionID returns an id that starts with the time, so that ids sort by it.
func newSessionID(now types.Time) string {
	return "mm-" + now.Std().Format("20060102-150405") + "-" + strings.ToLower(rand.Text()[:6])
}

// newStepID returns an id of 100 random bits, unique on all machines.
func newStepID() string { return "s-" + strings.ToLower(rand.Text()[:20]) }
