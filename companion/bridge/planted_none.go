//go:build !planted_gaps

package bridge

// plantedGaps is a mistake that a protocol like this one invites: what comes
// after a hole is taken, and the highest number acknowledged. The build tag
// planted_gaps plants it, so that companion/sim can show that it would be found;
// no other build has it.
const plantedGaps = false
