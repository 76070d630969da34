package daemon

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"time"
)

// The amount of garbage that the daemon keeps: the percentage by which its memory may
// grow over the live part before a collection. Go's default 100 keeps twice the live
// memory, in a process that runs all day beside a browser.
const (
	// busyRoom is for times of many records, in bytes: a collection then delays
	// queries, and empties the pools of reusable buffers. At 50 percent of a small
	// memory there were twelve in a second, and answers took up to twice as long.
	busyRoom = 40 << 20
	// openGrowth is for the start, when all data read stays in memory.
	openGrowth = 50
	// quietGrowth is for the rest of the day, when collections are rare, and quietRoom
	// for a small memory.
	quietGrowth = 10
	quietRoom   = 8 << 20
	mostGrowth  = 400

	collectorEvery = 2 * time.Second
	// The daemon counts as busy from this many bytes of garbage in that time on, until
	// there are fewer than busyUntil: a pause between two batches does not end a busy
	// time.
	busyFrom  = 32 << 20
	busyUntil = 8 << 20

	// spareRoom is the unused memory that a quiet daemon may hold, beyond the allowed
	// garbage, before it returns memory to the system: a scan of the store or the
	// packing of a segment takes memory for a moment, and Go keeps it for minutes. The
	// check runs every spareEvery only, because it takes a collection.
	spareRoom  = 8 << 20
	spareEvery = 30 * time.Second
)

// tameCollector sets the amount of garbage for the time while the daemon opens. The
// environment variable GOGC overrides it.
func tameCollector() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(openGrowth)
	}
}

// returnMemory returns at once the memory that reading the store took: every record is
// decoded once, and an idle daemon would hold that memory for minutes.
func returnMemory() { debug.FreeOSMemory() }

// tendCollector adjusts the amount of garbage to the load, until ctx ends, and returns
// memory to the system after a busy time.
func tendCollector(ctx context.Context) {
	if os.Getenv("GOGC") != "" {
		return
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	busy, percent, last, gave := false, openGrowth, m.TotalAlloc, time.Now()
	repeat(ctx, collectorEvery, collectorEvery, func() {
		runtime.ReadMemStats(&m)
		was, garbage := busy, m.TotalAlloc-last
		last = m.TotalAlloc
		busy = garbage >= busyFrom || was && garbage >= busyUntil
		if next := growth(busy, m.NextGC*100/uint64(100+percent)); next != percent {
			percent = next
			debug.SetGCPercent(percent)
		}
		if was && !busy || !busy && spare(&m) && time.Since(gave) >= spareEvery {
			gave = time.Now()
			returnMemory()
		}
	})
}

// spare reports whether the process holds more memory than a quiet daemon needs.
func spare(m *runtime.MemStats) bool {
	return m.HeapIdle-m.HeapReleased > spareRoom+m.NextGC-min(m.NextGC, m.HeapInuse)
}

// growth returns the percentage by which a memory of live bytes may grow until the
// next collection.
func growth(busy bool, live uint64) int {
	room := uint64(quietRoom)
	if busy {
		room = busyRoom
	}
	return int(max(quietGrowth, min(mostGrowth, room*100/max(live, 1))))
}
