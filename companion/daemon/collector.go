package daemon

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"time"
)

// How much garbage the daemon keeps: by how many percent its memory may grow
// over what is in use before garbage is collected. Go's own 100 keeps twice what
// is remembered, in a process that runs all day beside a browser.
const (
	// busyRoom is for when much is recorded, in bytes: a collection then stands in
	// the way of questions, and empties what is kept to be used again. With 50
	// percent of a small memory there were twelve in a second, and answers took
	// twice as long at worst.
	busyRoom = 40 << 20
	// openGrowth is for the start, when all that is read stays.
	openGrowth = 50
	// quietGrowth is for the rest of the day, when a collection is seldom due, and
	// quietRoom for when little is remembered.
	quietGrowth = 10
	quietRoom   = 8 << 20
	mostGrowth  = 400

	collectorEvery = 2 * time.Second
	// Much is recorded from so many bytes of garbage in that time on, until there
	// are fewer than these: a pause between two batches is not the end of it.
	busyFrom  = 32 << 20
	busyUntil = 8 << 20

	// spareRoom is how much memory a quiet daemon may hold that nothing is in,
	// beyond what may become garbage, until it is given back: a scan of the store
	// or a segment that is packed takes some for a moment, and Go keeps it for
	// minutes. It is looked at every spareEvery, for it takes a collection.
	spareRoom  = 8 << 20
	spareEvery = 30 * time.Second
)

// tameCollector sets how much garbage the daemon keeps while it opens. A person
// who starts it may say so with GOGC.
func tameCollector() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(openGrowth)
	}
}

// returnMemory gives back at once what reading the store took: every record is
// decoded once, and a daemon that then idles would keep the room for minutes.
func returnMemory() { debug.FreeOSMemory() }

// tendCollector sets by the work that there is how much garbage is kept, until
// ctx ends, and gives back what a busy time took when it is over.
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

// spare reports whether more memory is held than a quiet daemon needs.
func spare(m *runtime.MemStats) bool {
	return m.HeapIdle-m.HeapReleased > spareRoom+m.NextGC-min(m.NextGC, m.HeapInuse)
}

// growth is by how many percent a memory of that many bytes may grow until
// garbage is collected.
func growth(busy bool, live uint64) int {
	room := uint64(quietRoom)
	if busy {
		room = busyRoom
	}
	return int(max(quietGrowth, min(mostGrowth, room*100/max(live, 1))))
}
