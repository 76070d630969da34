//go:build planted_mark

package sim

const planted = "mark in the same transaction"
