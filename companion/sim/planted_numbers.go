//go:build planted_numbers

package sim

const planted = "numbers reused with no new epoch"
