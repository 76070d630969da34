package main

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
	// busyGrowth is for when much is recorded: collecting is then about an eighth of
	// the work, and half as much headroom would make it twice as much. Of a large
	// memory it is less, so that no more than busyRoom is garbage.
	busyGrowth = 50
	busyRoom   = 48 << 20
	// quietGrowth is for the rest of the day, when a collection is seldom due.
	quietGrowth = 15

	collectorEvery = 10 * time.Second
	// busyCollections in that time mean that much is recorded.
	busyCollections = 5
)

// tameCollector sets how much garbage the daemon keeps while it opens. A person
// who starts it may say so with GOGC.
func tameCollector() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(busyGrowth)
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
	busy, percent, last := true, busyGrowth, uint32(0)
	repeat(ctx, collectorEvery, collectorEvery, func() {
		runtime.ReadMemStats(&m)
		was := busy
		busy, last = m.NumGC-last >= busyCollections, m.NumGC
		percent = growth(busy, m.NextGC*100/uint64(100+percent))
		debug.SetGCPercent(percent)
		if was && !busy {
			returnMemory()
		}
	})
}

// growth is by how many percent a memory of that many bytes may grow until
// garbage is collected.
func growth(busy bool, live uint64) int {
	if !busy {
		return quietGrowth
	}
	return int(max(quietGrowth, min(busyGrowth, busyRoom*100/max(live, 1))))
}
