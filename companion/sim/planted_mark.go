//go:build planted_mark

package sim

const planted = "mark stored with the records"
