//go:build planted_memory

package sim

const planted = "deduplicated in memory alone"
