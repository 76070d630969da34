package daemon

import (
	"runtime"
	"testing"
)

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

func TestAQuietDaemonKeepsLittleThatNothingIsIn(t *testing.T) {
	const mib = 1 << 20
	for name, tc := range map[string]struct {
		m    runtime.MemStats
		want bool
	}{
		"all was given back":             {runtime.MemStats{HeapInuse: 100 * mib, HeapIdle: 90 * mib, HeapReleased: 90 * mib, NextGC: 110 * mib}, false},
		"room for garbage until the end": {runtime.MemStats{HeapInuse: 100 * mib, HeapIdle: 17 * mib, NextGC: 110 * mib}, false},
		"more than that":                 {runtime.MemStats{HeapInuse: 100 * mib, HeapIdle: 19 * mib, NextGC: 110 * mib}, true},
		"it is in use":                   {runtime.MemStats{HeapInuse: 120 * mib, HeapIdle: 7 * mib, NextGC: 110 * mib}, false},
	} {
		if got := spare(&tc.m); got != tc.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
