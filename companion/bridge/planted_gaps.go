//go:build planted_gaps

package bridge

const plantedGaps = true
