//go:build planted_memory

package store

const plantedAck, plantedMark, plantedMemory = false, false, true
