//go:build planted_ack

package sim

const planted = "acknowledged before fsync"
