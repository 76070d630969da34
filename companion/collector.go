package main

import (
	"os"
	"runtime/debug"
)

// heapGrowth is by how many percent the daemon's memory may grow over what is
// in use before garbage is collected. Go's own 100 keeps twice what is
// remembered, in a process that runs all day beside a browser. Half of that
// headroom makes collections, about a fourteenth of the work under full load,
// twice as many.
const heapGrowth = 50

// tameCollector sets how much garbage the daemon keeps, unless the person who
// starts it says so with GOGC.
func tameCollector() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
}

// returnMemory gives back at once what reading the store took: every record is
// decoded once, and a daemon that then idles would keep the room for minutes.
func returnMemory() { debug.FreeOSMemory() }
