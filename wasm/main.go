//go:build wasip1

// Command wasm is the core as a WebAssembly reactor: a module that is started
// once by _initialize and then called.
//
//	buffer(n)  a pointer to the one shared buffer, of at least n bytes;
//	           0 when n is more than a request may have
//	call(n)    answers the request in buffer[0:n]; returns the reply's length,
//	           the reply is at buffer(0)
//	attach(number, n)
//	           takes in the segment in buffer[0:n] under that number; returns
//	           the reply's length as call does
//	reserve(n) gets memory for segments of n bytes altogether, before the first
//	           is taken in: growing bit by bit takes a sixth of the time
//	segment()  leaves the bytes of the segment that the last call packed at
//	           buffer(0) and returns their length, 0 when there are none
//	version()  raised when these exports change their meaning
//
// Package wire defines requests and replies, package dispatch their effects.
// A panic is answered as an error and the instance lives. A fault that
// cannot be caught (out of memory, stack overflow) kills the instance; the
// caller then starts another and puts the records again.
//
// Build: GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared
package main

import (
	"runtime"
	"runtime/debug"
	"unsafe"

	"cairn/shared/wire"
	"cairn/wasm/dispatch"
)

const (
	abi = 2
	// least is the buffer's size at the start: a question and its answer fit.
	least = 64 << 10
	// keep is how large the buffer may stay between calls: the usual batch of
	// records fits, and a single large one does not hold its memory for ever.
	keep = 1 << 20
	// perByte is how much memory a byte of a segment becomes.
	perByte = 4
	// WebAssembly collects garbage slowly, and memory is there: garbage
	// may be so many hundredths of the living data, as long as there is little.
	garbage = 300
	little  = 384 << 20
	// leastHeap is the least heap size in Go's reckoning of the garbage.
	leastHeap = 4 << 20
	// mostReserved keeps a wrong number from taking all memory there is.
	mostReserved = 128 << 20
)

func init() {
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(little)
}

var (
	dispatcher = dispatch.New()
	shared     = make([]byte, least)
	loading    bool // segments are taken in, one after the other
)

//go:wasmexport version
func version() uint32 { return abi }

// buffer gives the caller the address of the shared buffer. Any call may move
// it, so it is asked for each time.
//
//go:wasmexport buffer
func buffer(n uint32) uint32 {
	switch {
	case n > wire.MaxCoreRequest:
		return 0
	case int(n) > len(shared), n > 0 && n <= keep && len(shared) > keep:
		shared = make([]byte, max(n, least))
	}
	return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(shared))))
}

//go:wasmexport call
func call(n uint32) (length uint32) {
	defer func() {
		if p := recover(); p != nil {
			length = answer(dispatch.Panicked(p))
		}
	}()
	// WebAssembly cannot interrupt a goroutine, so that the collector comes
	// to its turn only when it is given one: else memory grows without need.
	runtime.Gosched()
	// A length that the buffer does not have panics here and is answered.
	return answer(dispatcher.Call(shared[:n]))
}

// collectLater has the first collection begin when there is twice the loaded
// data. It would begin at once, since the last one found an empty heap, and
// stop the first question for as long as it takes.
func collectLater() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	debug.SetGCPercent(max(garbage, int(m.HeapAlloc*2*100/leastHeap)))
	runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, garbage)
}

// reserve makes and drops the memory that a number of bytes will need.
//
//go:wasmexport reserve
func reserve(n uint32) {
	room := make([]byte, perByte*min(uint64(n), mostReserved))
	runtime.KeepAlive(room)
	runtime.GC() // there is nothing yet that it would have to look at
}

//go:wasmexport attach
func attach(number, n uint32) (length uint32) {
	if !loading { // loaded records stay: there is nothing to collect
		loading = true
		debug.SetGCPercent(-1)
	}
	defer func() {
		if p := recover(); p != nil {
			length = answer(dispatch.Panicked(p))
		}
	}()
	return answer(dispatcher.Attach(int(number), shared[:n]))
}

//go:wasmexport segment
func segment() uint32 { return answer(dispatcher.Segment()) }

// answer leaves reply in the shared buffer.
func answer(reply []byte) uint32 {
	if len(reply) > len(shared) {
		shared = reply
	} else {
		copy(shared, reply)
	}
	return uint32(len(reply))
}

// main is never called: a reactor has none, but Go wants one.
func main() {}
