//go:build planted_mark

package store

const plantedAck, plantedMark, plantedMemory = false, true, false
