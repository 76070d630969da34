//go:build planted_gaps

package sim

const planted = "gaps accepted"
