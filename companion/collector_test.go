package main

import "testing"

func TestGarbageIsBoundedInALargeMemory(t *testing.T) {
	for _, tc := range []struct {
		busy bool
		live uint64
		want int
	}{
		{false, 0, mostGrowth},
		{false, 10 << 20, 80},
		{false, 100 << 20, quietGrowth},
		{true, 0, mostGrowth},
		{true, 10 << 20, 400},
		{true, 40 << 20, 100},
		{true, 160 << 20, 25},
		{true, 2 << 30, quietGrowth},
	} {
		if got := growth(tc.busy, tc.live); got != tc.want {
			t.Errorf("busy %v with %d bytes: %d, want %d", tc.busy, tc.live, got, tc.want)
		}
	}
}
