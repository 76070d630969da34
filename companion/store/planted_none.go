//go:build !(planted_ack || planted_mark || planted_memory)

package store

// Three mistakes that a store like this one invites. A build tag plants one of
// them, so that companion/sim can show that it would be found. No other build
// has them: the compiler leaves out what asks for them.
const (
	plantedAck    = false // planted_ack: Put returns before the fsync
	plantedMark   = false // planted_mark: the mark is stored along with what it counts, not counted from it
	plantedMemory = false // planted_memory: a step is known again until the process ends, and no longer
)
