//go:build planted_ack

package store

const plantedAck, plantedMark, plantedMemory = true, false, false
