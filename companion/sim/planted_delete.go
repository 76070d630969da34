//go:build planted_delete

package sim

const planted = "deleted on send"
